#pragma once

// Libraries of this build, for tests that need them: such a test begins with
//   CURLEW_SKIP_WITHOUT(vtk);
// and one that needs a library for a part asks k_has_vtk. cmake/CurlewTests.cmake defines the
// values.
namespace curlew::testing {

inline constexpr bool k_has_belos = CURLEW_TEST_HAS_BELOS;
inline constexpr bool k_has_ifpack2 = CURLEW_TEST_HAS_IFPACK2;
inline constexpr bool k_has_metis = CURLEW_TEST_HAS_METIS;
inline constexpr bool k_has_mumps = CURLEW_TEST_HAS_MUMPS;
inline constexpr bool k_has_muparser = CURLEW_TEST_HAS_MUPARSER;
inline constexpr bool k_has_qhull = CURLEW_TEST_HAS_QHULL;
inline constexpr bool k_has_vtk = CURLEW_TEST_HAS_VTK;

inline constexpr const char *k_no_belos = "built without Belos, which has the Krylov methods";
inline constexpr const char *k_no_ifpack2 =
    "built without Ifpack2, which has the preconditioner ilu";
inline constexpr const char *k_no_metis = "built without METIS, which orders and partitions meshes";
inline constexpr const char *k_no_mumps = "built without MUMPS, which factors sparse matrices";
inline constexpr const char *k_no_muparser = "built without muParser, which reads formulas";
inline constexpr const char *k_no_qhull = "built without Qhull, which makes coarse meshes";
inline constexpr const char *k_no_vtk = "built without VTK, which writes and reads fields";

// True with the address sanitizer, under which long runs take minutes.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool k_sanitized = true;
#else
inline constexpr bool k_sanitized = false;
#endif

} // namespace curlew::testing

#define CURLEW_SKIP_WITHOUT(library)                                                               \
  if (!curlew::testing::k_has_##library)                                                           \
  GTEST_SKIP() << curlew::testing::k_no_##library
