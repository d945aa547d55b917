#include <curlew/io/case/build.hpp>

#include <curlew/io/case/build_rooms.hpp>
#include <curlew/io/case/checks.hpp>
#include <curlew/io/case/sweeps.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;
using Path = std::filesystem::path;

// Of methods on a mesh of tetrahedra.
void build_on_mesh(const Path &base_dir, Case &result) {
  ordered_json &root = result.resolved;
  result.mesh = build_mesh(root["mesh"], base_dir);
  result.regions = root["regions"].get<std::map<std::string, std::string>>();
  for (const auto &[group, node] : root["boundaries"].items())
    result.boundaries.push_back(build_boundary(group, node));
}

// Of methods on a Yee grid.
void build_on_grid(const Path &base_dir, const CaseFiles &files, Case &result) {
  ordered_json &root = result.resolved;
  result.grid = build_grid(root["grid"]);
  result.boundaries = build_grid_boundaries(root["boundaries"]);
  for (ordered_json &node : root["objects"])
    result.objects.push_back(build_object(node, base_dir, files));
}

} // namespace

MeshSpec build_mesh(ordered_json &node, const Path &base_dir) {
  MeshSpec mesh;
  if (node.contains("file")) {
    mesh.file = absolute_path(base_dir, node["file"].get<std::string>());
    node["file"] = mesh.file.string();
    mesh.length_unit_m = node["length_unit"].get<double>();
  } else {
    const ordered_json &box = node["box"];
    mesh.box = {box["size"].get<Vector3>(), box["cells"].get<std::array<Index, 3>>(),
                box["origin"].get<Vector3>(), box["jitter"].get<double>(),
                box["seed"].get<std::uint64_t>()};
  }
  mesh.refine = node["refine"].get<int>();
  const auto order = node["reorder"].get<std::string>();
  mesh.reorder = order == "none"    ? MeshOrder::none
                 : order == "rcm"   ? MeshOrder::rcm
                 : order == "metis" ? MeshOrder::metis
                                    : MeshOrder::spatial;
  return mesh;
}

TimeSpec build_time(const ordered_json &node) {
  TimeSpec time;
  time.duration_s = optional<double>(node, "duration");
  time.steps = optional<std::int64_t>(node, "steps");
  time.dt_s = optional<double>(node, "dt");
  time.courant = node.value("courant", time.courant);
  time.allow_unstable = node["allow_unstable"].get<bool>();
  time.stop_at_energy_db = optional<double>(node, "stop_at_energy");
  return time;
}

void build_case(const Path &base_dir, const CaseFiles &files, Case &result) {
  ordered_json &root = result.resolved;
  result.title = root["title"].get<std::string>();
  result.method = root["method"].get<std::string>();
  for (const auto &[name, node] : root["materials"].items())
    result.materials.push_back(build_material(name, node));
  if (root.contains("grid"))
    build_on_grid(base_dir, files, result);
  else
    build_on_mesh(base_dir, result);
  for (ordered_json &node : root["excitations"])
    result.excitations.push_back(build_excitation(node, base_dir));
  result.outputs.directory =
      absolute_path(base_dir, root["outputs"]["directory"].get<std::string>());
  root["outputs"]["directory"] = result.outputs.directory.string();
  if (root.contains("frequency")) {
    result.frequencies_hz = sweep_values(root["frequency"]);
    result.solver = build_solver(root["solver"]);
    build_phasor_outputs(root["outputs"], result.outputs);
  } else {
    result.time = build_time(root["time"]);
    build_time_outputs(root["outputs"], result.excitations, result.outputs);
  }
  result.discretization = root["discretization"];
  result.run.backend = root["run"]["backend"].get<std::string>();
  result.run.threads = root["run"]["threads"].get<int>();
  result.run.partition = root["run"]["partition"].get<std::string>();
  if (result.excitations.empty())
    result.warnings.push_back(result.where("") + ": no excitation: the fields stay zero");
}

} // namespace curlew
