// Exceptions of libraries that mean a failed allocation.
#include <curlew/core/error.hpp>

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace curlew {
namespace {

// Messages of the versions of Kokkos, as assembled by their sources.
TEST(AllocationFailures, AreKnownByTheTextOfEveryKokkos) {
  for (const char *text :
       {"Kokkos failed to allocate memory for label \"x\".  Allocation using MemorySpace named "
        "\"Host\" failed with the following error:  Allocation of size 8 E failed, likely due to "
        "insufficient memory.  (The allocation mechanism was standard malloc().)",
        "Kokkos ERROR: Host memory space failed to allocate 8 EiB (label=\"x\").",
        "Kokkos ERROR: Cuda memory space failed to allocate 4.883 GiB (label=\"x\").",
        "Kokkos ERROR: HIP memory space failed to allocate 33.47 GiB (label=\"x\").",
        "Memory allocation failure",
        "cudaMalloc(&ptr, n) error( cudaErrorMemoryAllocation): out of memory a.cpp:12",
        "hipMalloc(&ptr, n) error( hipErrorOutOfMemory): out of memory a.cpp:12",
        "hipMalloc(&ptr, n) error( hipErrorMemoryAllocation): out of memory a.cpp:12",
        "cusparseSpMV() error( CUSPARSE_STATUS_ALLOC_FAILED): a.cpp:12",
        "cusparseSpMV() error( CUSPARSE_STATUS_INSUFFICIENT_RESOURCES): a.cpp:12",
        "cublasCreate() error( CUBLAS_STATUS_ALLOC_FAILED): a.cpp:12"})
    EXPECT_TRUE(is_allocation_failure(std::runtime_error(text))) << text;
}

TEST(AllocationFailures, AreKnownByTheirType) {
  struct Derived : std::bad_alloc { // as Kokkos' RawMemoryAllocationFailure; its text may be null
    const char *what() const noexcept override { return nullptr; }
  };
  EXPECT_TRUE(is_allocation_failure(std::bad_alloc()));
  EXPECT_TRUE(is_allocation_failure(std::bad_array_new_length()));
  EXPECT_TRUE(is_allocation_failure(Derived()));
}

TEST(AllocationFailures, OtherErrorsAreNone) {
  for (const char *text :
       {"", "Kokkos::View ERROR: out of bounds", "cudaErrorIllegalAddress", "no such file",
        "cudaDeviceSynchronize() error( cudaErrorLaunchFailure): unspecified launch failure"})
    EXPECT_FALSE(is_allocation_failure(std::runtime_error(text))) << text;
  EXPECT_FALSE(is_allocation_failure(std::length_error("vector::reserve")));
}

} // namespace
} // namespace curlew
