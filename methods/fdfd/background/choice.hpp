#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <string>

namespace curlew::fdfd {

struct BackgroundOptions {
  // Solves on the scatterers only; on the whole grid, preconditioned; or the likely faster of both.
  // In layers and under a Bloch phase the form is always the one on the scatterers in the problem's
  // layers; with conductors or mu the one on all rows that differ (RowSolver).
  enum class Form { automatic, support, shifted, layered, rows } form = Form::automatic;
  complex eps_b = 0; // constant of the preconditioner; 0: chosen from the materials
  // Number of directions kept for the next source (SupportGcr), on the scatterers; 0: none, COCR
  // solves.
  Index basis = 0;
  // Use of the approximate inverse (BodyInverse) on the scatterers: with, without, or the faster.
  enum class Inverse { automatic, with, without } inverse = Inverse::automatic;
};

// A choice made for a problem, with texts for messages: the choice ("support: 31 x 31 x 31 of 64 x
// 64 x 64 cells, eps_b 1") and its reason (the estimates compared).
struct BackgroundChoice {
  BackgroundOptions::Form form = BackgroundOptions::Form::support; // not automatic
  complex eps_b = 1;
  complex eps_m = 0; // constant of the approximate inverse on the scatterers; 0: without one
  std::string text, reason;
  Index basis = 0; // as in the options; never 0 where needs_directions()
  bool has_scatterers = true;
};
// True where the equation on the scatterers has no symmetry that COCR could use.
bool needs_directions(const Problem &problem);
// True where the inverse is likely to be faster than methods without it: not shown for conductors
// and mu in open space.
bool prefers_background(const Problem &problem);
// True where a problem has a background of layers, or periods with a phase: the form `layered`.
bool needs_layers(const Problem &problem);
// Chooses the form. Reads every entry of the grid, so it is called once per problem.
BackgroundChoice choose_background(const Problem &problem, const BackgroundOptions &options = {});

} // namespace curlew::fdfd
