#pragma once

#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Beside an array "x" of a state that has rows for some tets only: "x.tets", their whole numbers,
// rising; a tet with several rows stands there as often.
constexpr const char *k_listed_tets = ".tets";
// The name of an array that all ranks have alike ends so: voltages of ports.
constexpr const char *k_common = ".common";

// States of the whole mesh, in its order, from and to the states of ranks, in the order of their
// owned tets: a checkpoint does not depend on how the mesh was divided. Each array has the same
// number of entries for every tet, or for every row of its list, or is common to all ranks.
class WholeState {
public:
  // Collective, as all that follows.
  explicit WholeState(const Problem &problem);

  // At the root the state of the whole mesh, elsewhere nothing.
  FieldState gather(const FieldState &mine) const;
  // From the root's whole state each rank's own. Throws InputError for a state of another mesh.
  FieldState scatter(const FieldState &whole) const;

private:
  std::string all_names(const FieldState &mine) const;
  std::vector<double> gather(const std::vector<double> &values,
                             const std::vector<std::vector<Index>> &rows) const;
  std::vector<double> scatter(const std::vector<double> &values,
                              const std::vector<std::vector<Index>> &rows) const;

  Communicator ranks_;
  std::vector<std::vector<Index>> tets_; // at the root: of each rank, whole numbers
  std::size_t tet_count_ = 0;            // of the whole mesh
};

} // namespace curlew::dgtd
