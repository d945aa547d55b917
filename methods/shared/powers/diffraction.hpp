#pragma once

#include <curlew/io/tables/orders_table.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace curlew {

struct DiffractionSpec;

// An order that grazes: near a critical angle, or at a Rayleigh wavelength.
struct GrazingOrder {
  std::string side; // "above" or "below"
  int m = 0, n = 0;
  double cosine = 0; // of the angle to z where the method solves; 0 where the order decays there
  double efficiency = 0; // share of the incident power
  bool is_off = false;   // k_z where the method solves differs from the medium's by a tenth or more
  double decay_m = 0;    // length over which its amplitude falls by e; 0 for orders that travel
};

// An order counts as one that grazes up to this share of k_z^2 in k^2.
inline constexpr double k_grazing = 0.15;

// Returns what an absorbing layer reflects of the amplitude of an order, from what it reflects at
// right angles; none for orders without a share of the power that counts, and for layers that
// absorb them.
std::optional<double> reflected_by_layer(const GrazingOrder &order, double at_right_angles);

// Shares of a plane wave's power that a structure periodic along x and y reflects, transmits and
// absorbs.
struct Diffraction {
  std::vector<OrderRow> orders; // orders that travel; frequency and excitation are not filled in
  std::vector<GrazingOrder> grazing;
  double reflected = 0, transmitted = 0, absorbed = 0;
  double sum() const { return reflected + transmitted + absorbed; }
  // Returns false where the sum is off by more than well-made meshes and absorbing layers cost it:
  // their errors are 1e-4 to 2e-3.
  bool adds_up() const;

  // Adds an order's row where it is asked for.
  void add(const OrderRow &row, const DiffractionSpec &spec);
  // Returns the rows of orders.csv of a solve.
  std::vector<OrderRow> rows(double frequency_hz, const std::string &excitation) const;
};

// Returns "wave at 1 GHz: order (m, n) above grazes, 80 deg off z", the beginning of a warning.
std::string to_text(const std::string &solve, const GrazingOrder &order);
std::string to_text(const Diffraction &result);
// Returns "diffraction" of a solve in summary.json.
nlohmann::ordered_json to_json(const Diffraction &result);

} // namespace curlew
