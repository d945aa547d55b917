#include <curlew/methods/shared/elements/interpolation.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <cmath>
#include <stdexcept>

namespace curlew {
namespace {

// Gauss-Jordan with pivots by rows; n x n, row by row.
std::vector<double> inverse_of(std::vector<double> a, int n) {
  std::vector<double> b(a.size(), 0);
  for (int i = 0; i < n; ++i)
    b[i * n + i] = 1;
  for (int c = 0; c < n; ++c) {
    int pivot = c;
    for (int r = c + 1; r < n; ++r)
      if (std::abs(a[r * n + c]) > std::abs(a[pivot * n + c]))
        pivot = r;
    if (std::abs(a[pivot * n + c]) < 1e-12)
      throw std::logic_error("the moments do not determine the functions of an element");
    for (int k = 0; k < n; ++k) {
      std::swap(a[c * n + k], a[pivot * n + k]);
      std::swap(b[c * n + k], b[pivot * n + k]);
    }
    const double scale = 1 / a[c * n + c];
    for (int k = 0; k < n; ++k) {
      a[c * n + k] *= scale;
      b[c * n + k] *= scale;
    }
    for (int r = 0; r < n; ++r) {
      const double factor = r == c ? 0 : a[r * n + c];
      for (int k = 0; k < n && factor != 0; ++k) {
        a[r * n + k] -= factor * a[c * n + k];
        b[r * n + k] -= factor * b[c * n + k];
      }
    }
  }
  return b;
}

std::array<double, 3> direction(int a, int b) {
  std::array<double, 3> d;
  for (int x = 0; x < 3; ++x)
    d[x] = (b == x + 1) - (a == x + 1);
  return d;
}

double legendre(int k, double s) { // on [0, 1]
  const double x = 2 * s - 1;
  double before = 0, now = 1;
  for (int n = 1; n <= k; ++n) {
    const double next = ((2 * n - 1) * x * now - (n - 1) * before) / n;
    before = now;
    now = next;
  }
  return now;
}

// The powers of D coordinates of total degree up to `most`, or of just `most`.
template <int D> std::vector<std::array<int, D>> powers(int most, bool is_homogeneous) {
  std::vector<std::array<int, D>> all;
  std::array<int, D> power{};
  const auto fill = [&](auto &self, int d, int left) -> void {
    if (d == D) {
      if (!is_homogeneous || left == 0)
        all.push_back(power);
      return;
    }
    for (power[d] = 0; power[d] <= left; ++power[d])
      self(self, d + 1, left - power[d]);
    power[d] = 0;
  };
  if (most >= 0)
    fill(fill, 0, most);
  return all;
}

// The D components of the test functions inside a face or a tet, at the last D of its barycentric
// coordinates: all polynomials of `degree`, and in full spaces those of the next degree along the
// position, @cite nedelec1986.
template <int D>
std::vector<std::array<double, D>> test_fields(int degree, bool is_full,
                                               const std::array<double, D> &l) {
  std::vector<std::array<double, D>> fields;
  const auto at = [&](const std::array<int, D> &power) {
    double value = 1;
    for (int d = 0; d < D; ++d)
      value *= std::pow(l[d], power[d]);
    return value;
  };
  for (const auto &power : powers<D>(degree, false))
    for (int d = 0; d < D; ++d) {
      fields.emplace_back();
      fields.back().fill(0);
      fields.back()[d] = at(power);
    }
  if (is_full)
    for (const auto &power : powers<D>(degree, true)) {
      fields.push_back(l);
      for (double &component : fields.back())
        component *= at(power);
    }
  return fields;
}

} // namespace

void Interpolation::add_edge_moments(const ElementSpace &space, int degree) {
  const SimplexRule<2> rule = line_rule(degree);
  for (int e = 0; e < 6; ++e) {
    const BasisFunction edge = basis_function<3>(e);
    for (int k = 0; k < space.per_edge(); ++k) {
      Moment moment;
      for (std::size_t q = 0; q < rule.points.size(); ++q) {
        std::array<double, 4> l{};
        l[edge.a] = rule.points[q][0];
        l[edge.b] = rule.points[q][1];
        moment.points.push_back(l);
        std::array<double, 3> t = direction(edge.a, edge.b);
        for (double &component : t)
          component *= rule.weights[q] * legendre(k, l[edge.b]);
        moment.weights.push_back(t);
      }
      moments_.push_back(std::move(moment));
    }
  }
}

void Interpolation::add_face_moments(const ElementSpace &space, int degree) {
  const SimplexRule<3> rule = triangle_rule(degree);
  for (int face = 0; face < 4; ++face) {
    const int a = face == 0 ? 1 : 0, b = face <= 1 ? 2 : 1, c = face <= 2 ? 3 : 2;
    const std::array<double, 3> along_b = direction(a, b), along_c = direction(a, c);
    std::vector<Moment> moments(space.per_face());
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      std::array<double, 4> l{};
      l[a] = rule.points[q][0];
      l[b] = rule.points[q][1];
      l[c] = rule.points[q][2];
      const auto fields = test_fields<2>(space.order - 2, !space.mixed, {l[b], l[c]});
      for (std::size_t k = 0; k < moments.size(); ++k) {
        const auto [u, v] = fields.at(k);
        std::array<double, 3> t;
        for (int x = 0; x < 3; ++x)
          t[x] = rule.weights[q] * (u * along_b[x] + v * along_c[x]);
        moments[k].points.push_back(l);
        moments[k].weights.push_back(t);
      }
    }
    moments_.insert(moments_.end(), moments.begin(), moments.end());
  }
}

void Interpolation::add_cell_moments(const ElementSpace &space, int degree) {
  const SimplexRule<4> rule = tet_rule(degree);
  std::vector<Moment> moments(space.per_cell());
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const auto &l = rule.points[q];
    const auto fields = test_fields<3>(space.order - 3, !space.mixed, {l[1], l[2], l[3]});
    for (std::size_t k = 0; k < moments.size(); ++k) {
      moments[k].points.push_back(l);
      moments[k].weights.push_back(fields.at(k));
      for (double &weight : moments[k].weights.back())
        weight *= rule.weights[q];
    }
  }
  moments_.insert(moments_.end(), moments.begin(), moments.end());
}

Interpolation::Interpolation(const ElementSpace &space, int degree) {
  add_edge_moments(space, degree);
  add_face_moments(space, degree);
  add_cell_moments(space, degree);
  const int n = space.per_tet();
  std::vector<double> matrix;
  for (const Moment &moment : moments_)
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t q = 0; q < moment.points.size(); ++q) {
        double value[3];
        reference_value<3>(basis_function<3>(i), moment.points[q].data(), value);
        for (int x = 0; x < 3; ++x)
          sum += moment.weights[q][x] * value[x];
      }
      matrix.push_back(sum);
    }
  inverse_ = inverse_of(std::move(matrix), n);
}

std::vector<std::complex<double>> Interpolation::of_tet(const TetShape &shape,
                                                        const VectorField &field) const {
  std::vector<std::complex<double>> values;
  for (const Moment &moment : moments_) {
    std::complex<double> sum = 0;
    for (std::size_t q = 0; q < moment.points.size(); ++q) {
      const double *l = moment.points[q].data();
      Point x;
      double tangents[3][3];
      shape.point(l, x.data());
      shape.tangents(l, tangents);
      const ComplexPoint at = field(x);
      for (int k = 0; k < 3; ++k)
        sum += moment.weights[q][k] *
               (tangents[k][0] * at[0] + tangents[k][1] * at[1] + tangents[k][2] * at[2]);
    }
    values.push_back(sum);
  }
  const std::size_t n = values.size();
  std::vector<std::complex<double>> unknowns(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      unknowns[i] += inverse_[i * n + k] * values[k];
  return unknowns;
}

std::vector<std::complex<double>> interpolate(const TetMesh &mesh, const DofMap &map,
                                              const VectorField &field, int degree) {
  const Interpolation interpolation(map.space, degree);
  std::vector<std::complex<double>> x(map.dofs);
  for (Index t = 0; t < map.tets; ++t) {
    const auto local = interpolation.of_tet(shape_of_tet(mesh, map, t), field);
    for (int i = 0; i < map.per_tet; ++i)
      x[map.of_tet(t)[i]] = local[i];
  }
  return x;
}

} // namespace curlew
