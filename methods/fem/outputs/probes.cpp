#include <curlew/methods/fem/outputs/probes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/io/tables/spectrum_files.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

TetLocation locate(const Case &input, std::size_t probe, const Point &point,
                   const CurvedLocator &locator) {
  const auto location = locator.find(point);
  if (!location)
    throw InputError(fmt::format("{}: the point {}",
                                 input.where(fmt::format("/outputs/probes/{}", probe)),
                                 locator.straight().describe_outside(point)));
  return *location;
}

// Share of a wave's field below which the error of the scattered field may hide a total field.
constexpr double k_small_field = 1e-2;

double length_of(const ComplexVector &v) {
  return std::sqrt(std::norm(v[0]) + std::norm(v[1]) + std::norm(v[2]));
}

bool wants(const PhasorFieldsSpec &spec, Field field) {
  return std::find(spec.quantities.begin(), spec.quantities.end(), field) != spec.quantities.end();
}

} // namespace

void check_probes(const Case &input, const Model &model, const CurvedLocator &locator) {
  for (std::size_t p = 0; p < input.outputs.probes.size(); ++p)
    for (const Point &point : probe_points(input.outputs.probes[p]))
      locate(input, p, point, locator);
  if (input.outputs.phasors && !input.outputs.phasors->region.empty())
    find_group(model.mesh, 3, input.outputs.phasors->region, input.where("/outputs/fields/region"));
}

FieldWriter::FieldWriter(const Case &input, const Problem &problem, const CurvedLocator &locator,
                         const ResultsDirectory &results, bool continues)
    : input_(input), problem_(problem) {
  const Model &model = problem.model;
  for (std::size_t p = 0; p < input.outputs.probes.size(); ++p) {
    const ProbeSpec &spec = input.outputs.probes[p];
    Probe probe{spec,
                probe_points(spec),
                {},
                PhasorProbeTable(results.file(probe_file_name(spec.name)),
                                 spec.field == Field::E ? 'E' : 'H', continues)};
    for (const Point &point : probe.points_m) {
      const TetLocation location = locate(input, p, point, locator);
      probe.locations.push_back(model.solved[location.tet] ? std::optional(location)
                                                           : std::nullopt);
    }
    probes_.push_back(std::move(probe));
  }
  if (!input.outputs.phasors)
    return;
  const std::string &region = input.outputs.phasors->region;
  const Index group =
      region.empty() ? -1
                     : find_group(model.mesh, 3, region, input.where("/outputs/fields/region"));
  Ownership all;
  all.owned_tets = static_cast<Index>(model.mesh.tets.size());
  lay_nodes(make_snapshot_cells(model.mesh, all, model.material, input.materials, group));
  file_.emplace(grid_);
  series_.emplace(results, "vtu", continues);
}

void FieldWriter::add(const SourceSolve &solve, const std::string &excitation,
                      const Fields &fields) {
  for (Probe &probe : probes_) {
    std::vector<PhasorProbeRow> rows;
    for (std::size_t i = 0; i < probe.points_m.size(); ++i) {
      PhasorProbeRow row{solve.frequency_hz, excitation, probe.points_m[i], {}};
      if (probe.locations[i]) {
        const auto both = fields.at(probe.locations[i]->tet, probe.locations[i]->barycentric, true);
        row.field = probe.spec.field == Field::E ? both.E : both.H;
      }
      rows.push_back(row);
    }
    probe.table.add(rows);
  }
  if (series_)
    write_nodes(solve, fields);
}

std::vector<std::string> FieldWriter::warnings(const SourceSolve &solve,
                                               const Fields &fields) const {
  std::vector<std::string> texts;
  if (fields.incident() == nullptr)
    return texts;
  for (const Probe &probe : probes_) {
    const bool is_electric = probe.spec.field == Field::E;
    const double wave = amplitude(*fields.incident()) / (is_electric ? 1 : k_eta0);
    double smallest = k_small_field;
    Point where_m{};
    for (std::size_t i = 0; i < probe.points_m.size(); ++i) {
      const auto &location = probe.locations[i];
      if (!location || fields.is_of_total_field(location->tet))
        continue;
      const Fields::Both both = fields.at(location->tet, location->barycentric, true);
      const double share = length_of(is_electric ? both.E : both.H) / wave;
      if (share < smallest) {
        smallest = share;
        where_m = probe.points_m[i];
      }
    }
    if (smallest < k_small_field)
      texts.push_back(fmt::format(
          "{}: probe \"{}\": |{}| is {:.2g} of the wave's at ({:.6g}, {:.6g}, {:.6g}) m, where "
          "the scattered field was solved for: it is minus the wave there, and its error on the "
          "mesh may be larger than what is left. Take finer tets or a higher \"order\" there",
          solve.name, probe.spec.name, is_electric ? 'E' : 'H', smallest, where_m[0], where_m[1],
          where_m[2]));
  }
  return texts;
}

// A curved tet of first order has nodes on its edges too, as its shape has.
void FieldWriter::lay_nodes(const SnapshotCells &cells) {
  const bool is_curved = problem_.model.mesh.is_curved();
  grid_.order = std::max(problem_.dofs.space.order, is_curved ? 2 : 1);
  grid_.material = cells.grid.material;
  grid_.material_names = cells.grid.material_names;
  nodes_ = lagrange_nodes(grid_.order);
  tets_.resize(cells.grid.tets->size());
  for (std::size_t t = 0; t < tets_.size(); ++t)
    tets_[t] = cells.region ? cells.region->tet_of[t] : static_cast<Index>(t);
  grid_.points.reserve(tets_.size() * nodes_.size());
  for (const Index tet : tets_)
    for (const auto &node : nodes_)
      grid_.points.push_back(point_in_tet(problem_, tet, node));
}

void FieldWriter::write_nodes(const SourceSolve &solve, const Fields &fields) {
  const PhasorFieldsSpec &spec = *input_.outputs.phasors;
  std::vector<double> values[4]; // E, H; real and imaginary parts
  for (auto &part : values)
    part.assign(3 * grid_.points.size(), 0);
  parallel_chunks(tets_.size(), problem_.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      if (!problem_.model.solved[tets_[t]])
        continue;
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        const auto both = fields.at(tets_[t], nodes_[n], spec.total);
        for (std::size_t d = 0; d < 3; ++d) {
          const std::size_t i = 3 * (t * nodes_.size() + n) + d;
          values[0][i] = both.E[d].real();
          values[1][i] = both.E[d].imag();
          values[2][i] = both.H[d].real();
          values[3][i] = both.H[d].imag();
        }
      }
    }
  });
  std::vector<CellArray> arrays;
  if (wants(spec, Field::E)) {
    arrays.push_back({"E_real", 3, std::move(values[0]), "V/m"});
    arrays.push_back({"E_imag", 3, std::move(values[1]), "V/m"});
  }
  if (wants(spec, Field::H)) {
    arrays.push_back({"H_real", 3, std::move(values[2]), "A/m"});
    arrays.push_back({"H_imag", 3, std::move(values[3]), "A/m"});
  }
  series_->write(solve.frequency_hz, solve.source, 1, [&](const std::filesystem::path &path, int) {
    file_->write(path, arrays, solve.frequency_hz);
  });
}

void FieldWriter::close() {
  for (Probe &probe : probes_)
    probe.table.close();
}

} // namespace curlew::fem
