#include <curlew/core/error.hpp>

#include <new>
#include <string_view>

namespace curlew {

bool is_allocation_failure(const std::exception &error) {
  if (dynamic_cast<const std::bad_alloc *>(&error) != nullptr)
    return true; // also Kokkos' own RawMemoryAllocationFailure
  // Kokkos throws a plain std::runtime_error for a view that finds no room, and for every failed
  // call of a vendor's library: the text is all there is.
  constexpr std::string_view k_texts[] = {
      "failed to allocate memory",       // earlier Kokkos, 3.4 and 4.2 among them
      "memory space failed to allocate", // later Kokkos, 4.6 among them
      "Memory allocation failure",       // Kokkos before 3.4
      "cudaErrorMemoryAllocation",       // CUDA runtime, through Kokkos
      "hipErrorOutOfMemory",             // HIP runtime, through Kokkos
      "hipErrorMemoryAllocation",        // the same, its older name
      "STATUS_ALLOC_FAILED",             // cuBLAS, cuSPARSE, cuSOLVER, through Kokkos Kernels
      "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES",
  };
  const std::string_view text = error.what() != nullptr ? error.what() : "";
  for (const std::string_view known : k_texts)
    if (text.find(known) != text.npos)
      return true;
  return false;
}

} // namespace curlew
