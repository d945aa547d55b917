#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/dgtd/ports/wall_loads.hpp>
#include <curlew/methods/dgtd/terms/port_sources.hpp>
#include <curlew/methods/dgtd/terms/port_sums.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <map>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Entries that ports add on one side to the unknowns and to the doubles.
template <class Space> struct SidePortLoads { PortSources<Space> unknowns, own; };

// Tables of all ports of a run, for this rank's faces.
template <class Space> struct PortLoads {
  SidePortLoads<Space> electric, magnetic;
  PortSums<Space> seen;
};

// Loads of one face of a port.
struct PortFaceLoads {
  ModeLoad mode;
  Response electric, magnetic;
};

template <class Space>
PortFaceLoads port_face_loads(const Problem &problem, const Port &port, std::size_t face,
                              SchemeKind scheme, const Updater<Space> &updater) {
  PortFaceLoads loads{mode_load(problem, port, face), {}, {}};
  const bool is_flux = port.is_wave() || scheme == SchemeKind::upwind;
  const double line_ohm = 1 / admittance_of(problem.materials[port.material]);
  const double twice = scheme == SchemeKind::dfdd ? 2 : 1;
  const auto respond = [&](Side side, std::vector<double> load, double factor) {
    for (double &entry : load)
      entry *= factor;
    return updater.respond(port.faces[face].tet, side, load);
  };
  loads.electric =
      respond(Side::electric, loads.mode.electric, twice * (is_flux ? 1 / line_ohm : 1));
  if (is_flux)
    loads.magnetic = respond(Side::magnetic, loads.mode.magnetic, twice);
  return loads;
}

template <class Space>
PortLoads<Space> make_port_loads(const Problem &problem, SchemeKind scheme, const Slots &slots,
                                 const Updater<Space> &updater) {
  std::vector<std::pair<int, std::size_t>> faces, distinct; // port, its face
  std::vector<std::size_t> loads_of;                        // face -> its position in `loads`
  std::map<std::pair<Index, int>, std::size_t> known;       // faces of copies of a tet share theirs
  for (std::size_t p = 0; p < problem.ports.size(); ++p)
    for (std::size_t f = 0; f < problem.ports[p].faces.size(); ++f) {
      faces.emplace_back(static_cast<int>(p), f);
      const auto [tet, local] = problem.ports[p].faces[f];
      const auto [at, is_new] = known.try_emplace({problem.table_tet(tet), local}, distinct.size());
      if (is_new)
        distinct.push_back(faces.back());
      loads_of.push_back(at->second);
    }
  std::vector<PortFaceLoads> loads(distinct.size());
  constexpr std::size_t k_grain = 64; // faces that are worth a thread
  parallel_chunks(
      distinct.size(), problem.threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
          loads[k] = port_face_loads(problem, problem.ports[distinct[k].first], distinct[k].second,
                                     scheme, updater);
      },
      k_grain);

  using Entry = typename PortSources<Space>::Entry;
  const auto sources = [&](Response PortFaceLoads::*side, std::vector<double> Response::*list,
                           int entries) {
    std::vector<Entry> all;
    for (std::size_t k = 0; k < faces.size(); ++k) {
      const auto [p, f] = faces[k];
      const Index slot = slots.of_tet[problem.ports[p].faces[f].tet];
      const std::vector<double> &values = loads[loads_of[k]].*side.*list;
      for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 0)
          all.push_back({Packs<Space>::at(slot, static_cast<int>(i), entries), p, values[i]});
    }
    return PortSources<Space>(std::move(all));
  };
  typename PortSums<Space>::Lists seen;
  const auto see = [&](std::size_t first, std::size_t last, const Port &port,
                       std::vector<double> ModeLoad::*list, double factor) {
    for (std::size_t k = first; k < last; ++k) {
      const Index slot = slots.of_tet[port.faces[faces[k].second].tet];
      const std::vector<double> &weights = loads[loads_of[k]].mode.*list;
      for (std::size_t i = 0; i < weights.size(); ++i)
        if (weights[i] != 0) {
          seen.at.push_back(Packs<Space>::at(slot, static_cast<int>(i), problem.per_tet()));
          seen.weights.push_back(weights[i] * (factor / port.norm));
        }
    }
    seen.end_row();
  };
  std::size_t first = 0;
  for (const Port &port : problem.ports) {
    const std::size_t last = first + port.faces.size();
    see(first, last, port, &ModeLoad::electric, 1);
    see(first, last, port, &ModeLoad::magnetic,
        1 / admittance_of(problem.materials[port.material]));
    first = last;
  }
  const int n = problem.per_tet(), own = updater.own_size();
  return {{sources(&PortFaceLoads::electric, &Response::unknowns, n),
           sources(&PortFaceLoads::electric, &Response::own, own)},
          {sources(&PortFaceLoads::magnetic, &Response::unknowns, n),
           sources(&PortFaceLoads::magnetic, &Response::own, own)},
          PortSums<Space>(seen)};
}

} // namespace curlew::dgtd
