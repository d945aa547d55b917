#include <curlew/methods/fem/outputs/diffraction.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_along_z = 1e-6; // share of k_t in k up to which u is the x axis

using Amplitudes = std::array<complex, 2>; // of TE and TM

class OrderSplitter {
public:
  OrderSplitter(const Fields &fields, const Media &media, const OrderPlanes &planes, bool is_above,
                bool total)
      : fields_(fields), side_(*planes.at(is_above)), sign_(is_above ? 1 : -1), is_total_(total),
        periods_m_(planes.periods_m) {
    const Index medium = media.of_tet[side_.tets.front()];
    eps_ = eps_of(media, medium).entries[0][0];
    mu_ = 1.0 / inverse_mu_of(media, medium).entries[0][0];
    const Point &a = periods_m_[0], &b = periods_m_[1];
    const double factor = 2 * k_pi / (a[0] * b[1] - a[1] * b[0]);
    reciprocal_ = {Point{factor * b[1], -factor * b[0], 0},
                   Point{-factor * a[1], factor * a[0], 0}};
  }

  bool is_lossless() const {
    return eps_.imag() == 0 && mu_.imag() == 0 && (eps_ * mu_).real() > 0 && mu_.real() > 0;
  }
  // An order that travels.
  struct Order {
    int m = 0, n = 0;
    double square = 0; // k_z^2 over k^2
  };
  std::vector<Order> orders() const {
    return orders_where([](double square) { return square > 0; });
  }
  // Returns the orders just beyond their cutoff, which decay slowly.
  std::vector<GrazingOrder> decaying(bool is_above) const {
    std::vector<GrazingOrder> all;
    for (const Order &order :
         orders_where([](double square) { return square <= 0 && square > -k_grazing; })) {
      GrazingOrder one{side_name(is_above), order.m, order.n};
      one.decay_m = 1 / (wavenumber() * std::sqrt(std::max(-order.square, k_least_square)));
      all.push_back(one);
    }
    return all;
  }
  // Returns the power of an order of amplitude 1 V/m, W/m^2.
  double power(const Order &order) const {
    return std::sqrt(order.square * eps_.real() / mu_.real()) / (2 * k_eta0);
  }
  // Returns the amplitudes of TE and TM that leave, at the plane, of each order.
  std::vector<Amplitudes> amplitudes(const std::vector<Order> &orders) const {
    const Problem &problem = fields_.problem();
    const SimplexRule<4> rule = tet_rule(order_rule_degree(problem.dofs.space));
    const BasisTable table(problem.dofs.per_tet, rule.points);
    // Tets by blocks, [tet of a block][order], so that sums do not depend on the number of threads.
    constexpr std::size_t k_block = 4096;
    const std::size_t tets = side_.tets.size(), n = orders.size();
    std::vector<Amplitudes> parts(std::min(k_block, tets) * n), sums(n);
    std::vector<double> weights(tets);
    for (std::size_t first = 0; first < tets; first += k_block) {
      const std::size_t count = std::min(k_block, tets - first);
      std::fill(parts.begin(), parts.end(), Amplitudes{});
      parallel_chunks(
          count, problem.threads,
          [&](std::size_t begin, std::size_t end) {
            for (std::size_t t = begin; t < end; ++t)
              weights[first + t] =
                  add_tet(side_.tets[first + t], rule, table, orders, parts.data() + t * n);
          },
          64);
      for (std::size_t p = 0; p < count * n; ++p)
        for (int pol = 0; pol < 2; ++pol)
          sums[p % n][pol] += parts[p][pol];
    }
    const double weight = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (Amplitudes &sum : sums)
      for (complex &one : sum)
        one /= weight;
    return sums;
  }

private:
  static constexpr double k_least_square = 1e-12; // of decay

  template <class Counts> std::vector<Order> orders_where(const Counts &counts) const {
    std::vector<Order> all;
    const int most_m = most(0), most_n = most(1);
    for (int n = -most_n; n <= most_n; ++n)
      for (int m = -most_m; m <= most_m; ++m) {
        const Point k = transverse(m, n);
        if (const double square = 1 - dot(k, k) / (wavenumber() * wavenumber()); counts(square))
          all.push_back({m, n, square});
      }
    return all;
  }
  double wavenumber() const { return fields_.wavenumber() * std::sqrt((eps_ * mu_).real()); }
  int most(int period) const {
    const Point incident = transverse(0, 0);
    return 1 + static_cast<int>((wavenumber() + norm(incident)) * norm(periods_m_[period]) /
                                (2 * k_pi));
  }
  Point transverse(int m, int n) const {
    const double *k = fields_.incident()->wave_vector;
    return Point{k[0], k[1], 0} + double(m) * reciprocal_[0] + double(n) * reciprocal_[1];
  }

  // Adds the integrals over a tet, and returns that of the weight.
  double add_tet(Index tet, const SimplexRule<4> &rule, const BasisTable &table,
                 const std::vector<Order> &orders, Amplitudes *parts) const {
    const Problem &problem = fields_.problem();
    const TetShape shape = shape_of_tet(problem.model.mesh, problem.dofs, tet);
    const double volume = frame_at(shape, rule.points.front().data()).volume_factor() / 6;
    const auto both = fields_.at(tet, table, is_total_);
    double sum = 0;
    for (std::size_t q = 0; q < both.size(); ++q) {
      Point p;
      shape.point(rule.points[q].data(), p.data());
      const double weight = rule.weights[q] * volume * side_.weight(p[2]);
      sum += weight;
      for (std::size_t o = 0; o < orders.size() && weight != 0; ++o)
        add_point(orders[o], p, both[q], weight, parts[o]);
    }
    return sum;
  }

  // A wave that leaves has E = (a_te v + a_tm v x d) g, v = z x u, u the direction of k_t and d
  // that of the wave, and H = d x E over the impedance.
  void add_point(const Order &order, const Point &p, const Fields::Both &both, double weight,
                 Amplitudes &sum) const {
    const Point k = transverse(order.m, order.n);
    const double length = norm(k), cosine = std::sqrt(order.square),
                 impedance = k_eta0 * std::sqrt(mu_.real() / eps_.real());
    const Point u = length > k_along_z * wavenumber() ? (1 / length) * k : Point{1, 0, 0};
    const double phase =
        k[0] * p[0] + k[1] * p[1] + sign_ * wavenumber() * cosine * (p[2] - side_.plane_m);
    const complex factor = std::polar(0.5 * weight, phase);
    const auto &[e, h] = both;
    const auto along_u = [&](const ComplexVector &f) { return u[0] * f[0] + u[1] * f[1]; };
    const auto along_v = [&](const ComplexVector &f) { return u[0] * f[1] - u[1] * f[0]; };
    sum[0] += factor * (along_v(e) - sign_ * impedance / cosine * along_u(h));
    sum[1] += factor * (impedance * along_v(h) + sign_ / cosine * along_u(e));
  }

  const Fields &fields_;
  const OrderSide &side_;
  double sign_;
  bool is_total_;
  std::array<Point, 2> periods_m_, reciprocal_;
  complex eps_, mu_;
};

// Returns the incident power, W/m^2.
double brought(const IncidentWave &incident) {
  const double k =
      std::hypot(incident.wave_vector[0], incident.wave_vector[1], incident.wave_vector[2]);
  return std::abs(incident.wave_vector[2]) / k * std::pow(amplitude(incident), 2) / (2 * k_eta0);
}

// Adds the orders that leave on a side, and returns their share of the incident power.
double add_orders(const OrderSplitter &splitter, const IncidentWave &incident, bool is_above,
                  const DiffractionSpec &spec, Diffraction &result) {
  const auto orders = splitter.orders();
  const auto amplitudes = splitter.amplitudes(orders);
  double left = 0;
  for (std::size_t o = 0; o < orders.size(); ++o) {
    OrderRow row;
    row.side = side_name(is_above);
    row.m = orders[o].m;
    row.n = orders[o].n;
    double share = 0;
    for (int p = 0; p < 2; ++p) {
      row.pol = p == 0 ? "te" : "tm";
      row.amplitude = amplitudes[o][p] / amplitude(incident);
      row.efficiency = splitter.power(orders[o]) * std::norm(amplitudes[o][p]) / brought(incident);
      share += row.efficiency;
      result.add(row, spec);
    }
    left += share;
    if (orders[o].square < k_grazing)
      result.grazing.push_back({row.side, row.m, row.n, std::sqrt(orders[o].square), share});
  }
  return left;
}

// Power that the medium of a side absorbs behind its plane, W: outside of the layer, and in it.
struct BehindPlane {
  double outside_w = 0, layer_w = 0;
};

using Corners = std::array<double, 4>; // barycentric coordinates

// Returns the point between two corners of a tet where heights are 0.
Corners cut(const std::array<double, 4> &heights_m, int above, int below) {
  Corners point{};
  const double t = heights_m[above] / (heights_m[above] - heights_m[below]);
  point[above] = 1 - t;
  point[below] = t;
  return point;
}

// Returns the tets that fill a prism of triangles p and q.
std::vector<std::array<Corners, 4>> tets_of_prism(const std::array<Corners, 3> &p,
                                                  const std::array<Corners, 3> &q) {
  return {{p[0], p[1], p[2], q[2]}, {p[0], p[1], q[1], q[2]}, {p[0], q[0], q[1], q[2]}};
}

// Returns the tets that fill the part of a tet where heights, those at its corners in m, are above
// 0.
std::vector<std::array<Corners, 4>> tets_above(const std::array<double, 4> &heights_m) {
  std::vector<int> above, below;
  for (int i = 0; i < 4; ++i)
    (heights_m[i] > 0 ? above : below).push_back(i);
  const auto corner = [](int i) {
    Corners point{};
    point[i] = 1;
    return point;
  };
  const auto between = [&](int i, int j) { return cut(heights_m, above[i], below[j]); };
  switch (above.size()) {
  case 0:
    return {};
  case 1:
    return {{corner(above[0]), between(0, 0), between(0, 1), between(0, 2)}};
  case 2:
    return tets_of_prism({corner(above[0]), between(0, 0), between(0, 1)},
                         {corner(above[1]), between(1, 0), between(1, 1)});
  case 3:
    return tets_of_prism({corner(above[0]), corner(above[1]), corner(above[2])},
                         {between(0, 0), between(1, 0), between(2, 0)});
  default:
    return {{corner(0), corner(1), corner(2), corner(3)}};
  }
}

// Returns a rule for the part of a tet where heights are above 0, weights over the whole volume.
SimplexRule<4> rule_above(const SimplexRule<4> &rule, const std::array<double, 4> &heights_m) {
  SimplexRule<4> part;
  for (const std::array<Corners, 4> &tet : tets_above(heights_m)) {
    std::array<Point, 3> edges{}; // in three of the barycentric coordinates
    for (int e = 0; e < 3; ++e)
      for (int i = 0; i < 3; ++i)
        edges[e][i] = tet[e + 1][i] - tet[0][i];
    const double share = std::abs(dot(edges[0], cross(edges[1], edges[2])));
    for (std::size_t q = 0; q < rule.weights.size(); ++q) {
      Corners point{};
      for (int c = 0; c < 4; ++c)
        for (int i = 0; i < 4; ++i)
          point[i] += rule.points[q][c] * tet[c][i];
      part.points.push_back(point);
      part.weights.push_back(share * rule.weights[q]);
    }
  }
  return part;
}

// Tets that the plane cuts count by their part behind it; curved ones by the plane through their
// corners' edges.
BehindPlane absorbed_behind(const Fields &fields, const Media &media, const OrderSide &side,
                            bool is_above) {
  const Problem &problem = fields.problem();
  const double sign = is_above ? 1 : -1;
  const SimplexRule<4> whole = tet_rule(2 * problem.dofs.space.degree());
  const TetRule rule(problem.dofs, whole);
  BehindPlane sum;
  for (const Index tet : problem.tets) {
    const TetShape shape = shape_of_tet(problem.model.mesh, problem.dofs, tet);
    std::array<double, 4> heights_m{};
    for (int i = 0; i < 4; ++i)
      heights_m[i] = sign * (shape.vertices[i][2] - side.plane_m);
    const auto [low, high] = std::minmax_element(heights_m.begin(), heights_m.end());
    if (*high <= 0)
      continue;
    const TetForms forms =
        *low >= 0
            ? forms_of(fields, media, tet, rule)
            : forms_of(fields, media, tet, TetRule(problem.dofs, rule_above(whole, heights_m)));
    const bool is_in_layer = media.of_tet[tet] >= media.layers_from;
    (is_in_layer ? sum.layer_w : sum.outside_w) += power_of(forms, fields.wavenumber());
  }
  return sum;
}

} // namespace

Diffraction diffraction(const Fields &fields, const Media &media, const DiffractionSpec &spec,
                        const OrderPlanes &planes, double absorbed_w) {
  const IncidentWave &incident = *fields.incident();
  const bool from_above = incident.wave_vector[2] < 0;
  const double brought_w = brought(incident) * planes.cell_m2();
  Diffraction result;
  for (const bool is_above : {true, false}) {
    if (!planes.at(is_above))
      continue;
    const bool is_lit = is_above == from_above;
    const OrderSplitter splitter(fields, media, planes, is_above, !is_lit);
    if (splitter.is_lossless()) {
      (is_lit ? result.reflected : result.transmitted) =
          add_orders(splitter, incident, is_above, spec, result);
      for (const GrazingOrder &order : splitter.decaying(is_above))
        result.grazing.push_back(order);
      continue;
    }
    const BehindPlane behind = absorbed_behind(fields, media, *planes.at(is_above), is_above);
    result.transmitted = (behind.outside_w + behind.layer_w) / brought_w;
    absorbed_w -= behind.outside_w;
  }
  result.absorbed = absorbed_w / brought_w;
  return result;
}

} // namespace curlew::fem
