#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fem/prepare.hpp>
#include <curlew/methods/fem/solve/system.hpp>

#include <memory>

namespace curlew::fem {

// A cube of vacuum of 1 m behind absorbing walls, with a dipole in it, and its equations at a
// frequency.
struct OpenBox {
  std::unique_ptr<Case> input; // the problem points into it
  Problem problem;
  Media media;
  Coefficients coefficients;
  Load load;
  double prepare_s = 0; // mesh, topology, faces
  double problem_s = 0; // numbering, and pattern where it is made
};

// Makes a box with `cells` cells along an edge, each cut into six tets, and each tet refined
// `refine` times into eight.
std::unique_ptr<OpenBox> make_open_box(int cells, int refine, double frequency_hz, int threads,
                                       WholePattern pattern = WholePattern::make);

} // namespace curlew::fem
