#include <curlew/io/case/check_context.hpp>

#include <curlew/core/text.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <algorithm>
#include <map>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t k_longest_name =
    100; // bytes; "probe_" and ".csv" must fit a file system's 255

bool is_complete(const ordered_json &value) {
  return !value.is_null() &&
         (!value.is_structured() || std::all_of(value.begin(), value.end(), is_complete));
}

} // namespace

const ordered_json *CheckContext::find(const std::string &pointer) const {
  const ordered_json *value = find_partial(pointer);
  return value != nullptr && is_complete(*value) ? value : nullptr;
}

const ordered_json *CheckContext::find_partial(const std::string &pointer) const {
  const ordered_json::json_pointer p(pointer);
  return resolved_.contains(p) && !resolved_.at(p).is_null() ? &resolved_.at(p) : nullptr;
}

const ordered_json *CheckContext::find_with(const std::string &pointer,
                                            const std::vector<std::string> &keys) const {
  const ordered_json *value = find(pointer);
  const bool has_all = value != nullptr && value->is_object() &&
                       std::all_of(keys.begin(), keys.end(),
                                   [&](const std::string &key) { return value->contains(key); });
  return has_all ? value : nullptr;
}

const ordered_json *CheckContext::find_sweep(const std::string &pointer,
                                             const std::string &step) const {
  const ordered_json *value = find(pointer);
  return value != nullptr && value->is_object() ? find_with(pointer, {"start", "stop", step})
                                                : value;
}

std::string CheckContext::text(const std::string &pointer) const {
  const ordered_json *value = find(pointer);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

bool CheckContext::is_given(const std::string &pointer) const {
  return document_.value.contains(ordered_json::json_pointer(pointer));
}

const ordered_json &CheckContext::given(const std::string &pointer) const {
  return document_.value.at(ordered_json::json_pointer(pointer));
}

std::filesystem::path CheckContext::path_of(const std::string &file) const {
  return absolute_path(base_dir_, file);
}

std::string CheckContext::is(const std::string &pointer) const {
  const ordered_json *value = find(pointer);
  return in_quotes(dotted(pointer)) + " is " + (value == nullptr ? "absent" : value->dump());
}

std::string CheckContext::fault_of_name(const std::string &name) {
  if (name.empty())
    return "is empty";
  if (name.size() > k_longest_name)
    return "is longer than " + std::to_string(k_longest_name) + " bytes";
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  const auto bad = std::find_if(name.begin(), name.end(), [&](char c) {
    return is_control(c) || std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos;
  });
  const std::string rule = " (names of files have none of / \\ : * ? \" < > | and no control "
                           "character, start with no dot or space and end with no space)";
  if (bad != name.end())
    return "has a character that file names cannot have, " +
           (is_control(*bad) ? "a control character" : in_quotes(std::string(1, *bad))) + rule;
  if (name.front() == '.' || name.front() == ' ')
    return std::string("starts with a ") + (name.front() == '.' ? "dot" : "space") + rule;
  return name.back() == ' ' ? "ends with a space" + rule : "";
}

void CheckContext::check_name(const std::string &pointer, const ordered_json &owner) {
  if (!owner.contains("name") || owner["name"].is_null())
    return;
  const auto name = owner["name"].get<std::string>();
  if (const std::string fault = fault_of_name(name); !fault.empty())
    error(child_pointer(pointer, "name"), "the name " + in_quotes(name) + " " + fault);
}

void CheckContext::unique_names(const std::string &list, const std::string &key,
                                const std::string &what) {
  std::map<std::string, std::string> first; // name -> pointer
  for_each(list, [&](const std::string &pointer, const ordered_json &value) {
    if (!value.contains(key) || value[key].is_null())
      return;
    const std::string child = child_pointer(pointer, key);
    const auto [it, is_new] = first.emplace(value[key].get<std::string>(), child);
    if (!is_new)
      error(child,
            what + " " + in_quotes(it->first) + " is given twice; first at " + where(it->second));
  });
}

void CheckContext::check_groups(const std::string &pointer) {
  for_each(pointer, [&](const std::string &child, const ordered_json &) {
    if (last_part(child).empty())
      error_at_key(child, "the name of a mesh group is empty");
  });
}

void CheckContext::check_material_name(const std::string &pointer, const std::string &name) {
  used_materials_.insert(name);
  const ordered_json *materials = find_partial("/materials");
  if (materials == nullptr || materials->contains(name))
    return;
  std::vector<std::string> names;
  for (const auto &[other, unused] : materials->items())
    names.push_back(other);
  const std::string likely = suggest(name, names);
  error(pointer, "unknown material " + in_quotes(name) +
                     (likely.empty() ? "" : "; did you mean " + in_quotes(likely) + "?") +
                     " (materials: " + (names.empty() ? "none" : quoted_list(names)) + ")");
}

void CheckContext::warn_of_unused_materials(const std::string &where) {
  const ordered_json *materials = find_partial("/materials");
  if (materials == nullptr)
    return;
  for (const auto &[name, unused] : materials->items())
    if (used_materials_.count(name) == 0)
      warn(child_pointer("/materials", name), "material " + in_quotes(name) + " is in no " + where);
}

bool has_type(const nlohmann::ordered_json &value, std::string_view type) {
  return value.is_object() && value.contains("type") && value["type"] == type;
}

bool is_requested(const nlohmann::ordered_json *value) {
  return value != nullptr && !value->empty() && *value != false;
}

} // namespace curlew
