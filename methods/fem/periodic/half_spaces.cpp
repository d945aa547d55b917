#include <curlew/methods/fem/periodic/half_spaces.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace curlew::fem {
namespace {

constexpr double k_cell_rounding = 1e-6;

// Returns the periods as orders count them; none where they are not two along x and y.
std::optional<std::array<Point, 2>> periods_along_xy(const Model &model) {
  if (model.periods.size() != 2)
    return {};
  std::array<Point, 2> periods_m = {model.periods[0].translation_m, model.periods[1].translation_m};
  for (Point &period : periods_m) {
    if (std::abs(period[2]) > k_cell_rounding * norm(period))
      return {};
    const int along = std::abs(period[0]) > k_cell_rounding * norm(period) ? 0 : 1;
    if (period[along] < 0)
      period = -1.0 * period;
  }
  // m counts along the one that lies more along x; of two that lie alike, the one towards -y.
  const double more = std::abs(periods_m[0][0]) - std::abs(periods_m[1][0]),
               rounding = k_cell_rounding * norm(periods_m[0]);
  if (more < -rounding || (more < rounding && periods_m[0][1] > periods_m[1][1]))
    std::swap(periods_m[0], periods_m[1]);
  return periods_m;
}

bool lies_across_z(const Model &model, Index face) {
  const auto &n = model.topology.faces[face];
  return axis_across({model.mesh.points[n[0]], model.mesh.points[n[1]], model.mesh.points[n[2]]}) ==
         2;
}

// Finds the half-space at an end. Heights are counted towards this end.
class End {
public:
  End(const Case &input, const Model &model, const AbsorbingLayers &layers, bool is_above)
      : model_(model), sign_(is_above ? 1 : -1) {
    place_.assign(model.solved.size(), Place::elsewhere);
    for (std::size_t t = 0; t < place_.size(); ++t) {
      const Point centroid = centroid_of(model.mesh, static_cast<Index>(t));
      if (model.solved[t] && layers.contains(centroid))
        place_[t] =
            layers.contains(centroid, 2, is_above ? 1 : -1) ? Place::layer : Place::other_layer;
    }
    medium_of_.resize(input.materials.size());
    Index vacuum = -1;
    for (std::size_t m = 0; m < medium_of_.size(); ++m) {
      medium_of_[m] = static_cast<Index>(m);
      if (!is_vacuum(input, input.materials[m]))
        continue;
      vacuum = vacuum < 0 ? static_cast<Index>(m) : vacuum;
      medium_of_[m] = vacuum;
    }
    vacuum_ = vacuum;
  }

  std::optional<HalfSpace> half_space() const {
    HalfSpace space;
    double layer = std::numeric_limits<double>::infinity();
    bool has_several = false;
    for (std::size_t t = 0; t < place_.size(); ++t) {
      if (place_[t] != Place::layer)
        continue;
      layer = std::min(layer, lowest(model_.mesh.tets[t]));
      has_several |= space.material >= 0 && space.material != medium(t);
      space.material = medium(t);
    }
    if (space.material < 0)
      return {};
    space.is_vacuum = !has_several && space.material == vacuum_;
    space.layer_m = sign_ * layer;
    space.free_m = sign_ * top_of_structure(space.material);
    if (has_several)
      space.material = -1;
    return space;
  }

private:
  enum class Place : std::uint8_t { elsewhere, layer, other_layer };

  Index medium(std::size_t tet) const { return medium_of_[model_.material[tet]]; }
  template <class Nodes> double lowest(const Nodes &nodes) const {
    double low = std::numeric_limits<double>::infinity();
    for (const Index node : nodes)
      low = std::min(low, sign_ * model_.mesh.points[node][2]);
    return low;
  }
  template <class Nodes> double highest(const Nodes &nodes) const {
    double high = -std::numeric_limits<double>::infinity();
    for (const Index node : nodes)
      high = std::max(high, sign_ * model_.mesh.points[node][2]);
    return high;
  }

  // Returns the height of all that is not the medium: other media, conductors, sheets and walls.
  double top_of_structure(Index material) const {
    const Extents extents = extents_of(model_);
    double top = sign_ > 0 ? extents.low_m[2] : -extents.high_m[2];
    for (std::size_t t = 0; t < place_.size(); ++t)
      if (place_[t] != Place::layer &&
          (!model_.solved[t] || place_[t] == Place::other_layer || medium(t) != material))
        top = std::max(top, highest(model_.mesh.tets[t]));
    const auto add = [&](Index face) {
      const auto &sides = model_.topology.face_tets[face];
      const bool is_in_layer = std::any_of(sides.begin(), sides.end(), [&](Index tet) {
        return tet >= 0 && place_[tet] == Place::layer;
      });
      if (!is_in_layer)
        top = std::max(top, highest(model_.topology.faces[face]));
    };
    for (std::size_t f = 0; f < model_.face_is_pec.size(); ++f)
      if (model_.face_is_pec[f])
        add(static_cast<Index>(f));
    for (const FaceTerm &term : model_.terms)
      add(term.face);
    for (const FaceTerm &term : model_.natural)
      add(term.face);
    return top;
  }

  const Model &model_;
  double sign_;
  std::vector<Place> place_;
  std::vector<Index> medium_of_; // [material]; one number for all vacua
  Index vacuum_ = -1;
};

// Marks tets until both sides of each pair of periodic faces are alike.
void extend_across_periods(const Model &model, std::vector<std::uint8_t> &is_total) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const Period &period : model.periods)
      for (const auto &[here, there] : period.faces) {
        std::uint8_t &a = is_total[model.topology.face_tets[here][0]],
                     &b = is_total[model.topology.face_tets[there][0]];
        has_changed |= a != b;
        a = b = a | b;
      }
  }
}

} // namespace

std::optional<CellAlongZ> cell_along_z(const Case &input, const Model &model,
                                       const AbsorbingLayers &layers) {
  const auto periods_m = periods_along_xy(model);
  const bool are_flat =
      std::all_of(model.layers.begin(), model.layers.end(),
                  [&](const FaceTerm &term) { return lies_across_z(model, term.face); });
  if (!periods_m || layers.empty() || !are_flat)
    return {};
  return CellAlongZ{*periods_m, End(input, model, layers, false).half_space(),
                    End(input, model, layers, true).half_space()};
}

std::optional<bool> is_lit_from_above(const CellAlongZ &cell) {
  if (!cell.below || !cell.above || cell.below->is_vacuum == cell.above->is_vacuum)
    return {};
  return cell.above->is_vacuum;
}

std::vector<std::uint8_t> tets_of_total_field(const Model &model) {
  const auto &cell = model.cell;
  const auto from_above = cell ? is_lit_from_above(*cell) : std::nullopt;
  if (!from_above)
    return {};
  const double sign = *from_above ? 1 : -1, free = sign * cell->at(*from_above)->free_m;
  std::vector<std::uint8_t> is_total(model.solved.size(), 0);
  for (std::size_t t = 0; t < is_total.size(); ++t) {
    const auto &nodes = model.mesh.tets[t];
    is_total[t] = model.solved[t] && std::any_of(nodes.begin(), nodes.end(), [&](Index node) {
                    return sign * model.mesh.points[node][2] < free;
                  });
  }
  extend_across_periods(model, is_total);
  return is_total;
}

} // namespace curlew::fem
