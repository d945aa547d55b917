#include <curlew/methods/fem/sweep/reduced_model.hpp>

#include <curlew/methods/shared/ports/small_system.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <algorithm>
#include <stdexcept>

namespace curlew::fem {
namespace {

// Share of a field below which its rest outside of the basis is rounding.
constexpr double k_known = 1e-10;
constexpr double k_dependent_column = 1e-13; // the same for a product with a matrix

} // namespace

ReducedModel::ReducedModel(const std::vector<AffineTerm> &terms, const PortSpan &ports,
                           Index unknowns, int threads)
    : terms_(terms), ports_(ports), threads_(threads), basis_(k_known, threads),
      all_(k_dependent_column, threads), projected_(terms_.size()), images_(terms_.size()) {
  for (std::size_t t = 0; t < ports_.size(); ++t)
    all_.add(ports_.column(t, unknowns));
}

void ReducedModel::add(const Load &field) {
  RealBasis::Column real, imaginary;
  for (const complex &value : field) {
    real.push_back(value.real());
    imaginary.push_back(value.imag());
  }
  add_column(std::move(real));
  add_column(std::move(imaginary));
}

void ReducedModel::add_column(RealBasis::Column column) {
  const std::size_t before = basis_.size();
  basis_.add(std::move(column));
  if (basis_.size() == before)
    return;
  const RealBasis::Column &v = basis_[before];
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    RealBasis::Column image = multiply(terms_[i].matrix, v, threads_);
    projected_[i].push_back(basis_.coordinates(image));
    images_[i].push_back(all_.add(std::move(image)));
  }
  std::vector<double> on_ports;
  for (std::size_t t = 0; t < ports_.size(); ++t)
    on_ports.push_back(dot_of_columns(all_[t], v, threads_));
  on_ports_.push_back(std::move(on_ports));
}

double ReducedModel::bytes() const {
  const std::size_t columns = basis_.size() + all_.size();
  return columns == 0 ? 0 : 8.0 * columns * (basis_.size() > 0 ? basis_[0] : all_[0]).size();
}

Load ReducedModel::on_ports(const std::vector<complex> &y) const {
  Load x(ports_.size(), 0);
  for (std::size_t v = 0; v < y.size(); ++v)
    for (std::size_t t = 0; t < x.size(); ++t)
      x[t] += on_ports_[v][t] * y[v];
  return x;
}

Load ReducedModel::modal_part(const FrequencyTerms &at, const Load &x) const {
  const std::size_t n = at.columns.size();
  Load result(x.size(), 0);
  std::vector<complex> along;
  for (const auto &column : at.columns)
    along.push_back(bilinear(column, x));
  for (std::size_t i = 0; i < n; ++i) {
    complex sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += at.coefficients[i * n + j] * along[j];
    for (std::size_t t = 0; t < result.size(); ++t)
      result[t] += complex(0, at.modes.wavenumber) * sum * at.columns[i][t];
  }
  return result;
}

std::vector<ReducedModel::complex> ReducedModel::matrix(const FrequencyTerms &at) const {
  const std::size_t n = size();
  std::vector<complex> a(n * n, 0);
  for (std::size_t i = 0; i < terms_.size(); ++i)
    for (std::size_t row = 0; row < n; ++row)
      for (std::size_t column = 0; column <= row; ++column)
        a[row * n + column] += at.factors[i] * projected_[i][row][column];
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < row; ++column)
      a[column * n + row] = a[row * n + column];
  if (at.columns.empty())
    return a;
  for (std::size_t column = 0; column < n; ++column) {
    const Load image = modal_part(at, Load(on_ports_[column].begin(), on_ports_[column].end()));
    for (std::size_t row = 0; row < n; ++row)
      for (std::size_t t = 0; t < image.size(); ++t)
        a[row * n + column] += on_ports_[row][t] * image[t];
  }
  return a;
}

double ReducedModel::residual(const FrequencyTerms &at, const Load &load,
                              const std::vector<complex> &y) const {
  std::vector<complex> sum(all_.size(), 0);
  const Load modal = modal_part(at, on_ports(y));
  for (std::size_t t = 0; t < load.size(); ++t)
    sum[t] = modal[t] - load[t];
  for (std::size_t i = 0; i < terms_.size(); ++i)
    for (std::size_t v = 0; v < y.size(); ++v) {
      const complex factor = at.factors[i] * y[v];
      const std::vector<double> &image = images_[i][v];
      for (std::size_t q = 0; q < image.size(); ++q)
        sum[q] += factor * image[q];
    }
  return norm_of(sum) / norm_of(load);
}

std::vector<ReducedModel::Solution> ReducedModel::solve(const FrequencyTerms &at,
                                                        const std::vector<Load> &loads) const {
  const std::size_t n = size(), m = loads.size();
  std::vector<complex> right(n * m, 0);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t l = 0; l < m; ++l)
      for (std::size_t t = 0; t < loads[l].size(); ++t)
        right[row * m + l] += on_ports_[row][t] * loads[l][t];
  std::vector<Solution> solutions(m);
  try {
    solve_small(n, matrix(at), right);
  } catch (const std::domain_error &) { // the basis has a resonance without losses
    for (Solution &solution : solutions)
      solution = {std::vector<complex>(n, 0), 1};
    return solutions;
  }
  for (std::size_t l = 0; l < m; ++l) {
    for (std::size_t row = 0; row < n; ++row)
      solutions[l].y.push_back(right[row * m + l]);
    solutions[l].residual = residual(at, loads[l], solutions[l].y);
  }
  return solutions;
}

Load ReducedModel::field(const std::vector<complex> &y) const {
  if (y.empty())
    return {};
  Load x(basis_[0].size(), 0);
  parallel_chunks(x.size(), threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = 0; v < y.size(); ++v)
      for (std::size_t i = begin; i < end; ++i)
        x[i] += basis_[v][i] * y[v];
  });
  return x;
}

} // namespace curlew::fem
