#pragma once

#include <string>

extern "C" char *openblas_get_corename();

namespace curlew {

// Returns the value of OPENBLAS_CORETYPE, which OpenBLAS reads while it is loaded, that names the
// kernels for this processor's instructions where OpenBLAS takes its oldest ones because the
// processor is newer than itself; empty where OpenBLAS knows better. CMake asks it, too, for tests.
inline std::string better_openblas_kernels() {
#ifdef __x86_64__
  if (std::string(openblas_get_corename()) != "Prescott") // taken for all that are unknown
    return "";
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return "Haswell";
#endif
  return "";
}

} // namespace curlew
