#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/dgtd/update_options.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// A point of the mesh: of several tets around it the first.
struct Place {
  Index tet = 0;             // -1: of another rank
  std::array<double, 4> l{}; // barycentric, ascending vertices
};

// Throws InputError, which `case_location` begins, for a point in a conductor or outside of the
// mesh. Collective, as all that follows.
Place find_place(const Problem &problem, const Point &point_m, const std::string &case_location);

struct Source {
  std::string name;
  Waveform waveform;
  std::vector<Index> tets;          // those that this rank owns
  std::vector<TetCurrent> currents; // of each of these, amplitude included
};

// Point currents p (A m) load the functions of their tet by p . N_i(x), the adjoint of a probe, so
// that source and probe obey reciprocity; currents J (A/m^2) of a region by the integral of J .
// N_i.
std::vector<Source> make_sources(const Case &input, const Problem &problem);

// E at a point is the sum of the unknowns of its tet times these, in 1/m.
struct ProbeStencil {
  Index tet = 0; // -1: another rank reads it
  std::vector<std::array<double, 3>> weights;
};
struct Probes {
  std::vector<ProbeStencil> electric, magnetic;
};
Probes find_probes(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
