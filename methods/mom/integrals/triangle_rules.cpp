#include <curlew/methods/mom/integrals/triangle_rules.hpp>

#include <curlew/core/constants.hpp>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace curlew::mom {
namespace {

// Adds the points that an exchange of corners turns into each other.
void add_orbit(TriangleRule &rule, double weight, double a, double b) {
  const double c = 1 - a - b;
  std::vector<std::array<double, 3>> orbit;
  if (a == b)
    orbit = {{a, a, c}, {a, c, a}, {c, a, a}};
  else
    orbit = {{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}};
  for (const auto &point : orbit) {
    rule.points.push_back(point);
    rule.weights.push_back(weight);
  }
}

void add_centroid(TriangleRule &rule, double weight) {
  rule.points.push_back({1.0 / 3, 1.0 / 3, 1.0 / 3});
  rule.weights.push_back(weight);
}

std::map<int, TriangleRule> make_rules() {
  std::map<int, TriangleRule> rules;
  const double r15 = std::sqrt(15.0);
  add_centroid(rules[1], 1);
  rules[1].degree = 1;
  add_orbit(rules[3], 1.0 / 3, 1.0 / 6, 1.0 / 6);
  rules[3].degree = 2;
  add_orbit(rules[6], 0.223381589678011, 0.445948490915965, 0.445948490915965);
  add_orbit(rules[6], 0.109951743655322, 0.091576213509771, 0.091576213509771);
  rules[6].degree = 4;
  add_centroid(rules[7], 9.0 / 40);
  add_orbit(rules[7], (155 + r15) / 1200, (6 + r15) / 21, (6 + r15) / 21);
  add_orbit(rules[7], (155 - r15) / 1200, (6 - r15) / 21, (6 - r15) / 21);
  rules[7].degree = 5;
  add_orbit(rules[12], 0.116786275726379, 0.249286745170910, 0.249286745170910);
  add_orbit(rules[12], 0.050844906370207, 0.063089014491502, 0.063089014491502);
  add_orbit(rules[12], 0.082851075618374, 0.053145049844817, 0.310352451033784);
  rules[12].degree = 6;
  add_centroid(rules[16], 0.144315607677787);
  add_orbit(rules[16], 0.095091634267285, 0.459292588292723, 0.459292588292723);
  add_orbit(rules[16], 0.103217370534718, 0.170569307751760, 0.170569307751760);
  add_orbit(rules[16], 0.032458497623198, 0.050547228317031, 0.050547228317031);
  add_orbit(rules[16], 0.027230314174435, 0.263112829634638, 0.008394777409958);
  rules[16].degree = 8;
  for (auto &[points, rule] : rules) { // the published tables end after 15 digits
    double sum = 0;
    for (const double weight : rule.weights)
      sum += weight;
    for (double &weight : rule.weights)
      weight /= sum;
  }
  return rules;
}

} // namespace

const TriangleRule &triangle_rule(int points) {
  static const std::map<int, TriangleRule> rules = make_rules();
  const auto found = rules.find(points);
  if (found == rules.end())
    throw std::invalid_argument("no rule of quadrature on a triangle has " +
                                std::to_string(points) + " points");
  return found->second;
}

LineRule gauss_legendre(int points) {
  LineRule rule;
  for (int i = 0; i < points; ++i) {
    double x = std::cos(k_pi * (i + 0.75) / (points + 0.5)), slope = 0;
    for (int step = 0; step < 100; ++step) { // Newton on the Legendre polynomial
      double before = 1, value = x;
      for (int n = 2; n <= points; ++n) {
        const double next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
        before = value;
        value = next;
      }
      slope = points * (x * value - before) / (x * x - 1);
      const double change = value / slope;
      x -= change;
      if (std::abs(change) < 1e-16)
        break;
    }
    rule.points.push_back(0.5 * (1 - x));
    rule.weights.push_back(1 / ((1 - x * x) * slope * slope));
  }
  return rule;
}

} // namespace curlew::mom
