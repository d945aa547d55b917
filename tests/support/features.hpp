#pragma once

// What this build was configured with, for tests that need it: such a test begins with
//   if (!k_has_vtk)
//     GTEST_SKIP() << k_no_vtk;
namespace curlew::testing {

inline constexpr bool k_has_vtk = CURLEW_TEST_HAS_VTK;
inline constexpr const char *k_no_vtk = "built without VTK, which writes and reads fields";

} // namespace curlew::testing
