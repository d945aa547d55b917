#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/dgtd/problem.hpp>

namespace curlew::dgtd {

// Takes this rank's part of a large array by the tables of a small one: consecutive cells, row by
// row, so many that all ranks have about as many tets; its ghosts are the tets of other ranks
// behind their faces. `cells` become the rank's. Ranks do not communicate: each finds the same
// blocks. Throws std::invalid_argument for more ranks than cells.
Ownership take_block(RepeatedCells &cells, const Problem &small, const Communicator &ranks,
                     std::vector<int> &ghost_owner);

} // namespace curlew::dgtd
