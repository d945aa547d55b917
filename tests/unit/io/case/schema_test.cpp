#include "broken_cases.hpp"
#include "case_fixture.hpp"
#include "grid_cases.hpp"

#include <curlew/io/case/schema/markdown.hpp>
#include <curlew/tests/support/paths.hpp>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace curlew::test {
namespace {

using nlohmann::ordered_json;

bool independent_verdict(const std::string &case_text) {
  static const nlohmann::json text = nlohmann::json::parse(schema().text());
  static valijson::Schema parsed;
  static const bool ready = [] {
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), parsed);
    return true;
  }();
  const auto value = nlohmann::json::parse(case_text, nullptr, true, true);
  valijson::Validator validator;
  return ready &&
         validator.validate(parsed, valijson::adapters::NlohmannJsonAdapter(value), nullptr);
}

TEST(CaseSchema, AnIndependentValidatorAgreesOnGoodCases) {
  for (const std::string &text : {k_resonator, k_everything, k_sphere, k_every_grid_key,
                                  join_lines(k_valid_lines), join_lines(k_valid_grid_lines)}) {
    EXPECT_TRUE(independent_verdict(text)) << text;
    EXPECT_TRUE(independent_verdict(parse(text).resolved.dump())) << text;
  }
}

// The printed schema has second names, too.
TEST(CaseSchema, AnIndependentValidatorTakesSecondNames) {
  const auto with_solver = [](std::string text, const std::string &solver) {
    const std::string given = R"("solver": {},)";
    return text.replace(text.find(given), given.size(), "\"solver\": " + solver + ",");
  };
  const std::string grid = join_lines(k_valid_grid_lines);
  EXPECT_TRUE(independent_verdict(with_solver(grid, R"({ "preconditioner": "diagonal" })")));
  EXPECT_FALSE(independent_verdict(with_solver(grid, R"({ "preconditioner": "diagonals" })")));
}

TEST(CaseSchema, AnIndependentValidatorAgreesOnBadCases) {
  const auto expect_same = [](const std::vector<BrokenCase> &cases,
                              const std::vector<std::string> &valid_lines) {
    for (const BrokenCase &broken : cases) {
      if (broken.kind == BrokenCase::syntax)
        continue;
      EXPECT_EQ(independent_verdict(broken.case_text(valid_lines)),
                broken.kind == BrokenCase::meaning)
          << broken.text;
    }
  };
  expect_same(k_broken_cases, k_valid_lines);
  expect_same(k_broken_grid_cases, k_valid_grid_lines);
}

// Calls f(path, node) for every property of the schema, references followed.
template <class F>
void for_each_property(const ordered_json &node, const std::string &path, F &&f, int depth = 0) {
  const ordered_json &target = schema().resolve(node);
  ASSERT_LT(depth, 20) << path;
  if (target.contains("properties"))
    for (const auto &[key, property] : target["properties"].items()) {
      if (property == false) // a key of other methods
        continue;
      f(path + "." + key, property);
      for_each_property(property, path + "." + key, f, depth + 1);
    }
  for (const char *keyword : {"items", "additionalProperties", "then"})
    if (target.contains(keyword) && target[keyword].is_object())
      for_each_property(target[keyword], path, f, depth + 1);
  for (const char *keyword : {"oneOf", "anyOf", "allOf"})
    if (target.contains(keyword))
      for (const auto &alternative : target[keyword])
        for_each_property(alternative, path, f, depth + 1);
}

TEST(CaseSchema, EveryKeyHasADescription) {
  int count = 0;
  for_each_property(schema().json(), "",
                    [&](const std::string &path, const ordered_json &property) {
                      ++count;
                      EXPECT_TRUE(property.contains("description") ||
                                  schema().resolve(property).contains("description"))
                          << path;
                    });
  EXPECT_GT(count, 80);
}

// The tables in Markdown have every key as the last part of a path, and every value.
TEST(CaseSchema, TablesNameEveryKeyAndValue) {
  const std::string tables = keys_as_markdown(schema());
  const auto is_named = [&](const std::string &word) {
    return tables.find("`" + word + "`") != std::string::npos ||
           tables.find("." + word + "`") != std::string::npos;
  };
  std::set<std::string> words;
  for_each_property(schema().json(), "",
                    [&](const std::string &path, const ordered_json &property) {
                      words.insert(path.substr(path.rfind('.') + 1));
                      const ordered_json &node = schema().resolve(property);
                      for (const auto &value : node.value("enum", ordered_json::array()))
                        words.insert(value.is_string() ? value.get<std::string>() : value.dump());
                      if (node.contains("const") && node["const"].is_string())
                        words.insert(node["const"].get<std::string>());
                    });
  for (const char *word : {"title", "method", "version", "dgatd", "dgtd", "fdfd", "fem", "mom"})
    words.erase(word);
  EXPECT_GT(words.size(), 90u);
  for (const std::string &word : words)
    EXPECT_TRUE(is_named(word)) << word;
  EXPECT_FALSE(is_named("toleranse"));
}

// docs/tools/update_tables.py writes it.
TEST(CaseSchema, DocumentationHasTheTablesOfThisSchema) {
  const std::string page =
      read_text_file(curlew::test::source_path("docs/case-file.md"), std::size_t(1) << 20);
  const std::string begin = "<!-- begin: curlew schema --markdown -->\n",
                    end = "<!-- end: curlew schema --markdown -->\n";
  const std::size_t from = page.find(begin), to = page.find(end);
  ASSERT_NE(from, page.npos);
  ASSERT_NE(to, page.npos);
  const std::string shown = page.substr(from + begin.size(), to - from - begin.size());
  EXPECT_EQ(shown, keys_as_markdown(schema()));
  // The twin: with one method the tables are others.
  EXPECT_NE(shown, keys_as_markdown(make_case_format({dgatd::case_method()}).schema));
}

TEST(CaseSchema, RefusesKeywordsThatTheValidatorLacks) {
  EXPECT_THROW(Schema(ordered_json::parse(R"({ "properties": { "a": { "pattern": "x" } } })")),
               std::logic_error);
  EXPECT_THROW(Schema(ordered_json::parse(R"({ "items": { "x-unit": "lenght" } })")),
               std::logic_error);
  EXPECT_THROW(Schema(ordered_json::parse(R"({ "enum": ["a"], "x-second-names": { "b": "c" } })")),
               std::logic_error);
  EXPECT_THROW(compose_schema({"[]", {}, {}}), std::logic_error);
  EXPECT_THROW(make_case_format({{"{}", nullptr, "no name"}}), std::logic_error);
}

TEST(CaseSchema, MethodsChooseTheirOwnDiscretization) {
  const auto none = [](CheckContext &) {};
  const CaseFormat two = make_case_format(
      {{R"({ "x-method": "one", "properties": { "discretization": { "type": "object", "default": {},
             "properties": { "a": { "type": "integer", "default": 1 } }, "additionalProperties": false } } })",
        none, "first"},
       {R"({ "x-method": "two", "required": ["title"], "properties": { "discretization": { "type": "object",
             "properties": { "b": { "type": "integer" } }, "additionalProperties": false } } })",
        none, "second"}});
  const auto verdict = [&](const std::string &text) -> std::string {
    try {
      parse_case(text, "f", case_folder(), two);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(verdict(R"({ "method": "one", "discretization": { "b": 1 } })"),
              testing::HasSubstr("by method \"one\": it belongs to method two"));
  EXPECT_THAT(verdict(R"({ "method": "two", "title": "", "discretization": { "a": 1 } })"),
              testing::HasSubstr("by method \"two\": it belongs to method one"));
  EXPECT_THAT(verdict(R"({ "method": "one", "discretization": { "c": 1 } })"),
              testing::HasSubstr("unknown key \"c\""));
  EXPECT_THAT(verdict(R"({ "method": "two" })"), testing::HasSubstr("\"title\" is missing"));
}

TEST(CaseSchema, MethodsKnowTheKeysOfOthers) {
  const auto known = [](std::size_t method, const char *key) {
    return schema()
        .json()["allOf"][method]["then"]["properties"]["discretization"]["x-known"]
        .value(key, "");
  };
  enum { dgatd, dgtd, fdfd, fem, mom };
  EXPECT_EQ(known(dgatd, "order"), "it belongs to methods dgtd and fem");
  EXPECT_EQ(known(fdfd, "penalty"), "it belongs to method dgtd");
  EXPECT_EQ(known(dgtd, "alpha"), "it belongs to method mom");
  EXPECT_EQ(known(fem, "variant"),
            "it belongs to other methods; \"assembly\" and \"matrix\" are its like");
  EXPECT_EQ(known(fdfd, "variant"), ""); // its own
}

TEST(CaseSchema, CompletesASection) {
  const ordered_json made = complete_section(dgtd::case_method(), "discretization",
                                             {{"order", 2}, {"nonlinear", {{"form", "energy"}}}});
  EXPECT_EQ(made["order"], 2);
  EXPECT_EQ(made["scheme"], "central");
  EXPECT_EQ(made["nonlinear"]["form"], "energy");
  EXPECT_EQ(made["nonlinear"]["max_iterations"], 20);
  EXPECT_EQ(complete_section(mom::case_method(), "solver")["tolerance"], 1e-3);
  EXPECT_EQ(complete_section(fem::case_method(), "solver")["tolerance"], 1e-6);
  EXPECT_THROW(complete_section(dgtd::case_method(), "discretization", {{"ordre", 2}}), InputError);
}

TEST(CaseSchema, PrintedTextIsTheSchemaWithSecondNames) {
  const auto added = ordered_json::diff(schema().json(), ordered_json::parse(schema().text()));
  std::multiset<std::string> names;
  for (const ordered_json &one : added) {
    EXPECT_EQ(one["op"], "add") << one;
    names.insert(one["value"].is_string() ? one["value"].get<std::string>()
                                          : last_part(one["path"].get<std::string>()));
  }
  EXPECT_THAT(names, testing::ElementsAre("diagonal", "diagonal", "diagonal", "form",
                                          "grid_precision", "solver"));
  EXPECT_EQ(schema().json()["properties"]["method"]["enum"],
            ordered_json({"dgatd", "dgtd", "fdfd", "fem", "mom"}));
}

} // namespace
} // namespace curlew::test
