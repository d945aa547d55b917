#pragma once

#include <curlew/core/material.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <complex>
#include <vector>

namespace curlew {
struct Boundary;
struct Case;
struct SurfaceImpedanceSpec;
} // namespace curlew

namespace curlew::mom {

// What the surfaces of a case are made of. Pointers are into the case, which must stay.
struct Media {
  std::vector<const Boundary *> boundary; // of each face; nullptr on bodies of a material
  std::vector<const Material *> material; // of each part; nullptr: it conducts
  bool has_materials = false;
  bool has_impedances = false;
  bool has_closed_impedances = false; // on closed parts

  // Zs / eta0 of each face at a frequency, 0 of perfect conductors and bodies; empty where there
  // are only these.
  std::vector<std::complex<double>> impedances(double frequency_hz) const;
  // A body's wavenumber, 1/m, and wave impedance over that of vacuum.
  struct Inside {
    std::complex<double> wavenumber, impedance;
  };
  static Inside inside_of(const Material &material, double frequency_hz);
};

// Throws InputError for a region that is not closed, one of several materials, one whose surface
// conducts in parts, and for a surface inside of a body.
Media make_media(const Case &input, const Surface &surface);

} // namespace curlew::mom
