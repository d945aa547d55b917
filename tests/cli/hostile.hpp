#pragma once

#include "program.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace curlew::cli_test {

struct Hostile {
  const char *patch; // merged into a good case; null takes a key out
  const char *message;
};

// The good case with a patch, as case.json in an empty folder.
inline void write_patched(const Scratch &scratch, nlohmann::ordered_json good, const char *patch) {
  good.merge_patch(nlohmann::ordered_json::parse(patch));
  write_file(scratch / "case.json", good.dump(1));
}

// `check` and `run` refuse every patched case, with its message, and write nothing.
template <class Cases>
void expect_refused(const nlohmann::ordered_json &good, const Cases &hostile) {
  for (const Hostile &one : hostile) {
    const Scratch scratch;
    write_patched(scratch, good, one.patch);
    for (const char *command : {"check", "run"})
      EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}), {2, {"case.json:", one.message}}),
                "")
          << one.patch;
    EXPECT_EQ(names_in(scratch.path()).size(), 1u) << one.patch;
  }
}

// The negative twin of that: both commands take every patched case.
inline void expect_taken(const nlohmann::ordered_json &good,
                         std::initializer_list<const char *> patches) {
  for (const char *patch : patches) {
    const Scratch scratch;
    write_patched(scratch, good, patch);
    for (const char *command : {"check", "run"})
      EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}), {0, {}}), "") << patch;
  }
}

} // namespace curlew::cli_test
