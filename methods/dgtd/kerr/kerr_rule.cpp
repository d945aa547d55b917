#include <curlew/methods/dgtd/kerr/kerr_rule.hpp>

namespace curlew::dgtd {
namespace {

SimplexRule<4> fourteen_points() {
  SimplexRule<4> rule;
  const auto near_corners = [&](double a, double weight) { // (1 - 3 a, a, a, a) and its turns
    for (int v = 0; v < 4; ++v) {
      std::array<double, 4> point{a, a, a, a};
      point[v] = 1 - 3 * a;
      rule.points.push_back(point);
      rule.weights.push_back(weight);
    }
  };
  near_corners(0.31088591926330060980, 0.11268792571801585080);
  near_corners(0.092735250310891226402, 0.073493043116361949544);
  const double a = 0.045503704125649649492; // (a, a, 1/2 - a, 1/2 - a) and its turns
  for (int v = 0; v < 4; ++v)
    for (int w = v + 1; w < 4; ++w) {
      std::array<double, 4> point{a, a, a, a};
      point[v] = point[w] = 0.5 - a;
      rule.points.push_back(point);
      rule.weights.push_back(0.042546020777081466438);
    }
  return rule;
}

} // namespace

SimplexRule<4> kerr_rule(const ElementSpace &space) {
  return space.degree() == 1 ? fourteen_points() : tet_rule(4 * space.degree());
}

} // namespace curlew::dgtd
