#pragma once

#include <curlew/core/mesh/curved_locate.hpp>
#include <curlew/io/fields/lagrange_file.hpp>
#include <curlew/io/fields/snapshot_files.hpp>
#include <curlew/io/fields/solve_series.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/tables/phasor_probe_table.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/shared/frequency/source_plan.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>

#include <optional>
#include <vector>

namespace curlew::fem {

// Writes the fields at the probes of a case, a table for each probe, and in all tets for ParaView,
// at the nodes of the elements' order.
class FieldWriter {
public:
  // Throws InputError for a probe outside of the mesh, and for a region that the mesh lacks.
  FieldWriter(const Case &input, const Problem &problem, const CurvedLocator &locator,
              const ResultsDirectory &results, bool continues);

  void add(const SourceSolve &solve, const std::string &excitation, const Fields &fields);
  // Returns warnings about probes in the scattered form where the total field of a wave is so small
  // that the mesh's error of the scattered one, which is minus the wave there, hides it.
  std::vector<std::string> warnings(const SourceSolve &solve, const Fields &fields) const;
  void close();

private:
  struct Probe {
    const ProbeSpec &spec;
    std::vector<Point> points_m;
    std::vector<std::optional<TetLocation>> locations; // empty for a point in a perfect conductor
    PhasorProbeTable table;
  };
  void lay_nodes(const SnapshotCells &cells);
  void write_nodes(const SourceSolve &solve, const Fields &fields);

  const Case &input_;
  const Problem &problem_;
  std::vector<Probe> probes_;
  std::vector<Index> tets_;                  // tets whose fields are written
  std::vector<std::array<double, 4>> nodes_; // barycentric coordinates in each
  LagrangeGrid grid_;
  std::optional<LagrangeFile> file_;
  std::optional<SolveSeries> series_;
};

// Throws the errors of FieldWriter(), for `check`.
void check_probes(const Case &input, const Model &model, const CurvedLocator &locator);

} // namespace curlew::fem
