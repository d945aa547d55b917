#include <curlew/methods/fem/refinement/error_estimate.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/bisect.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/outputs/face_powers.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

ComplexVector tensor_times(const ComplexTensor &t, const ComplexVector &v) {
  return {t[0] * v[0] + t[3] * v[1] + t[4] * v[2], t[3] * v[0] + t[1] * v[1] + t[5] * v[2],
          t[4] * v[0] + t[5] * v[1] + t[2] * v[2]};
}

double mean_size(const ComplexTensor &t) {
  return std::abs(t[0] + t[1] + t[2]) / 3;
}

double squared(const ComplexVector &v) {
  return std::norm(v[0]) + std::norm(v[1]) + std::norm(v[2]);
}

// Condition across a face that its jump is taken from.
enum class FaceKind { none, inner, magnetic_wall };

std::vector<FaceKind> kinds_of_faces(const Problem &problem, const Media &media) {
  const Model &model = problem.model;
  const auto counts = [&](Index tet) {
    return tet >= 0 && model.solved[tet] && media.of_tet[tet] < media.layers_from;
  };
  std::vector<FaceKind> kinds(model.topology.faces.size(), FaceKind::none);
  for (std::size_t f = 0; f < kinds.size(); ++f)
    if (const auto &[first, second] = model.topology.face_tets[f];
        counts(first) && counts(second) && !model.face_is_pec[f])
      kinds[f] = FaceKind::inner;
  for (const FaceTerm &sheet : model.terms)
    kinds[sheet.face] = FaceKind::none;
  for (const FaceTerm &wall : model.natural)
    if (counts(wall.tet))
      kinds[wall.face] = FaceKind::magnetic_wall;
  return kinds;
}

class JumpEstimator {
public:
  JumpEstimator(const Fields &fields, const Media &media)
      : fields_(fields), problem_(fields.problem()), media_(media),
        rule_(triangle_rule(2 * problem_.dofs.space.degree())) {}

  double of_face(Index face, FaceKind kind) const {
    const TetTopology &topology = problem_.model.topology;
    const auto &nodes = topology.faces[face];
    const auto &points = problem_.model.mesh.points;
    const auto &sides = topology.face_tets[face];
    const Point across =
        cross(points[nodes[1]] - points[nodes[0]], points[nodes[2]] - points[nodes[0]]);
    const Point normal = (1 / norm(across)) * across;
    double length = 0;
    for (int k = 0; k < 3; ++k)
      length = std::max(length, norm(points[nodes[k]] - points[nodes[(k + 1) % 3]]));
    const int count = kind == FaceKind::inner ? 2 : 1;
    double eps = 0, mu = 0;
    for (int side = 0; side < count; ++side) {
      const Index medium = media_.of_tet[sides[side]];
      eps += mean_size(media_.eps[medium]) / count;
      mu += 1 / mean_size(media_.inverse_mu[medium]) / count;
    }
    const double k0 = fields_.wavenumber();
    double sum = 0;
    for (std::size_t q = 0; q < rule_.weights.size(); ++q) {
      ComplexVector curl{}, flux{}; // differences between the sides
      for (int side = 0; side < count; ++side) {
        const Sample one = at(sides[side], face, rule_.points[q]);
        const double sign = count == 1 ? 2 : side == 0 ? 1 : -1;
        for (int d = 0; d < 3; ++d) {
          curl[d] += sign * one.curl[d];
          flux[d] += sign * one.flux[d];
        }
      }
      const complex through = normal[0] * flux[0] + normal[1] * flux[1] + normal[2] * flux[2];
      const complex curl_through = normal[0] * curl[0] + normal[1] * curl[1] + normal[2] * curl[2];
      sum += rule_.weights[q] *
             (mu * (squared(curl) - std::norm(curl_through)) + k0 * k0 / eps * std::norm(through));
    }
    return length * 0.5 * norm(across) * sum;
  }

  // Returns the contribution of an edge between two faces of a port: the jump of the flux of eps E
  // across it in the plane of the port, over a length of the edge along the line.
  double of_port_edge(const FaceTerm &one, const FaceTerm &other, Index edge) const {
    const auto &points = problem_.model.mesh.points;
    const auto &[from, to] = problem_.model.topology.edges[edge];
    const Point along = points[to] - points[from];
    const double length = norm(along);
    const FaceTerm *sides[2] = {&one, &other};
    double eps = 0;
    for (const FaceTerm *side : sides)
      eps += mean_size(media_.eps[media_.of_tet[side->tet]]) / 2;
    constexpr double k_gauss[2] = {0.21132486540518712, 0.78867513459481288};
    double sum = 0;
    for (const double t : k_gauss) {
      complex jump = 0;
      for (const FaceTerm *side : sides) {
        const auto &nodes = problem_.model.topology.faces[side->face];
        Point apex{};
        std::array<double, 3> l{};
        for (int k = 0; k < 3; ++k) {
          l[k] = nodes[k] == from ? 1 - t : nodes[k] == to ? t : 0;
          if (nodes[k] != from && nodes[k] != to)
            apex = points[nodes[k]];
        }
        Point outwards = points[from] - apex; // in the plane of the face, across the edge
        outwards = outwards - (dot(outwards, along) / (length * length)) * along;
        const ComplexVector flux = at(side->tet, side->face, l).flux;
        jump += (outwards[0] * flux[0] + outwards[1] * flux[1] + outwards[2] * flux[2]) /
                norm(outwards);
      }
      sum += 0.5 * std::norm(jump);
    }
    const double k0 = fields_.wavenumber();
    return length * length * length * k0 * k0 / eps * sum;
  }

  // Returns the integral of curl E.mu^-1 curl E + k0^2 E.eps E over a tet, by the value at the
  // centroid.
  double energy_of(Index tet) const {
    const Fields::Both both = fields_.at(tet, {0.25, 0.25, 0.25, 0.25}, true);
    const Index medium = media_.of_tet[tet];
    const double k0 = fields_.wavenumber();
    return tet_volume(problem_.model.mesh, static_cast<std::size_t>(tet)) * k0 * k0 *
           (mean_size(media_.eps[medium]) * squared(both.E) +
            k_eta0 * k_eta0 / mean_size(media_.inverse_mu[medium]) * squared(both.H));
  }

private:
  struct Sample {
    ComplexVector curl{}, flux{}; // mu^-1 curl E up to a factor of size 1, eps E
  };

  // `l`: as those of on_tet().
  Sample at(Index tet, Index face, const std::array<double, 3> &l) const {
    const Fields::Both both = fields_.at(tet, on_tet(problem_.model, face, tet, l), true);
    Sample sample{both.H, tensor_times(media_.eps[media_.of_tet[tet]], both.E)};
    for (complex &component : sample.curl)
      component *= fields_.wavenumber() * k_eta0;
    return sample;
  }

  const Fields &fields_;
  const Problem &problem_;
  const Media &media_;
  SimplexRule<3> rule_;
};

constexpr int k_rounds = 3;

// Marks with 1 the given fraction of the solved tets that has the largest errors, at least one tet;
// others with 0.
std::vector<char> worst_of(const std::vector<double> &error,
                           const std::vector<std::uint8_t> &is_solved, double fraction) {
  std::vector<Index> order;
  for (std::size_t t = 0; t < error.size(); ++t)
    if (is_solved[t])
      order.push_back(static_cast<Index>(t));
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return error[a] != error[b] ? error[a] > error[b] : a < b; });
  const auto wanted = static_cast<std::size_t>(fraction * static_cast<double>(order.size()));
  order.resize(std::max<std::size_t>(1, wanted));
  std::vector<char> marked(error.size(), 0);
  for (const Index tet : order)
    marked[tet] = 1;
  return marked;
}

// Bisects the mesh in rounds, each of which marks the half of a fraction of the solved tets.
TetMesh bisected(const Problem &problem, const std::vector<double> &squared, double fraction) {
  const double power = 1 + 2.0 * problem.dofs.space.order / 3;
  TetMesh mesh = problem.model.mesh;
  std::vector<double> error = squared;
  std::vector<std::uint8_t> is_solved = problem.model.solved;
  for (int round = 0; round < k_rounds; ++round) {
    BisectedMesh finer = bisect(mesh, worst_of(error, is_solved, 0.5 * fraction), problem.threads);
    std::vector<int> children(error.size(), 0);
    for (const Index parent : finer.parent)
      ++children[parent];
    std::vector<double> expected;
    std::vector<std::uint8_t> still_solved;
    for (const Index parent : finer.parent) {
      expected.push_back(error[parent] * std::pow(children[parent], -power));
      still_solved.push_back(is_solved[parent]);
    }
    error = std::move(expected);
    is_solved = std::move(still_solved);
    mesh = std::move(finer.mesh);
  }
  return mesh;
}

// Adds the contributions of the faces of ports, over the energy, to the errors of their tets.
void add_ports(const Problem &problem, const JumpEstimator &estimator, double energy,
               std::vector<double> &squared) {
  const Model &model = problem.model;
  std::map<Index, const FaceTerm *> of_edge;
  for (const FaceTerm &term : model.terms) {
    if (term.law->power() != FacePower::to_port)
      continue;
    const auto &n = model.topology.faces[term.face];
    for (int k = 0; k < 3; ++k) {
      const Index edge = find_edge(model.topology, n[k], n[(k + 1) % 3]);
      const auto [other, is_new] = of_edge.emplace(edge, &term);
      if (is_new || other->second->boundary != term.boundary || model.edge_is_pec[edge] != 0)
        continue;
      const double error = estimator.of_port_edge(*other->second, term, edge);
      for (const Index tet : {other->second->tet, term.tet})
        squared[tet] += 0.5 * error / energy;
    }
  }
}

} // namespace

ErrorEstimate estimate_error(const Fields &fields, const Media &media) {
  const Problem &problem = fields.problem();
  const TetTopology &topology = problem.model.topology;
  const std::vector<FaceKind> kinds = kinds_of_faces(problem, media);
  const JumpEstimator estimator(fields, media);
  std::vector<double> of_face(kinds.size(), 0), energy(problem.tets.size(), 0);
  parallel_chunks(kinds.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f)
      if (kinds[f] != FaceKind::none)
        of_face[f] = estimator.of_face(static_cast<Index>(f), kinds[f]);
  });
  parallel_chunks(energy.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      if (media.of_tet[problem.tets[k]] < media.layers_from)
        energy[k] = estimator.energy_of(problem.tets[k]);
  });
  const double whole = std::accumulate(energy.begin(), energy.end(), 0.0);
  ErrorEstimate estimate;
  estimate.squared.assign(problem.model.mesh.tets.size(), 0);
  if (whole == 0)
    return estimate;
  for (std::size_t f = 0; f < kinds.size(); ++f)
    for (int side = 0; side < (kinds[f] == FaceKind::inner ? 2 : 1); ++side)
      if (const Index tet = topology.face_tets[f][side]; kinds[f] != FaceKind::none)
        estimate.squared[tet] += 0.5 * of_face[f] / whole;
  add_ports(problem, estimator, whole, estimate.squared);
  estimate.relative =
      std::sqrt(std::accumulate(estimate.squared.begin(), estimate.squared.end(), 0.0));
  return estimate;
}

TetMesh refined_mesh(const Problem &problem, const std::vector<double> &squared,
                     const MeshGrowth &growth) {
  TetMesh mesh = bisected(problem, squared, growth.fraction);
  if (growth.unknowns(mesh) <= growth.most)
    return mesh;
  // Halves the logarithm of the range between a fraction that fits and one that does not.
  constexpr int k_steps = 7;
  double low = 1.0 / static_cast<double>(problem.tets.size()), high = growth.fraction;
  TetMesh best = bisected(problem, squared, low);
  for (int step = 0; step < k_steps && low < high; ++step) {
    const double middle = std::sqrt(low * high);
    mesh = bisected(problem, squared, middle);
    if (growth.unknowns(mesh) <= growth.most) {
      best = std::move(mesh);
      low = middle;
    } else {
      high = middle;
    }
  }
  return best;
}

} // namespace curlew::fem
