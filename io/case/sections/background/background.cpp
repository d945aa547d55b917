#include <curlew/io/case/sections/background/background.hpp>

#include <curlew/io/case/sections/put_optional.hpp>
#include <curlew/io/case/sections/reading.hpp>

namespace curlew {

using nlohmann::ordered_json;

BackgroundSpec read_background(const ordered_json &node) {
  if (node.is_string())
    return {{node.get<std::string>(), std::nullopt}};
  BackgroundSpec background;
  for (const ordered_json &layer : node)
    background.push_back(
        {layer["material"].get<std::string>(), get_optional<double>(layer, "top")});
  return background;
}

ordered_json to_json(const BackgroundSpec &background) {
  if (background.size() == 1)
    return background[0].material;
  ordered_json list = ordered_json::array();
  for (const BackgroundLayer &layer : background) {
    ordered_json node = {{"material", layer.material}};
    put_optional(node, "top", layer.top_m);
    list.push_back(node);
  }
  return list;
}

} // namespace curlew
