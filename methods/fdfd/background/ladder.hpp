#pragma once

#include <curlew/methods/fdfd/axis.hpp>
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
  // Of such a ladder the half that modes are determined by which the mirror keeps or turns round,
  // from below to the middle, where a node in the middle belongs to the even half with half its
  // length.
  Ladder half(bool is_even) const;
};

// Its first node is the axis' first free one.
Ladder ladder_of(const Axis &axis);

// All values, right to 20 digits and more.
std::vector<WideComplex> values_of(const Ladder &ladder);

// The mode of a value that is right to half its digits at least, with the sum of length u u = 1
// without conjugation; the value becomes as right as it can be. By what each node sees of the
// ladder below and above it (a twisted factorisation [dhillon2004]), n divisions each.
std::vector<WideComplex> mode_of(const Ladder &ladder, WideComplex &value);

} // namespace curlew::fdfd
