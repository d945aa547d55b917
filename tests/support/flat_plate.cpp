#include <curlew/tests/support/flat_plate.hpp>

#include <array>
#include <cmath>
#include <map>

namespace curlew::test {
namespace {

constexpr double k_pi = 3.14159265358979323846;
constexpr double k_eta0 = 376.730313668;

// Barycentric points and weights, degree 5.
struct BarycentricPoint {
  double b[3], w;
};
using Rule = std::vector<BarycentricPoint>;
Rule seven_points() {
  const double s = std::sqrt(15.0), a = (6 - s) / 21, b = (6 + s) / 21;
  const double wa = (155 - s) / 1200, wb = (155 + s) / 1200;
  return {{{1.0 / 3, 1.0 / 3, 1.0 / 3}, 0.225},
          {{1 - 2 * a, a, a}, wa},
          {{a, 1 - 2 * a, a}, wa},
          {{a, a, 1 - 2 * a}, wa},
          {{1 - 2 * b, b, b}, wb},
          {{b, 1 - 2 * b, b}, wb},
          {{b, b, 1 - 2 * b}, wb}};
}

Rule outer_points(FlatPlate::Testing testing) {
  if (testing == FlatPlate::Testing::centroid)
    return {{{1.0 / 3, 1.0 / 3, 1.0 / 3}, 1}};
  return seven_points();
}

// Nodes of a face: lower right triangles have even numbers.
std::array<int, 3> nodes_of(int face, int squares) {
  const int square = face / 2, i = square % squares, j = square / squares, row = squares + 1;
  const int a = j * row + i;
  if (face % 2 == 0)
    return {a, a + 1, a + row + 1};
  return {a, a + row + 1, a + row};
}

} // namespace

FlatPlate::FlatPlate(int squares, double wavenumber, Testing testing)
    : squares_(squares), wavenumber_(wavenumber), testing_(testing) {
  std::map<std::pair<int, int>, std::pair<int, int>> open; // nodes -> face, corner
  for (int face = 0; face < 2 * squares * squares; ++face) {
    const auto nodes = nodes_of(face, squares);
    for (int c = 0; c < 3; ++c) {
      const int a = nodes[(c + 1) % 3], b = nodes[(c + 2) % 3];
      const auto found = open.find({b, a});
      if (found == open.end()) {
        open[{a, b}] = {face, c};
        continue;
      }
      const Vec p = corner(face, (c + 1) % 3), q = corner(face, (c + 2) % 3);
      edges_.push_back({{found->second.first, face},
                        {found->second.second, c},
                        std::hypot(p.x - q.x, p.y - q.y)});
    }
  }
  fill();
  factorise();
}

FlatPlate::Vec FlatPlate::corner(int face, int i) const {
  const int node = nodes_of(face, squares_)[i], row = squares_ + 1;
  return {double(node % row) / squares_ - 0.5, double(node / row) / squares_ - 0.5};
}

void FlatPlate::fill() {
  const int faces = 2 * squares_ * squares_, n = unknowns();
  const double area = 0.5 / squares_ / squares_, k = wavenumber_;
  std::vector<std::vector<std::pair<int, int>>> halves(faces); // edge, its side
  for (int e = 0; e < n; ++e)
    for (const int side : {0, 1})
      halves[edges_[e].face[side]].push_back({e, side});
  matrix_.assign(std::size_t(n) * n, 0);
  const Rule rule = seven_points();
  for (int p = 0; p < faces; ++p)
    for (int q = 0; q < faces; ++q)
      for (const BarycentricPoint &outer : outer_points(testing_)) {
        Vec r{0, 0};
        for (int i = 0; i < 3; ++i) {
          r.x += outer.b[i] * corner(p, i).x;
          r.y += outer.b[i] * corner(p, i).y;
        }
        // integrals over q of G and G (r' - r), times 4 pi
        complex g = 0, gx = 0, gy = 0;
        for (int i = 0; i < 3; ++i) { // 1/R in closed form
          const Vec a = corner(q, i), b = corner(q, (i + 1) % 3);
          const double length = std::hypot(b.x - a.x, b.y - a.y);
          const double tx = (b.x - a.x) / length, ty = (b.y - a.y) / length;
          const double ux = ty, uy = -tx; // outwards
          const double off = (a.x - r.x) * ux + (a.y - r.y) * uy;
          const double from = (a.x - r.x) * tx + (a.y - r.y) * ty, to = from + length;
          const double ra = std::hypot(a.x - r.x, a.y - r.y), rb = std::hypot(b.x - r.x, b.y - r.y);
          const double log = std::abs(off) < 1e-12 ? 0 : std::log((rb + to) / (ra + from));
          g += off * log;
          const double along = 0.5 * (off * off * log + to * rb - from * ra);
          gx += ux * along;
          gy += uy * along;
        }
        for (const BarycentricPoint &inner : rule) { // the smooth rest
          Vec s{0, 0};
          for (int i = 0; i < 3; ++i) {
            s.x += inner.b[i] * corner(q, i).x;
            s.y += inner.b[i] * corner(q, i).y;
          }
          const double distance = std::hypot(s.x - r.x, s.y - r.y);
          const complex rest =
              distance < 1e-9 ? complex(0, -k) : (std::polar(1.0, -k * distance) - 1.0) / distance;
          g += inner.w * area * rest;
          gx += inner.w * area * rest * (s.x - r.x);
          gy += inner.w * area * rest * (s.y - r.y);
        }
        for (const auto &[m, side] : halves[p])
          for (const auto &[source, other] : halves[q]) {
            const Vec v = corner(p, edges_[m].corner[side]);
            const Vec w = corner(q, edges_[source].corner[other]);
            const complex dot =
                (r.x - v.x) * (gx + (r.x - w.x) * g) + (r.y - v.y) * (gy + (r.y - w.y) * g);
            const double sign = (side == other ? 1 : -1) * edges_[m].length * edges_[source].length;
            matrix_[std::size_t(m) * n + source] += outer.w * area * sign / (4 * area * area) *
                                                    complex(0, 1) * k * k_eta0 / (4 * k_pi) *
                                                    (dot - 4.0 * g / (k * k));
          }
      }
}

void FlatPlate::factorise() {
  const int n = unknowns();
  for (int k = 0; k < n; ++k) // the matrix is dominated by its diagonal blocks: no exchange of rows
    for (int i = k + 1; i < n; ++i) {
      const complex factor = matrix_[std::size_t(i) * n + k] /= matrix_[std::size_t(k) * n + k];
      for (int j = k + 1; j < n; ++j)
        matrix_[std::size_t(i) * n + j] -= factor * matrix_[std::size_t(k) * n + j];
    }
}

std::vector<FlatPlate::complex> FlatPlate::tested_wave(double theta_deg, bool theta_polarised,
                                                       Testing testing) const {
  const double theta = theta_deg * k_pi / 180, area = 0.5 / squares_ / squares_;
  const Vec field = theta_polarised ? Vec{std::cos(theta), 0} : Vec{0, 1};
  std::vector<complex> tested;
  for (const Edge &edge : edges_) {
    complex sum = 0;
    for (const int side : {0, 1}) {
      const Vec v = corner(edge.face[side], edge.corner[side]);
      for (const BarycentricPoint &point : outer_points(testing)) {
        Vec r{0, 0};
        for (int i = 0; i < 3; ++i) {
          r.x += point.b[i] * corner(edge.face[side], i).x;
          r.y += point.b[i] * corner(edge.face[side], i).y;
        }
        sum += (side == 0 ? 1 : -1) * point.w * area * edge.length / (2 * area) *
               ((r.x - v.x) * field.x + (r.y - v.y) * field.y) *
               std::polar(1.0, wavenumber_ * std::sin(theta) * r.x);
      }
    }
    tested.push_back(sum);
  }
  return tested;
}

double FlatPlate::rcs_m2(double theta_deg, bool theta_polarised) const {
  const std::vector<complex> b = tested_wave(theta_deg, theta_polarised, testing_);
  const int n = unknowns();
  std::vector<complex> x = b;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[i] -= matrix_[std::size_t(i) * n + j] * x[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= matrix_[std::size_t(i) * n + j] * x[j];
    x[i] /= matrix_[std::size_t(i) * n + i];
  }
  // The radiation back is an integral like that over the wave.
  const std::vector<complex> wave = tested_wave(theta_deg, theta_polarised, Testing::galerkin);
  complex sum = 0;
  for (int i = 0; i < n; ++i)
    sum += wave[i] * x[i];
  return std::pow(wavenumber_ * k_eta0, 2) / (4 * k_pi) * std::norm(sum);
}

} // namespace curlew::test
