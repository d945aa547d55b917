#pragma once

#include <curlew/methods/dgtd/choices.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <memory>

namespace curlew::dgtd {

// Poles of all media: memory in their tets alone. The term stands behind all terms that add to
// fields, because it takes the change of a whole step.
template <class Space> struct MemoryTerms {
  std::unique_ptr<Term<Space>> fields; // null where no medium of the case has poles
  // Term of the states of media with poles, behind nonlinear media; null where there are none. Uses
  // `fields`.
  std::unique_ptr<Term<Space>> states;
};
template <class Space>
MemoryTerms<Space> make_memory(const Problem &problem, const Slots &slots,
                               const UpdateOptions &options, bool is_packed,
                               const Updater<Space> &updater);

// Returns the bytes that the memory takes, for its states and for matrices of its own.
double memory_bytes(const Problem &problem, Variant variant);

} // namespace curlew::dgtd
