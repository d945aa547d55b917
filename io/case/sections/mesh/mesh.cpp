#include <curlew/io/case/sections/mesh/mesh.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/sections/names.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr Names<MeshOrder, 4> k_orders = {{{MeshOrder::spatial, "spatial"},
                                           {MeshOrder::none, "none"},
                                           {MeshOrder::rcm, "rcm"},
                                           {MeshOrder::metis, "metis"}}};

} // namespace

MeshSpec read_mesh(const ordered_json &node, const ReadContext &context) {
  MeshSpec mesh;
  if (node.contains("file")) {
    mesh.file = absolute_path(context.base_dir, node["file"].get<std::string>());
    mesh.length_unit_m = node["length_unit"].get<double>();
  } else {
    const ordered_json &box = node["box"];
    mesh.box = {box["size"].get<Vector3>(), box["cells"].get<std::array<Index, 3>>(),
                box["origin"].get<Vector3>(), box["jitter"].get<double>(),
                box["seed"].get<std::uint64_t>()};
  }
  mesh.refine = node["refine"].get<int>();
  mesh.reorder = value_of(k_orders, node["reorder"].get<std::string>());
  return mesh;
}

ordered_json to_json(const MeshSpec &mesh) {
  ordered_json node;
  if (mesh.file.empty()) {
    node["box"] = {{"size", mesh.box.size_m},
                   {"cells", mesh.box.cells},
                   {"origin", mesh.box.origin_m},
                   {"jitter", mesh.box.jitter},
                   {"seed", mesh.box.seed}};
  } else {
    node["file"] = mesh.file.string();
    node["length_unit"] = mesh.length_unit_m;
  }
  node["refine"] = mesh.refine;
  node["reorder"] = name_of(k_orders, mesh.reorder);
  return node;
}

void check_mesh(CheckContext &context) {
  if (context.is_given("/mesh/box") && context.is_given("/mesh/length_unit"))
    context.error_at_key("/mesh/length_unit",
                         "\"length_unit\" is for mesh files; the lengths of a box "
                         "carry their own units");
  const ordered_json *file = context.find("/mesh/file");
  if (file == nullptr)
    return;
  const auto path = context.path_of(file->get<std::string>());
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    context.error("/mesh/file", "there is no mesh file " + path.string());
  else if (std::filesystem::is_directory(path, error))
    context.error("/mesh/file", path.string() + " is a folder; a mesh file is expected");
}

} // namespace curlew
