#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/case/case_format.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Values from the command line. They are applied to the document before anything is checked, so
// that they are checked like the values of the file. Options override settings.
struct Overrides {
  Overrides() = default;
  Overrides(std::vector<std::string> settings) : settings(std::move(settings)) {}
  Overrides(std::initializer_list<std::string> settings) : settings(settings) {}

  std::vector<std::string> settings; // values of --set: "a.b.c=value", see apply_override()
  std::vector<OptionValue> options;
};

// Reads and checks a case file. Everything that can be checked without the mesh is checked, and all
// errors are thrown together: one InputError, one line per error, in the order of the file.
//
// Paths in the result and in Case::resolved are absolute, so that the resolved copy repeats the run
// from any folder.
Case load_case(const std::filesystem::path &path, const CaseFormat &format,
               const Overrides &overrides = {});

// The same for text in memory. `display_name` names the text in messages; relative paths start at
// `base_dir`.
Case parse_case(std::string_view text, const std::string &display_name,
                const std::filesystem::path &base_dir, const CaseFormat &format,
                const Overrides &overrides = {});

} // namespace curlew
