#pragma once

#include <curlew/methods/fdfd/media/edge_materials.hpp>
#include <curlew/methods/fdfd/media/free_shares.hpp>
#include <curlew/methods/fdfd/media/lamination.hpp>

namespace curlew::fdfd {

// Averages the materials in the brick of a cell around an entry into the entry's constant.
class BrickAverage {
public:
  static constexpr int k_samples = 8; // of a brick along each direction
  struct Entry {
    int component;
    Index k; // index along z
    Brick brick;
  };

  // Keeps references to its arguments.
  BrickAverage(const Problem &problem, const Scene &scene, const ConstantTable &table,
               bool is_electric, Smoothing smoothing)
      : problem_(problem), scene_(scene), table_(table), is_electric_(is_electric),
        smoothing_(smoothing),
        shares_(problem, scene, table), is_same_along_{scene.is_same_along(0),
                                                       scene.is_same_along(1),
                                                       scene.is_same_along(2)} {}

  // Sets `value` to the entry's constant and `share` to the part of its edge or face outside of
  // conductors; returns false for an entry inside a conductor.
  bool constant(const Entry &entry, complex &value, double &share) const;

  // Returns the entries yz, zx, xy of the tensor of a brick around a node; 0 where one constant
  // fills the brick and where has_tensor() is false.
  std::array<complex, 3> off_diagonal(const Brick &brick) const;

private:
  // Sums over the samples of a brick.
  struct Samples {
    complex sum = 0, sum_of_inverse = 0; // over the samples in no conductor, by weight
    double counted = 0, conducting = 0;  // weight of these and of the others
    int in_objects = 0;
    std::vector<Scene::Part> parts;    // materials and their weights, by rising material
    int material = Scene::k_no_object; // of all samples; k_mixed where they differ
    complex metal_sum = 0;             // over those whose real part is not above 0
    double metal = 0;                  // their weight
    bool is_isotropic = true;
    std::array<double, 3> squared_normal{0, 0, 0};   // interface normal's; 0 without one
    std::array<bool, 3> varies{false, false, false}; // the material, along an axis

    void add(int of_material, double weight) {
      for (Scene::Part &part : parts)
        if (part.material == of_material) {
          part.share += weight;
          return;
        }
      parts.push_back({of_material, weight});
    }
    bool is_partly_metal() const { return metal > 0 && metal < counted; }
    complex mean() const { return sum / counted; }
    // 1 / <1 / c>
    complex across() const { return counted / sum_of_inverse; }
  };
  // Positions of a brick's samples along an axis, in halves of its edge, and their weights, 1 in
  // the mean.
  struct Line {
    std::array<double, k_samples> at, weight;
  };
  // What a sample stands for. equal: the material at its position, samples at equal distances.
  // exact: the materials in the brick around it; where planes across an axis part the brick, each
  // part has samples of its own with the weight of its length, so that averages are exact for
  // bodies with faces along the grid, and of second order in the samples for round ones.
  enum class Spread { equal, exact };

  // Returns the position of a sample in halves of the brick's edges, from -1 to 1.
  static double sample_offset(int step) { return (2 * step + 1.0) / k_samples - 1; }
  // True for a brick that reaches beyond a wall (across an axis).
  bool leaves_grid(const Brick &brick, int axis) const;
  bool leaves_grid(const Brick &brick) const;
  int material_at(
      const Point &position_m) const; // material of objects or layers; also beyond walls
  Samples sample(const Entry &entry, double scale, Spread spread) const;
  void add_parts(const Brick &sample, Spread spread, std::vector<Scene::Part> &parts) const;
  // Sums up the materials of samples; rounds their weights where surfaces cut samples.
  void sum_up(const Entry &entry, bool is_cut, Samples &samples) const;
  Line line_along(const Brick &brick, int axis, double scale, Spread spread) const;
  // Returns the planes across an axis in a brick, beyond periodic and magnetic walls too, in halves
  // of its edge, by rising position.
  std::vector<double> planes_in(const Brick &brick, int axis) const;
  // Returns the interface's unit normal in a brick; 0 where there is no interface.
  std::array<double, 3> normal_in(const Brick &brick) const;
  // True where a brick gets a tensor: its materials are isotropic, none is a conductor, and their
  // real parts have one sign. False in the absorbing layers, where the two components' weights
  // differ.
  bool has_tensor(const Brick &brick, const Samples &samples) const;

  bool of(int material, const Entry &entry, complex &value) const;
  bool at_center(const Entry &entry, complex &value) const;
  complex behind_objects(const Entry &entry) const;
  bool mixed(const Entry &entry, complex &value) const;
  // Returns the constant where real parts of both signs meet.
  complex beside_metal(const Entry &entry, const Samples &samples, double squared_normal) const;
  // Walls along the grid where metals and dielectrics meet, in an entry's brick (metal_walls.cpp).
  struct MetalWalls;
  std::optional<MetalWalls> metal_walls(const Entry &entry) const;
  // Returns the constant beside such walls; none beside other surfaces, in films
  // and along axes along which nothing changes, where the mean has no plasmons.
  std::optional<complex> at_metal_walls(const Entry &entry) const;
  // A layer of a brick; from and to in halves of the brick's edge, -1 to 1.
  struct Slice {
    int material;
    double from, to;
  };
  // Returns the layers of a brick in which the material varies along one axis only, with surfaces
  // where they are and not at the nearest sample.
  std::vector<Slice> slices_in(const Entry &entry, int axis) const;
  Lamination lamination_of(const Entry &entry, const std::vector<Slice> &slices) const;
  // Returns what the mean on a node needs beside the metals at one surface across an axis.
  complex skin_correction(const Entry &entry, int axis, const std::vector<Slice> &slices) const;
  // Returns how far a material reaches from a surface on the line of an entry, up to some skin
  // depths and infinite there; `surface` in halves of the brick's edge, `step` 1 or -1.
  double thickness_m(const Entry &entry, int axis, int material, double surface, int step) const;
  static complex metal_or_dielectric(const Samples &samples, double squared_normal);
  // Returns the share of an edge or face outside of conductors.
  double free_share(const Entry &entry) const;

  const Problem &problem_;
  const Scene &scene_;
  const ConstantTable &table_;
  bool is_electric_;
  Smoothing smoothing_;
  FreeShares shares_;
  std::array<bool, 3> is_same_along_; // axes along which nothing changes
};

} // namespace curlew::fdfd
