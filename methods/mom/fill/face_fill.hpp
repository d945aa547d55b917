#pragma once

#include <curlew/methods/mom/fill/fill_tables.hpp>

namespace curlew::mom {

// Adds the far pairs to `block`, a pair of faces at a time. `rows`: the basis functions of its
// rows, empty for all of them.
template <class Space>
void add_far_by_faces(const Space &space, const Surface &surface, const SurfaceTable<Space> &table,
                      const PairList &pairs, const Quadrature &quadrature, const Combination &with,
                      const std::vector<Index> &rows, const RowBlock<Space> &block);

// The same, an entry at a time.
template <class Space>
void add_far_by_edges(const Space &space, const Surface &surface, const SurfaceTable<Space> &table,
                      const Quadrature &quadrature, const Combination &with,
                      const std::vector<Index> &rows, const RowBlock<Space> &block);

} // namespace curlew::mom
