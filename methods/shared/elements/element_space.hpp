#pragma once

#include <curlew/methods/shared/elements/reference_basis.hpp>

#include <string>
#include <type_traits>

namespace curlew {

// A space of edge elements. Mixed order k: all fields of degree k - 1 and those of degree k whose
// curl adds something @cite nedelec1980; E and curl E are both of order k in the edge length. Full
// order k: all fields of degree k @cite nedelec1986; E is of order k + 1, curl E of order k.
struct ElementSpace {
  int order = 1;
  bool mixed = true;

  // Returns the number of blocks of the basis. Throws InputError for a space that does not exist:
  // the spaces are mixed of order 1 to 4 and full of order 1 to 3.
  int blocks() const;

  // Functions that belong to one edge, one face, one tet itself.
  int per_edge() const { return count(Entity::edge); }
  int per_face() const { return count(Entity::face); }
  int per_cell() const { return count(Entity::cell); }
  int per_tet() const { return basis_size<3>(blocks()); }
  int per_triangle() const { return basis_size<2>(blocks()); } // functions with a trace on one face
  int degree() const { return basis_degree(blocks()); }
  std::string name() const; // "mixed second order"

private:
  int count(Entity entity) const;
};

inline bool operator==(const ElementSpace &a, const ElementSpace &b) {
  return a.order == b.order && a.mixed == b.mixed;
}

// Calls f(std::integral_constant<int, blocks>) for the number of blocks of a space, so that the
// sizes of arrays in kernels are compile-time constants.
template <class F> decltype(auto) with_blocks(const ElementSpace &space, F &&f) {
  switch (space.blocks()) {
  case 1:
    return f(std::integral_constant<int, 1>());
  case 2:
    return f(std::integral_constant<int, 2>());
  case 3:
    return f(std::integral_constant<int, 3>());
  case 5:
    return f(std::integral_constant<int, 5>());
  case 7:
    return f(std::integral_constant<int, 7>());
  case 10:
    return f(std::integral_constant<int, 10>());
  default:
    return f(std::integral_constant<int, 12>());
  }
}

} // namespace curlew
