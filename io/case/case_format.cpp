#include <curlew/io/case/case_format.hpp>

#include <curlew/io/case/schema/validate.hpp>
#include <curlew/io/case/sections/sections.hpp>

namespace curlew {

std::string_view base_schema_text(); // io/case/schema/case.json, embedded

CaseFormat make_case_format(const std::vector<CaseMethod> &methods) {
  SchemaParts parts{base_schema_text(), {}, {}};
  for (const Section &section : sections())
    parts.sections.push_back(section.schema());
  for (const CaseMethod &method : methods)
    parts.methods.push_back({method.schema, method.title});
  CaseFormat format{compose_schema(parts), {}};
  const auto &names = format.schema.json()["properties"]["method"]["enum"];
  for (std::size_t i = 0; i < methods.size(); ++i)
    format.checks[names[i].get<std::string>()] = methods[i].check_case;
  return format;
}

nlohmann::ordered_json complete_section(const CaseMethod &method, const std::string &section,
                                        const nlohmann::ordered_json &values) {
  const CaseFormat format = make_case_format({method});
  const nlohmann::ordered_json &whole = format.schema.json();
  nlohmann::ordered_json node = whole["allOf"][0]["then"]["properties"].at(section);
  node["definitions"] = whole["definitions"];
  Document document{values, SourceMap(section), {}};
  CaseErrors errors(document.map);
  nlohmann::ordered_json result = validate(document, Schema(std::move(node)), errors);
  errors.throw_if_any();
  return result;
}

} // namespace curlew
