#include "case_fixture.hpp"
#include "grid_cases.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace curlew::test {
namespace {

using nlohmann::ordered_json;

constexpr int k_mutants = 3000;

// Bytes that JSON, units and names care about, so that mutants get past the first character.
const std::string k_interesting = "{}[]\",:/*\\0123456789.-+eE \n\t\x01\x7f\xc3\xa9\xff"
                                  "truefalsn";

std::string mutate(std::string text, std::mt19937 &random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  for (std::size_t count = 1 + below(4); count > 0 && !text.empty(); --count) {
    const std::size_t at = below(text.size()), length = 1 + below(12);
    switch (below(6)) {
    case 0:
      text[at] = k_interesting[below(k_interesting.size())];
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, 1, k_interesting[below(k_interesting.size())]);
      break;
    case 3:
      text.insert(at, text.substr(below(text.size()), length));
      break;
    case 4:
      text.insert(at, std::string(length * 10, k_interesting[below(k_interesting.size())]));
      break;
    default:
      text.resize(at);
    }
  }
  return text;
}

// Whatever happens to a file, the answer is a Case or a curlew::Error; and what loads can be
// written and loaded again.
TEST(CaseFuzz, MutantsGiveACaseOrAnError) {
  std::mt19937 random(20240607);
  int loaded = 0, refused = 0;
  for (int i = 0; i < k_mutants; ++i) {
    const std::string *texts[] = {&k_resonator, &k_everything, &k_sphere, &k_every_grid_key};
    const std::string text = mutate(*texts[i % 4], random);
    try {
      const Case c = parse(text);
      ++loaded;
      EXPECT_EQ(parse(c.resolved.dump()).resolved, c.resolved) << text;
    } catch (const Error &error) {
      ++refused;
      EXPECT_EQ(error.exit_code(), ExitCode::input) << text;
    } catch (const std::exception &error) {
      FAIL() << error.what() << "\n" << text;
    }
  }
  EXPECT_GT(loaded, k_mutants / 100); // the mutants reach past the parser
  EXPECT_GT(refused, k_mutants / 4);
}

// Values of every type in every place of a case.
void put_any_type_anywhere(const std::string &text) {
  const ordered_json whole = ordered_json::parse(text, nullptr, true, true);
  const char *values[] = {"null",
                          "true",
                          "0",
                          "-1",
                          "1.5",
                          "1e308",
                          "\"\"",
                          "\"x\"",
                          "\"1 m\"",
                          "[]",
                          "[[]]",
                          "[null]",
                          "{}",
                          "{\"type\": 1}",
                          "[1,2,3]",
                          "[[1,2,3],[1,2,3],[1,2]]",
                          "18446744073709551615"};
  std::set<std::string> places;
  const ordered_json flat = whole.flatten();
  for (const auto &[leaf, unused] : flat.items())
    for (std::string place = leaf; !place.empty(); place.erase(place.rfind('/')))
      places.insert(place);
  EXPECT_GT(places.size(), 150u);
  for (const std::string &place : places)
    for (const char *value : values) {
      ordered_json changed = whole;
      changed[ordered_json::json_pointer(place)] = ordered_json::parse(value);
      try {
        parse(changed.dump());
      } catch (const Error &) {
      } catch (const std::exception &error) {
        FAIL() << place << " = " << value << ": " << error.what();
      }
    }
}

TEST(CaseFuzz, AnyTypeAnywhereGivesACaseOrAnError) {
  put_any_type_anywhere(k_everything);
}

TEST(CaseFuzz, AnyTypeAnywhereOnAGridGivesACaseOrAnError) {
  put_any_type_anywhere(k_every_grid_key);
}

// A key less in every place.
TEST(CaseFuzz, AnyKeyMissingGivesACaseOrAnError) {
  for (const std::string &text : {k_everything, k_sphere, k_every_grid_key}) {
    const ordered_json whole = ordered_json::parse(text, nullptr, true, true);
    const ordered_json flat = whole.flatten();
    for (const auto &[leaf, unused] : flat.items())
      for (std::string place = leaf; !place.empty(); place.erase(place.rfind('/'))) {
        ordered_json changed = whole;
        const ordered_json::json_pointer at(place);
        ordered_json &owner = changed[at.parent_pointer()];
        if (!owner.is_object())
          continue;
        owner.erase(at.back());
        try {
          parse(changed.dump());
        } catch (const Error &) {
        } catch (const std::exception &error) {
          FAIL() << "without " << place << ": " << error.what();
        }
      }
  }
}

TEST(CaseFuzz, MutatedOptionsGiveACaseOrAnError) {
  std::mt19937 random(7);
  const std::vector<std::string> options = {
      "outputs.probes.0.name=q", "/regions/cavity=air",
      "excitations.0.waveform={\"type\": \"sine\", \"f0\": 1}", "time.duration=2 us"};
  for (int i = 0; i < k_mutants; ++i) {
    const std::string option = mutate(options[random() % options.size()], random);
    try {
      parse(k_resonator, {option});
    } catch (const Error &) {
    } catch (const std::exception &error) {
      FAIL() << error.what() << "\n" << option;
    }
  }
}

} // namespace
} // namespace curlew::test
