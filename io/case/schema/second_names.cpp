#include <curlew/io/case/schema/second_names.hpp>

#include <curlew/io/case/document/quote.hpp>

#include <algorithm>
#include <stdexcept>

namespace curlew {

using nlohmann::ordered_json;

void check_second_names(const ordered_json &node, const std::string &at) {
  const auto is_documented = [&](const ordered_json &name) {
    return node.contains("enum")
               ? std::find(node["enum"].begin(), node["enum"].end(), name) != node["enum"].end()
               : node.contains("properties") && node["properties"].contains(name);
  };
  for (const auto &[second, documented] : node["x-second-names"].items())
    if (is_documented(second) || !is_documented(documented))
      throw std::logic_error("schema: \"" + second + "\" at " + at +
                             " is no second name of a documented one");
}

void offer_second_names(ordered_json &node) {
  if (node.is_object() && node.contains("x-second-names")) {
    for (const auto &[second, documented] : node["x-second-names"].items()) {
      if (node.contains("enum"))
        node["enum"].push_back(second);
      else
        node["properties"][second] = ordered_json(node["properties"][documented]);
    }
  }
  for (ordered_json &child : node)
    if (child.is_structured())
      offer_second_names(child);
}

ordered_json documented_word(const ordered_json &node, const ordered_json &value) {
  if (!value.is_string() || !node.contains("x-second-names"))
    return value;
  return node["x-second-names"].value(value.get<std::string>(), value);
}

namespace {

// Returns the object with a key renamed, in its order.
ordered_json with_renamed_key(ordered_json &object, const std::string &from,
                              const std::string &to) {
  ordered_json renamed = ordered_json::object();
  for (auto &[key, member] : object.items())
    renamed[key == from ? to : key] = std::move(member);
  return renamed;
}

} // namespace

void use_documented_names(const ordered_json &node, const std::string &pointer, Document &document,
                          CaseErrors &errors) {
  const ordered_json::json_pointer at(pointer);
  if (!node.contains("x-second-names") || !document.value.contains(at))
    return;
  ordered_json &value = document.value[at];
  for (const auto &[second, name] : node["x-second-names"].items()) {
    if (!value.contains(second))
      continue;
    const auto documented = name.get<std::string>();
    if (!value.contains(documented)) {
      value = with_renamed_key(value, second, documented);
      document.map.rename(child_pointer(pointer, second), child_pointer(pointer, documented));
      continue;
    }
    std::string last; // the key that the file gives last
    for (const auto &[key, unused] : value.items())
      if (key == second || key == documented)
        last = key;
    errors.at_key(child_pointer(pointer, last),
                  in_quotes(second) + " and " + in_quotes(documented) + " in " +
                      in_quotes(dotted(pointer)) + " are the same key; give one of them");
    value.erase(second);
  }
}

} // namespace curlew
