#include <curlew/methods/dgtd/ranks/share_surfaces.hpp>

#include <curlew/methods/dgtd/ranks/packing.hpp>
#include <curlew/methods/dgtd/ranks/tet_homes.hpp>

namespace curlew::dgtd {

// The bindings list all members: with a new member that is missing here the code does not compile.
template <class Archive> void pass(Archive &archive, TotalFieldWave &wave) {
  auto &[name, waveform, direction, electric, magnetic, speed_m_s, latest_s, faces, is_total] =
      wave;
  archive(name, direction, electric, magnetic, speed_m_s, latest_s, faces, is_total);
  pass(archive, waveform);
}

template <class Archive> void pass(Archive &archive, ProbeStencil &stencil) {
  auto &[tet, weights] = stencil;
  archive(tet, weights);
}

template <class Archive> void pass(Archive &archive, HuygensSurface &surface) {
  auto &[stencils, positions_m, normals, areas_m2] = surface;
  pass_each(archive, stencils);
  archive(positions_m, normals, areas_m2);
}

template <class Archive> void pass(Archive &archive, FluxPoints &points) {
  auto &[stencils, areas_m2, first, texts] = points;
  pass_each(archive, stencils);
  archive(areas_m2, first); // texts stay at the root
}

template <class Archive> void pass(Archive &archive, FoundSurfaces &surfaces) {
  auto &[waves, huygens, flux, images] = surfaces;
  pass_each(archive, waves);
  pass(archive, huygens);
  pass(archive, flux);
  static_cast<void>(images); // stay at the root
}

namespace {

TotalFieldWave part_of(TotalFieldWave wave, const TetHomes &homes, int rank) {
  wave.faces = homes.of_rank(rank, wave.faces);
  std::size_t kept = 0; // in the order of a rank's own tets
  for (std::size_t t = 0; t < wave.is_total.size(); ++t)
    if (homes.is_on(rank, static_cast<Index>(t)))
      wave.is_total[kept++] = wave.is_total[t];
  wave.is_total.resize(kept);
  return wave;
}

HuygensSurface part_of(const HuygensSurface &whole, const TetHomes &homes, int rank) {
  HuygensSurface part;
  part.stencils = homes.of_rank(rank, whole.stencils);
  for (std::size_t p = 0; p < whole.size(); ++p)
    if (homes.is_on(rank, whole.stencils[p].tet)) {
      part.positions_m.push_back(whole.positions_m[p]);
      part.normals.push_back(whole.normals[p]);
      part.areas_m2.push_back(whole.areas_m2[p]);
    }
  return part;
}

FluxPoints part_of(const FluxPoints &whole, const TetHomes &homes, int rank) {
  FluxPoints part;
  part.stencils = homes.of_rank(rank, whole.stencils);
  for (std::size_t s = 0; s < whole.surfaces(); ++s) {
    for (std::size_t p = whole.first[s]; p < whole.first[s + 1]; ++p)
      if (homes.is_on(rank, whole.stencils[p].tet))
        part.areas_m2.push_back(whole.areas_m2[p]);
    part.first.push_back(part.areas_m2.size());
  }
  return part;
}

} // namespace

FoundSurfaces share_surfaces(const FoundSurfaces &whole, const std::vector<int> &owner,
                             const Communicator &ranks) {
  const TetHomes homes(owner);
  FoundSurfaces mine = scatter_parts<FoundSurfaces>(ranks, [&](int rank) {
    FoundSurfaces part;
    for (const TotalFieldWave &wave : whole.waves)
      part.waves.push_back(part_of(wave, homes, rank));
    part.huygens = part_of(whole.huygens, homes, rank);
    part.flux = part_of(whole.flux, homes, rank);
    return part;
  });
  mine.flux.texts = whole.flux.texts;
  mine.images = whole.images;
  return mine;
}

} // namespace curlew::dgtd
