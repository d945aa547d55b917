#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <cstdint>
#include <string_view>

namespace curlew {

class CheckContext;

struct MeshSpec {
  std::filesystem::path file; // empty: box. Absolute after loading.
  struct Box {
    Vector3 size_m{1, 1, 1};
    std::array<Index, 3> cells{1, 1, 1};
    Vector3 origin_m{0, 0, 0};
    double jitter = 0; // interior nodes are moved by up to this fraction of the cell, below 0.5
    std::uint64_t seed = 1;
  } box;
  double length_unit_m = 1; // metres per unit of the file
  int refine = 0;
  MeshOrder reorder = MeshOrder::spatial;
  // A finite array of one antenna: nine kinds of cells, each a mesh file.
  struct Array {
    std::filesystem::path centre; // absolute after loading, as all files here
    // Mesh files at x-, x+, y-, y+; at the corners (x-, y-), (x+, y-), (x-, y+), (x+, y+).
    std::array<std::filesystem::path, 4> edges, corners;
    std::array<Index, 2> counts{1, 1}; // antennas along x and y; the frame of outer cells is added
    std::array<double, 2> pitch_m{0, 0};
  };
  std::optional<Array> array; // instead of file and box
};

MeshSpec read_mesh(const nlohmann::ordered_json &node, const ReadContext &context);
nlohmann::ordered_json to_json(const MeshSpec &mesh);

// Checks that the file exists; a box has no length unit.
void check_mesh(CheckContext &context);

std::string_view mesh_schema_text();

} // namespace curlew
