#pragma once

// Features of this build, for tests that need them: such a test begins with
//   if (!k_has_vtk)
//     GTEST_SKIP() << k_no_vtk;
namespace curlew::testing {

inline constexpr bool k_has_vtk = CURLEW_TEST_HAS_VTK;
inline constexpr const char *k_no_vtk = "built without VTK, which writes and reads fields";

// True with the address sanitizer, under which long runs take minutes.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool k_sanitized = true;
#else
inline constexpr bool k_sanitized = false;
#endif

} // namespace curlew::testing
