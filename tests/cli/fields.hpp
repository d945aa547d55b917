#pragma once

#include "program.hpp"

#include <curlew/tests/support/features.hpp>

#include <nlohmann/json.hpp>

namespace curlew::cli_test {

// Returns options that leave the fields and currents of a case out where no VTK writes them.
inline std::vector<std::string> without_absent_fields(const fs::path &case_file) {
  auto outputs = nlohmann::json::parse(read_file(case_file), nullptr, true, true).at("outputs");
  if (curlew::testing::k_has_vtk || outputs.erase("fields") + outputs.erase("currents") == 0)
    return {};
  return {"--set", "outputs=" + outputs.dump()};
}

} // namespace curlew::cli_test
