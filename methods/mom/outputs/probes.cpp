#include <curlew/methods/mom/outputs/probes.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/io/tables/spectrum_files.hpp>
#include <curlew/methods/mom/outputs/near_field.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

#include <fmt/format.h>

#include <limits>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

void add_incident(const IncidentWave &wave, bool is_electric, const std::array<double, 3> &r,
                  std::array<complex, 3> &field) {
  for (int d = 0; d < 3; ++d) {
    const auto value =
        is_electric ? wave.electric(d, r[0], r[1], r[2]) : wave.magnetic(d, r[0], r[1], r[2]);
    field[d] += complex(value.real(), value.imag());
  }
}

} // namespace

ProbeWriter::ProbeWriter(const Case &input, const Surface &surface, FrequencyDriver &driver,
                         Backend backend)
    : input_(input), surface_(surface), driver_(driver), backend_(backend) {
  for (const ProbeSpec &spec : input.outputs.probes)
    probes_.push_back({spec, probe_points(spec),
                       PhasorProbeTable(driver.results().file(probe_file_name(spec.name)),
                                        spec.field == Field::E ? 'E' : 'H', driver.continues())});
}

void ProbeWriter::add(const SourceSolve &solve, const std::string &excitation,
                      const std::vector<complex> &x) {
  const double wavenumber = wavenumber_of(solve.frequency_hz);
  constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    Probe &probe = probes_[p];
    const bool is_electric = probe.spec.field == Field::E;
    const NearFields fields = near_fields(backend_, surface_, x, wavenumber, probe.points_m);
    std::vector<PhasorProbeRow> rows;
    std::size_t close = 0;
    for (std::size_t i = 0; i < probe.points_m.size(); ++i) {
      PhasorProbeRow row{solve.frequency_hz, excitation, probe.points_m[i],
                         is_electric ? fields.electric[i] : fields.magnetic[i]};
      if (solve.wave != nullptr)
        add_incident(make_incident(*solve.wave, wavenumber), is_electric, row.position_m,
                     row.field);
      if (fields.is_close[i] != 0) {
        row.field.fill({k_unknown, k_unknown});
        ++close;
      }
      rows.push_back(std::move(row));
    }
    probe.table.add(rows);
    if (close > 0 && !probe.has_warned) {
      probe.has_warned = true;
      report_warnings({fmt::format("{}: {} of {} points of the probe \"{}\" lie on the surface, "
                                   "nearer than a hundredth of a triangle: their fields are left "
                                   "empty",
                                   input_.where(fmt::format("/outputs/probes/{}", p)), close,
                                   probe.points_m.size(), probe.spec.name)},
                      driver_.summary());
    }
  }
}

void ProbeWriter::close() {
  for (Probe &probe : probes_)
    probe.table.close();
}

} // namespace curlew::mom
