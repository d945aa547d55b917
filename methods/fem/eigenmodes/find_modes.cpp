#include <curlew/methods/fem/eigenmodes/find_modes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_settled = 1e-6; // change of k from one frequency of the media to the next
constexpr int k_most_frequencies = 20, k_most_steps = 12;
// A matrix is factored beside its mode, where it is regular; a step then gains five digits.
constexpr double k_beside = 1e-5;
// 1 - the cosine of two fields that are one mode.
constexpr double k_same_field = 1e-4;

double hertz(complex wavenumber) {
  return wavenumber.real() * k_speed_of_light / (2 * k_pi);
}

// Brings modes of other matrices to those of their own frequency.
class Refinement {
public:
  Refinement(ModeEquations &equations, double tolerance)
      : equations_(equations), tolerance_(tolerance) {}

  Mode refine(Mode mode) {
    const double start_hz = mode.frequency_hz();
    for (int outer = 0; outer < k_most_frequencies; ++outer) {
      if (interrupt_requested())
        throw Interrupted(fmt::format("stopped at the mode of {:.6g} Hz", start_hz));
      const complex before = mode.wavenumber;
      equations_.set(mode.frequency_hz());
      iterate(mode);
      if (!(mode.wavenumber.real() > 0))
        break;
      if (std::abs(mode.wavenumber - before) < k_settled * std::abs(before) &&
          mode.residual <= tolerance_)
        return mode;
    }
    throw NotConverged(fmt::format(
        "the mode that starts at {:.6g} Hz does not settle within {} steps of its frequency: it is "
        "at {:.6g} Hz with a residual of {:.3g}. Give a \"near\" closer to it, or a lower "
        "\"count\"",
        start_hz, k_most_frequencies, mode.frequency_hz(), mode.residual));
  }

private:
  void iterate(Mode &mode) {
    mode.wavenumber = equations_.next_wavenumber(mode.wavenumber, mode.x);
    factor(mode.wavenumber * (1 + k_beside));
    for (int step = 0; step < k_most_steps; ++step) {
      mode.wavenumber = equations_.next_wavenumber(mode.wavenumber, mode.x);
      std::vector<complex> rest = equations_.apply(mode.wavenumber, mode.x);
      const double size = norm_of(multiply(equations_.mass(), mode.x)) * std::norm(mode.wavenumber);
      mode.residual = norm_of(rest) / size;
      if (mode.residual <= 0.1 * tolerance_)
        return;
      factor_->solve(reinterpret_cast<Kokkos::complex<double> *>(rest.data()));
      for (std::size_t i = 0; i < rest.size(); ++i)
        mode.x[i] -= rest[i];
      const double length = norm_of(mode.x);
      for (complex &value : mode.x)
        value /= length;
    }
  }

  void factor(complex k) {
    const auto a = for_factor(equations_.matrix_at(k));
    if (factor_) {
      factor_->factor(a);
      return;
    }
    FactorOptions options;
    options.symmetry = MatrixSymmetry::symmetric;
    options.threads = equations_.problem().threads;
    factor_.emplace(a, options);
  }

  ModeEquations &equations_;
  double tolerance_;
  std::optional<SparseFactor<Kokkos::complex<double>>> factor_;
};

bool are_one(const Mode &a, const Mode &b) {
  if (std::abs(a.wavenumber - b.wavenumber) > 10 * k_settled * std::abs(a.wavenumber))
    return false;
  complex product = 0;
  for (std::size_t i = 0; i < a.x.size(); ++i)
    product += std::conj(a.x[i]) * b.x[i];
  return std::abs(product) > (1 - k_same_field) * norm_of(a.x) * norm_of(b.x);
}

} // namespace

double Mode::frequency_hz() const {
  return hertz(wavenumber);
}

void find_modes(const Case &input, ModeEquations &equations, EigenReport &report,
                const std::function<void(const Mode &)> &after) {
  const EigenmodesSpec &spec = *input.eigenmodes;
  const double near = 2 * k_pi * spec.near_hz / k_speed_of_light;
  const std::vector<Eigenpair> pairs =
      nearest_eigenpairs(equations.pencil_at(near),
                         {spec.count, near, spec.tolerance, equations.problem().threads}, report);
  if (static_cast<int>(pairs.size()) < spec.count)
    throw InputError(fmt::format("{}: the mesh has {} resonances with a Q of 1 or more, and {} are "
                                 "asked for; refine the mesh, or lower \"count\"",
                                 input.where("/eigenmodes/count"), pairs.size(), spec.count));
  if (equations.is_linear()) {
    for (const Eigenpair &pair : pairs)
      after({std::sqrt(pair.value), pair.vector, pair.residual});
    return;
  }
  Refinement refinement(equations, spec.tolerance);
  std::vector<Mode> modes;
  for (const Eigenpair &pair : pairs) {
    Mode mode = refinement.refine({std::sqrt(pair.value), pair.vector, pair.residual});
    for (const Mode &other : modes)
      if (are_one(mode, other))
        throw NotConverged(fmt::format(
            "two starts come to the one mode at {:.9g} Hz, so another is missed: give a \"near\" "
            "closer to the modes, or a lower \"count\"",
            mode.frequency_hz()));
    modes.push_back(std::move(mode));
  }
  std::sort(modes.begin(), modes.end(),
            [](const Mode &a, const Mode &b) { return a.wavenumber.real() < b.wavenumber.real(); });
  for (const Mode &mode : modes) {
    equations.set(mode.frequency_hz());
    after(mode);
  }
}

} // namespace curlew::fem
