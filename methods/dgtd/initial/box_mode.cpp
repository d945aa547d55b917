#include <curlew/methods/dgtd/initial/box_mode.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::dgtd {
namespace {

// Relative tolerance: to the box's size for a node that rounding moves, and to its volume.
constexpr double k_near = 1e-9;

struct Box {
  Point low_m, high_m;
  double volume() const {
    return (high_m[0] - low_m[0]) * (high_m[1] - low_m[1]) * (high_m[2] - low_m[2]);
  }
};

// Returns the box around the tets of all ranks.
Box box_around(const Problem &problem) {
  constexpr double k_far = std::numeric_limits<double>::max();
  Box box{{k_far, k_far, k_far}, {-k_far, -k_far, -k_far}};
  for (Index t = 0; t < problem.tet_count(); ++t)
    for (const Index node : problem.nodes[t])
      for (int d = 0; d < 3; ++d) {
        box.low_m[d] = std::min(box.low_m[d], problem.point(node)[d]);
        box.high_m[d] = std::max(box.high_m[d], problem.point(node)[d]);
      }
  for (int d = 0; d < 3; ++d) {
    box.low_m[d] = problem.ownership.ranks.min(box.low_m[d]);
    box.high_m[d] = problem.ownership.ranks.max(box.high_m[d]);
  }
  return box;
}

double volume_of_tets(const Problem &problem) {
  const double corner[4] = {1, 0, 0, 0};
  double volume = 0;
  for (Index t = 0; t < problem.tet_count(); ++t)
    volume += frame_at(problem.shape(t), corner).volume_factor() / 6;
  return problem.ownership.ranks.sum(volume);
}

bool is_on_hull(const Problem &problem, const Box &box, Index tet, int face) {
  for (int d = 0; d < 3; ++d)
    for (const double plane_m : {box.low_m[d], box.high_m[d]}) {
      bool all = true;
      for (int v = 0; v < 4; ++v)
        all = all && (v == face || std::abs(problem.point(problem.nodes[tet][v])[d] - plane_m) <=
                                       k_near * (box.high_m[d] - box.low_m[d]));
      if (all)
        return true;
    }
  return false;
}

// True where all walls conduct, and none stands inside of the box.
bool has_conducting_hull(const Problem &problem, const Box &box) {
  bool conducts = problem.layers.empty();
  for (Index t = 0; t < problem.tet_count(); ++t)
    for (int f = 0; f < 4; ++f)
      if (const FaceKind kind = problem.faces[t][f].kind; kind != FaceKind::inner)
        conducts = conducts && kind == FaceKind::pec && is_on_hull(problem, box, t, f);
  return !problem.ownership.ranks.any(!conducts);
}

// Returns the speed of light of the one medium; 0 for several media or a tensor.
double speed_of_light_in(const Problem &problem) {
  const Communicator &ranks = problem.ownership.ranks;
  constexpr double k_far = std::numeric_limits<double>::max();
  std::array<double, 2> least{k_far, k_far}, most{0, 0};
  bool isotropic = true;
  for (Index t = 0; t < problem.tet_count(); ++t) {
    const Material &material = problem.materials[problem.material[t]];
    isotropic = isotropic && material.eps_r.is_isotropic() && material.mu_r.is_isotropic();
    const std::array<double, 2> values{material.eps_r.v[0], material.mu_r.v[0]};
    for (int k = 0; k < 2; ++k) {
      least[k] = std::min(least[k], values[k]);
      most[k] = std::max(most[k], values[k]);
    }
  }
  bool uniform = !ranks.any(!isotropic);
  for (int k = 0; k < 2; ++k) {
    most[k] = ranks.max(most[k]);
    uniform = ranks.min(least[k]) == most[k] && uniform;
  }
  return uniform ? k_speed_of_light / std::sqrt(most[0] * most[1]) : 0;
}

} // namespace

BoxMode::BoxMode(const BoxModeNumbers &mode, const Point &low_m, const Point &high_m,
                 double speed_m_s, double largest_v_m)
    : is_magnetic_(mode.is_magnetic), low_m_(low_m) {
  for (int d = 0; d < 3; ++d)
    k_[d] = mode.count[d] * k_pi / (high_m[d] - low_m[d]);
  const auto [kx, ky, kz] = k_;
  frequency_hz_ = speed_m_s * std::sqrt(kx * kx + ky * ky + kz * kz) / (2 * k_pi);
  factors_ = is_magnetic_ ? std::array<double, 3>{-kx * kz, -ky * kz, kx * kx + ky * ky}
                          : std::array<double, 3>{ky, -kx, 0};
  // |E|^2 is linear in each of sin^2 X, sin^2 Y, sin^2 Z: at its largest one component is alone.
  double largest = 0;
  for (const double factor : factors_)
    largest = std::max(largest, std::abs(factor));
  const double sign = !is_magnetic_ && factors_[0] == 0 ? -1 : 1;
  for (double &factor : factors_)
    factor *= sign * largest_v_m / largest;
}

std::array<double, 3> BoxMode::electric(const Point &point_m) const {
  double sine[3], cosine[3];
  for (int d = 0; d < 3; ++d) {
    sine[d] = std::sin(k_[d] * (point_m[d] - low_m_[d]));
    cosine[d] = std::cos(k_[d] * (point_m[d] - low_m_[d]));
  }
  return {factors_[0] * cosine[0] * sine[1] * sine[2], factors_[1] * sine[0] * cosine[1] * sine[2],
          factors_[2] * sine[0] * sine[1] * cosine[2]};
}

double BoxMode::mean_square() const {
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    double mean = factors_[d] * factors_[d];
    for (int u = 0; u < 3; ++u)
      mean *= k_[u] > 0 ? 0.5 : (u == d ? 1.0 : 0.0);
    sum += mean;
  }
  return sum;
}

BoxMode find_box_mode(const Case &input, const Problem &problem, const std::string &pointer,
                      const InitialFieldSource &source) {
  const std::string place = input.where(pointer + "/mode");
  const Box box = box_around(problem);
  const double filled = volume_of_tets(problem) / box.volume();
  if (std::abs(filled - 1) > k_near)
    throw InputError(fmt::format("{}: mode \"{}\" is that of a box along the axes, and the tets "
                                 "fill {:.6g} of the box around them; give \"E\" and \"H\" by "
                                 "formulas",
                                 place, source.mode, filled));
  if (!has_conducting_hull(problem, box))
    throw InputError(fmt::format("{}: mode \"{}\" is that of a box whose six walls are \"pec\", "
                                 "with nothing inside, and here others stand; give \"E\" and "
                                 "\"H\" by formulas",
                                 place, source.mode));
  const double speed_m_s = speed_of_light_in(problem);
  if (speed_m_s == 0)
    throw InputError(fmt::format("{}: mode \"{}\" is that of a box with one isotropic medium; "
                                 "give \"E\" and \"H\" by formulas",
                                 place, source.mode));
  return BoxMode(parse_box_mode(source.mode).value(), box.low_m, box.high_m, speed_m_s,
                 source.amplitude_v_m);
}

} // namespace curlew::dgtd
