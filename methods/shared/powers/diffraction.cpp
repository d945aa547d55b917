#include <curlew/methods/shared/powers/diffraction.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace curlew {

std::optional<double> reflected_by_layer(const GrazingOrder &order, double at_right_angles) {
  constexpr double k_reflects = 0.03; // of the amplitude
  constexpr double k_least = 0.01;    // share of the power of an order that counts
  const double reflection = std::pow(at_right_angles, order.cosine);
  if (order.efficiency <= k_least || reflection <= k_reflects)
    return {};
  return reflection;
}

bool Diffraction::adds_up() const {
  constexpr double k_most = 0.005;
  return std::abs(sum() - 1) <= k_most;
}

void Diffraction::add(const OrderRow &row, const DiffractionSpec &spec) {
  if (!spec.most || (std::abs(row.m) <= (*spec.most)[0] && std::abs(row.n) <= (*spec.most)[1]))
    orders.push_back(row);
}

std::vector<OrderRow> Diffraction::rows(double frequency_hz, const std::string &excitation) const {
  std::vector<OrderRow> rows = orders;
  for (OrderRow &row : rows) {
    row.frequency_hz = frequency_hz;
    row.excitation = excitation;
  }
  return rows;
}

std::string to_text(const std::string &solve, const GrazingOrder &order) {
  return fmt::format("{}: order ({}, {}) {} grazes, {:.3g} deg off z", solve, order.m, order.n,
                     order.side, std::acos(std::min(1.0, order.cosine)) * 180 / k_pi);
}

std::string to_text(const Diffraction &result) {
  return fmt::format("R {:.6g}, T {:.6g}, absorbed {:.6g}; together 1{:+.2g}", result.reflected,
                     result.transmitted, result.absorbed, result.sum() - 1);
}

nlohmann::ordered_json to_json(const Diffraction &result) {
  return {{"reflected", result.reflected},
          {"transmitted", result.transmitted},
          {"absorbed", result.absorbed},
          {"sum", result.sum()}};
}

} // namespace curlew
