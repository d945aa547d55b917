#include <curlew/methods/dgatd/source.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/parallel/host_arrays.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {

EdgeStencil whitney_stencil(const Problem &problem, Index tet,
                            const std::array<double, 4> &barycentric) {
  double x[4][3];
  problem.corners(tet, x);
  const TetGeometry geometry = tet_geometry(x);
  EdgeStencil stencil;
  stencil.tet = tet;
  stencil.edges = problem.edges[tet];
  for (int e = 0; e < 6; ++e) {
    const LocalEdge local = local_edge(e);
    for (int d = 0; d < 3; ++d)
      stencil.weights[e][d] = barycentric[local.i] * geometry.gradient[local.j][d] -
                              barycentric[local.j] * geometry.gradient[local.i][d];
  }
  return stencil;
}

StencilFinder::StencilFinder(const Problem &problem)
    : problem_(problem), locator_(problem.locator.of(problem.mesh, problem.setup_threads)) {}

std::vector<std::int64_t> StencilFinder::find_tets(const std::vector<Point> &points_m) const {
  const Ownership &ownership = problem_.ownership;
  std::vector<std::int64_t> numbers;
  for (const Point &point : points_m) {
    const auto location = locator_.find(point);
    numbers.push_back(location ? ownership.number_of_tet(location->tet) : k_nowhere);
  }
  ownership.ranks.min(numbers);
  return numbers;
}

EdgeStencil StencilFinder::stencil(Index tet, const Point &point_m) const {
  const auto barycentric = locator_.barycentric(tet, point_m);
  std::array<double, 4> sorted{};
  for (int n = 0; n < 4; ++n)
    for (int m = 0; m < 4; ++m)
      if (problem_.nodes[tet][n] == problem_.mesh.tets[tet][m])
        sorted[n] = barycentric[m];
  return whitney_stencil(problem_, tet, sorted);
}

std::vector<EdgeStencil> StencilFinder::find(const std::vector<Point> &points_m,
                                             const std::string &case_location) const {
  const std::vector<std::int64_t> numbers = find_tets(points_m);
  std::vector<EdgeStencil> stencils(points_m.size());
  for (std::size_t p = 0; p < points_m.size(); ++p) {
    if (numbers[p] == k_nowhere)
      report_outside(points_m[p], case_location);
    const Index tet = problem_.ownership.find_tet(static_cast<Index>(numbers[p]));
    if (tet >= 0)
      stencils[p] = stencil(tet, points_m[p]);
  }
  return stencils;
}

std::vector<bool> StencilFinder::in_conductors(const std::vector<Point> &points_m) const {
  const TetMesh &mesh = problem_.conductors;
  std::vector<std::int64_t> is_outside(points_m.size(), 1);
  if (!mesh.tets.empty()) {
    const TetLocator &locator = problem_.conductor_locator.of(mesh, problem_.setup_threads);
    for (std::size_t p = 0; p < points_m.size(); ++p)
      is_outside[p] = locator.find(points_m[p]) ? 0 : 1;
  }
  problem_.ownership.ranks.min(is_outside);
  std::vector<bool> inside;
  for (const std::int64_t outside : is_outside)
    inside.push_back(outside == 0);
  return inside;
}

void StencilFinder::report_outside(const Point &point_m, const std::string &case_location) const {
  if (in_conductors({point_m})[0])
    throw InputError(fmt::format("{}: ({:.6g}, {:.6g}, {:.6g}) m lies in the volume of a perfect "
                                 "conductor, where all fields are 0 and nothing is solved",
                                 case_location, point_m[0], point_m[1], point_m[2]));
  const Communicator &ranks = problem_.ownership.ranks;
  Point low, high;
  for (int d = 0; d < 3; ++d) {
    low[d] = ranks.min(locator_.low_m()[d]);
    high[d] = ranks.max(locator_.high_m()[d]);
  }
  throw InputError(
      case_location + ": " +
      TetLocator::describe_outside(point_m, ranks.min(locator_.distance_m(point_m)), low, high));
}

namespace {

void add_point_current(const CurrentSource &current, const EdgeStencil &stencil, Source &source) {
  for (int e = 0; e < 6 && stencil.tet >= 0; ++e) {
    double flux = 0;
    for (int d = 0; d < 3; ++d)
      flux += current.direction[d] * stencil.weights[e][d];
    source.edges.push_back(stencil.edges[e]);
    source.currents.push_back(current.amplitude * flux);
  }
}

struct EdgeFlux {
  Index edge;
  double flux; // A
};

// Computes the contributions of one tet of the region to the currents of its edges.
void region_flux(const CurrentSource &current, const Problem &problem, Index t, EdgeFlux *fluxes) {
  double x[4][3];
  problem.corners(t, x);
  for (int e = 0; e < 6; ++e) {
    // Dual face inside the tet: the quadrilateral edge midpoint, two face centres, barycentre.
    // Its area vector is (x_k + x_l - x_i - x_j) x (x_l - x_k) / 24, along i -> j.
    const LocalEdge local = local_edge(e);
    double a[3], b[3];
    for (int d = 0; d < 3; ++d) {
      a[d] = x[local.k][d] + x[local.l][d] - x[local.i][d] - x[local.j][d];
      b[d] = x[local.l][d] - x[local.k][d];
    }
    const Vector3 &j = current.direction;
    const double triple = j[0] * (a[1] * b[2] - a[2] * b[1]) + j[1] * (a[2] * b[0] - a[0] * b[2]) +
                          j[2] * (a[0] * b[1] - a[1] * b[0]);
    fluxes[e] = {problem.edges[t][e], problem.orientation[t] * triple / 24 * current.amplitude};
  }
}

void add_region_current(const CurrentSource &current, const Problem &problem, Index group,
                        Source &source) {
  const int threads = problem.setup_threads;
  const std::vector<Index> tets =
      select_items<Index>(problem.nodes.size(), threads,
                          [&](std::size_t t) { return problem.mesh.tet_group[t] == group; });
  std::vector<EdgeFlux> fluxes(6 * tets.size());
  parallel_chunks(tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      region_flux(current, problem, tets[k], &fluxes[6 * k]);
  });
  // The sort is stable: the tets of an edge add up in rising order, which gives the same sums on
  // every machine.
  std::stable_sort(fluxes.begin(), fluxes.end(),
                   [](const EdgeFlux &a, const EdgeFlux &b) { return a.edge < b.edge; });
  for (const EdgeFlux &one : fluxes)
    if (!source.edges.empty() && source.edges.back() == one.edge) {
      source.currents.back() += one.flux;
    } else {
      source.edges.push_back(one.edge);
      source.currents.push_back(one.flux);
    }
}

} // namespace

std::vector<Source> make_sources(const Case &input, const Problem &problem) {
  const StencilFinder finder(problem);
  std::vector<Source> sources;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const Excitation &excitation = input.excitations[i];
    const std::string pointer = "/excitations/" + std::to_string(i);
    Source all;
    all.name = excitation.name;
    const auto &current = std::get<CurrentSource>(excitation.source);
    all.waveform = current.waveform.value();
    if (const auto *point = std::get_if<CurrentPoint>(&current.extent)) {
      const std::string case_location = input.where(pointer + "/point");
      add_point_current(current, finder.find({point->position_m}, case_location)[0], all);
    } else {
      const Index group = find_group(problem.mesh, 3, std::get<CurrentGroup>(current.extent).name,
                                     input.where(pointer + "/region"));
      add_region_current(current, problem, group, all);
    }
    Source source{all.name, all.waveform, {}, {}};
    double largest_free = 0, largest = 0;
    for (std::size_t k = 0; k < all.edges.size(); ++k) {
      largest = std::max(largest, std::abs(all.currents[k]));
      if (problem.edge_is_pec[all.edges[k]])
        continue;
      largest_free = std::max(largest_free, std::abs(all.currents[k]));
      source.edges.push_back(all.edges[k]);
      source.currents.push_back(all.currents[k]);
    }
    // Along a conducting wall the other edges of the tet get only rounding.
    constexpr double k_rounding = 1e-9;
    const Communicator &ranks = problem.ownership.ranks;
    if (!(ranks.max(largest_free) > k_rounding * ranks.max(largest)))
      throw InputError(input.where(pointer) + ": the excitation \"" + excitation.name +
                       "\" acts on conducting edges only, so it excites nothing; move it off the "
                       "conductor");
    sources.push_back(std::move(source));
  }
  return sources;
}

} // namespace curlew::dgatd
