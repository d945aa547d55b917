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

// Media and boundary conditions of the surfaces of a case. Pointers are into the case, which must
// outlive it.
struct Media {
  std::vector<const Boundary *> boundary; // [face]; nullptr on bodies of a material
  std::vector<const Material *> material; // [part]; nullptr: it conducts
  bool has_materials = false;
  bool has_impedances = false;
  bool has_closed_impedances = false; // on closed parts

  // Returns Zs / eta0 of each face at a frequency, 0 for perfect conductors and bodies; empty where
  // there are only these.
  std::vector<std::complex<double>> impedances(double frequency_hz) const;
  // Wavenumber of a body, 1/m, and its wave impedance over that of vacuum.
  struct Inside {
    std::complex<double> wavenumber, impedance;
  };
  static Inside inside_of(const Material &material, double frequency_hz);
};

// Makes the media. Throws InputError for a region that is not closed, a region of several
// materials, one whose surface conducts in parts, and for a surface inside of a body.
Media make_media(const Case &input, const Surface &surface);

} // namespace curlew::mom
