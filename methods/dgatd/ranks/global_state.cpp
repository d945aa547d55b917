#include <curlew/methods/dgatd/ranks/global_state.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>

namespace curlew::dgatd {
namespace {

constexpr int k_faces = 4; // faces of a tet

} // namespace

GlobalState::Entities GlobalState::owned_ones(std::vector<Key> keys) {
  Entities entities;
  entities.mine = std::move(keys);
  entities.owned.resize(entities.mine.size());
  std::iota(entities.owned.begin(), entities.owned.end(), std::size_t(0));
  return entities;
}

GlobalState::GlobalState(const Problem &problem, const std::vector<std::int64_t> &surface_keys,
                         const FluxPoints &flux)
    : ranks_(problem.ownership.ranks) {
  const Ownership &ownership = problem.ownership;
  for (Index e = 0; e < problem.edge_count(); ++e) {
    const auto &ends = problem.edge_nodes[e];
    edges_.mine.push_back(static_cast<Key>(ownership.number_of_node(ends[0])) << 32 |
                          ownership.number_of_node(ends[1]));
    if (problem.owns_edge(e))
      edges_.owned.push_back(e);
  }
  for (Index t = 0; t < problem.tet_count(); ++t)
    tets_.mine.push_back(ownership.number_of_tet(t));
  tets_.owned.resize(ownership.owned_tets);
  std::iota(tets_.owned.begin(), tets_.owned.end(), std::size_t(0));
  for (Index t = ownership.owned_tets; t < problem.tet_count(); ++t)
    for (int i = 0; i < k_faces; ++i) // face i is opposite to node i
      if (ownership.owns_node(problem.nodes[t][i == 0 ? 1 : 0]))
        ghost_faces_.push_back(static_cast<std::size_t>(t) * k_faces + i);
  surface_ = owned_ones(surface_keys);
  for (std::size_t s = 0; s < flux.surfaces(); ++s) {
    const auto keys = flux.keys.begin();
    Entities &points = fluxes_[flux_sums_name(flux.names[s])];
    points = owned_ones({keys + static_cast<std::ptrdiff_t>(flux.first[s]),
                         keys + static_cast<std::ptrdiff_t>(flux.first[s + 1])});
    complete(points);
  }
  complete(edges_);
  complete(tets_);
  complete(surface_);
}

void GlobalState::complete(Entities &entities) const {
  std::vector<Key> owned;
  for (const std::size_t k : entities.owned)
    owned.push_back(entities.mine[k]);
  const auto all = ranks_.gather(owned);
  for (const std::vector<Key> &keys : all)
    entities.whole.insert(entities.whole.end(), keys.begin(), keys.end());
  std::sort(entities.whole.begin(), entities.whole.end());
  for (const std::vector<Key> &keys : all) {
    auto &positions = entities.positions.emplace_back();
    for (const Key key : keys)
      positions.push_back(std::lower_bound(entities.whole.begin(), entities.whole.end(), key) -
                          entities.whole.begin());
  }
}

const GlobalState::Entities &GlobalState::entities_of(const std::string &name) const {
  if (name == k_surface_sums)
    return surface_;
  if (const auto flux = fluxes_.find(name); flux != fluxes_.end())
    return flux->second;
  return name == "circulations" || name == "half_circulations" ? edges_ : tets_;
}

std::vector<double> GlobalState::gather(const Entities &entities,
                                        const std::vector<double> &values) const {
  // A rank may have none of the entities.
  const auto width = static_cast<std::size_t>(ranks_.max(
      static_cast<double>(values.size() / std::max<std::size_t>(entities.mine.size(), 1))));
  std::vector<double> owned;
  owned.reserve(entities.owned.size() * width);
  for (const std::size_t k : entities.owned)
    for (std::size_t w = 0; w < width; ++w)
      owned.push_back(values[k * width + w]);
  const auto all = ranks_.gather(owned);
  std::vector<double> whole(entities.whole.size() * width);
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    for (std::size_t k = 0; k < entities.positions[rank].size(); ++k)
      for (std::size_t w = 0; w < width; ++w)
        whole[entities.positions[rank][k] * width + w] = all[rank][k * width + w];
  return whole;
}

std::vector<double> GlobalState::scatter(const Entities &entities,
                                         const std::vector<double> &values,
                                         std::size_t width) const {
  const auto wanted = ranks_.gather(entities.mine);
  std::vector<std::vector<double>> given(ranks_.size());
  for (std::size_t rank = 0; rank < wanted.size(); ++rank)
    for (const Key key : wanted[rank]) {
      const auto at = std::lower_bound(entities.whole.begin(), entities.whole.end(), key);
      const bool known = at != entities.whole.end() && *at == key;
      const std::size_t position = at - entities.whole.begin();
      for (std::size_t w = 0; w < width; ++w) // not in the state: a conducting edge
        given[rank].push_back(known ? values[position * width + w] : 0.0);
    }
  return ranks_.scatter(given);
}

// The sum of both tets of a face is complete on a rank that owns one of the face's nodes; the rank
// that owns a tet may own none of them.
void GlobalState::correct_faces(const std::vector<double> &values,
                                std::vector<double> &whole) const {
  std::vector<Key> keys;
  std::vector<double> sums;
  for (const std::size_t k : ghost_faces_) {
    keys.push_back(tets_.mine[k / k_faces] * k_faces + static_cast<Key>(k % k_faces));
    sums.push_back(values[k]);
  }
  const auto all_keys = ranks_.gather(keys);
  const auto all_sums = ranks_.gather(sums);
  for (std::size_t rank = 0; rank < all_keys.size(); ++rank)
    for (std::size_t k = 0; k < all_keys[rank].size(); ++k) {
      const Key key = all_keys[rank][k];
      const auto tet = std::lower_bound(tets_.whole.begin(), tets_.whole.end(), key / k_faces);
      whole[(tet - tets_.whole.begin()) * k_faces + key % k_faces] = all_sums[rank][k];
    }
}

State GlobalState::gather(const State &mine) const {
  State whole;
  for (const auto &[name, values] : mine) {
    whole[name] = gather(entities_of(name), values);
    if (name == "dual_circulations")
      correct_faces(values, whole[name]);
  }
  return ranks_.is_root() ? whole : State();
}

State GlobalState::scatter(const State &whole) const {
  std::ostringstream text;
  for (const auto &[name, values] : whole) {
    const std::size_t count = entities_of(name).whole.size();
    if (count == 0 || values.size() % count != 0)
      throw InputError(fmt::format("the checkpoint's \"{}\" has {} values, which is no multiple of "
                                   "this mesh's {}: it belongs to another mesh",
                                   name, values.size(), count));
    text << name << ' ' << values.size() / count << ' ';
  }
  std::istringstream names(ranks_.broadcast(text.str()));
  State mine;
  std::string name;
  for (std::size_t width = 0; names >> name >> width;) {
    const auto at = whole.find(name); // at the root
    mine[name] =
        scatter(entities_of(name), at == whole.end() ? std::vector<double>() : at->second, width);
  }
  return mine;
}

} // namespace curlew::dgatd
