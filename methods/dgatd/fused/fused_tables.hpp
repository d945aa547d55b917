#pragma once

#include <curlew/methods/dgatd/fused/fused_layout.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <utility>

namespace curlew::dgatd {

// Tables that the scheme of the time-step limit passes to the scheme of the run: host tables that
// depend on the mesh alone, and on a space the inverses of the dual volumes without losses for a
// time step of 1 s. The problem keeps them in between.
struct FusedTables {
  virtual ~FusedTables() = default;
  FusedLayout layout;
};

template <class Space, class Entry> struct FusedTablesOn : FusedTables {
  Kokkos::View<Entry *, Space> unit_inverse; // empty where the run's inverses contain losses
};

// Returns the tables that a problem keeps, if they are of this type, and removes them from the
// problem.
template <class Tables> std::shared_ptr<Tables> take_tables(const Problem &problem) {
  return std::dynamic_pointer_cast<Tables>(std::exchange(problem.kept_tables, nullptr));
}

} // namespace curlew::dgatd
