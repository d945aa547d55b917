#pragma once

#include <curlew/methods/mom/fill/face_fill.hpp>
#include <curlew/methods/mom/fill/near_rows.hpp>
#include <curlew/methods/mom/integrals/pair_rule.hpp>

namespace curlew::mom {

// Relative position of the two faces of a near pair: one face, a common edge, a common corner,
// apart but closer than 1.5 sums of radii, or further.
enum class NearKind { same, edge, corner, nearest, near };
constexpr int k_near_kinds = 5;

// Pairs of a kind, for kernels.
template <class Space> struct NearPairs {
  NearKind kind;
  Kokkos::View<const Index *, Space> first, second;
};
template <class Space>
std::vector<NearPairs<Space>> make_near_pairs(const Surface &surface, const PairList &list);

// Rules for each kind. Errors of the integrals are 1e-6 (docs/methods/mom-notes.md, "Integrals").
template <class Space> struct NearRules {
  // Rules of nearest pairs: `line` with testing of the magnetic equation at centroids, `face` on
  // test faces.
  RuleTable<Space> line, face;
  // Rules of each kind. With testing at centroids: one point on p, and for all kinds but the last
  // the rest of the integrand after 1/R and R are integrated in closed form.
  Kokkos::View<const double *, Space> values[k_near_kinds];
  Index stride[k_near_kinds];

  PairRuleRows rows(NearKind kind) const {
    const int k = static_cast<int>(kind);
    return {values[k].data(), stride[k]};
  }
};
template <class Space> NearRules<Space> make_near_rules(const Quadrature &quadrature);

// Adds near pairs of a kind to `block`: some rows of the whole matrix, or of a sparse one.
template <class Space, class Block>
void add_near_pairs(const Space &space, const SurfaceTable<Space> &surface,
                    const NearRules<Space> &rules, const NearPairs<Space> &pairs, Testing testing,
                    const Combination &with, const Block &block);

} // namespace curlew::mom
