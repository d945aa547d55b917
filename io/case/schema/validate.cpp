#include <curlew/io/case/schema/validate.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/schema/schema_words.hpp>
#include <curlew/io/case/schema/second_names.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;

bool can_be_computed_with(double value) {
  const double magnitude = std::abs(value);
  return magnitude == 0 ||
         (magnitude >= k_smallest_case_number && magnitude <= k_largest_case_number);
}

constexpr const char *k_computable = "its magnitude must lie between 1e-40 and 1e40 in SI units";

class Validator {
public:
  Validator(Document &document, const Schema &schema, CaseErrors &errors)
      : document_(document), schema_(schema), errors_(errors) {}

  // `node` may be a reference; "$ref" has only annotations beside it.
  ordered_json walk(const ordered_json &reference, const ordered_json &value,
                    const std::string &pointer) {
    const ordered_json &node = schema_.resolve(reference);
    if (node.contains("anyOf"))
      return any_of(node, value, pointer);
    // Before the type: a number as large as 1e18 is none of the whole numbers.
    if (value.is_number() && !in_bounds(node, value.get<double>()))
      return wrong(pointer, value.dump() + "; it " + bounds_text(node) + base_unit_text(node));
    const auto types = words(node, "type");
    if (!types.empty() && std::none_of(types.begin(), types.end(), [&](const std::string &type) {
          return has_type(value, type);
        }))
      return wrong(pointer, describe(value) + "; expected " + type_text(node));
    if (node.contains("enum") || node.contains("const"))
      return one_value(node, value, pointer);
    if (node.contains("oneOf") && schema_.resolve(node["oneOf"][0]).contains("properties"))
      return tagged(node, value, pointer);
    if (value.is_object())
      return object(node, value, pointer);
    if (value.is_array())
      return list(node, value, pointer);
    return scalar(node, value, pointer);
  }

private:
  std::string name(const std::string &pointer) const {
    return pointer.empty() ? "the case" : in_quotes(dotted(pointer));
  }

  ordered_json wrong(const std::string &pointer, const std::string &what) {
    errors_.at_value(pointer, name(pointer) + " is " + what);
    return nullptr;
  }

  // Returns "by method "name": why"; before the method is known, "in this version: why".
  std::string unsupported(const std::string &why) const {
    return "known, but not supported " +
           (method_.empty() ? "in this version" : "by method " + in_quotes(method_)) + ": " + why;
  }

  ordered_json scalar(const ordered_json &node, const ordered_json &value,
                      const std::string &pointer) {
    if (value.is_string() && node.contains("x-unit"))
      return quantity(node, value.get<std::string>(), pointer);
    if (value.is_number_float() && !can_be_computed_with(value.get<double>()))
      return wrong(pointer, value.dump() + "; " + k_computable);
    if (value.is_string() && node.contains("minLength") && value.get<std::string>().empty())
      return wrong(pointer, "empty; expected text");
    if (value.is_number_float() && words(node, "type") == std::vector<std::string>{"integer"})
      return static_cast<std::int64_t>(value.get<double>());
    return value;
  }

  static std::string base_unit_text(const ordered_json &node) {
    const auto units = dimensions(node);
    return units.empty() ? "" : " " + std::string(base_unit(units[0]));
  }

  ordered_json quantity(const ordered_json &node, const std::string &text,
                        const std::string &pointer) {
    Quantity result;
    const auto legal_words = words(node, "x-words");
    if (std::find(legal_words.begin(), legal_words.end(), text) != legal_words.end())
      return text;
    try {
      if (node.contains("x-unit-only"))
        return parse_unit(text, dimensions(node)[0]);
      result = parse_quantity(text, dimensions(node));
    } catch (const InputError &error) {
      errors_.at_value(
          pointer, name(pointer) + ": " + error.what() +
                       (legal_words.empty() ? "" : "; legal words: " + quoted_list(legal_words)));
      return nullptr;
    }
    const std::string unit(base_unit(result.dimension));
    if (!in_bounds(node, result.value))
      return wrong(pointer, in_quotes(text) + "; it " + bounds_text(node) + " " + unit);
    if (!can_be_computed_with(result.value))
      return wrong(pointer, in_quotes(text) + "; " + k_computable);
    if (result.dimension != Dimension::steps)
      return result.value;
    if (!is_integer(result.value))
      return wrong(pointer, in_quotes(text) + "; expected a whole number of steps");
    return std::to_string(static_cast<std::int64_t>(result.value)) + " " + unit;
  }

  ordered_json one_value(const ordered_json &node, const ordered_json &value,
                         const std::string &pointer) {
    const ordered_json legal =
        node.contains("enum") ? node["enum"] : ordered_json::array({node["const"]});
    const ordered_json word = documented_word(node, value);
    if (std::find(legal.begin(), legal.end(), word) != legal.end())
      return word;
    const bool is_text = value.is_string();
    const std::string likely = is_text ? suggest(value.get<std::string>(), strings(legal)) : "";
    const std::string hint = likely.empty() ? "" : "; did you mean " + in_quotes(likely) + "?";
    std::string list;
    for (const ordered_json &item : legal)
      list += (list.empty() ? "" : ", ") + item.dump();
    return wrong(pointer, describe(value) + hint + " (legal: " + list + ")");
  }

  // The alternative of the value's shape reports its errors; of lists that of the same length.
  ordered_json any_of(const ordered_json &node, const ordered_json &value,
                      const std::string &pointer) {
    std::string titles;
    const ordered_json *like = nullptr;
    for (const ordered_json &alternative : node["anyOf"]) {
      const ordered_json &one = schema_.resolve(alternative);
      if (same_shape(one, value) && (like == nullptr || one.value("minItems", ~0u) == value.size()))
        like = &alternative;
      titles += (titles.empty() ? "" : "; ") + alternative["title"].get<std::string>();
    }
    if (like != nullptr)
      return walk(*like, value, pointer);
    return wrong(pointer, describe(value) + "; expected one of: " + titles);
  }

  bool same_shape(const ordered_json &node, const ordered_json &value) const {
    const auto types = words(node, "type");
    if (std::none_of(types.begin(), types.end(),
                     [&](const std::string &type) { return has_type(value, type); }))
      return false;
    if (!value.is_array() || value.empty() || !node.contains("items"))
      return true;
    const auto of_items = words(schema_.resolve(node["items"]), "type");
    return value[0].is_array() ==
           (std::find(of_items.begin(), of_items.end(), "array") != of_items.end());
  }

  ordered_json tagged(const ordered_json &node, const ordered_json &value,
                      const std::string &pointer) {
    if (!value.is_object())
      return wrong(pointer, describe(value) + "; expected an object {...}");
    const std::string tag = tag_of(schema_.resolve(node["oneOf"][0]));
    const auto given = value.find(tag);
    ordered_json legal = ordered_json::array();
    for (const ordered_json &reference : node["oneOf"]) {
      const ordered_json &alternative = schema_.resolve(reference);
      legal.push_back(alternative["properties"][tag]["const"]);
      if (given != value.end() && *given == legal.back())
        return object(alternative, value, pointer);
    }
    const std::string child = child_pointer(pointer, tag);
    if (given != value.end())
      return is_known(node, legal, *given, child) ? nullptr
                                                  : one_value({{"enum", legal}}, *given, child);
    errors_.at_value(pointer, in_quotes(tag) + " is missing in " + name(pointer) +
                                  " (legal: " + quoted_list(strings(legal)) + ")");
    return nullptr;
  }

  ordered_json list(const ordered_json &node, const ordered_json &value,
                    const std::string &pointer) {
    const std::size_t least = node.value("minItems", std::size_t(0));
    const std::size_t most = node.value("maxItems", value.size());
    if (value.size() < least || value.size() > most)
      return wrong(pointer, describe(value) + "; expected a list of " +
                                (least == most ? "" : "at least ") + std::to_string(least));
    ordered_json result = ordered_json::array();
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string child = child_pointer(pointer, i);
      result.push_back(node.contains("items") ? walk(node["items"], value[i], child) : value[i]);
      if (node.contains("uniqueItems") &&
          std::find(value.begin(), value.begin() + i, value[i]) != value.begin() + i)
        wrong(child, describe(value[i]) + ", which is in the list already");
    }
    return result;
  }

  // The schema node itself and the branches of "allOf" whose condition holds.
  std::vector<const ordered_json *> parts_of(const ordered_json &node, const ordered_json &value) {
    std::vector<const ordered_json *> parts;
    if (node.contains("allOf"))
      for (const ordered_json &branch : node["allOf"])
        for (const auto &[key, condition] : branch["if"]["properties"].items())
          if (value.contains(key) && value[key] == condition["const"])
            parts.push_back(&branch["then"]);
    parts.push_back(&node);
    return parts;
  }

  // The schema of a key; false where the method does not take it, nullptr where there is none.
  static const ordered_json *find_property(const std::vector<const ordered_json *> &parts,
                                           const std::string &key) {
    for (const ordered_json *part : parts)
      if (part->contains("properties") && (*part)["properties"].contains(key))
        return &(*part)["properties"][key];
    return nullptr;
  }

  static bool is_open(const ordered_json *property) {
    return property != nullptr && *property != false;
  }

  // A value of another method or version makes the other complaints about its object pointless.
  bool known_value(const ordered_json &node, const ordered_json &value,
                   const std::string &pointer) {
    bool found = false;
    if (!node.contains("properties"))
      return false;
    for (const auto &[key, property] : node["properties"].items())
      if (property.contains("x-known-values") && value.contains(key))
        found |= is_known(property, property["enum"], value[key], child_pointer(pointer, key));
    return found;
  }

  // Reports a value that another method or version takes: `known` maps such values to the reason.
  bool is_known(const ordered_json &node, const ordered_json &legal, const ordered_json &value,
                const std::string &pointer) {
    if (!value.is_string() || !node.contains("x-known-values") ||
        !node["x-known-values"].contains(value.get<std::string>()))
      return false;
    const std::string others = schema_.methods_with(pointer, value);
    wrong(pointer, describe(value) + ", which is " +
                       unsupported(node["x-known-values"][value.get<std::string>()]) +
                       " (legal: " + quoted_list(strings(legal)) +
                       (others.empty() ? "" : "; methods with " + describe(value) + ": " + others) +
                       ")");
    return true;
  }

  ordered_json object(const ordered_json &node, const ordered_json &value,
                      const std::string &pointer) {
    use_documented_names(node, pointer, document_, errors_);
    if (known_value(node, value, pointer))
      return nullptr;
    const auto parts = parts_of(node, value);
    if (parts.size() > 1)
      method_ = value["method"].get<std::string>();
    if (value.size() < node.value("minProperties", std::size_t(0)))
      return wrong(pointer, "empty");
    check_presence(parts, value, pointer);

    ordered_json result = ordered_json::object();
    if (node.contains("properties"))
      for (const auto &[key, unused] : node["properties"].items()) {
        const ordered_json &property = *find_property(parts, key);
        if (!is_open(&property))
          continue;
        const std::string child = child_pointer(pointer, key);
        if (value.contains(key))
          result[key] = walk(property, value[key], child);
        else if (property.contains("default") && !switched_off(property, value))
          result[key] = walk(property, property["default"], child);
      }
    for (const auto &[key, member] : value.items())
      if (!is_open(find_property(parts, key)))
        other_member(node, parts, key, member, pointer, result);
    return result;
  }

  static bool switched_off(const ordered_json &property, const ordered_json &value) {
    const auto keys = words(property, "x-default-unless");
    return std::any_of(keys.begin(), keys.end(),
                       [&](const std::string &key) { return value.contains(key); });
  }

  void other_member(const ordered_json &node, const std::vector<const ordered_json *> &parts,
                    const std::string &key, const ordered_json &member, const std::string &pointer,
                    ordered_json &result) {
    const std::string child = child_pointer(pointer, key);
    const auto extra = node.find("additionalProperties");
    if (extra == node.end() || *extra != false) {
      result[key] = extra == node.end() ? member : walk(*extra, member, child);
      return;
    }
    if (node.contains("x-known") && node["x-known"].contains(key)) {
      errors_.at_key(child, in_quotes(key) + " in " + name(pointer) + " is " +
                                unsupported(node["x-known"][key].get<std::string>()));
      return;
    }
    std::vector<std::string> legal;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
      if ((*part)->contains("properties"))
        for (const auto &[other, unused] : (**part)["properties"].items())
          if (is_open(find_property(parts, other)) &&
              std::find(legal.begin(), legal.end(), other) == legal.end())
            legal.push_back(other);
    const std::string likely = suggest(key, legal);
    errors_.at_key(child, "unknown key " + in_quotes(key) + " in " + name(pointer) +
                              (likely.empty() ? "" : "; did you mean " + in_quotes(likely) + "?") +
                              " (legal: " + quoted_list(legal) + ")");
  }

  void check_presence(const std::vector<const ordered_json *> &parts, const ordered_json &value,
                      const std::string &pointer) {
    for (const ordered_json *part : parts) {
      for (const std::string &key : words(*part, "required"))
        if (!value.contains(key))
          errors_.at_value(pointer, in_quotes(key) + " is missing in " + name(pointer) +
                                        describe_key(parts, key));
      if (part->contains("oneOf"))
        exactly_one((*part)["oneOf"], value, pointer);
      if (part->contains("not")) {
        const auto keys = words((*part)["not"], "required");
        if (std::all_of(keys.begin(), keys.end(),
                        [&](const std::string &key) { return value.contains(key); }))
          errors_.at_key(child_pointer(pointer, last_of(value, keys)),
                         name(pointer) + " has both " + in_quotes(keys[0]) + " and " +
                             in_quotes(keys[1]) + "; give one of them");
      }
    }
  }

  std::string describe_key(const std::vector<const ordered_json *> &parts, const std::string &key) {
    const ordered_json *property = find_property(parts, key);
    if (property == nullptr)
      return "";
    const ordered_json &node =
        property->contains("description") ? *property : schema_.resolve(*property);
    return node.contains("description") ? ": " + node["description"].get<std::string>() : "";
  }

  // The key that the file gives last.
  static std::string last_of(const ordered_json &value, const std::vector<std::string> &keys) {
    std::string result;
    for (const auto &[key, unused] : value.items())
      if (std::find(keys.begin(), keys.end(), key) != keys.end())
        result = key;
    return result;
  }

  void exactly_one(const ordered_json &alternatives, const ordered_json &value,
                   const std::string &pointer) {
    std::vector<std::string> all, found;
    for (const ordered_json &alternative : alternatives) {
      all.push_back(alternative["required"][0].get<std::string>());
      if (!value.contains(all.back()))
        continue;
      found.push_back(all.back());
      for (const std::string &key : words(alternative, "required"))
        if (!value.contains(key))
          errors_.at_value(pointer, in_quotes(key) + " is missing in " + name(pointer) +
                                        ", which has " + in_quotes(all.back()));
    }
    if (found.empty())
      errors_.at_value(pointer, name(pointer) + " has none of " + quoted_list(all) + "; give one");
    else if (found.size() > 1)
      errors_.at_key(child_pointer(pointer, last_of(value, found)),
                     name(pointer) + " has " + quoted_list(found) + "; give one of them");
  }

  Document &document_;
  const Schema &schema_;
  CaseErrors &errors_;
  std::string method_;
};

} // namespace

ordered_json validate(Document &document, const Schema &schema, CaseErrors &errors) {
  for (const Document::Duplicate &duplicate : document.duplicates) {
    const std::string parent = duplicate.pointer.substr(0, duplicate.pointer.rfind('/'));
    SourceMap there(document.map.display_name());
    there.add_value("", duplicate.second);
    errors.add(there.rank("", false),
               there.where("") + ": duplicate key " + in_quotes(last_part(duplicate.pointer)) +
                   " in " + (parent.empty() ? "the case" : in_quotes(dotted(parent))) +
                   "; first given at line " + std::to_string(duplicate.first.line) + ", column " +
                   std::to_string(duplicate.first.column));
  }
  return Validator(document, schema, errors).walk(schema.json(), document.value, "");
}

} // namespace curlew
