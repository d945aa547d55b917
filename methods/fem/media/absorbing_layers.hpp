#pragma once

#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/surfaces/layer_plane.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <optional>

namespace curlew::fem {

using ComplexMatrix3 = std::array<std::array<std::complex<double>, 3>, 3>;

// Absorbing layers of a case: a change of coordinates to complex ones. The depth x in [0, 1] into a
// layer is stretched by
//   s(x) = 1 + (kappa - 1) x^m - j sigma_max x^m / (1 + alpha / (j omega eps0)),
// e^{+j omega t}. Maxwell's equations keep their form with eps and mu replaced by
//   det(J) J^-1 eps J^-1,
// where J is the (symmetric) Jacobian, @cite chew1994, @cite teixeira1997. In a layer between
// spheres, r is stretched by s, and the directions across r by the mean stretch up to r.
class AbsorbingLayers {
public:
  // Throws InputError for a layer without "sphere" whose faces are no planes across the axes, for a
  // layer with "sphere" whose faces lie on no sphere, for a layer thicker than the mesh or thinner
  // than its elements, and where the layers fill the whole mesh. `lowest_hz` sets the default
  // thickness. Without "sigma_max" and "reflection" the losses are the smallest that reflect no
  // more than 1e-4 of a wave at right angles at the lowest and the highest frequency by layer_model
  // .hpp, or those that reflect least.
  // `order`: order of the elements.
  AbsorbingLayers(const Case &input, const Model &model, int order, double lowest_hz,
                  double highest_hz);

  bool empty() const { return flat_.empty() && spheres_.empty(); }
  // J^-1 and det J at a point. at() returns nothing outside of all layers.
  struct Stretch {
    ComplexMatrix3 inverse;
    std::complex<double> determinant;
  };
  std::optional<Stretch> at(const Point &point_m, double frequency_hz) const;
  bool contains(const Point &point_m) const;
  // Returns true for a point in a flat layer at the low (side -1) or high (1) end of an axis.
  bool contains(const Point &point_m, int axis, int side) const;
  // Returns true where the stretch changes with the frequency.
  bool depends_on_frequency() const;
  // A layer of the case and what it reflects of a wave at right angles (layer_model.hpp).
  struct Figures {
    const Boundary *boundary;
    double thickness_m, sigma_max;
    int cells; // tets across it
    double reflection;
    double fine_reflection; // of an infinitely fine mesh
    // Mean error of a radar cross section or a far field, measured (docs/methods/fem-notes.md).
    double error_db() const { return 20 * std::log10(1 + 5 * reflection); }
  };
  std::vector<Figures> figures(double frequency_hz) const;

private:
  struct Profile {
    const Boundary *boundary;
    const PmlSpec *spec;
    double thickness_m;
    double sigma_max = 0;                     // unless the case gives a reflection
    int cells = 1;                            // tets across the layer
    std::vector<const Material *> media = {}; // in the layer
  };
  struct Flat : Profile, LayerPlane {};
  struct Sphere : Profile {
    Point center_m;
    double outer_m; // radius of the outer sphere
  };
  static std::complex<double> stretch(const Profile &profile, double depth, double frequency_hz);
  static std::complex<double> mean_stretch(const Profile &profile, double depth,
                                           double frequency_hz);
  static double sigma_max_at(const Profile &profile, double frequency_hz);
  // Amplitudes that a layer reflects of a wave at right angles: by layer_model.hpp, of an
  // infinitely fine mesh, and the estimate of that of its mesh, in which both errors add up. In the
  // model they cancel with some losses, and then in one wave and not in another.
  struct Reflected {
    double model = 0, fine_layer = 0, estimate = 0;
  };
  static Reflected reflected_by(const Profile &profile, int degree, double frequency_hz);
  static double depth_in(const Flat &layer, const Point &point_m);
  static double depth_in(const Sphere &layer, const Point &point_m);

  void require_elements(const Case &input, const Model &model) const;
  template <class Layer> void measure(const Case &input, const Model &model, Layer &layer) const;
  void choose_losses(Profile &profile, double lowest_hz, double highest_hz) const;

  int degree_ = 1; // of the elements
  std::vector<Flat> flat_;
  std::vector<Sphere> spheres_;
};

} // namespace curlew::fem
