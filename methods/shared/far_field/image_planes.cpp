#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <curlew/core/log.hpp>

#include <stdexcept>

namespace curlew {

double mirrored_parts(const std::vector<ImagePlane> &planes) {
  double parts = 1;
  for (const ImagePlane &plane : planes)
    parts *= plane.is_mirror ? 2 : 1;
  return parts;
}

void log_infinite_walls(const std::vector<ImagePlane> &planes) {
  for (const ImagePlane &plane : planes)
    if (!plane.is_mirror)
      spdlog::info("far field: that in front of an infinite wall at {} = {:g} m; for a structure "
                   "that its image completes take \"mirror\": true",
                   "xyz"[plane.axis], plane.at_m);
}

Images::Images(const std::vector<ImagePlane> &planes, double wavenumber)
    : planes_(planes), wavenumber_(wavenumber) {
  std::array<bool, 3> used{};
  for (const ImagePlane &plane : planes_) {
    if (plane.axis < 0 || plane.axis > 2)
      throw std::invalid_argument("an image plane across axis " + std::to_string(plane.axis));
    if (used[plane.axis])
      throw std::invalid_argument("two parallel image planes: their images are infinitely many");
    used[plane.axis] = true;
  }
}

std::vector<UnitVector> Images::mirrored(const std::vector<UnitVector> &towards) const {
  std::vector<UnitVector> all;
  all.reserve(towards.size() * count());
  for (const UnitVector &direction : towards)
    for (std::size_t image = 0; image < count(); ++image) {
      all.push_back(direction);
      for (std::size_t p = 0; p < planes_.size(); ++p)
        if (has(image, p))
          all.back()[planes_[p].axis] *= -1;
    }
  return all;
}

RadiationVectors Images::sum(const UnitVector &towards, const RadiationVectors *integrals) const {
  RadiationVectors total;
  for (std::size_t image = 0; image < count(); ++image) {
    RadiationVectors one = integrals[image];
    double angle = 0;
    for (std::size_t p = 0; p < planes_.size(); ++p) {
      if (!has(image, p))
        continue;
      const ImagePlane &plane = planes_[p];
      const bool pec = plane.type == ImagePlane::Type::pec;
      angle += 2 * wavenumber_ * plane.at_m * towards[plane.axis];
      one.N[plane.axis] *= -1;
      one.L[plane.axis] *= -1;
      for (std::complex<double> &component : pec ? one.N : one.L)
        component *= -1;
    }
    const std::complex<double> phase = std::polar(1.0, angle);
    for (int c = 0; c < 3; ++c) {
      total.N[c] += phase * one.N[c];
      total.L[c] += phase * one.L[c];
    }
  }
  return total;
}

} // namespace curlew
