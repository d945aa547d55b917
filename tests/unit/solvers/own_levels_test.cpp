// Coarse meshes that multigrid makes of a mesh's own nodes.
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/fgmres.hpp>
#include <curlew/solvers/krylov/preconditioned_cocg.hpp>
#include <curlew/solvers/multigrid/own/coarse_tets.hpp>
#include <curlew/solvers/multigrid/own/delaunay.hpp>
#include <curlew/solvers/multigrid/own/no_coarse_mesh.hpp>
#include <curlew/solvers/multigrid/own/own_levels.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/sparse/host_rows.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/multigrid_problem.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

enum class Shape { irregular, structured, hollow };

constexpr double k_half_hole = 1.0 / 6;

// Returns a cube of tets. Shape::hollow lacks a cube in the middle, whose surface is the last
// group. Sixths of the side are whole cells.
TetMesh cube(int cells, Shape shape) {
  TetMesh mesh = make_box({1, 1, 1}, {cells, cells, cells}, {0, 0, 0},
                          shape == Shape::irregular ? 0.25 : 0, 3);
  if (shape != Shape::hollow)
    return mesh;
  const auto is_out = [&](const std::array<Index, 4> &tet) {
    const Point sum =
        (mesh.points[tet[0]] + mesh.points[tet[1]]) + (mesh.points[tet[2]] + mesh.points[tet[3]]);
    return std::all_of(sum.begin(), sum.end(),
                       [](double x) { return std::abs(x / 4 - 0.5) < k_half_hole; });
  };
  std::vector<std::array<Index, 4>> left;
  for (const auto &tet : mesh.tets)
    if (!is_out(tet))
      left.push_back(tet);
  mesh.tets = std::move(left);
  mesh.tet_group.resize(mesh.tets.size());
  mesh.groups.push_back({2, 99, "hole"});
  const TetTopology topology = make_topology(mesh);
  for (const Index face : boundary_faces(topology)) {
    const auto &nodes = topology.faces[face];
    const bool is_outer = std::any_of(nodes.begin(), nodes.end(), [&](Index n) {
      const Point &p = mesh.points[n];
      return std::any_of(p.begin(), p.end(), [](double x) { return x < 1e-9 || x > 1 - 1e-9; });
    });
    if (!is_outer) {
      mesh.triangles.push_back(nodes);
      mesh.triangle_group.push_back(static_cast<Index>(mesh.groups.size()) - 1);
    }
  }
  return mesh;
}

// Returns the priority of each node: the number of faces of the cube, or of the hole, that it is
// on.
std::vector<NodePriority> priorities(const TetMesh &mesh) {
  const auto on = [](const Point &p, double half) {
    int faces = 0;
    for (const double x : p) {
      const double from_middle = std::abs(x - 0.5);
      if (from_middle > half + 1e-9)
        return 0;
      faces += from_middle > half - 1e-9;
    }
    return faces;
  };
  std::vector<NodePriority> result;
  for (const Point &p : mesh.points)
    result.push_back(static_cast<NodePriority>(std::max(on(p, 0.5), on(p, k_half_hole))));
  return result;
}

struct OwnProblem {
  EdgeProblem problem;
  EdgeSpace space;
};

// A cube of 0.7 wavelengths between absorbing walls, conductors below and around a hole.
OwnProblem make_own_problem(const TetMesh &mesh, bool has_conductors) {
  EdgeProblemOptions options;
  options.wavenumber = 1.4 * M_PI;
  options.absorbing = {1, 2, 3, 4, 5, 6};
  if (has_conductors) {
    options.conductors = {5, 7};
    options.absorbing = {1, 2, 3, 4, 6};
  }
  OwnProblem own{make_edge_problem(mesh, options), {}};
  own.space = {mesh.points, priorities(mesh), own.problem.space};
  return own;
}

class OwnLevels : public ::testing::Test {
protected:
  void SetUp() override { CURLEW_SKIP_WITHOUT(qhull); }
};

// Positions of a space's nodes in its coarse mesh.
struct Interpolation {
  explicit Interpolation(const EdgeSpace &space, const OwnLevel &level)
      : tets(level.coarse.points) {
    std::vector<char> all(space.points.size(), 0);
    for (const auto &edge : space.unknowns.edges)
      for (const Index node : edge)
        all[node] = 1;
    const CoarsePoints chosen = choose_coarse_points(space.unknowns.edges, all, space.priority);
    for (std::size_t n = 0; n < space.points.size(); ++n) {
      const Index near = chosen.near[n];
      is_chosen.push_back(near >= 0 && chosen.nodes[near] == static_cast<Index>(n));
      places.push_back(near < 0           ? CoarseTets::Place()
                       : is_chosen.back() ? tets.at_node(near)
                                          : tets.place(space.points[n], near));
    }
  }
  double operator()(const std::vector<double> &potential, Index node) const {
    const auto l = tets.barycentric(places[node].tet, places[node].at);
    double sum = 0;
    for (int i = 0; i < 4; ++i)
      sum += l[i] * potential[tets.mesh().tets[places[node].tet][i]];
    return sum;
  }

  CoarseTets tets;
  std::vector<CoarseTets::Place> places;
  std::vector<bool> is_chosen;
};

// Returns the transfer by one value in the middle of each edge, as if the field were linear along
// all of it.
HostSparse<double> by_middles(const EdgeSpace &space, const OwnLevel &level) {
  const Interpolation at(space, level);
  const auto edges = entities_of(space.unknowns.edge_unknown, space.unknowns.edge_unknowns);
  return short_rows(
      space.unknowns.edge_unknowns, level.coarse.unknowns.edge_unknowns, 1,
      [&](Index row, ShortRow &entries) {
        const auto &[p, q] = space.unknowns.edges[edges[row]];
        const auto place = at.tets.place(0.5 * (at.places[p].at + at.places[q].at), 0);
        const auto m = at.tets.barycentric(place.tet, place.at);
        const auto begin = at.tets.barycentric(place.tet, at.places[p].at);
        const auto end = at.tets.barycentric(place.tet, at.places[q].at);
        const auto &tet = at.tets.mesh().tets[place.tet];
        for (std::size_t k = 0; k < k_tet_edges.size(); ++k) {
          const auto [a, b] = k_tet_edges[k];
          const Index column =
              level.coarse.unknowns.edge_unknown[at.tets.topology().tet_edges[place.tet][k]];
          const double value = m[a] * (end[b] - begin[b]) - m[b] * (end[a] - begin[a]);
          if (column >= 0)
            entries.add(column, tet[a] < tet[b] ? value : -value);
        }
      });
}

HostSparse<double> without_empty_columns(HostSparse<double> p) {
  std::vector<Index> number(p.column_count, -1);
  for (const Index column : p.columns)
    number[column] = 0;
  p.column_count = 0;
  for (Index &column : number)
    if (column >= 0)
      column = p.column_count++;
  for (Index &column : p.columns)
    column = number[column];
  return p;
}

// The largest difference between P G_c V and the differences of the potential V at the ends of fine
// edges.
double gradient_error(const EdgeSpace &space, const OwnLevel &level, const HostSparse<double> &p) {
  const Interpolation at(space, level);
  std::vector<double> potential;
  for (std::size_t n = 0; n < level.coarse.points.size(); ++n)
    potential.push_back(random_number(n, 5));
  const EdgeUnknowns &coarse = level.coarse.unknowns;
  std::vector<double> field(coarse.edge_unknowns);
  for (std::size_t e = 0; e < coarse.edges.size(); ++e)
    if (coarse.edge_unknown[e] >= 0)
      field[coarse.edge_unknown[e]] = potential[coarse.edges[e][1]] - potential[coarse.edges[e][0]];
  const std::vector<double> found = multiply(p, field);
  double error = 0;
  for (std::size_t e = 0; e < space.unknowns.edges.size(); ++e)
    if (const Index row = space.unknowns.edge_unknown[e]; row >= 0)
      error = std::max(error, std::abs(found[row] - at(potential, space.unknowns.edges[e][1]) +
                                       at(potential, space.unknowns.edges[e][0])));
  return error;
}

TEST_F(OwnLevels, CommuteWithTheGradient) {
  for (const Shape shape : {Shape::irregular, Shape::structured, Shape::hollow}) {
    const EdgeSpace space = make_own_problem(cube(6, shape), false).space;
    const OwnLevel level = make_own_level(space);
    const double error = gradient_error(space, level, level.prolongation);
    RecordProperty("error", fmt::format("{:.2g}", error)); // 5e-12: some tets are thin
    EXPECT_LT(error, 1e-10) << static_cast<int>(shape);
    EXPECT_GT(gradient_error(space, level, by_middles(space, level)), 0.1); // the twin
  }
}

TEST_F(OwnLevels, ReproduceUniformFields) {
  for (const Shape shape : {Shape::irregular, Shape::hollow}) {
    const EdgeSpace space = make_own_problem(cube(6, shape), false).space;
    const OwnLevel level = make_own_level(space);
    const Interpolation at(space, level);
    const Point field{0.3, -0.7, 0.5};
    const EdgeUnknowns &coarse = level.coarse.unknowns;
    std::vector<double> x(coarse.edge_unknowns);
    for (std::size_t e = 0; e < coarse.edges.size(); ++e)
      if (coarse.edge_unknown[e] >= 0)
        x[coarse.edge_unknown[e]] = dot(field, level.coarse.points[coarse.edges[e][1]] -
                                                   level.coarse.points[coarse.edges[e][0]]);
    const std::vector<double> found = multiply(level.prolongation, x);
    for (std::size_t e = 0; e < space.unknowns.edges.size(); ++e) {
      const auto &[p, q] = space.unknowns.edges[e];
      // Nodes moved by a thousandth of an edge change the field as much.
      const double off =
          norm(at.places[p].at - space.points[p]) + norm(at.places[q].at - space.points[q]);
      EXPECT_LT(off, 1e-3);
      EXPECT_NEAR(found[space.unknowns.edge_unknown[e]],
                  dot(field, space.points[q] - space.points[p]), off + 1e-12);
    }
  }
}

TEST_F(OwnLevels, AreTheSameForAnyNumberOfThreads) {
  const EdgeSpace space = make_own_problem(cube(12, Shape::structured), true).space;
  const OwnLevel one = make_own_level(space, 1), other = make_own_level(space, 3);
  EXPECT_EQ(one.coarse.points, other.coarse.points);
  EXPECT_EQ(one.coarse.unknowns.edges, other.coarse.unknowns.edges);
  EXPECT_EQ(one.prolongation.columns, other.prolongation.columns);
  EXPECT_EQ(one.prolongation.values, other.prolongation.values);
}

int count(const OwnProblem &own, std::vector<MultigridLevel> levels,
          MultigridOptions options = {}) {
  options.coarsest_pivots = PivotRule::replaced; // the coarsest matrix may be singular
  const HostSparse<Complex> &a = own.problem.a;
  levels.back().a = a;
  const Host space;
  const auto made = make_multigrid(space, std::move(levels), options);
  const DistributedVector<Host, Complex> b(space, Communicator(), a.rows, 0), x = b.like(1);
  copy_to_view(space, random_right_side(a.rows), b.column(0));
  SolveOptions solve;
  solve.tolerance = 1e-6;
  solve.max_iterations = 400;
  SolveReport report;
  const auto product = sparse_operator(to_space<Complex>(space, a));
  if (made.is_fixed)
    solve_preconditioned_cocg(product, b, x, made.preconditioner, solve, report);
  else
    solve_fgmres(product, b, x, solve, 50, report, &made.preconditioner);
  return report.iterations;
}

OwnLevelsOptions levels_of(int most, Index enough = 10) {
  OwnLevelsOptions options;
  options.most_levels = most;
  options.enough = enough;
  return options;
}

// Found with GCR on two and on three levels: 11 and 13, 10 and 12, 10 and 17; with polynomials, on
// two: 14, 12, 12.
TEST_F(OwnLevels, NeedFewIterations) {
  MultigridOptions chebyshev;
  chebyshev.smoother = MultigridSmoother::chebyshev;
  for (const Shape shape : {Shape::irregular, Shape::structured, Shape::hollow}) {
    const OwnProblem own = make_own_problem(cube(12, shape), true);
    const auto two = make_own_levels(own.space, levels_of(1));
    const auto three = make_own_levels(own.space, levels_of(2));
    ASSERT_EQ(two.size(), 2u);
    ASSERT_EQ(three.size(), 3u);
    const int of_two = count(own, two), of_three = count(own, three),
              by_polynomials = count(own, two, chebyshev);
    RecordProperty("counts", fmt::format("{} {} {}", of_two, of_three, by_polynomials));
    EXPECT_LE(of_two, 13) << static_cast<int>(shape);
    EXPECT_LE(of_three, 20) << static_cast<int>(shape);
    EXPECT_LE(by_polynomials, 17) << static_cast<int>(shape);
  }
}

// The twin: line integrals by one value each.
TEST_F(OwnLevels, NeedExactLineIntegrals) {
  const OwnProblem own = make_own_problem(cube(12, Shape::irregular), true);
  std::vector<MultigridLevel> levels = make_own_levels(own.space, levels_of(1));
  const int exact = count(own, levels);
  levels.back().prolongation =
      without_empty_columns(by_middles(own.space, make_own_level(own.space)));
  EXPECT_GT(count(own, levels), 2 * exact); // 33 and 11
}

TEST_F(OwnLevels, StopWhereTheCoarsestIsSmallEnough) {
  const OwnProblem own = make_own_problem(cube(8, Shape::irregular), false);
  const auto levels = make_own_levels(own.space, levels_of(5));
  ASSERT_GE(levels.size(), 3u);
  EXPECT_EQ(
      make_own_levels(own.space, levels_of(5, levels[levels.size() - 2].gradient.rows)).size(), 2u);
}

TEST_F(OwnLevels, SayWhyThereIsNone) {
  const OwnProblem small = make_own_problem(make_box({1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, 1), false);
  EXPECT_THAT([&] { make_own_level(small.space); },
              ThrowsMessage<NoCoarseMesh>(HasSubstr("nodes are left for a coarse mesh")));
  std::vector<Point> flat;
  for (int i = 0; i < 20; ++i)
    flat.push_back({0.05 * i, std::abs(random_number(i, 2)), 0.5});
  EXPECT_THAT([&] { CoarseTets tets(flat); },
              ThrowsMessage<NoCoarseMesh>(HasSubstr("Qhull fails")));
  std::vector<Point> corners; // corners of a cube: all on one sphere
  for (int i = 0; i < 8; ++i)
    corners.push_back({i & 1 ? 1.0 : 0.0, i & 2 ? 1.0 : 0.0, i & 4 ? 1.0 : 0.0});
  EXPECT_THROW(CoarseTets tets(corners), NoCoarseMesh);
}

TEST_F(OwnLevels, TetsFillTheHull) {
  std::vector<Point> points;
  for (std::uint64_t i = 0; i < 300; ++i)
    points.push_back(
        {random_number(3 * i, 9), random_number(3 * i + 1, 9), random_number(3 * i + 2, 9)});
  const CoarseTets tets(points);
  // A point that is inside keeps its place; one outside is moved to the nearest of the hull, so
  // that the hull lies behind the plane across the way there.
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Point out{3 * random_number(3 * i, 4), 3 * random_number(3 * i + 1, 4),
                    3 * random_number(3 * i + 2, 4)};
    const CoarseTets::Place place = tets.place(out, 0);
    for (const double l : tets.barycentric(place.tet, place.at))
      EXPECT_GT(l, -1e-9);
    const Point way = out - place.at;
    for (const Point &point : points)
      EXPECT_LT(dot(way, point - place.at), 1e-12);
  }
}

// The line goes from corner to corner of a cube whose tets it meets in edges and corners only.
TEST_F(OwnLevels, LinesMayRunAlongEdges) {
  std::vector<Point> points;
  for (int i = 0; i < 125; ++i) {
    const Point p{0.25 * (i % 5), 0.25 * (i / 5 % 5), 0.25 * (i / 25)};
    points.push_back(p + 1e-9 * Point{random_number(3 * i, 1), random_number(3 * i + 1, 1),
                                      random_number(3 * i + 2, 1)});
  }
  const CoarseTets tets(points);
  std::vector<CoarseTets::Piece> pieces;
  for (const auto &[from, to] :
       {std::pair<Index, Index>{0, 124}, {0, 4}, {4, 120}, {20, 24}, {62, 0}}) {
    tets.walk(tets.at_node(from), tets.at_node(to), pieces);
    Point way{0, 0, 0};
    for (const CoarseTets::Piece &piece : pieces)
      for (int i = 0; i < 4; ++i) {
        way = way + piece.change[i] * points[tets.mesh().tets[piece.tet][i]];
        EXPECT_GT(piece.middle[i], -1e-6);
      }
    EXPECT_LT(norm(way - (points[to] - points[from])), 1e-12);
  }
}

TEST(CoarsePoints, AreFarFromEachOtherAndNearToAllOthers) {
  const TetMesh mesh = cube(6, Shape::irregular);
  const TetTopology topology = make_topology(mesh);
  const std::vector<char> all(mesh.points.size(), 1);
  const auto priority = priorities(mesh);
  const CoarsePoints chosen = choose_coarse_points(topology.edges, all, priority);
  std::vector<char> is_chosen(mesh.points.size(), 0);
  for (const Index node : chosen.nodes)
    is_chosen[node] = 1;
  for (const auto &[a, b] : topology.edges)
    EXPECT_FALSE(is_chosen[a] && is_chosen[b]);
  for (std::size_t n = 0; n < mesh.points.size(); ++n) {
    const Index near = chosen.nodes[chosen.near[n]];
    EXPECT_TRUE(near == static_cast<Index>(n) ||
                find_edge(topology, near, static_cast<Index>(n)) >= 0);
    EXPECT_TRUE(is_chosen[n] || priority[n] != NodePriority::corner);
  }
  // Points that do not take part do not count.
  std::vector<char> none(mesh.points.size(), 0);
  none[3] = 1;
  EXPECT_EQ(choose_coarse_points(topology.edges, none, priority).nodes, std::vector<Index>{3});
}

TEST(OwnLevelsAbsent, AreRefusedByTheOptionThatAddsThem) {
  if (k_has_qhull)
    GTEST_SKIP() << "built with Qhull";
  const OwnProblem own = make_own_problem(cube(4, Shape::irregular), false);
  EXPECT_THAT([&] { make_own_level(own.space); },
              ThrowsMessage<NotCompiled>(HasSubstr("CURLEW_ENABLE_QHULL")));
}

} // namespace
} // namespace curlew::testing
