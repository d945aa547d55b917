#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/dgtd/update_options.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Point of the mesh; where several tets meet at it, the first of them.
struct Place {
  Index tet = 0;             // -1: on another rank
  std::array<double, 4> l{}; // barycentric coordinates, ascending vertices
};

// Finds the tet of a point. Throws InputError, which `case_location` begins, for a point in a
// conductor or outside of the mesh. Collective, as are all functions below.
Place find_place(const Problem &problem, const Point &point_m, const std::string &case_location);

struct Source {
  std::string name;
  Waveform waveform;
  std::vector<Index> tets;          // tets with the current that this rank owns
  std::vector<TetCurrent> currents; // current of each of these tets, amplitude included
};

// Returns the currents of a case. A point current p (A m) loads the functions of its tet by p .
// N_i(x), the adjoint of a probe, so that source and probe obey reciprocity; a current J (A/m^2) of
// a region by the integral of J . N_i.
std::vector<Source> make_sources(const Case &input, const Problem &problem);

// Weights of a probe: E at its point is the sum of the unknowns of its tet times these, in 1/m.
struct ProbeStencil {
  Index tet = 0; // -1: another rank reads it
  std::vector<std::array<double, 3>> weights;
};
struct Probes {
  std::vector<ProbeStencil> electric, magnetic;
};
Probes find_probes(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
