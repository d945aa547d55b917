#pragma once

#include <curlew/methods/fdfd/grid/axis.hpp>
#include <curlew/solvers/dense/wide_complex.hpp>

#include <vector>

namespace curlew::fdfd {

// The free nodes of an axis without a period, as a ladder of conductances `rate` between neighbours
// (rate[i] below node i, the last one above all) and of `length` at each node. Walls hold 0 at the
// ladder's ends, or nothing where the rate is 0. Modes are fields u and values v with
//   rate[i] (u[i] - u[i-1]) - rate[i+1] (u[i+1] - u[i]) = v length[i] u[i].
struct Ladder {
  std::vector<WideComplex> length, rate; // m; 1/m, one more

  std::size_t size() const { return length.size(); }
  bool is_mirror_image_of_itself() const;
  // Returns the half of a ladder that is its own mirror image which determines the even or the odd
  // modes, from below to the middle. A node in the middle belongs to the even half with half its
  // length.
  Ladder half(bool is_even) const;
};

// Returns the ladder of an axis. Its first node is the axis' first free one.
Ladder ladder_of(const Axis &axis);

// Returns all values v, accurate to 20 digits and more.
std::vector<WideComplex> values_of(const Ladder &ladder);

// Returns the mode of a value that is accurate to half its digits at least, with the sum of length
// u u = 1 without conjugation; improves the value to the numbers' accuracy. The method is a twisted
// factorisation [dhillon2004]: each node combines the conductances of the ladder below and above
// it, with n divisions each.
std::vector<WideComplex> mode_of(const Ladder &ladder, WideComplex &value);

} // namespace curlew::fdfd
