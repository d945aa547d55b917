#pragma once

#include <curlew/core/mesh/locate.hpp>
#include <curlew/core/waveform.hpp>
#include <curlew/methods/dgatd/problem.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace curlew::dgatd {

// A current in the form that the scheme uses: its flux through the dual face of each edge, for a
// waveform value of 1, times amplitude. Subtracted from the right-hand side r of Ampere's law.
struct Source {
  std::string name;
  Waveform waveform;
  std::vector<Index> edges;
  std::vector<double> currents; // A
};

// E at a point as a sum of edge circulations: the Whitney functions of its tet.
struct EdgeStencil {
  Index tet = -1; // -1: on another rank
  std::array<Index, 6> edges{};
  double weights[6][3] = {}; // 1/m
};

// Whitney functions of a tet at barycentric coordinates (of its sorted nodes).
EdgeStencil whitney_stencil(const Problem &problem, Index tet,
                            const std::array<double, 4> &barycentric);

// Finds the stencils at points in m. Of several tets around a point the first in the whole mesh is
// taken, on every rank that has it. Collective. Throws InputError that starts with `case_location`
// for a point outside of the (solved) mesh.
class StencilFinder {
public:
  explicit StencilFinder(const Problem &problem);

  std::vector<EdgeStencil> find(const std::vector<Point> &points_m,
                                const std::string &case_location) const;

  // Returns the tets around points, by their numbers in the whole mesh. k_nowhere: not in the
  // solved mesh.
  static constexpr std::int64_t k_nowhere = std::numeric_limits<std::int64_t>::max();
  std::vector<std::int64_t> find_tets(const std::vector<Point> &points_m) const;
  // Returns the stencil of a local tet at a point of it.
  EdgeStencil stencil(Index tet, const Point &point_m) const;
  // Returns for each point whether it lies in a conductor. Collective.
  std::vector<bool> in_conductors(const std::vector<Point> &points_m) const;

  // Throws InputError, which begins with `case_location`, for a point outside of the solved mesh:
  // in a conductor, or outside of the mesh. Collective.
  [[noreturn]] void report_outside(const Point &point_m, const std::string &case_location) const;

private:
  const Problem &problem_;
  const TetLocator &locator_; // owned by the problem
};

// Returns the sources of a case. A point current p (A m) has I_e = p . w_e(x), w_e the Whitney
// function of the edge: the adjoint of the probe, so that source and probe obey reciprocity. A
// region current J (A/m^2) has I_e = J . S_e with S_e the part of the dual face inside the region.
std::vector<Source> make_sources(const Case &input, const Problem &problem);

} // namespace curlew::dgatd
