// case.resolved.json is written from the structs: loading it again gives the same Case.
#include "broken_cases.hpp"
#include "case_fixture.hpp"
#include "grid_cases.hpp"

#include <curlew/io/case/schema/validate.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace curlew::test {
namespace {

using nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The document with quantities in SI units and defaults, before any struct is made of it.
ordered_json values_of(const std::string &text) {
  Document document = parse_document(text, "case.json");
  CaseErrors errors(document.map);
  ordered_json values = validate(document, schema(), errors);
  errors.throw_if_any();
  return values;
}

bool is_any_of(const std::string &text, std::initializer_list<const char *> words) {
  return std::any_of(words.begin(), words.end(), [&](const char *word) { return text == word; });
}

// True for keys whose value has another form in the copy: paths become absolute, directions get
// length 1, tensors and lists of equal steps their shortest form.
bool has_own_form(const std::string &pointer, const ordered_json &value) {
  const std::string key = last_part(pointer);
  return is_any_of(key, {"file", "directory", "eps_r", "eps_inf", "mu_r", "mu_inf", "sigma",
                         "sigma_m", "theta", "phi", "pol", "frequency", "preconditioner", "slice",
                         "size", "origin", "cell"}) ||
         (key == "direction" && pointer.find("/excitations/") == 0) ||
         (pointer == "/mesh/array/cells") || (key == "default" && value.is_object());
}

// Collects the places where the copy lacks a value of the document, or has another one.
void find_losses(const ordered_json &values, const ordered_json &copy, const std::string &pointer,
                 std::vector<std::string> &losses) {
  if (has_own_form(pointer, values))
    return;
  if (!values.is_structured()) {
    if (values != copy)
      losses.push_back(pointer + ": " + values.dump() + " became " + copy.dump());
    return;
  }
  std::size_t index = 0;
  for (const auto &[key, value] : values.items()) {
    const std::string child =
        values.is_array() ? child_pointer(pointer, index++) : child_pointer(pointer, key);
    const ordered_json *other = nullptr;
    if (values.is_array() && copy.is_array() && index <= copy.size())
      other = &copy[index - 1];
    else if (copy.is_object() && copy.contains(key))
      other = &copy[key];
    if (other == nullptr)
      losses.push_back(child + ": lost");
    else
      find_losses(value, *other, child, losses);
  }
}

std::vector<std::string> losses_of(const std::string &text, const ordered_json &copy) {
  std::vector<std::string> losses;
  find_losses(values_of(text), copy, "", losses);
  return losses;
}

std::vector<std::string> all_good_cases() {
  return {k_resonator,
          k_everything,
          k_sphere,
          k_every_grid_key,
          k_grating,
          join_lines(k_valid_lines),
          join_lines(k_valid_grid_lines)};
}

TEST(ResolvedCase, HasEveryValueOfTheDocument) {
  for (const std::string &text : all_good_cases())
    EXPECT_THAT(losses_of(text, parse(text).resolved), IsEmpty()) << text;
}

// The twin: a value that a section forgets, and one that it changes.
TEST(ResolvedCase, ALostOrChangedValueIsFound) {
  ordered_json copy = parse(k_everything).resolved;
  copy["time"].erase("stop_at_energy");
  copy["outputs"]["checkpoint"]["keep"] = 4;
  EXPECT_THAT(losses_of(k_everything, copy),
              ElementsAre(HasSubstr("/time/stop_at_energy: lost"),
                          HasSubstr("/outputs/checkpoint/keep: 3 became 4")));
}

TEST(ResolvedCase, GivesTheSameCaseAgain) {
  for (const std::string &text : all_good_cases()) {
    const Case first = parse(text);
    const Case second = parse_case(first.resolved.dump(2), "case.resolved.json",
                                   case_folder() / "results", format());
    EXPECT_EQ(second.resolved.dump(2), first.resolved.dump(2));
  }
}

TEST(ResolvedCase, OfEveryExampleGivesTheSameCaseAgain) {
  int count = 0;
  for (const auto &folder :
       std::filesystem::directory_iterator(curlew::test::source_path("examples"))) {
    const auto path = folder.path() / "case.json";
    if (!std::filesystem::exists(path)) // a folder of scripts
      continue;
    const std::string text = read_text_file(path, k_max_case_bytes);
    Case first;
    try {
      first = load_case(path, format());
    } catch (const Error &error) { // a mesh or an image that this build or folder does not have
      EXPECT_THAT(error.what(),
                  testing::AnyOf(HasSubstr("there is no mesh file"), HasSubstr("the voxels: ")));
      continue;
    }
    ++count;
    EXPECT_THAT(losses_of(text, first.resolved), IsEmpty()) << path;
    const Case second = parse_case(first.resolved.dump(), "copy.json", "/elsewhere", format());
    EXPECT_EQ(second.resolved, first.resolved) << path;
  }
  EXPECT_GE(count, 3); // the spheres need no file
}

// Values whose form the copy chooses.
TEST(ResolvedCase, WritesTheShortestForm) {
  const ordered_json r = parse(k_every_grid_key).resolved;
  EXPECT_EQ(r["frequency"], ordered_json({{"start", 1e9}, {"stop", 2e9}, {"count", 5}}));
  EXPECT_EQ(r["excitations"][1]["theta"], ordered_json({{"start", 0}, {"stop", 90}, {"step", 30}}));
  EXPECT_EQ(r["excitations"][1]["pol"], ordered_json({"theta", "phi", 30}));
  // Waves in time take one polarisation, no list.
  EXPECT_EQ(parse(k_grating).resolved["excitations"][0]["pol"], "phi");
  EXPECT_EQ(r["materials"]["plain"]["eps_r"], ordered_json({2, 3, 4}));
  EXPECT_EQ(r["materials"]["plain"]["mu_r"], 2);
  EXPECT_EQ(parse(k_sphere).resolved["grid"]["origin"], "center");
  const ordered_json tensor = parse(k_everything).resolved["materials"]["crystal"]["mu_r"];
  EXPECT_EQ(tensor, ordered_json::parse("[[1, 0.1, 0], [0.1, 2, 0], [0, 0, 3]]"));
}

// A sum of rounded steps is no sweep: it stays a list, to the last bit.
TEST(ResolvedCase, KeepsListsThatAreNoSweep) {
  const std::string list = "[1e9, 1.1e9, 1.3e9, 1.6e9, 1.7e9]";
  const Case c = parse(k_sphere, {"frequency=" + list});
  EXPECT_EQ(c.resolved["frequency"], ordered_json::parse(list));
  EXPECT_THAT(c.frequencies_hz, ElementsAre(1e9, 1.1e9, 1.3e9, 1.6e9, 1.7e9));
}

TEST(ResolvedCase, ADirectionOfLengthOneChangesNoBit) {
  const Vector3 unit = normalised({0.3, 0.5, 0.8});
  EXPECT_EQ(normalised(unit), unit);
  EXPECT_THAT(normalised({0, 0, -2}), ElementsAre(0, 0, -1));
  EXPECT_NE(normalised({0, 0.6, 0.81}), (Vector3{0, 0.6, 0.81}));
  EXPECT_THAT(normalised({1e30, 1e-20, 0}), ElementsAre(1, 0, 0)); // 1e-50 is no number of a case
}

// Options of the command line are applied before the checks, and named in messages.
TEST(ResolvedCase, HasTheOptionsOfTheCommandLine) {
  Overrides overrides({"run.threads=3"});
  overrides.options = {{"--backend serial", {"run", "backend"}, "serial"},
                       {"--threads 2", {"run", "threads"}, 2},
                       {"--output out", {"outputs", "directory"}, "/elsewhere/out"}};
  const Case c = parse(k_resonator, overrides);
  EXPECT_EQ(c.run.backend, "serial");
  EXPECT_EQ(c.run.threads, 2); // the option wins
  EXPECT_EQ(c.outputs.directory, "/elsewhere/out");
  EXPECT_EQ(c.resolved["run"]["threads"], 2);
  EXPECT_EQ(c.resolved["outputs"]["directory"], "/elsewhere/out");
  EXPECT_EQ(c.where("/run/threads"), "--threads 2");
  overrides.options = {{"--backend gpu", {"run", "backend"}, "gpu"}};
  EXPECT_THAT(message_of(k_resonator, overrides),
              testing::StartsWith("--backend gpu: \"run.backend\" is \"gpu\" (legal: "));
}

// A key with the characters that JSON pointers escape: messages have the right line and the name.
class NamesInPointers : public testing::TestWithParam<std::string> {
protected:
  std::string case_of(const std::string &material, const std::string &region) const {
    const std::string name = GetParam();
    return "{ \"method\": \"dgatd\", \"mesh\": { \"file\": \"resonator.msh\" },\n\"materials\": { "
           "\"" +
           name + "\":\n" + material + " },\n\"regions\": { \"" + name + "\":\n\"" + region +
           "\" },\n\"time\": { \"steps\": 1 } }";
  }
};

TEST_P(NamesInPointers, AreFoundInMaterialsAndGroups) {
  const std::string name = GetParam();
  const Case c = parse(case_of("{ \"eps_r\": 4 }", name));
  EXPECT_EQ(c.material(name).eps_r, SymmetricTensor::isotropic(4));
  EXPECT_EQ(c.regions.at(name), name);
  EXPECT_EQ(parse(c.resolved.dump()).resolved, c.resolved);
  EXPECT_EQ(c.where(child_pointer("/materials", name)), "case.json:3:1");
  EXPECT_EQ(c.where(child_pointer("/regions", name)), "case.json:5:1");
  EXPECT_EQ(last_part(child_pointer("/materials", name)), name);
}

TEST_P(NamesInPointers, AreNamedAtTheirLine) {
  const std::string name = GetParam();
  EXPECT_THAT(message_of(case_of("{ \"eps_r\": -4 }", name)),
              testing::StartsWith("case.json:3:12: \"materials." + name +
                                  ".eps_r\" is -4; it must be above 0"));
  EXPECT_THAT(message_of(case_of("{ \"epsr\": 4 }", name)),
              testing::StartsWith("case.json:3:3: unknown key \"epsr\" in \"materials." + name));
  EXPECT_THAT(message_of(case_of("{}", name + "x")),
              testing::StartsWith("case.json:5:1: unknown material \"" + name +
                                  "x\"; did you mean \"" + name + "\"?"));
}

TEST_P(NamesInPointers, AreReachedBySet) {
  const std::string name = GetParam();
  const std::string pointer = child_pointer("/materials", name) + "/eps_r";
  EXPECT_EQ(parse(case_of("{}", name), {pointer + "=3"}).material(name).eps_r,
            SymmetricTensor::isotropic(3));
}

INSTANTIATE_TEST_SUITE_P(EscapedCharacters, NamesInPointers,
                         testing::Values("a/b", "a~b", "~1", "a~0/b"));

} // namespace
} // namespace curlew::test
