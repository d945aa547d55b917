#pragma once

#include <curlew/methods/dgtd/layout.hpp>

namespace curlew::dgtd {

// Makes the slots of a large array (Problem::cells) from those of the small one that stands for it:
// in each set of tets the packs of all cells, cell by cell.
Slots repeat_slots(const Problem &problem, Slots small, int pack);

} // namespace curlew::dgtd
