#include <curlew/io/case/schema/markdown.hpp>

#include <curlew/io/case/schema/schema_words.hpp>

#include <algorithm>

namespace curlew {
namespace {

using nlohmann::ordered_json;

std::string code(const std::string &text) {
  return "`" + text + "`";
}

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::vector<std::string> codes(const std::vector<std::string> &words) {
  std::vector<std::string> result;
  for (const std::string &word : words)
    result.push_back(code(word));
  return result;
}

void add_once(std::vector<std::string> &words, const std::string &word) {
  if (std::find(words.begin(), words.end(), word) == words.end())
    words.push_back(word);
}

// A line of a table. Methods, and alternatives that differ in the value of a key, share a line
// where they agree on everything else.
struct Row {
  std::string path, value, standard, meaning;
  std::vector<std::string> methods, alternatives;

  bool same_key(const Row &other) const {
    return path == other.path && value == other.value && standard == other.standard &&
           meaning == other.meaning;
  }
};

// The rows of one section.
class SectionTable {
public:
  explicit SectionTable(const Schema &schema) : schema_(schema) {}

  // `property` may be a reference with annotations beside it.
  void add(const ordered_json &property, const std::string &method) {
    method_ = method;
    add_once(methods_, method);
    add_description(annotation(property, "description"));
    children(property, "", "");
  }

  // Returns the methods' own descriptions of the section that differ from the common one.
  std::string descriptions(const std::string &common) const {
    std::string text;
    for (const auto &[description, methods] : descriptions_)
      if (!description.empty() && description != common)
        text += "\n- " + joined(codes(methods)) + ": " + description;
    return text.empty() ? "" : "\n" + text;
  }

  std::string text() const {
    if (rows_.empty())
      return "";
    std::string text = "| key | value | default | meaning |\n|---|---|---|---|\n";
    for (const Row &row : rows_)
      text += "| " + code(row.path) + " | " + row.value + " | " + row.standard + " | " +
              meaning(row) + " |\n";
    return text;
  }

  const std::vector<std::string> &methods() const { return methods_; }

private:
  void add_description(const std::string &description) {
    for (auto &[known, methods] : descriptions_)
      if (known == description) {
        methods.push_back(method_);
        return;
      }
    descriptions_.push_back({description, {method_}});
  }

  std::string meaning(const Row &row) const {
    std::string text = row.meaning;
    if (!row.alternatives.empty())
      text = joined(row.alternatives) + ": " + text;
    if (row.methods.size() < methods_.size())
      text += " (" + joined(codes(row.methods)) + ")";
    return text;
  }

  // An annotation beside "$ref", or of the definition.
  std::string annotation(const ordered_json &property, const char *key) const {
    for (const ordered_json *node : {&property, &schema_.resolve(property)})
      if (node->contains(key))
        return (*node)[key].is_string() ? (*node)[key].get<std::string>() : (*node)[key].dump();
    return "";
  }

  void add_row(Row row) {
    for (Row &known : rows_)
      if (known.same_key(row)) {
        add_once(known.methods, method_);
        for (const std::string &alternative : row.alternatives)
          add_once(known.alternatives, alternative);
        return;
      }
    row.methods = {method_};
    rows_.push_back(std::move(row));
  }

  // The keys below a value of this node. `alternative` is the form of the object that has these
  // keys.
  void children(const ordered_json &reference, const std::string &path,
                const std::string &alternative) {
    const ordered_json &node = schema_.resolve(reference);
    if (node.contains("properties"))
      for (const auto &[key, property] : node["properties"].items())
        key_row(node, key, property, path, alternative);
    if (node.contains("items"))
      children(node["items"], path + "[]", alternative);
    if (node.contains("additionalProperties") && node["additionalProperties"].is_object())
      entry_rows(node["additionalProperties"], path.empty() ? "NAME" : path + ".NAME", alternative);
    for (const char *keyword : {"oneOf", "anyOf"})
      if (node.contains(keyword))
        for (const ordered_json &form : node[keyword])
          children(form, path, form_of(form, alternative));
  }

  // The entries of an object with free names: one line where the entries are plain values.
  void entry_rows(const ordered_json &entry, const std::string &path,
                  const std::string &alternative) {
    const ordered_json &node = schema_.resolve(entry);
    if (!node.contains("properties") && !node.contains("oneOf"))
      add_row({path, value_text(entry), "", annotation(entry, "description"), {}, {}});
    children(entry, path, alternative);
  }

  void key_row(const ordered_json &owner, const std::string &key, const ordered_json &property,
               const std::string &path, const std::string &alternative) {
    if (property == false)
      return;
    const std::string own = path.empty() ? key : path + "." + key;
    Row row{own,
            value_text(property),
            standard_text(owner, key, property),
            annotation(property, "description"),
            {},
            {}};
    if (!alternative.empty())
      row.alternatives = {alternative};
    add_row(std::move(row));
    children(property, own, "");
  }

  // "`sphere`" for the form of an object with that constant as its "shape".
  std::string form_of(const ordered_json &form, const std::string &outer) const {
    const ordered_json &node = schema_.resolve(form);
    if (node.contains("properties"))
      for (const auto &[key, property] : node["properties"].items())
        if (property.contains("const") && property["const"].is_string())
          return code(property["const"].get<std::string>());
    return outer;
  }

  static bool is_one_of_alternatives(const ordered_json &owner, const std::string &key) {
    if (!owner.contains("oneOf"))
      return false;
    for (const ordered_json &alternative : owner["oneOf"])
      for (const std::string &word : words(alternative, "required"))
        if (word == key)
          return true;
    return false;
  }

  std::string standard_text(const ordered_json &owner, const std::string &key,
                            const ordered_json &property) const {
    const auto required = words(owner, "required");
    if (std::find(required.begin(), required.end(), key) != required.end())
      return "required";
    const std::string standard = annotation(property, "default");
    if (!standard.empty())
      return code(standard);
    return is_one_of_alternatives(owner, key) ? "one of these" : "";
  }

  std::string value_text(const ordered_json &property) const {
    const ordered_json &node = schema_.resolve(property);
    if (node.contains("enum"))
      return joined(codes(strings(node["enum"])));
    if (node.contains("const"))
      return code(strings(ordered_json::array({node["const"]}))[0]);
    if (node.contains("anyOf"))
      return forms_text(node["anyOf"]);
    const auto units = words(node, "x-unit");
    if (!units.empty()) {
      const auto legal_words = codes(words(node, "x-words"));
      return joined(units) + (legal_words.empty() ? "" : ", " + joined(legal_words));
    }
    const auto types = words(node, "type");
    if (types.empty())
      return node.contains("oneOf") ? "object" : "";
    if (types[0] == "array")
      return list_text(node);
    return types[0] + (types[0] == "integer" || types[0] == "number" ? limits_text(node) : "");
  }

  std::string forms_text(const ordered_json &forms) const {
    std::vector<std::string> titles;
    for (const ordered_json &form : forms)
      titles.push_back(form.contains("title") ? form["title"].get<std::string>()
                                              : value_text(form));
    return joined(titles);
  }

  std::string list_text(const ordered_json &node) const {
    const bool is_fixed = node.contains("minItems") && node.contains("maxItems") &&
                          node["minItems"] == node["maxItems"];
    const std::string of = node.contains("items") ? value_text(node["items"]) : "";
    return "list" + (is_fixed ? " of " + node["minItems"].dump() : std::string()) +
           (of.empty() ? "" : ": " + of);
  }

  static std::string limits_text(const ordered_json &node) {
    for (const char *keyword : {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})
      if (node.contains(keyword))
        return ", " + bounds_text(node);
    return "";
  }

  const Schema &schema_;
  std::string method_;
  std::vector<std::string> methods_;
  // Descriptions with their methods.
  std::vector<std::pair<std::string, std::vector<std::string>>> descriptions_;
  std::vector<Row> rows_;
};

std::string section_text(const Schema &schema, const std::string &key) {
  const ordered_json &root = schema.json();
  const ordered_json &common = root["properties"][key];
  SectionTable table(schema);
  std::string required_by;
  for (const ordered_json &branch : root["allOf"]) {
    const ordered_json &then = branch["then"];
    const auto method = branch["if"]["properties"]["method"]["const"].get<std::string>();
    if (!then["properties"].contains(key))
      table.add(common, method);
    else if (then["properties"][key] != false)
      table.add(then["properties"][key], method);
    const auto required = words(then, "required");
    if (std::find(required.begin(), required.end(), key) != required.end())
      required_by += (required_by.empty() ? "" : ", ") + code(method);
  }
  std::string text = "### " + code(key) + "\n" + common["description"].get<std::string>();
  if (table.methods().size() < root["allOf"].size())
    text += " Of " + joined(codes(table.methods())) + ".";
  if (!required_by.empty())
    text += " Required by " + required_by + ".";
  text += table.descriptions(common["description"].get<std::string>());
  const std::string rows = table.text();
  return text + "\n" + (rows.empty() ? "" : "\n" + rows);
}

} // namespace

std::string keys_as_markdown(const Schema &schema) {
  std::string text;
  for (const auto &[key, unused] : schema.json()["properties"].items())
    if (key != "title" && key != "method" && key != "version")
      text += (text.empty() ? "" : "\n") + section_text(schema, key);
  return text;
}

} // namespace curlew
