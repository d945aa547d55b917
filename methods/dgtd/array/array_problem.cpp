#include <curlew/methods/dgtd/array/array_problem.hpp>

#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/methods/dgtd/array/cell_blocks.hpp>
#include <curlew/methods/dgtd/array/elements.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/methods/dgtd/ranks/keep_faces.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/surfaces/far_field_images.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

namespace curlew::dgtd {
namespace {

using Pair = std::array<Index, 2>;

constexpr Index k_antennas = RepeatedCells::k_most - 2; // antennas of the small array along an axis

Pair small_counts(const Pair &counts) {
  return {std::min(counts[0], k_antennas), std::min(counts[1], k_antennas)};
}
// Returns the antenna of the small array that stands for one of `count`.
Index small_antenna(Index antenna, Index count) {
  return RepeatedCells::small_cell(antenna + 1, count + 2) - 1;
}
// Returns an antenna for which one of the small array stands.
Index large_antenna(Index small, Index count) {
  return small == k_antennas - 1 && count > k_antennas ? count - 1 : small;
}

// The boundaries of an element follow one another, antenna by antenna (with_elements()).
template <class Element, class Other>
void for_each_element(const Case &input, const Element &element, const Other &other) {
  const std::vector<std::string> elements = element_groups(input);
  const Pair counts = input.mesh.array->counts;
  for (std::size_t b = 0; b < input.boundaries.size();) {
    const auto name = std::find_if(elements.begin(), elements.end(), [&](const std::string &one) {
      return input.boundaries[b].group == element_name(one, 0, 0);
    });
    if (name == elements.end()) {
      other(input.boundaries[b++]);
      continue;
    }
    element(*name, b);
    b += static_cast<std::size_t>(counts[0]) * counts[1];
  }
}

// Returns the boundary, in words, that cells of a large array cannot have; empty: they can have it.
std::string reason_to_join(const Boundary &boundary) {
  switch (role_of(boundary)) {
  case FaceRole::electric_wall:
  case FaceRole::magnetic_wall:
    if (holds<SymmetrySpec>(boundary))
      break;
    return "";
  case FaceRole::unsolved:
  case FaceRole::inner:
  case FaceRole::absorbing:
  case FaceRole::wave_port:
    return "";
  case FaceRole::lumped:
    if (port_of(boundary) != nullptr)
      return "lumped ports";
    break;
  case FaceRole::impedance:
  case FaceRole::layer_end:
  case FaceRole::periodic:
  case FaceRole::imposed:
    break;
  }
  return "the boundary \"" + boundary.group + "\"";
}

std::vector<Port> ports_of(const Case &input, const Problem &small, const RepeatedCells &cells) {
  std::map<std::string, const Port *> of_group;
  for (const Port &port : small.ports)
    of_group[port.group] = &port;
  const Pair counts = input.mesh.array->counts;
  std::vector<Port> ports;
  const auto add = [&](const std::string &name, std::size_t first) {
    for (Index j = 0; j < counts[1]; ++j)
      for (Index i = 0; i < counts[0]; ++i) {
        const Boundary &boundary = input.boundaries[first + i + static_cast<Offset>(counts[0]) * j];
        const RepeatedCells::Cell cell{i + 1, j + 1};
        Port port = *of_group.at(
            element_name(name, small_antenna(i, counts[0]), small_antenna(j, counts[1])));
        port.group = boundary.group;
        const auto &spec = std::get<PortSpec>(boundary.condition);
        port.index = spec.index;
        port.is_excited = spec.excited;
        keep_faces(port, [&](Index small_tet) {
          const Index tet = cells.tet_in(cell, small_tet);
          return tet < cells.owned_tets() ? tet : -1;
        });
        port.middle = port.middle + cells.shift(cell);
        if (auto *scaled = std::get_if<ScaledMode>(&port.mode))
          scaled->guide.rectangle.corner = scaled->guide.rectangle.corner + cells.shift(cell);
        ports.push_back(std::move(port));
      }
  };
  for_each_element(input, add, [](const Boundary &) {});
  std::sort(ports.begin(), ports.end(),
            [](const Port &a, const Port &b) { return a.index < b.index; });
  return ports;
}

} // namespace

bool has_large_array(const Case &input) {
  return input.mesh.array &&
         std::max(input.mesh.array->counts[0], input.mesh.array->counts[1]) > k_antennas;
}

std::string reason_to_join(const Case &input, const Communicator &ranks) {
  const Pair counts = input.mesh.array->counts;
  if (ranks.size() > static_cast<Offset>(counts[0] + 2) * (counts[1] + 2))
    return "more ranks than cells";
  for (const Boundary &boundary : input.boundaries)
    if (std::string reason = reason_to_join(boundary); !reason.empty())
      return reason;
  for (const Excitation &excitation : input.excitations) {
    const auto *current = std::get_if<CurrentSource>(&excitation.source);
    const bool is_point =
        current != nullptr && std::holds_alternative<CurrentPoint>(current->extent);
    if (!is_point && !std::holds_alternative<PortSource>(excitation.source))
      return "the excitation \"" + excitation.name + "\"";
  }
  if (input.outputs.fields || input.outputs.phasors)
    return "outputs.fields";
  if (!input.outputs.fluxes.empty())
    return "outputs.flux";
  if (input.outputs.rcs)
    return "outputs.rcs";
  if (input.outputs.far_field && !input.outputs.far_field->surface.empty())
    return "the surface of outputs.far_field";
  for (const ImagePlane &plane : far_field_images(input))
    if (plane.axis != 2)
      return "an image plane at a side of the array";
  const Choices choices = choices_of(input);
  if (choices.two_step)
    return "the two-step form";
  if (choices.local_steps.active)
    return "local time steps";
  return "";
}

bool is_repeated(const Case &input, const Communicator &ranks) {
  return has_large_array(input) && reason_to_join(input, ranks).empty();
}

Case small_array_case(const Case &input) {
  Case small = input;
  const Pair counts = input.mesh.array->counts;
  small.mesh.array->counts = small_counts(counts);
  small.boundaries.clear();
  const auto add = [&](const std::string &name, std::size_t first) {
    for (Index j = 0; j < small.mesh.array->counts[1]; ++j)
      for (Index i = 0; i < small.mesh.array->counts[0]; ++i) {
        const Offset large = large_antenna(i, counts[0]) +
                             static_cast<Offset>(counts[0]) * large_antenna(j, counts[1]);
        small.boundaries.push_back(input.boundaries[first + large]);
        small.boundaries.back().group = element_name(name, i, j);
      }
  };
  for_each_element(input, add,
                   [&](const Boundary &boundary) { small.boundaries.push_back(boundary); });
  return small;
}

Problem make_array_problem(const Case &input, const Case &small_case, ArrayMesh cells,
                           const Communicator &ranks, int threads) {
  const TetMesh mesh = cells.mesh;
  const std::vector<Index> mesh_begin = cells.copies.begin;
  auto small = std::make_shared<const Problem>(
      make_problem(small_case, std::move(cells.mesh), threads, std::move(cells.copies)));
  if (!small->sheets.empty() || !small->layers.empty() || !small->imposed.empty())
    throw std::logic_error("a large array with walls that its small one cannot stand for");
  const MeshSpec::Array &spec = *input.mesh.array;
  const auto repeated =
      std::make_shared<RepeatedCells>(RepeatedCells::Cell{spec.counts[0] + 2, spec.counts[1] + 2},
                                      spec.pitch_m, small->copies.begin, mesh, mesh_begin);
  Problem problem = *small;
  problem.ownership = take_block(*repeated, *small, ranks, problem.ghost_owner);
  problem.small = small;
  problem.cells = repeated;
  problem.nodes.repeat(repeated);
  problem.orientation.repeat(repeated);
  problem.faces.repeat(repeated);
  problem.material.repeat(repeated);
  if (!ranks.is_root())
    problem.mesh_warnings.clear();
  problem.ports = ports_of(input, *small, *repeated);
  return problem;
}

Problem load_array_problem(const Case &input, const Communicator &ranks, int threads) {
  Problem problem;
  run_collectively(ranks, [&] {
    const Case small = small_array_case(input);
    problem = make_array_problem(input, small, load_cells(small), ranks, threads);
  });
  return problem;
}

double repeated_bytes_per_tet(const Case &input, Variant variant) {
  const Choices choices = choices_of(input);
  const bool energy = input.outputs.energy || input.time.stop_at_energy_db;
  const bool writes_next =
      choices.scheme == SchemeKind::upwind || choices.penalty > 0 || variant == Variant::stored;
  const int vectors = 2 + (choices.scheme == SchemeKind::central ? 0 : 2) + (writes_next ? 2 : 0) +
                      (energy ? 1 : 0);
  constexpr double k_tables = 26; // neighbours, faces, media
  return 8.0 * vectors * choices.space.per_tet() + k_tables;
}

} // namespace curlew::dgtd
