#pragma once

#include <curlew/methods/dgatd/outputs/flux_points.hpp>
#include <curlew/methods/dgatd/problem.hpp>
#include <curlew/methods/dgatd/scheme/scheme.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace curlew::dgatd {

// The order of unknowns in a checkpoint, which depends on the mesh only and not on the division
// among ranks: edges by the numbers of their lower, then higher nodes in the whole mesh, tets by
// their numbers in the whole mesh. So a run may continue on another number of ranks.
class GlobalState {
public:
  // All functions are collective. `surface_keys`: keys of this rank's faces of the radiating
  // surface. `flux`: points of the fluxes on this rank.
  explicit GlobalState(const Problem &problem, const std::vector<std::int64_t> &surface_keys = {},
                       const FluxPoints &flux = {});

  // Returns the unknowns of the whole mesh at the root, elsewhere nothing.
  State gather(const State &mine) const;
  // Returns each rank's own state, ghosts included, from the whole state, which is read at the root
  // only. Throws InputError for a state of another mesh.
  State scatter(const State &whole) const;

private:
  using Key = std::int64_t;
  // Edges, tets, faces of the radiating surface or points of a flux.
  struct Entities {
    std::vector<Key> mine; // keys of all local entities
    // Local entities among them that this rank sends.
    std::vector<std::size_t> owned;
    // At the root: all keys, rising, and the places of each rank's entities.
    std::vector<Key> whole;
    std::vector<std::vector<std::size_t>> positions;
  };
  void complete(Entities &entities) const;
  void correct_faces(const std::vector<double> &values, std::vector<double> &whole) const;
  std::vector<double> gather(const Entities &entities, const std::vector<double> &values) const;
  std::vector<double> scatter(const Entities &entities, const std::vector<double> &values,
                              std::size_t width) const;
  const Entities &entities_of(const std::string &name) const;

  Communicator ranks_;
  static Entities owned_ones(std::vector<Key> keys);

  Entities edges_, tets_, surface_;
  std::map<std::string, Entities> fluxes_; // by the names of the flux sums
  // [tet][face] of ghost tets with the lowest node of the face among the owned ones.
  std::vector<std::size_t> ghost_faces_;
};

} // namespace curlew::dgatd
