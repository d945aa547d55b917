#pragma once

// Compiles a function once for the whole program, with every call in it inlined, in programs for
// hosts only. Products
// and sums that a compiler fuses depend on what it inlines where, which differs from source to
// source: kernels that shall give the same bits from several sources would round differently.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define CURLEW_ONE_COPY
#elif defined(__clang__)
#define CURLEW_ONE_COPY __attribute__((noinline, flatten))
#else
#define CURLEW_ONE_COPY __attribute__((noinline, noclone, flatten))
#endif
