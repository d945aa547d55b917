#pragma once

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/shared/elements/element_space.hpp>

namespace curlew::dgtd {

// Exact for products of four functions of a space. Of degree 4 the rule with 14 points (of degree
// 5, positive weights) @cite walkington2000 instead of the 27 of a product of one-dimensional ones.
SimplexRule<4> kerr_rule(const ElementSpace &space);

} // namespace curlew::dgtd
