#pragma once

#include <curlew/methods/mom/fill/fill_tables.hpp>

// Processors and devices have separate sources: see integrals/function.hpp.
#define CURLEW_FOR_EACH_HOST_SPACE(INSTANTIATE) INSTANTIATE(Host)
#define CURLEW_FOR_EACH_DEVICE_SPACE(INSTANTIATE)                                                  \
  CURLEW_IF_CUDA(INSTANTIATE(Kokkos::Cuda))                                                        \
  CURLEW_IF_HIP(INSTANTIATE(Kokkos::HIP))

namespace curlew::mom {

// Returns the faces that carry some basis functions, ascending; all faces where `rows` is empty.
std::vector<Index> faces_of(const Surface &surface, const std::vector<Index> &rows);

// Returns the faces and images that carry some basis functions, ascending; all where `columns` is
// empty.
std::vector<Index> source_faces_of(const Surface &surface, const std::vector<Index> &columns);

// The functions below add the far pairs to `block`, which has the rows and columns of `of`.

// Adds one pair of faces at a time.
template <class Space>
void add_far_by_faces_on_host(const Space &space, const Surface &surface, const PairList &pairs,
                              const Quadrature &quadrature, const Combination &with,
                              const BlockFunctions &of, const MatrixBlock<Space> &block);
template <class Space>
void add_far_by_faces_on_device(const Space &space, const Surface &surface,
                                const SurfaceTable<Space> &table, const Quadrature &quadrature,
                                const Combination &with, const BlockFunctions &of,
                                const MatrixBlock<Space> &block);

// Adds one entry at a time.
template <class Space>
void add_far_by_edges(const Space &space, const Surface &surface, const SurfaceTable<Space> &table,
                      const Quadrature &quadrature, const Combination &with,
                      const BlockFunctions &of, const MatrixBlock<Space> &block);

} // namespace curlew::mom
