#pragma once

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/space/function_space.hpp>

namespace curlew::dgtd {

// Returns a rule that is exact for products of four functions of a space, with positive weights: 14
// points (of degree 5) @cite walkington2000 for degree 4 instead of the 27 of a product of
// one-dimensional rules, 46 points (as many as @cite witherden2015) for degree 8 instead of 125;
// products for the degrees 12 and 16 of third and fourth order, 343 and 729 points.
SimplexRule<4> kerr_rule(const FunctionSpace &space);

} // namespace curlew::dgtd
