#include <curlew/io/case/loader.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/build.hpp>
#include <curlew/io/case/checks.hpp>
#include <curlew/io/case/quote.hpp>
#include <curlew/io/case/validate.hpp>

namespace curlew {

Case parse_case(std::string_view text, const std::string &display_name,
                const std::filesystem::path &base_dir, const Schema &schema,
                const std::vector<std::string> &overrides) {
  if (!is_utf8(absolute_path(base_dir, "").string()))
    throw InputError("the folder " + in_quotes(base_dir.string()) +
                     " has a name that is not valid UTF-8; results could not name it: rename it");
  Document document = parse_document(text, display_name);
  CaseErrors errors(document.map);
  for (const std::string &setting : overrides) {
    try {
      apply_override(document, setting);
    } catch (const InputError &error) {
      errors.add_last(error.what());
    }
  }
  Case result;
  result.resolved = validate(document, schema, errors);
  CaseFiles files;
  check_meaning(document, result.resolved, base_dir, errors, result.warnings, files);
  errors.throw_if_any();
  result.source = std::make_shared<const SourceMap>(std::move(document.map));
  result.path = absolute_path(base_dir, std::filesystem::path(display_name).filename().string());
  build_case(base_dir, files, result);
  return result;
}

Case load_case(const std::filesystem::path &path, const Schema &schema,
               const std::vector<std::string> &overrides) {
  const std::string text = read_text_file(path, k_max_case_bytes);
  return parse_case(text, path.string(), path.parent_path(), schema, overrides);
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
