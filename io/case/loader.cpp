#include <curlew/io/case/loader.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case_version.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/schema/validate.hpp>
#include <curlew/io/case/sections/materials/library.hpp>
#include <curlew/io/case/sections/sections.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace curlew {
namespace {

using nlohmann::ordered_json;

void apply_overrides(const Overrides &overrides, Document &document, CaseErrors &errors) {
  const auto apply = [&](const auto &override) {
    try {
      apply_override(document, override);
    } catch (const InputError &error) {
      errors.add_last(error.what());
    }
  };
  for (const std::string &setting : overrides.settings)
    apply(setting);
  for (const OptionValue &option : overrides.options)
    apply(option);
}

// Bytes. A temporary file of results, a dot, the title, ".s<N>p" and ".partial", must fit a file
// system's 255 for any number of ports N.
constexpr std::size_t k_longest_title = 200;

// The Touchstone file has the title as its name, and it is written last.
void check_title(CheckContext &context) {
  const ordered_json *title = context.find("/title");
  if (title == nullptr || !title->is_string())
    return;
  if (const std::size_t size = title->get<std::string>().size(); size > k_longest_title)
    context.error("/title", fmt::format("the title is {} bytes long, and results have a file named "
                                        "after it: at most {} bytes",
                                        size, k_longest_title));
}

// Runs the method's own checks; none without a valid method.
void check_case(const CaseFormat &format, CheckContext &context, const ordered_json &values) {
  if (!values.is_object() || !values.value("method", ordered_json()).is_string())
    return;
  format.checks.at(context.method())(context);
}

void read_sections(const ordered_json &values, const ReadContext &context, Case &result) {
  result.title = values["title"].get<std::string>();
  result.method = values["method"].get<std::string>();
  result.version = values.value("version", "");
  for (const Section &section : sections())
    if (values.contains(section.key))
      section.read(values[section.key], context, result);
}

bool has_excited_port(const std::vector<Boundary> &boundaries) {
  return std::any_of(boundaries.begin(), boundaries.end(), [](const Boundary &boundary) {
    const PortSpec *port = port_of(boundary);
    return port != nullptr && port->excited;
  });
}

// Returns the case as JSON: the sections present in `values`, written from the structs, with
// defaults for absent keys.
ordered_json resolve(const Case &input, const ordered_json &values, const Schema &schema) {
  Document document{ordered_json::object(), SourceMap("case.resolved.json"), {}};
  document.value["title"] = input.title;
  document.value["method"] = input.method;
  if (!input.version.empty())
    document.value["version"] = input.version;
  for (const Section &section : sections())
    if (values.contains(section.key))
      document.value[section.key] = section.write(input);
  CaseErrors errors(document.map);
  ordered_json resolved = validate(document, schema, errors);
  try {
    errors.throw_if_any();
  } catch (const InputError &error) {
    throw std::logic_error(std::string("the resolved case does not satisfy the schema: ") +
                           error.what());
  }
  return resolved;
}

} // namespace

Case parse_case(std::string_view text, const std::string &display_name,
                const std::filesystem::path &base_dir, const CaseFormat &format,
                const Overrides &overrides) {
  if (!is_utf8(absolute_path(base_dir, "").string()))
    throw InputError("the folder " + in_quotes(base_dir.string()) +
                     " has a name that is not valid UTF-8; results could not name it: rename it");
  Document document = parse_document(text, display_name);
  CaseErrors errors(document.map);
  apply_overrides(overrides, document, errors);
  add_library_materials(document, errors);
  const ordered_json values = validate(document, format.schema, errors);
  Case result;
  CaseFiles files;
  CheckContext context(document, values, base_dir, errors, result.warnings, files);
  check_title(context);
  check_case_version(context);
  check_case(format, context, values);
  errors.throw_if_any();
  read_sections(values, {base_dir, files, values.contains("grid")}, result);
  result.resolved = resolve(result, values, format.schema);
  result.source = std::make_shared<const SourceMap>(std::move(document.map));
  result.path = absolute_path(base_dir, std::filesystem::path(display_name).filename().string());
  const bool is_imposed =
      std::any_of(result.boundaries.begin(), result.boundaries.end(),
                  [](const Boundary &boundary) { return holds<ImposedFieldSpec>(boundary); });
  if (result.excitations.empty() && !is_imposed && !has_excited_port(result.boundaries) &&
      !result.eigenmodes)
    result.warnings.push_back(result.where("") + ": no excitation: the fields stay zero");
  return result;
}

Case load_case(const std::filesystem::path &path, const CaseFormat &format,
               const Overrides &overrides) {
  const std::string text = read_text_file(path, k_max_case_bytes);
  return parse_case(text, path.string(), path.parent_path(), format, overrides);
}

std::string Case::where(const std::string &json_pointer) const {
  return source ? source->where(json_pointer) : path.string();
}

const Material &Case::material(const std::string &name) const {
  for (const Material &candidate : materials)
    if (candidate.name == name)
      return candidate;
  throw InputError(path.string() + ": there is no material " + in_quotes(name));
}

} // namespace curlew
