#include <curlew/methods/mom/integrals/pair_rule.hpp>

namespace curlew::mom {
namespace {

// Adds points of the cube to a rule, in the coordinates of the two triangles.
class TouchingPoints {
public:
  explicit TouchingPoints(PairRule &rule) : rule_(rule) {}

  void same(double s, double a, double b, double c, double weight) {
    const double jacobian = 2 * weight * a * a * b;
    add(s, s * (1 - a + a * b), s * (1 - a * b * c), s * (1 - a), jacobian);
    add(s, s * a * (1 - b + b * c), s * (1 - a * b), s * a * (1 - b), jacobian);
    add(s * (1 - a * b * c), s * a * (1 - b * c), s, s * a * (1 - b), jacobian);
  }
  void edge(double s, double a, double b, double c, double weight) {
    const double jacobian = weight * a * a;
    add(s, s * a * c, s * (1 - a * b), s * a * (1 - b), jacobian);
    add(s, s * a, s * (1 - a * b * c), s * a * b * (1 - c), jacobian * b);
    add(s * (1 - a * b), s * a * (1 - b), s, s * a * b * c, jacobian * b);
    add(s * (1 - a * b * c), s * a * b * (1 - c), s, s * a, jacobian * b);
    add(s * (1 - a * b * c), s * a * (1 - b * c), s, s * a * b, jacobian * b);
  }
  void corner(double s, double a, double b, double c, double weight) {
    both(s, s * a, s * b, s * b * c, weight * b);
  }

private:
  void add(double p1, double p2, double q1, double q2, double weight) {
    rule_.p1.push_back(p1);
    rule_.p2.push_back(p2);
    rule_.q1.push_back(q1);
    rule_.q2.push_back(q2);
    rule_.weight.push_back(weight);
  }
  void both(double p1, double p2, double q1, double q2, double weight) {
    add(p1, p2, q1, q2, weight);
    add(q1, q2, p1, p2, weight);
  }

  PairRule &rule_;
};

} // namespace

void PairRule::pad(std::size_t multiple) {
  while (count() % multiple != 0) {
    for (std::vector<double> *row : {&p1, &p2, &q1, &q2})
      row->push_back(row->back());
    weight.push_back(0);
  }
}

PairRule touching_rule(int shared, int points, int radial) {
  const LineRule line = gauss_legendre(points), outwards = gauss_legendre(radial);
  PairRule rule;
  TouchingPoints add(rule);
  for (int i = 0; i < radial; ++i) {
    const double s = outwards.points[i];
    for (int a = 0; a < points; ++a)
      for (int b = 0; b < points; ++b)
        for (int c = 0; c < points; ++c) {
          // The triangles of the map have areas of 1/2.
          const double weight = 4 * s * s * s * outwards.weights[i] * line.weights[a] *
                                line.weights[b] * line.weights[c];
          const double x[3] = {line.points[a], line.points[b], line.points[c]};
          if (shared == 3)
            add.same(s, x[0], x[1], x[2], weight);
          else if (shared == 2)
            add.edge(s, x[0], x[1], x[2], weight);
          else
            add.corner(s, x[0], x[1], x[2], weight);
        }
  }
  return rule;
}

PairRule product_rule(const TriangleRule &on_p, const TriangleRule &on_q) {
  PairRule rule;
  for (std::size_t i = 0; i < on_p.weights.size(); ++i)
    for (std::size_t j = 0; j < on_q.weights.size(); ++j) {
      const auto &p = on_p.points[i], &q = on_q.points[j];
      rule.p1.push_back(p[1] + p[2]);
      rule.p2.push_back(p[2]);
      rule.q1.push_back(q[1] + q[2]);
      rule.q2.push_back(q[2]);
      rule.weight.push_back(on_p.weights[i] * on_q.weights[j]);
    }
  return rule;
}

} // namespace curlew::mom
