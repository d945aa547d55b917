#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <string>

namespace curlew::fdfd {

struct BackgroundOptions {
  // On the scatterers only; on the whole grid, preconditioned; or what is likely to be faster. In
  // layers and under a Bloch phase it is always the one on the scatterers in the problem's layers,
  // with conductors or mu that on all rows that differ (RowSolver).
  enum class Form { automatic, support, shifted, layered, rows } form = Form::automatic;
  complex eps_b = 0; // of the preconditioner; 0: chosen from the materials
  // On the scatterers, directions that are kept for the next source (SupportGcr); 0: none, by COCR.
  Index basis = 0;
  // On the scatterers: with their approximate inverse (BodyInverse), without, or what is faster.
  enum class Inverse { automatic, with, without } inverse = Inverse::automatic;
};

// A choice made for a problem, and for messages: what ("support: 31 x 31 x 31 of 64 x 64 x 64
// cells, eps_b 1") and why (the estimates compared).
struct BackgroundChoice {
  BackgroundOptions::Form form = BackgroundOptions::Form::support; // not automatic
  complex eps_b = 1;
  complex eps_m = 0; // of the approximate inverse on the scatterers; 0: without one
  std::string text, reason;
  Index basis = 0; // as in the options; never 0 where needs_directions()
  bool has_scatterers = true;
};
// Whether the equation on the scatterers has no symmetry that COCR could use.
bool needs_directions(const Problem &problem);
// Whether the inverse is likely to be faster than methods that need none: not shown for conductors
// and mu in open space.
bool prefers_background(const Problem &problem);
// Whether a problem has its background in layers, or periods with a phase: the form `layered`.
bool needs_layers(const Problem &problem);
// Looks at every entry of the grid: made once for a problem and handed on.
BackgroundChoice choose_background(const Problem &problem, const BackgroundOptions &options = {});

} // namespace curlew::fdfd
