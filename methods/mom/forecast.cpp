#include <curlew/methods/mom/forecast.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/matrix_source.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/model.hpp>

#include <algorithm>
#include <variant>

namespace curlew::mom {
namespace {

// Up to this many unknowns the whole matrix is filled for its time.
constexpr Index k_fully_timed = 600;
// Rows that are timed otherwise; the difference of both times is that of the rows alone.
constexpr Index k_first_rows = 2, k_timed_rows = 12;
constexpr double k_checked_rows = 32; // filled after each solution, for its residual
// A device replaces this many cores in the estimate of aim's time.
constexpr double k_cores_of_device = 300;
// Unknowns at which factors run at half of the rate of products of matrices.
constexpr double k_half_rate_rows = 300;
// Times of a body's matrix and of the form for low frequencies over that of a conductor's with
// the same faces, measured.
constexpr double k_body_fill = 9, k_low_frequency_fill = 2;
// Solutions by the factors for the estimate of the condition number.
constexpr double k_condition_solves = 11;

// Seconds that one core takes for a pair of OutputPairs, measured.
constexpr double k_far_pair_s = 3e-8, k_near_pair_s = 6e-8;
// As in outputs/results.cpp: pairs above which the radiated power is left out, and the degree of
// its rule over all directions beyond the radius in wavenumbers.
constexpr double k_most_radiated_pairs = 5e7, k_further_degree = 10;

struct FillSeconds {
  double matrix = 0, row = 0;
};

template <class Space>
double seconds_of_rows(const Space &space, MatrixSource<Space> &source, const Combination &with,
                       Index count) {
  const std::vector<Index> rows = sampled_rows(source.unknowns(), count);
  const typename MatrixSource<Space>::Values values("curlew::mom::timed_rows", rows.size(),
                                                    source.unknowns());
  const FreeStopwatch watch;
  source.fill_rows(space, with, rows, values);
  space.fence();
  return watch.seconds();
}

template <class Space>
FillSeconds time_fill(const Space &space, const Surface &surface, const Spec &spec,
                      const RunSize &size) {
  const Combination with = spec.combination(size.wavenumber);
  auto source = make_matrix_source<Space>(surface, spec, size.wavenumber, size.threads);
  FillSeconds seconds;
  if (source->unknowns() <= k_fully_timed) {
    const typename MatrixSource<Space>::Values values("curlew::mom::timed_matrix",
                                                      source->unknowns(), source->unknowns());
    const FreeStopwatch watch;
    source->fill(space, with, values);
    space.fence();
    seconds.matrix = watch.seconds();
    seconds.row = seconds.matrix / source->unknowns();
    return seconds;
  }
  double further = 1;
  Spec of_rows = spec;
  if (!source->can_fill_rows()) { // times those of the plain equation of the same faces
    further = spec.formulation == Formulation::pmchwt ? k_body_fill : k_low_frequency_fill;
    of_rows.formulation = Formulation::efie;
    of_rows.low_frequency = LowFrequency::off;
    of_rows.media = {};
    source = make_matrix_source<Space>(surface, of_rows, size.wavenumber, size.threads);
  }
  const Combination row_combination = of_rows.combination(size.wavenumber);
  const Index few = std::min(k_first_rows, source->unknowns());
  seconds_of_rows(space, *source, row_combination, few); // warms up
  const double first = seconds_of_rows(space, *source, row_combination, few);
  const double all = seconds_of_rows(space, *source, row_combination, k_timed_rows);
  seconds.row = std::max(all - first, 0.1 * all) / (k_timed_rows - few);
  // A row takes two faces with all faces. The whole matrix takes each pair of faces once, and
  // once for both of its places where the matrix is symmetric.
  const bool is_symmetric = !is_device<Space> && spec.variant == FillVariant::face &&
                            spec.quadrature.testing == Testing::galerkin && with.magnetic == 0;
  seconds.matrix = first + further * seconds.row * surface.face_count() / (is_symmetric ? 4 : 2);
  return seconds;
}

double directions_of(const AngleSpec &angles) {
  return static_cast<double>(angles.theta_deg.size() * angles.phi_deg.size());
}

double point_count(const ProbeSpec &probe) {
  if (const auto *line = std::get_if<LineProbe>(&probe.shape))
    return line->count;
  if (const auto *plane = std::get_if<PlaneProbe>(&probe.shape))
    return static_cast<double>(plane->counts[0]) * plane->counts[1];
  return 1;
}

double output_seconds(const Case &input, Backend backend, const Surface &surface, const Spec &spec,
                      const RunSize &size, double cores) {
  const OutputPairs pairs = output_pairs(input, surface, spec, size.wavenumber);
  const double far_cores = is_device_backend(backend) ? k_cores_of_device : cores;
  return k_far_pair_s * pairs.far / far_cores + k_near_pair_s * pairs.near / far_cores;
}

TimeForecast forecast_dense(Backend backend, const Surface &surface, const Spec &spec,
                            const RunSize &size, double setup_s) {
  const MachineRates rates = machine_rates(backend, size.threads);
  const FillSeconds fill = with_backend(
      backend, [&](const auto &space) { return time_fill(space, surface, spec, size); });
  const double n = unknowns_of(surface, spec);
  const double factors = dense_flops(n) / (rates.product * n / (n + k_half_rate_rows));
  const double solutions = 16 * n * n *
                           (2 * k_condition_solves / rates.streaming(16 * n * n) +
                            0.5 * static_cast<double>(size.columns) / rates.product);
  TimeForecast forecast;
  forecast.setup_s = setup_s;
  forecast.work = {{"fill", size.frequencies, fill.matrix},
                   {"LU", size.frequencies, factors},
                   {"solution", size.frequencies, solutions + k_checked_rows * fill.row}};
  return forecast;
}

} // namespace

OutputPairs output_pairs(const Case &input, const Surface &surface, const Spec &spec,
                         double wavenumber) {
  const double points = static_cast<double>(surface.face_count()) * spec.quadrature.near;
  const double degree = wavenumber * extent_m(surface) / 2 + k_further_degree;
  const double all_around = 2 * degree * degree * points;
  OutputPairs pairs;
  const bool has_power = input.outputs.powers || input.outputs.s_parameters;
  if (has_power && all_around <= k_most_radiated_pairs)
    pairs.far += all_around;
  if (input.outputs.far_field)
    pairs.far += points * directions_of(input.outputs.far_field->angles);
  if (input.outputs.rcs)
    pairs.far +=
        points * (input.outputs.rcs->monostatic +
                  (input.outputs.rcs->bistatic ? directions_of(*input.outputs.rcs->bistatic) : 0));
  for (const ProbeSpec &probe : input.outputs.probes)
    pairs.near += points * point_count(probe);
  return pairs;
}

double dense_flops(double unknowns) {
  return 8.0 / 3 * unknowns * unknowns * unknowns;
}

TimeForecast forecast_run(const Case &input, Backend backend, const Surface &surface,
                          const Spec &spec, const SolverChoice &choice, const RunSize &size,
                          const FreeStopwatch &started) {
  if (const std::string why = why_kokkos_cannot_start(); !why.empty())
    return {0, {}, "", why};
  TimeForecast forecast;
  const double setup_s = started.seconds();
  const double cores = backend == Backend::serial ? 1 : size.threads;
  if (choice.is_aim) {
    const double all = is_device_backend(backend) ? k_cores_of_device : cores;
    forecast.work = {{"matrix with its solution", size.frequencies, choice.forecast.seconds / all}};
    forecast.basis = "for 40 iterations of a right-hand side";
    forecast.setup_s = setup_s;
  } else {
    forecast = with_threads_of(
        backend, [&] { return forecast_dense(backend, surface, spec, size, setup_s); });
  }
  forecast.work.push_back({"output", size.frequencies * static_cast<double>(size.outputs),
                           output_seconds(input, backend, surface, spec, size, cores)});
  if (input.frequency_sweep.is_adaptive) {
    for (RepeatedWork &one : forecast.work)
      one.is_estimated = true;
    forecast.basis +=
        std::string(forecast.basis.empty() ? "" : ", ") + "the sweep chooses its frequencies";
  }
  return forecast;
}

} // namespace curlew::mom
