#include <curlew/methods/dgatd/ranks/halo.hpp>

#include <curlew/core/parallel/host_arrays.hpp>
#include <curlew/methods/dgatd/problem.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

namespace curlew::dgatd {
namespace {

// Numbers in the whole mesh: node of the half, other end.
using NodePair = std::array<Index, 2>;

// The edges of tets that several ranks have, by the numbers of their nodes.
class SharedEdges {
public:
  SharedEdges(const Problem &problem, int threads) : ownership_(problem.ownership) {
    const auto is_shared = [&](std::size_t t) {
      const auto &nodes = problem.nodes[t];
      return !std::all_of(nodes.begin(), nodes.end(),
                          [&](Index n) { return ownership_.owns_node(n); });
    };
    for (const Index t : select_items<Index>(problem.nodes.size(), threads, is_shared))
      edges_.insert(edges_.end(), problem.edges[t].begin(), problem.edges[t].end());
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    for (const Index edge : edges_)
      by_nodes_.push_back({problem.edge_nodes[edge], edge});
    std::sort(by_nodes_.begin(), by_nodes_.end());
  }

  const std::vector<Index> &rising() const { return edges_; }

  // Returns the half that another rank names.
  HalfEdge find(const NodePair &pair) const {
    const Index node = ownership_.find_node(pair[0]), other = ownership_.find_node(pair[1]);
    const std::array<Index, 2> ends{std::min(node, other), std::max(node, other)};
    const auto at = std::lower_bound(by_nodes_.begin(), by_nodes_.end(), Named{ends, -1});
    if (node < 0 || other < 0 || at == by_nodes_.end() || at->first != ends)
      throw std::logic_error("a rank asks for an edge that the owner of its node does not have");
    return {at->second, node < other ? 0 : 1};
  }

private:
  using Named = std::pair<std::array<Index, 2>, Index>;
  const Ownership &ownership_;
  std::vector<Index> edges_;
  std::vector<Named> by_nodes_;
};

} // namespace

std::vector<HaloPeer> connect_ranks(Problem &problem, int threads) {
  const Ownership &ownership = problem.ownership;
  if (ownership.is_alone())
    return {};
  const int ranks = ownership.ranks.size();
  const SharedEdges shared(problem, threads);
  std::vector<std::vector<HalfEdge>> wanted(ranks);
  std::vector<std::vector<NodePair>> questions(ranks);
  for (const Index edge : shared.rising())
    for (int end = 0; end < 2; ++end) {
      const Index node = problem.edge_nodes[edge][end], other = problem.edge_nodes[edge][1 - end];
      if (ownership.owns_node(node))
        continue;
      const int owner = ownership.node_owner[node];
      wanted[owner].push_back({edge, end});
      questions[owner].push_back({ownership.node_number[node], ownership.node_number[other]});
    }
  const auto asked = ownership.ranks.exchange(questions);

  std::vector<std::vector<HalfEdge>> offered(ranks);
  std::vector<std::vector<std::uint8_t>> answers(ranks); // 1: the edge has an unknown
  for (int rank = 0; rank < ranks; ++rank)
    for (const NodePair &pair : asked[rank]) {
      const HalfEdge half = shared.find(pair);
      const bool carries = !problem.edge_is_pec[half.edge];
      answers[rank].push_back(carries);
      if (carries)
        offered[rank].push_back(half);
    }
  const auto carries = ownership.ranks.exchange(answers);

  std::vector<HaloPeer> peers;
  for (int rank = 0; rank < ranks; ++rank) {
    HaloPeer peer{rank, std::move(offered[rank]), {}};
    for (std::size_t k = 0; k < wanted[rank].size(); ++k)
      if (carries[rank][k])
        peer.receive.push_back(wanted[rank][k]);
      else
        problem.edge_is_pec[wanted[rank][k].edge] = 1;
    if (!peer.send.empty() || !peer.receive.empty())
      peers.push_back(std::move(peer));
  }
  return peers;
}

std::vector<Index> boundary_nodes(const Problem &problem) {
  std::vector<Index> nodes;
  for (const HaloPeer &peer : problem.halo)
    for (const HalfEdge &half : peer.send)
      nodes.push_back(problem.edge_nodes[half.edge][half.end]);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

} // namespace curlew::dgatd
