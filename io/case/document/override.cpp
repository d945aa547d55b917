#include <curlew/io/case/document/document.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/document/quote.hpp>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// "a.b.0" or "/a/b/0" to its parts.
std::vector<std::string> split_path(const std::string &path, const std::string &where) {
  const bool is_pointer = path.front() == '/';
  std::vector<std::string> parts(1);
  for (std::size_t i = is_pointer ? 1 : 0; i < path.size(); ++i) {
    if (path[i] == (is_pointer ? '/' : '.'))
      parts.emplace_back();
    else if (is_pointer && path[i] == '~' && i + 1 < path.size())
      parts.back() += path[++i] == '0' ? '~' : '/';
    else
      parts.back() += path[i];
  }
  if (std::find(parts.begin(), parts.end(), "") != parts.end())
    throw InputError(where + ": " + in_quotes(path) + " has an empty part");
  if (parts.size() > k_max_case_depth)
    throw InputError(where + ": nested more than " + std::to_string(k_max_case_depth) + " deep");
  return parts;
}

ordered_json parse_value(const std::string &text, const std::string &where) {
  const std::size_t first = text.find_first_not_of(" \t");
  const bool looks_like_json =
      first != text.npos && (text[first] == '{' || text[first] == '[' || text[first] == '"');
  try {
    Document parsed = parse_document(text, where);
    if (!parsed.duplicates.empty())
      throw InputError(where + ": duplicate key " +
                       in_quotes(dotted(parsed.duplicates[0].pointer)));
    return std::move(parsed.value);
  } catch (const InputError &) {
    if (looks_like_json)
      throw;
    return text;
  }
}

ordered_json &list_element(ordered_json &list, const std::string &part, const std::string &pointer,
                           const std::string &where) {
  const bool is_index = part.size() < 9 && part.find_first_not_of("0123456789") == part.npos;
  const std::size_t index = is_index ? std::stoul(part) : list.size() + 1;
  if (index > list.size())
    throw InputError(where + ": " + in_quotes(dotted(pointer)) + " is a list of " +
                     std::to_string(list.size()) + "; " + in_quotes(part) +
                     " is no index of it (0 is the first; one past the end appends)");
  if (index == list.size())
    list.push_back(nullptr);
  return list[index];
}

// Puts a value at a path; `where` names the option in messages.
void put(Document &document, const std::vector<std::string> &path, ordered_json value,
         const std::string &where) {
  std::string pointer, changed; // `changed` is the first part of the path that was not there
  ordered_json *node = &document.value;
  for (const std::string &part : path) {
    const bool is_new = node->is_null();
    if (is_new)
      *node = ordered_json::object();
    if (!node->is_structured())
      throw InputError(where + ": " + in_quotes(dotted(pointer)) +
                       " is neither an object nor a list");
    const std::string child = child_pointer(pointer, part);
    if (changed.empty() && (is_new || (node->is_object() && !node->contains(part))))
      changed = child;
    node = node->is_array() ? &list_element(*node, part, pointer, where) : &(*node)[part];
    pointer = child;
  }
  *node = std::move(value);
  document.map.override_with(changed.empty() ? pointer : changed, where);
}

} // namespace

void apply_override(Document &document, const std::string &option) {
  const std::string where = "--set " + option;
  const std::size_t equals = option.find('=');
  if (!is_utf8(option))
    throw InputError(
        "--set: the text is not valid UTF-8: " +
        ordered_json(option).dump(-1, ' ', true, ordered_json::error_handler_t::replace));
  if (equals == option.npos || equals == 0)
    throw InputError(where + ": expected a.b.c=value");
  put(document, split_path(option.substr(0, equals), where),
      parse_value(option.substr(equals + 1), where), where);
}

void apply_override(Document &document, const OptionValue &option) {
  const bool is_text = option.value.is_string();
  if (!is_utf8(option.option) || (is_text && !is_utf8(option.value.get<std::string>())))
    throw InputError("an option is not valid UTF-8: " + in_quotes(option.option));
  put(document, option.path, option.value, option.option);
}

} // namespace curlew
