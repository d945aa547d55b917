#include <curlew/methods/shared/time/phasor_fields.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/io/fields/lagrange_file.hpp>
#include <curlew/io/fields/snapshot_files.hpp>
#include <curlew/io/fields/solve_series.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/reference_spectrum.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace curlew {
namespace {

constexpr const char *k_phasor_fields = "/outputs/fields";

LagrangeGrid lay_nodes(const FieldGrid &cells, int order,
                       const std::vector<std::array<double, 4>> &nodes) {
  LagrangeGrid grid;
  grid.order = order;
  grid.material = cells.material;
  grid.material_names = cells.material_names;
  grid.points.reserve(cells.tets->size() * nodes.size());
  for (const auto &tet : *cells.tets)
    for (const auto &node : nodes) {
      Point point{};
      for (std::size_t m = 0; m < 4; ++m)
        for (std::size_t d = 0; d < 3; ++d)
          point[d] += node[m] * (*cells.points)[static_cast<std::size_t>(tet[m])][d];
      grid.points.push_back(point);
    }
  return grid;
}

// Adds real and imaginary parts of values over a reference.
void add_arrays(Field field, const std::vector<std::complex<double>> &values,
                std::complex<double> reference, std::vector<CellArray> &arrays) {
  const bool is_electric = field == Field::E;
  const std::string name = is_electric ? "E" : "H", unit = is_electric ? "V/m" : "A/m";
  CellArray real{name + "_real", 3, {}, unit}, imaginary{name + "_imag", 3, {}, unit};
  real.values.reserve(values.size());
  imaginary.values.reserve(values.size());
  for (const std::complex<double> &value : values) {
    const std::complex<double> phasor = value / reference;
    real.values.push_back(phasor.real());
    imaginary.values.push_back(phasor.imag());
  }
  arrays.push_back(std::move(real));
  arrays.push_back(std::move(imaginary));
}

// Files of the ranks: each rank with tets writes one, and the root an empty one where none has any.
struct Parts {
  int count = 0;
  int mine = -1; // -1: this rank writes none
};

Parts parts_of(const Communicator &ranks, std::size_t tets) {
  std::vector<std::vector<int>> numbers; // at the root
  Parts parts;
  for (const auto &of_rank : ranks.gather(std::vector<std::size_t>{tets}))
    numbers.push_back({of_rank.front() > 0 ? parts.count++ : -1});
  if (ranks.is_root() && parts.count == 0)
    numbers.front().front() = parts.count++;
  parts.count = ranks.max(parts.count);
  parts.mine = ranks.scatter(numbers).at(0);
  return parts;
}

} // namespace

void PhasorFieldsOutput::open(const RecordedRun &run, const ContinuedOutputs &) {
  run_ = &run;
  lagrange_nodes(order_); // not there without VTK
  const double mb = 1e-6 * run.ranks.sum(bytes());
  if (run.ranks.is_root())
    spdlog::info("fields at {} frequenc{} are summed up every {} step{}: {:.3g} MB",
                 plan_.frequencies_hz.size(), plan_.frequencies_hz.size() == 1 ? "y" : "ies",
                 plan_.every, plan_.every == 1 ? "" : "s", mb);
}

// Whole periods are subtracted first, so that the angle stays exact in long runs.
std::complex<double> PhasorFieldsOutput::sample_factor(double frequency_hz, double steps) const {
  const double periods = frequency_hz * step_s() * steps;
  return std::polar(static_cast<double>(plan_.every) * step_s(),
                    -2 * k_pi * (periods - std::floor(periods)));
}

std::vector<std::string> PhasorFieldsOutput::warnings() const {
  const Case &input = run_->input;
  std::vector<std::string> texts;
  if (std::string text =
          weak_spectrum_warning(input, plan_.frequencies_hz, "the field", k_phasor_fields);
      !text.empty())
    texts.push_back(std::move(text));
  return texts;
}

void PhasorFieldsOutput::write(std::int64_t steps, Summary &summary) {
  const auto &[input, time, ranks, execution, results] = *run_;
  std::vector<std::string> texts = warnings();
  double worst = 0, worst_hz = 0;
  const std::vector<SumsChange> mine = changes();
  const auto nodes = lagrange_nodes(order_);
  const LagrangeGrid grid = lay_nodes(cells_.grid, order_, nodes);
  LagrangeFile file(grid);
  const Parts parts = parts_of(ranks, tet_count());
  std::optional<SolveSeries> series;
  run_collectively(ranks, [&] {
    if (ranks.is_root())
      series.emplace(results, "vtu", false);
  });
  const std::string excitation = names_of(input.excitations);
  for (std::size_t f = 0; f < plan_.frequencies_hz.size(); ++f) {
    const double frequency_hz = plan_.frequencies_hz[f];
    const SumsChange change{ranks.sum(mine[f].squares), ranks.sum(mine[f].late_squares)};
    if (change.relative() > worst) {
      worst = change.relative();
      worst_hz = frequency_hz;
    }
    const auto reference = reference_spectrum(input, frequency_hz, time.dt_s, steps);
    std::vector<CellArray> arrays;
    for (const Field field : plan_.quantities)
      add_arrays(field, sums_at(field, f, nodes), reference, arrays);
    const auto names =
        solve_file_names(static_cast<std::int64_t>(f), frequency_hz, parts.count, "vtu");
    run_collectively(ranks, [&] {
      if (ranks.is_root())
        results.list(names);
    });
    run_collectively(ranks, [&] {
      if (parts.mine >= 0)
        file.write(results.path() / names[static_cast<std::size_t>(parts.mine)], arrays,
                   frequency_hz);
    });
    run_collectively(ranks, [&] {
      if (series)
        series->list(frequency_hz, 0, parts.count);
    });
    summary["fields"].push_back({{"frequency_hz", frequency_hz}, {"excitation", excitation}});
  }
  constexpr double k_settled_sums = 0.01; // relative change in about the last tenth of the run
  if (worst > k_settled_sums)
    texts.push_back(fmt::format(
        "{}: the sums of the field at {:.6g} Hz still changed by {:.2g} % in about the last tenth "
        "of the run: the fields had not decayed; give a longer run, and a pulse for a waveform",
        input.where(k_phasor_fields), worst_hz, 100 * worst));
  if (ranks.is_root())
    report_warnings(texts, summary);
}

} // namespace curlew
