#include <curlew/methods/dgtd/kerr/kerr_rule.hpp>

#include <algorithm>

namespace curlew::dgtd {
namespace {

// Adds a point and all those that exchanging its coordinates makes, each with the weight.
void add_orbit(SimplexRule<4> &rule, std::array<double, 4> point, double weight) {
  std::sort(point.begin(), point.end());
  do {
    rule.points.push_back(point);
    rule.weights.push_back(weight);
  } while (std::next_permutation(point.begin(), point.end()));
}

void add_near_corners(SimplexRule<4> &rule, double a, double weight) {
  add_orbit(rule, {1 - 3 * a, a, a, a}, weight);
}
void add_near_edges(SimplexRule<4> &rule, double a, double weight) {
  add_orbit(rule, {0.5 - a, 0.5 - a, a, a}, weight);
}

SimplexRule<4> fourteen_points() {
  SimplexRule<4> rule;
  add_near_corners(rule, 0.31088591926330060980, 0.11268792571801585080);
  add_near_corners(rule, 0.092735250310891226402, 0.073493043116361949544);
  add_near_edges(rule, 0.045503704125649649492, 0.042546020777081466438);
  return rule;
}

// Returns the rule of 46 points, found from the 15 symmetric moments of degree 8 by Gauss-Newton
// steps of the least change.
SimplexRule<4> forty_six_points() {
  SimplexRule<4> rule;
  add_near_corners(rule, 0.041690570769152572928, 0.0072422788100266377694);
  add_near_corners(rule, 0.3142643717110739167, 0.041353503732836885672);
  add_near_corners(rule, 0.10639803159172044492, 0.025801638611748575149);
  add_near_corners(rule, 0.18482312121529616603, 0.052852875456417684099);
  add_near_edges(rule, 0.064155803986308211802, 0.036135860664692689367);
  const auto add_two_alike = [&](double a, double b, double weight) {
    add_orbit(rule, {a, a, b, 1 - 2 * a - b}, weight);
  };
  add_two_alike(0.021492150520590959751, 0.71811156896561045844, 0.0071611568170561762554);
  add_two_alike(0.20421656224278695669, 0.58297871185462493771, 0.015687480646920884831);
  return rule;
}

} // namespace

SimplexRule<4> kerr_rule(const FunctionSpace &space) {
  switch (space.degree()) {
  case 1:
    return fourteen_points();
  case 2:
    return forty_six_points();
  default:
    return tet_rule(4 * space.degree());
  }
}

} // namespace curlew::dgtd
