#include <curlew/methods/dgtd/ranks/share_walls.hpp>

#include <curlew/methods/dgtd/ranks/keep_faces.hpp>
#include <curlew/methods/dgtd/ranks/packing.hpp>
#include <curlew/methods/dgtd/ranks/tet_homes.hpp>

namespace curlew::dgtd {
namespace {

struct Walls {
  std::vector<Sheet> sheets;
  std::vector<Port> ports;
  std::vector<ImposedField> imposed;
  std::vector<FlatLayer> layers;
  double largest_layer_rate_per_s = 0, largest_layer_decay_per_s = 0, largest_layer_penalty = 0;
};

} // namespace

// The bindings list all members: with a new member that is missing here the code does not compile.
template <class Archive> void pass(Archive &archive, Sheet &sheet) {
  auto &[network, faces] = sheet;
  archive(network, faces);
}

template <class Archive> void pass(Archive &archive, TemPotential &tem) {
  auto &[potential] = tem;
  archive(potential);
}
template <class Archive> void pass(Archive &archive, ScaledMode &mode) {
  archive(mode);
}
template <class Archive> void pass(Archive &archive, LumpedSheet &lumped) {
  auto &[shape, sheet, is_matched] = lumped;
  auto &[squares, strips, centre, log_ratio, loose_ends] = shape;
  archive(squares, strips, centre, log_ratio, loose_ends, sheet, is_matched);
}

template <class Archive> void pass(Archive &archive, Port &port) {
  auto &[kind, group, location, index, is_excited, reference_ohm, deembed_m, faces, inwards, middle,
         area_m2, material, impedance_ohm, mode, norm, second_mode] = port;
  archive(kind, group, location, index, is_excited, reference_ohm, deembed_m, faces, inwards,
          middle, area_m2, material, impedance_ohm, norm, second_mode.name, second_mode.wavenumber);
  pass(archive, mode);
}

template <class Archive> void pass(Archive &archive, ImposedField &field) {
  auto &[group, waveform, profile, faces] = field;
  archive(group, profile, faces);
  pass(archive, waveform);
}

template <class Archive> void pass(Archive &archive, Walls &walls) {
  pass_each(archive, walls.sheets);
  pass_each(archive, walls.ports);
  pass_each(archive, walls.imposed);
  archive(walls.layers, walls.largest_layer_rate_per_s, walls.largest_layer_decay_per_s,
          walls.largest_layer_penalty);
}

namespace {

Walls walls_of(const Problem &whole, const TetHomes &homes, int rank) {
  Walls walls{whole.sheets,
              whole.ports,
              whole.imposed,
              whole.layers.flat,
              whole.layers.largest_rate_per_s,
              whole.layers.largest_decay_per_s,
              whole.layers.largest_penalty};
  for (Sheet &sheet : walls.sheets)
    sheet.faces = homes.of_rank(rank, sheet.faces);
  for (Port &port : walls.ports)
    keep_faces(port, [&](Index tet) { return homes.is_on(rank, tet) ? homes.local(tet) : -1; });
  for (ImposedField &field : walls.imposed)
    field.faces = homes.of_rank(rank, field.faces);
  return walls;
}

} // namespace

void share_walls(const Problem &whole, const std::vector<int> &owner, Problem &part) {
  const TetHomes homes(owner);
  Walls mine = scatter_parts<Walls>(part.ownership.ranks,
                                    [&](int rank) { return walls_of(whole, homes, rank); });
  part.sheets = std::move(mine.sheets);
  part.ports = std::move(mine.ports);
  part.imposed = std::move(mine.imposed);
  part.layers.flat = std::move(mine.layers);
  part.layers.largest_rate_per_s = mine.largest_layer_rate_per_s;
  part.layers.largest_decay_per_s = mine.largest_layer_decay_per_s;
  part.layers.largest_penalty = mine.largest_layer_penalty;
}

} // namespace curlew::dgtd
