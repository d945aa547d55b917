#include <curlew/core/error.hpp>
#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/grid/grid.hpp>
#include <curlew/io/case/sections/objects/objects_parts.hpp>
#include <curlew/io/fields/voxel_file.hpp>

#include <charconv>
#include <map>
#include <set>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr const char *k_array = "material"; // name of the array in a voxel file
constexpr std::size_t k_most_listed = 20;

std::optional<std::int32_t> parse_label(const std::string &text) {
  std::int32_t label = 0;
  const char *end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, label);
  if (parsed.ec != std::errc() || parsed.ptr != end || std::to_string(label) != text)
    return std::nullopt;
  return label;
}

// Labels of an image, each once.
std::set<std::int32_t> labels_of(const VoxelImage &image) {
  std::set<std::int32_t> labels;
  for (std::size_t i = 0; i < image.labels.size(); ++i)
    if (i == 0 || image.labels[i] != image.labels[i - 1])
      labels.insert(image.labels[i]);
  return labels;
}

std::string listed(const std::set<std::int32_t> &labels) {
  std::string text;
  std::size_t count = 0;
  for (const std::int32_t label : labels) {
    if (++count > k_most_listed)
      return text + " and " + std::to_string(labels.size() - k_most_listed) + " more";
    text += (count == 1 ? "" : ", ") + std::to_string(label);
  }
  return text;
}

// The image of a file, read once; nullptr where that fails, which is reported.
std::shared_ptr<const VoxelImage> image_of(CheckContext &context, const std::string &pointer,
                                           const std::string &file) {
  const auto path = context.path_of(file);
  const auto known = context.files.images.find(path);
  if (known != context.files.images.end())
    return known->second;
  try {
    auto image = std::make_shared<const VoxelImage>(read_voxel_image(path, k_array));
    context.files.images[path] = image;
    return image;
  } catch (const Error &error) {
    context.error(pointer, std::string("the voxels: ") + error.what());
    return nullptr;
  }
}

// Returns the labels for which the case names a material.
std::set<std::int32_t> check_labels(CheckContext &context, const std::string &pointer,
                                    const VoxelImage *image,
                                    const std::set<std::int32_t> &present) {
  std::set<std::int32_t> named;
  context.for_each(pointer, [&](const std::string &child, const ordered_json &value) {
    const std::string key = last_part(child);
    context.check_material_name(child, value.get<std::string>());
    const auto label = parse_label(key);
    if (!label) {
      context.error_at_key(child, "the label " + in_quotes(key) +
                                      " is no whole number; voxels are labelled by whole numbers");
      return;
    }
    named.insert(*label);
    if (image != nullptr && present.count(*label) == 0)
      context.warn(child, "no voxel has the label " + key + " (labels: " + listed(present) + ")");
  });
  return named;
}

// Checks that an object has a volume, some of it in the grid or in a period beside it.
void check_extent(CheckContext &context, const std::string &pointer, const std::string &what,
                  Extent extent) {
  for (std::size_t d = 0; context.grid && d < 3; ++d)
    if (repeats(context, d) && extent.min_m[d] < extent.max_m[d]) {
      extent.min_m[d] = context.grid->corner_m[d];
      extent.max_m[d] = far_corner(*context.grid)[d];
    }
  check_box(context, pointer, what, extent.min_m, extent.max_m);
}

void check_voxels(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  std::shared_ptr<const VoxelImage> image;
  if (const ordered_json *file = context.find(pointer + "/file"))
    image = image_of(context, pointer + "/file", file->get<std::string>());
  const std::set<std::int32_t> present = image ? labels_of(*image) : std::set<std::int32_t>();
  const auto named = check_labels(context, pointer + "/materials", image.get(), present);
  if (!image)
    return;
  std::set<std::int32_t> left;
  for (const std::int32_t label : present)
    if (label != 0 && named.count(label) == 0)
      left.insert(label);
  if (value.contains("materials") && !left.empty())
    context.warn(pointer + "/materials",
                 "voxels of label " + listed(left) + " have no material and change nothing");
  const ordered_json *origin = context.find(pointer + "/origin");
  const Extent extent =
      extent_of(*image, origin == nullptr ? image->corner_m : origin->get<Vector3>());
  check_extent(context, pointer, "the image", extent);
}

void check_object(CheckContext &context, const std::string &pointer, const ordered_json &value) {
  if (value["shape"] == "sheet") {
    check_sheet(context, pointer);
    return;
  }
  if (value["shape"] == "wire") {
    check_wire(context, pointer);
    return;
  }
  if (const ordered_json *material = context.find(pointer + "/material"))
    context.check_material_name(pointer + "/material", material->get<std::string>());
  if (value["shape"] == "voxels") {
    check_voxels(context, pointer, value);
    return;
  }
  static const std::map<std::string, std::vector<std::string>> needed = {
      {"sphere", {"center", "radius", "material"}},
      {"ellipsoid", {"center", "radii", "material"}},
      {"box", {"min", "max", "material"}},
      {"cylinder", {"base", "axis", "radius", "material"}}};
  const auto shape = value["shape"].get<std::string>();
  if (context.find_with(pointer, needed.at(shape)) == nullptr)
    return;
  if (value.contains("axis") && value["axis"] == ordered_json::array({0, 0, 0})) {
    context.error(pointer + "/axis", "the axis of the cylinder is zero");
    return;
  }
  check_extent(context, pointer, "the " + shape,
               extent_of(read_object(value, {context.base_dir(), context.files})));
}

} // namespace

bool repeats(const CheckContext &context, std::size_t axis) {
  return context.faces && holds<PeriodicSpec>((*context.faces)[2 * axis]);
}

void check_objects(CheckContext &context) {
  context.for_each("/objects", [&](const std::string &pointer, const ordered_json &value) {
    check_object(context, pointer, value);
  });
  if (context.find_partial("/objects") != nullptr)
    context.warn_of_unused_materials("object");
}

} // namespace curlew
