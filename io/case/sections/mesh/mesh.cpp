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

std::array<std::filesystem::path, 4> read_files(const ordered_json &node,
                                                const ReadContext &context) {
  std::array<std::filesystem::path, 4> files;
  for (std::size_t i = 0; i < files.size(); ++i)
    files[i] = absolute_path(context.base_dir, node[i].get<std::string>());
  return files;
}

ordered_json to_json(const std::array<std::filesystem::path, 4> &files) {
  ordered_json list;
  for (const auto &file : files)
    list.push_back(file.string());
  return list;
}

MeshSpec::Array read_array(const ordered_json &node, const ReadContext &context) {
  const ordered_json &cells = node["cells"];
  return {absolute_path(context.base_dir, cells["centre"].get<std::string>()),
          read_files(cells["edges"], context), read_files(cells["corners"], context),
          node["counts"].get<std::array<Index, 2>>(), node["pitch"].get<std::array<double, 2>>()};
}

void check_mesh_file(CheckContext &context, const std::string &pointer) {
  const ordered_json *file = context.find(pointer);
  if (file == nullptr)
    return;
  const auto path = context.path_of(file->get<std::string>());
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    context.error(pointer, "there is no mesh file " + path.string());
  else if (std::filesystem::is_directory(path, error))
    context.error(pointer, path.string() + " is a folder; a mesh file is expected");
}

} // namespace

MeshSpec read_mesh(const ordered_json &node, const ReadContext &context) {
  MeshSpec mesh;
  if (node.contains("file")) {
    mesh.file = absolute_path(context.base_dir, node["file"].get<std::string>());
    mesh.length_unit_m = node["length_unit"].get<double>();
  } else if (node.contains("array")) {
    mesh.array = read_array(node["array"], context);
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
  if (mesh.array) {
    node["array"] = {{"cells",
                      {{"centre", mesh.array->centre.string()},
                       {"edges", to_json(mesh.array->edges)},
                       {"corners", to_json(mesh.array->corners)}}},
                     {"counts", mesh.array->counts},
                     {"pitch", mesh.array->pitch_m}};
    node["length_unit"] = mesh.length_unit_m;
  } else if (mesh.file.empty()) {
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
  check_mesh_file(context, "/mesh/file");
  const std::string cells = "/mesh/array/cells";
  check_mesh_file(context, cells + "/centre");
  for (const char *list : {"/edges", "/corners"})
    context.for_each(cells + list, [&](const std::string &pointer, const ordered_json &) {
      check_mesh_file(context, pointer);
    });
}

} // namespace curlew
