#include <curlew/methods/fem/eigenmodes/find_modes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/methods/fem/eigenmodes/open_ends.hpp>
#include <curlew/methods/fem/refinement/error_estimate.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_settled = 1e-6; // change of k from one frequency of the media to the next
constexpr int k_most_frequencies = 20, k_most_steps = 12;
// Relative distance from a mode at which the matrix is factored, where it is regular; a step then
// gains five digits.
constexpr double k_beside = 1e-5;
// Share of a field outside of the span of the other fields of its frequency, below which it counts
// as one of them.
constexpr double k_same_field = 0.02;
constexpr double k_flat = 1e-3;     // least slope that a secant is taken along
constexpr double k_farthest = 1000; // largest ratio of the frequencies of a mode and its start
// Largest distance from a start to its mode, over the start. Beyond it starts are taken at other
// frequencies too, at steps of a quarter of an octave from "near", over half an octave on either
// side and up to 4.
constexpr double k_far = 0.02, k_octaves = 0.25;
constexpr int k_fewest_around = 2, k_most_around = 16;

complex hertz(complex wavenumber) {
  return wavenumber * k_speed_of_light / (2 * k_pi);
}

// Returns the frequency, its real part within a factor of 2 of another one.
complex near_to(complex frequency_hz, complex other_hz) {
  return {std::clamp(frequency_hz.real(), 0.5 * other_hz.real(), 2 * other_hz.real()),
          frequency_hz.imag()};
}

// Changes modes of matrices at another frequency to modes of the matrices at their own frequency.
class Refinement {
public:
  Refinement(ModeEquations &equations, double tolerance)
      : equations_(equations), tolerance_(tolerance) {}

  // Returns nothing where the iteration does not settle on a resonance.
  std::optional<Mode> refine(Mode mode) {
    const double start_hz = mode.frequency_hz();
    complex media_hz = start_hz, before_hz = 0, change_before_hz = 0;
    for (int outer = 0; outer < k_most_frequencies; ++outer) {
      if (interrupt_requested())
        throw Interrupted(fmt::format("stopped at the mode of {:.6g} Hz", start_hz));
      if (!(media_hz.real() > start_hz / k_farthest && media_hz.real() < start_hz * k_farthest))
        return {};
      equations_.set(media_hz);
      iterate(mode);
      const complex found_hz = hertz(mode.wavenumber), change_hz = found_hz - media_hz;
      if (!(found_hz.real() > 0))
        return {};
      if (std::abs(change_hz) < k_settled * std::abs(media_hz) && confirms(mode))
        return mode;
      const complex slope =
          outer > 0 ? (change_hz - change_before_hz) / (media_hz - before_hz) : complex(-1);
      before_hz = media_hz;
      change_before_hz = change_hz;
      media_hz = near_to(
          std::abs(slope) > k_flat ? media_hz - change_hz / slope : media_hz + change_hz, media_hz);
    }
    return {};
  }

private:
  // Returns true where the mode solves the equations with media and walls at its own frequency, and
  // has a Q of a resonance.
  bool confirms(Mode &mode) {
    equations_.set(hertz(mode.wavenumber));
    mode.residual = residual_of(mode, equations_.apply(mode.wavenumber, mode.x));
    return mode.residual <= tolerance_ &&
           is_resonance(mode.wavenumber * mode.wavenumber, mode.wavenumber.real());
  }

  double residual_of(const Mode &mode, const std::vector<complex> &rest) const {
    return norm_of(rest) /
           (norm_of(multiply(equations_.mass(), mode.x)) * std::norm(mode.wavenumber));
  }

  void iterate(Mode &mode) {
    mode.wavenumber = equations_.next_wavenumber(mode.wavenumber, mode.x);
    factor(mode.wavenumber * (1 + k_beside));
    for (int step = 0; step < k_most_steps; ++step) {
      mode.wavenumber = equations_.next_wavenumber(mode.wavenumber, mode.x);
      std::vector<complex> rest = equations_.apply(mode.wavenumber, mode.x);
      mode.residual = residual_of(mode, rest);
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
    factor_.emplace(a, symmetric_factor(equations_.problem().threads));
  }

  ModeEquations &equations_;
  double tolerance_;
  std::optional<SparseFactor<Kokkos::complex<double>>> factor_;
};

// Returns the norm of the part of a field outside of the span of other fields, over the field's
// norm.
double new_part(const Mode &mode, const std::vector<const Mode *> &others) {
  std::vector<std::vector<complex>> basis;
  const auto clear = [&](std::vector<complex> x) {
    for (int twice = 0; twice < 2; ++twice)
      for (const auto &b : basis) {
        complex product = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
          product += std::conj(b[i]) * x[i];
        for (std::size_t i = 0; i < x.size(); ++i)
          x[i] -= product * b[i];
      }
    return x;
  };
  for (const Mode *other : others) {
    std::vector<complex> x = clear(other->x);
    const double length = norm_of(x);
    for (complex &value : x)
      value /= length;
    basis.push_back(std::move(x));
  }
  return norm_of(clear(mode.x)) / norm_of(mode.x);
}

// Modes that settled, without duplicates.
class Pool {
public:
  explicit Pool(double near_hz) : near_hz_(near_hz) {}

  // Returns false for a mode that is in the pool already.
  bool add(Mode mode) {
    std::vector<const Mode *> alike;
    for (const Mode &other : modes_)
      if (std::abs(mode.wavenumber - other.wavenumber) <=
          10 * k_settled * std::abs(mode.wavenumber))
        alike.push_back(&other);
    if (!alike.empty() && new_part(mode, alike) < k_same_field)
      return false;
    modes_.push_back(std::move(mode));
    return true;
  }

  std::size_t size() const { return modes_.size(); }
  // Returns the distance from "near" to the `count`-th nearest mode.
  double distance_hz(int count) const {
    std::vector<double> distances;
    for (const Mode &mode : modes_)
      distances.push_back(std::abs(mode.frequency_hz() - near_hz_));
    std::sort(distances.begin(), distances.end());
    return static_cast<int>(distances.size()) < count ? std::numeric_limits<double>::infinity()
                                                      : distances[count - 1];
  }

  // Returns the modes nearest to "near", by rising frequency.
  std::vector<Mode> nearest(int count) {
    const auto distance = [&](const Mode &mode) {
      return std::abs(mode.frequency_hz() - near_hz_);
    };
    std::sort(modes_.begin(), modes_.end(),
              [&](const Mode &a, const Mode &b) { return distance(a) < distance(b); });
    modes_.resize(std::min<std::size_t>(modes_.size(), static_cast<std::size_t>(count)));
    std::sort(modes_.begin(), modes_.end(), [](const Mode &a, const Mode &b) {
      return a.wavenumber.real() < b.wavenumber.real();
    });
    return std::move(modes_);
  }

private:
  double near_hz_;
  std::vector<Mode> modes_;
};

// Search for the modes of matrices that depend on the frequency.
class Search {
public:
  Search(const Case &input, ModeEquations &equations, EigenReport &report)
      : input_(input), spec_(*input.eigenmodes), equations_(equations), report_(report),
        refinement_(equations, spec_.tolerance), pool_(spec_.near_hz) {}

  std::vector<Mode> modes() {
    const std::size_t starts = take_starts_at(spec_.near_hz, true);
    std::string doubt;
    if (static_cast<int>(starts) < spec_.count)
      doubt = fmt::format("the matrices there have {} resonances with a Q of 1 or more", starts);
    else if (pool_.size() < starts)
      doubt = "some of their modes settle on none of their own media, or on one mode";
    else if (farthest_ > k_far)
      doubt = fmt::format("with its own media a mode is off by {:.2g} of its frequency", farthest_);
    else
      doubt = pole_nearby();
    if (!doubt.empty() && varies()) {
      report_.why_more = doubt;
      take_starts_around();
    }
    if (pool_.size() < static_cast<std::size_t>(spec_.count)) {
      const std::string open_ends = open_ends_cause(equations_.problem().model);
      const auto found = fmt::format(
          "{} of {} resonances (a Q of 1 or more) were found with media and walls at their own "
          "frequency, from starts with those at {:.4g} Hz{}",
          pool_.size(), spec_.count, fmt::join(report_.linearised_hz, ", "),
          of_mesh_ == 0 ? ""
                        : fmt::format("; {} more fields are no modes: they reflect at matched ends "
                                      "by the error of the mesh alone",
                                      of_mesh_));
      if (most_starts_ < static_cast<std::size_t>(spec_.count))
        throw InputError(fmt::format("{}: {}, of which none have as many; refine the mesh, give "
                                     "another \"near\", or lower \"count\"{}",
                                     input_.where("/eigenmodes/count"), found, open_ends));
      throw NotConverged(fmt::format("{}: {}. Give a \"near\" closer to the modes, or a lower "
                                     "\"count\"{}",
                                     found, doubt, open_ends));
    }
    return pool_.nearest(spec_.count);
  }

private:
  // Returns a text about a resonance of a medium within the searched frequencies, around which
  // modes lie close together; empty without one.
  std::string pole_nearby() const {
    const double distance_hz = pool_.distance_hz(spec_.count);
    for (const Material &material : input_.materials)
      for (const Poles *poles : {&material.eps_poles, &material.mu_poles})
        for (const LorentzPole &pole : poles->lorentz) {
          // eps is negative from the pole to its zero.
          const double eps =
              poles == &material.eps_poles ? material.eps_r.v[0] : material.mu_r.v[0];
          const double zero_hz = pole.f0_hz * std::sqrt(1 + std::max(0.0, pole.delta / eps));
          if (pole.f0_hz <= spec_.near_hz + distance_hz && zero_hz >= spec_.near_hz - distance_hz)
            return fmt::format("\"{}\" has a pole at {:.4g} Hz, around which modes lie close "
                               "together",
                               material.name, pole.f0_hz);
        }
    return {};
  }

  // Returns true where the matrices can change with the frequency. Faces that only absorb are the
  // same at all frequencies.
  bool varies() {
    if (equations_.is_dispersive())
      return true;
    equations_.set(spec_.near_hz);
    const std::vector<complex> admittances = equations_.admittances();
    equations_.set(spec_.near_hz * std::pow(2.0, k_octaves));
    return equations_.admittances() != admittances;
  }

  // Returns true for a field whose frequency the mesh gives it: matched ends send back what the
  // discretisation alone reflects. The error of the field, weighed by its condition, is that of k.
  bool is_of_mesh(const Mode &mode) {
    constexpr double k_conditioned = 10, k_determined = 0.3;
    const double condition = equations_.condition(mode.wavenumber, mode.x);
    if (!equations_.has_walls() || condition < k_conditioned)
      return false;
    const Problem &problem = equations_.problem();
    const PhasorField field = with_fixed(problem, mode.x);
    const double error =
        estimate_error(Fields(problem, equations_.media(), field, mode.frequency_hz()),
                       equations_.media())
            .relative;
    return condition * error * error > k_determined;
  }

  // Takes starts at rising distances from "near", up to the distance of the wanted modes.
  void take_starts_around() {
    for (int step = 1; step <= k_most_around; ++step)
      for (const int sign : {-1, 1}) {
        const double at_hz = spec_.near_hz * std::pow(2.0, sign * k_octaves * step);
        if (std::abs(at_hz - spec_.near_hz) > pool_.distance_hz(spec_.count) &&
            step > k_fewest_around)
          continue;
        try {
          take_starts_at(at_hz, false);
        } catch (const InputError &) { // walls cannot be evaluated there
        } catch (const NotConverged &) {
        }
      }
  }

  // Takes starts from the matrices at a frequency, and returns their number. Matrices of negative
  // constants may have no resonance at all, which only a search through the whole spectrum shows.
  // The search is therefore limited to the distance at which these matrices can stand for a mode,
  // and goes further only where it finds some resonances and is_all is set.
  std::size_t take_starts_at(double frequency_hz, bool is_all) {
    report_.linearised_hz.push_back(frequency_hz);
    equations_.set(frequency_hz);
    const double k = 2 * k_pi * frequency_hz / k_speed_of_light;
    const Pencil pencil = equations_.pencil_at(k);
    EigenSearch search{spec_.count, k, spec_.tolerance, equations_.problem().threads, k};
    std::vector<Eigenpair> pairs = nearest_eigenpairs(pencil, search, report_);
    if (is_all && !pairs.empty() && static_cast<int>(pairs.size()) < spec_.count) {
      search.farthest = std::numeric_limits<double>::infinity();
      pairs = nearest_eigenpairs(pencil, search, report_);
    }
    for (const Eigenpair &pair : pairs) {
      const Mode start{std::sqrt(pair.value), pair.vector, pair.residual};
      try {
        if (std::optional<Mode> mode = refinement_.refine(start)) {
          if (is_of_mesh(*mode)) {
            ++of_mesh_;
            continue;
          }
          farthest_ =
              std::max(farthest_, std::abs(mode->frequency_hz() / start.frequency_hz() - 1));
          pool_.add(std::move(*mode));
        }
      } catch (const InputError &) { // walls cannot be evaluated at a frequency on the way
      } catch (const NotConverged &) {
      }
    }
    most_starts_ = std::max(most_starts_, pairs.size());
    return pairs.size();
  }

  const Case &input_;
  const EigenmodesSpec &spec_;
  ModeEquations &equations_;
  EigenReport &report_;
  Refinement refinement_;
  Pool pool_;
  std::size_t of_mesh_ = 0;     // fields that are no modes, by is_of_mesh()
  std::size_t most_starts_ = 0; // largest number of starts from the matrices of one frequency
  double farthest_ = 0;         // largest distance from a start to its mode, over the start
};

} // namespace

double Mode::frequency_hz() const {
  return hertz(wavenumber).real();
}

void find_modes(const Case &input, ModeEquations &equations, EigenReport &report,
                const std::function<void(const Mode &)> &after) {
  const EigenmodesSpec &spec = *input.eigenmodes;
  if (!equations.is_linear()) {
    for (const Mode &mode : Search(input, equations, report).modes()) {
      equations.set(hertz(mode.wavenumber));
      after(mode);
    }
    return;
  }
  const double near = 2 * k_pi * spec.near_hz / k_speed_of_light;
  const std::vector<Eigenpair> pairs =
      nearest_eigenpairs(equations.pencil_at(near),
                         {spec.count, near, spec.tolerance, equations.problem().threads}, report);
  if (static_cast<int>(pairs.size()) < spec.count)
    throw InputError(fmt::format("{}: the mesh has {} resonances with a Q of 1 or more, and {} are "
                                 "asked for; refine the mesh, or lower \"count\"{}",
                                 input.where("/eigenmodes/count"), pairs.size(), spec.count,
                                 open_ends_cause(equations.problem().model)));
  for (const Eigenpair &pair : pairs)
    after({std::sqrt(pair.value), pair.vector, pair.residual});
}

} // namespace curlew::fem
