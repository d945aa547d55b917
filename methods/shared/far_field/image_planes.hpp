#pragma once

#include <curlew/methods/shared/far_field/radiation.hpp>

#include <vector>

namespace curlew {

// A conducting plane outside of the surface that carries the currents. The far field is radiated by
// the currents and their images. Behind an infinite wall it is 0; behind a mirror, where the images
// are a part of the structure, it is theirs.
struct ImagePlane {
  enum class Type { pec, pmc };
  int axis = 2;    // axis of its normal
  double at_m = 0; // coordinate along the axis
  Type type = Type::pec;
  bool is_mirror = false;
};

// Returns how many times the whole structure has what lies in front of the planes: 2 for each
// mirror.
double mirrored_parts(const std::vector<ImagePlane> &planes);

// Logs the planes behind which far fields are 0, and the key that makes them mirrors.
void log_infinite_walls(const std::vector<ImagePlane> &planes);

// The mirror images in a set of planes, the currents themselves first: 2 for one plane, 4 for two,
// 8 for three. With R the reflection of one axis, an image of currents at r' is at R r' + 2 at_m
// e_axis and carries
//   PEC: J -> -R J, M -> R M;   PMC: J -> R J, M -> -R M   (@cite balanis2012, section 7.4),
// so that its radiation integrals towards r are R N(R r), R L(R r) times signs and one phase.
class Images {
public:
  // Throws std::invalid_argument for an axis that is not 0, 1 or 2, and for two planes across the
  // same axis, between which the images would be infinitely many.
  Images(const std::vector<ImagePlane> &planes, double wavenumber);

  std::size_t count() const { return std::size_t(1) << planes_.size(); }
  // Returns for each direction its count() mirrored directions.
  std::vector<UnitVector> mirrored(const std::vector<UnitVector> &towards) const;
  // Returns the sum over all images towards `towards` of the integrals in the mirrored directions,
  // which `integrals` holds from `first` on.
  RadiationVectors sum(const UnitVector &towards, const RadiationVectors *integrals) const;

private:
  bool has(std::size_t image, std::size_t plane) const { return (image >> plane & 1) != 0; }

  std::vector<ImagePlane> planes_;
  double wavenumber_;
};

} // namespace curlew
