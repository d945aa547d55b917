#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/time/time_values.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Ending of the list beside an array "x" of a state that has rows for some tets only: "x.tets", the
// whole numbers of the tets, ascending; a tet with several rows occurs as often.
constexpr const char *k_listed_tets = ".tets";
// Ending of the names of arrays that are the same on all ranks: voltages of ports.
constexpr const char *k_common = ".common";

// Converter of states of the whole mesh, in its order, from and to the states of ranks, in the
// order of their owned tets: a checkpoint does not depend on how the mesh was divided. Each array
// has the same number of entries for every tet, or for every row of its list, or is common to all
// ranks.
class WholeState {
public:
  // Collective, as are all functions below.
  explicit WholeState(const Problem &problem);

  // Returns the state of the whole mesh at the root, elsewhere nothing.
  FieldState gather(const FieldState &mine) const;
  // Returns each rank's own state from the root's whole one. Throws InputError for a state of
  // another mesh.
  FieldState scatter(const FieldState &whole) const;

private:
  std::string all_names(const FieldState &mine) const;
  std::vector<double> gather(const std::vector<double> &values,
                             const std::vector<std::vector<Index>> &rows) const;
  std::vector<double> scatter(const std::vector<double> &values,
                              const std::vector<std::vector<Index>> &rows) const;

  Communicator ranks_;
  std::vector<std::vector<Index>> tets_; // at the root: whole numbers of each rank's tets
  std::size_t tet_count_ = 0;            // tets of the whole mesh
};

} // namespace curlew::dgtd
