#pragma once

#include <curlew/core/material.hpp>
#include <curlew/core/mesh/local_mesh.hpp>
#include <curlew/io/fields/field_writer.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace curlew {

struct Case;

// The cells of one rank whose fields are written.
struct SnapshotCells {
  FieldGrid grid;                        // points into the mesh or into `region`
  std::unique_ptr<const SubGrid> region; // none: the whole mesh

  // Returns the rows of these cells among [cell][component] of all cells of the rank.
  std::vector<double> selected(std::vector<double> values, int components = 3) const;
};

// Returns the tets that a rank owns, only those of volume group `group` unless it is -1.
// `material`: per tet, index into `materials`. The mesh must outlive the result.
SnapshotCells make_snapshot_cells(const TetMesh &mesh, const Ownership &ownership,
                                  const std::vector<std::uint16_t> &material,
                                  const std::vector<Material> &materials, Index group);

// Returns the volume group of outputs.fields.region, of snapshots or phasors; -1: all. Throws
// InputError for one that the mesh lacks.
Index snapshot_group(const Case &input, const TetMesh &mesh);

} // namespace curlew
