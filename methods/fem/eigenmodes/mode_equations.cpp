#include <curlew/methods/fem/eigenmodes/mode_equations.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <algorithm>
#include <numeric>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

bool depends_on_frequency(const Material &material) {
  return material.is_dispersive() || !material.sigma.is_zero() || !material.sigma_m.is_zero();
}

bool has_dispersive_tets(const Case &input, const Problem &problem) {
  return std::any_of(problem.tets.begin(), problem.tets.end(), [&](Index tet) {
    return depends_on_frequency(input.materials[problem.model.material[tet]]);
  });
}

// Returns the matrix without the marked columns.
HostSparse<double> without_columns(const HostSparse<double> &g, const std::vector<char> &is_out) {
  std::vector<Index> number(g.column_count, -1);
  HostSparse<double> rest;
  rest.rows = g.rows;
  for (Index c = 0; c < g.column_count; ++c)
    if (!is_out[c])
      number[c] = rest.column_count++;
  rest.row_begin.push_back(0);
  for (Index row = 0; row < g.rows; ++row) {
    for (Offset k = g.row_begin[row]; k < g.row_begin[row + 1]; ++k)
      if (number[g.columns[k]] >= 0) {
        rest.columns.push_back(number[g.columns[k]]);
        rest.values.push_back(g.values[k]);
      }
    rest.row_begin.push_back(static_cast<Offset>(rest.columns.size()));
  }
  return rest;
}

// Marks the first potential of each set of potentials that edges join and that is tied to no
// potential of 0.
std::vector<char> floating_potentials(const HostSparse<double> &g) {
  std::vector<Index> parent(g.column_count);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](Index c) {
    while (parent[c] != c)
      c = parent[c] = parent[parent[c]];
    return c;
  };
  std::vector<Index> tied;
  for (Index row = 0; row < g.rows; ++row) {
    const Offset begin = g.row_begin[row], count = g.row_begin[row + 1] - begin;
    if (count == 1)
      tied.push_back(g.columns[begin]);
    else if (count == 2)
      parent[root(g.columns[begin])] = root(g.columns[begin + 1]);
  }
  std::vector<char> is_tied(g.column_count, 0), is_first(g.column_count, 0);
  for (const Index c : tied)
    is_tied[root(c)] = 1;
  for (Index c = 0; c < g.column_count; ++c)
    is_first[c] = root(c) == c && !is_tied[c];
  return is_first;
}

} // namespace

HostSparse<double> null_gradients(const Problem &problem) {
  const HostSparse<double> all = finest_gradient(problem);
  std::vector<char> is_out(all.column_count, 0);
  for (const FaceBlock &block : problem.blocks)
    for (const Index dof : block.dofs)
      if (const Index row = problem.unknowns.number[dof]; row >= 0)
        for (Offset k = all.row_begin[row]; k < all.row_begin[row + 1]; ++k)
          is_out[all.columns[k]] = 1;
  const HostSparse<double> inner = without_columns(all, is_out);
  return without_columns(inner, floating_potentials(inner));
}

ModeEquations::ModeEquations(const Case &input, const Problem &problem,
                             const std::vector<Port> &ports, EquationSystem &system)
    : input_(input), problem_(problem), ports_(ports), system_(system),
      is_dispersive_(has_dispersive_tets(input, problem)) {
  set(input.eigenmodes->near_hz);
}

HostSparse<complex> ModeEquations::assembled(const Media &media, double curl, double mass,
                                             bool faces) const {
  Coefficients coefficients;
  coefficients.media = &media;
  coefficients.curl = curl;
  coefficients.mass = mass;
  coefficients.faces.assign(problem_.blocks.size(), 0);
  if (faces)
    coefficients.faces = admittances_;
  const auto matrix = system_.assemble(coefficients);
  return {matrix.rows,
          matrix.column_count,
          matrix.row_begin,
          matrix.columns,
          {matrix.values.begin(), matrix.values.end()}};
}

void ModeEquations::set(complex frequency_hz) {
  if (frequency_hz == frequency_hz_)
    return;
  const bool is_first = frequency_hz_ == 0.0;
  frequency_hz_ = frequency_hz;
  if (is_first || is_dispersive_) {
    Media media = media_at(input_, problem_.model, problem_.layers, frequency_hz);
    for (std::size_t entry = media.layers_from; !is_first && entry < media.eps.size(); ++entry) {
      media.eps[entry] = media_.eps[entry];
      media.inverse_mu[entry] = media_.inverse_mu[entry];
    }
    media_ = std::move(media);
    curl_ = assembled(media_, 1, 0, false);
    mass_ = assembled(media_, 0, 1, false);
  }
  if (has_walls()) {
    admittances_ = face_admittances(input_, problem_.model, ports_, frequency_hz);
    faces_ = assembled(media_, 0, 0, true);
  }
}

Pencil ModeEquations::pencil_at(complex k) const {
  return {has_walls() ? sum_of(curl_, complex(0, 1) * k, faces_) : curl_, mass_,
          null_gradients(problem_)};
}

HostSparse<complex> ModeEquations::matrix_at(complex k) const {
  HostSparse<complex> a = sum_of(curl_, -k * k, mass_);
  return has_walls() ? sum_of(a, complex(0, 1) * k, faces_) : a;
}

std::vector<complex> ModeEquations::apply(complex k, const std::vector<complex> &x) const {
  return multiply(matrix_at(k), x, problem_.threads);
}

complex ModeEquations::next_wavenumber(complex k, const std::vector<complex> &x) const {
  const complex s = bilinear(x, multiply(curl_, x, problem_.threads)),
                m = bilinear(x, multiply(mass_, x, problem_.threads)),
                b = has_walls() ? complex(0, 1) * bilinear(x, multiply(faces_, x, problem_.threads))
                                : complex(0);
  // The wavenumber solves m k^2 - b k - s = 0.
  const complex root = std::sqrt(b * b + 4.0 * m * s);
  const complex first = (b + root) / (2.0 * m), second = (b - root) / (2.0 * m);
  return std::abs(first - k) < std::abs(second - k) ? first : second;
}

double ModeEquations::condition(complex k, const std::vector<complex> &x) {
  constexpr double k_step = 1e-5; // of k
  const auto value_at = [&](complex at) {
    set(at * (k_speed_of_light / (2 * k_pi)));
    return bilinear(x, apply(at, x));
  };
  const complex change = value_at(k * (1 + k_step)) - value_at(k * (1 - k_step));
  set(k * (k_speed_of_light / (2 * k_pi)));
  const auto size_of = [&](const HostSparse<complex> &a) {
    return std::abs(inner(x, multiply(a, x, problem_.threads)));
  };
  return (size_of(curl_) + std::norm(k) * size_of(mass_)) * 2 * k_step / std::abs(change);
}

Pencil ModeEquations::inside_of(Media media) const {
  for (std::size_t entry = media.layers_from; entry < media.eps.size(); ++entry) {
    media.eps[entry] = ComplexTensor{};
    media.inverse_mu[entry] = ComplexTensor{};
  }
  return {assembled(media, 1, 0, false), assembled(media, 0, 1, false), {}};
}

} // namespace curlew::fem
