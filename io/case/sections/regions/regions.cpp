#include <curlew/io/case/sections/regions/regions.hpp>

#include <curlew/io/case/check_context.hpp>

namespace curlew {

using nlohmann::ordered_json;

Regions read_regions(const ordered_json &node) {
  return node.get<Regions>();
}

ordered_json regions_to_json(const Regions &regions) {
  return regions;
}

void check_regions(CheckContext &context) {
  context.check_groups("/regions");
  if (context.find_partial("/materials") == nullptr)
    return;
  context.for_each("/regions", [&](const std::string &pointer, const ordered_json &value) {
    context.check_material_name(pointer, value.get<std::string>());
  });
  if (context.is_given("/regions"))
    context.warn_of_unused_materials("region");
}

} // namespace curlew
