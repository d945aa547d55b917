#include <curlew/methods/fdfd/media/brick_average.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Number of steps that squared normals are rounded to. Together with fractions in steps of 1/512 it
// limits the number of different constants.
constexpr double k_normal_steps = 64;

// Least share of the brick that an oblique interface is averaged over. For an interface along the
// entry the whole brick counts, which is exact, and so it is for one across it. Other interfaces
// get smeared by more than their error, since a diagonal cannot hold the tensor of the smeared
// region: a smaller part counts there. Measured on spheres (docs/methods/fdfd-notes.md,
// "Materials"): 0.35 gives a third of the errors of 1, and they still fall steadily with the cell.
constexpr double k_oblique_share = 0.35;

// `squared_normal`: that of the normal's component along the entry.
double share_of_brick(double squared_normal) {
  const double off_diagonal = squared_normal * (1 - squared_normal); // up to 1/4
  const double part = std::max(0.0, 1 - 3 * off_diagonal);
  return k_oblique_share + (1 - k_oblique_share) * part * part;
}

// The scale of the samples' positions at which the outermost ones lie on the brick's faces.
constexpr double k_up_to_faces = BrickAverage::k_samples / (BrickAverage::k_samples - 1.0);

// Number of samples of the normal's ball along each direction: about half of their cube is in the
// ball.
constexpr int k_ball_samples = 12;

// Returns the points of the ball around a brick, in halves of the brick's edges.
const std::vector<Point> &ball_points() {
  static const std::vector<Point> points = [] {
    const double radius = std::sqrt(3.0); // up to the brick's corners
    const auto offset = [&](int step) { return radius * ((2 * step + 1.0) / k_ball_samples - 1); };
    std::vector<Point> found;
    for (int a = 0; a < k_ball_samples; ++a)
      for (int b = 0; b < k_ball_samples; ++b)
        for (int c = 0; c < k_ball_samples; ++c) {
          const Point point{offset(a), offset(b), offset(c)};
          if (point[0] * point[0] + point[1] * point[1] + point[2] * point[2] < radius * radius)
            found.push_back(point);
        }
    return found;
  }();
  return points;
}

} // namespace

bool BrickAverage::constant(const Entry &entry, complex &value, double &share) const {
  share = 1;
  if (smoothing_ == Smoothing::none)
    return at_center(entry, value);
  const int material = leaves_grid(entry.brick) ? Scene::k_mixed : scene_.object_of(entry.brick);
  if (material != Scene::k_mixed)
    return of(material, entry, value);
  share = free_share(entry);
  if (share == 0 || !mixed(entry, value))
    return false;
  value = is_electric_ ? value / share : value * share;
  return true;
}

double BrickAverage::free_share(const Entry &entry) const {
  if (!shares_.has_conductors())
    return 1;
  return is_electric_ ? shares_.of_edge(entry.brick.center, entry.component)
                      : shares_.of_face(entry.brick.center, entry.component);
}

bool BrickAverage::of(int material, const Entry &entry, complex &value) const {
  if (table_.is_conductor(material))
    return false;
  value =
      material == Scene::k_no_object ? behind_objects(entry) : table_.at(material)[entry.component];
  return true;
}

bool BrickAverage::at_center(const Entry &entry, complex &value) const {
  if (is_electric_ && shares_.has_conductors() &&
      shares_.conducts(entry.brick.center, entry.component))
    return false;
  return of(scene_.object_at(inside(problem_, entry.brick.center)), entry, value);
}

// Returns the constant of the layers, which are averaged separately and are not magnetic.
complex BrickAverage::behind_objects(const Entry &entry) const {
  return is_electric_ ? problem_.layers.at(entry.component, entry.k) : complex(1);
}

int BrickAverage::material_at(const Point &position_m) const {
  const Point position = inside(problem_, position_m);
  const int material = scene_.object_at(position);
  return material == Scene::k_no_object ? scene_.layer_at(position[2]) : material;
}

// The normal is the first moment of a ball, which is along the normal of a half-space; the moment
// of a brick is not. The ball is one in units of the brick's edges; a plane is a plane in them,
// too.
std::array<double, 3> BrickAverage::normal_in(const Brick &brick) const {
  std::array<double, 3> moment{0, 0, 0}, offsets{0, 0, 0};
  double size = 0;
  int counted = 0;
  for (const Point &offset : ball_points()) {
    Point point;
    for (int d = 0; d < 3; ++d)
      point[d] = brick.center[d] + brick.half_size[d] * offset[d];
    const int material = material_at(point);
    if (table_.is_conductor(material))
      continue;
    const double one = std::abs(table_.at(material)[0]);
    size += one;
    ++counted;
    for (int d = 0; d < 3; ++d) {
      moment[d] += one * offset[d];
      offsets[d] += offset[d];
    }
  }
  std::array<double, 3> normal{0, 0, 0};
  double squared = 0;
  for (int d = 0; d < 3 && counted > 0; ++d) {
    normal[d] = (moment[d] - size / counted * offsets[d]) / brick.half_size[d];
    squared += normal[d] * normal[d];
  }
  // In a single material the slope is rounding.
  const bool is_rounding =
      !(squared * brick.half_size[0] * brick.half_size[0] > 1e-20 * size * size);
  for (double &part : normal)
    part = is_rounding ? 0 : part / std::sqrt(squared);
  return normal;
}

bool BrickAverage::has_tensor(const Brick &brick, const Samples &samples) const {
  if (smoothing_ != Smoothing::tensor || !samples.is_isotropic || samples.conducting > 0 ||
      samples.is_partly_metal())
    return false;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem_.axes[d];
    const double slack = 1e-9 * axis.cell_m;
    const double low = brick.center[d] - brick.half_size[d] + slack,
                 high = brick.center[d] + brick.half_size[d] - slack;
    if ((axis.low == Wall::pml && low < axis.node_m(axis.inner_first())) ||
        (axis.high == Wall::pml && high > axis.node_m(axis.inner_last())))
      return false;
  }
  return true;
}

bool BrickAverage::mixed(const Entry &entry, complex &value) const {
  Samples whole = sample(entry, 1, Spread::exact);
  if (whole.conducting > 0 || whole.is_partly_metal())
    whole = sample(entry, 1, Spread::equal); // conductors and metals have shares of their own
  if (whole.counted == 0) // less than the first sample's distance from the brick's faces is free
    whole = sample(entry, k_up_to_faces, Spread::equal);
  if (whole.in_objects == 0)
    return of(Scene::k_no_object, entry, value);
  if (whole.counted == 0)
    return false;
  if (whole.material != Scene::k_mixed) // to the last bit, as inside of the object
    return of(whole.material, entry, value);
  if (has_tensor(entry.brick, whole)) {
    const double along = normal_in(entry.brick)[entry.component];
    const double normal = std::round(k_normal_steps * along * along) / k_normal_steps;
    value = normal * whole.across() + (1 - normal) * whole.mean();
    return true;
  }
  const double normal =
      std::round(k_normal_steps * whole.squared_normal[entry.component]) / k_normal_steps;
  if (whole.is_partly_metal()) {
    const auto at_walls = whole.conducting > 0 ? std::nullopt : at_metal_walls(entry);
    value = at_walls ? *at_walls : beside_metal(entry, whole, normal);
    return true;
  }
  const Spread spread = whole.conducting > 0 ? Spread::equal : Spread::exact;
  const Samples part = sample(entry, share_of_brick(whole.squared_normal[entry.component]), spread);
  const Samples &used = part.counted > 0 ? part : whole;
  value = normal * used.across() + (1 - normal) * used.mean();
  return true;
}

std::array<complex, 3> BrickAverage::off_diagonal(const Brick &brick) const {
  const bool leaves = leaves_grid(brick);
  if (!leaves && scene_.object_of(brick) != Scene::k_mixed)
    return {};
  const Samples samples = sample({0, 0, brick}, 1, Spread::exact);
  if (samples.in_objects == 0 || samples.counted == 0 || !has_tensor(brick, samples))
    return {};
  const std::array<double, 3> n = normal_in(brick);
  const complex difference = samples.across() - samples.mean();
  return {n[1] * n[2] * difference, n[2] * n[0] * difference, n[0] * n[1] * difference};
}

} // namespace curlew::fdfd
