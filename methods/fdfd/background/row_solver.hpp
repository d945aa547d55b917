#pragma once

#include <curlew/methods/fdfd/background/layered_background.hpp>
#include <curlew/methods/fdfd/background/rows.hpp>
#include <curlew/solvers/krylov/recycling_gcr.hpp>

#include <memory>
#include <string>

namespace curlew::fdfd {

// Scattering with conductors and mu other than 1 as an equation on the rows R where A differs from
// A0, the operator of the layers behind (DifferentRows). With E = A0^-1 (f + P y), P from R to the
// grid, all other rows of A E = f hold already, and those of R give
//   y + ((A - A0) A0^-1 P y)_R = -((A - A0) A0^-1 f)_R,
// where the rows of conductors' entries are d E = 0 with the size d of A's diagonal. GCR minimises
// the residual of A E = f itself; conductors' entries that no free entry couples to have no
// current.
//
// The preconditioner acts from the right. On a conductor's surfaces across z it is the inverse of
// the map from currents in a plane to their field in that plane, taken on the whole plane
// (LayeredBackground::invert_planes): exact for a conductor that fills the plane, exact but for the
// effect of edges for others. On surfaces along z, whose entries are loops in these planes, it is
// A0 between the conductors' entries, the inverse up to fields outside: less accurate, but local.
// Where eps differs it is the diagonal 1 / (1 + (eps / eps_b - 1) / 2) of Support.
template <class Space> class RowSolver {
public:
  RowSolver(const Space &space, const Problem &problem, const System<Space> &system,
            const DifferentRows &rows, Index capacity);

  const LayeredBackground<Space> &background() const { return background_; }

  // Starts from E = 0; counts iterations and applications in the report. Returns the reason of a
  // failure, or an empty string. E is 0 on conductors.
  std::string solve(const Space &space, const Vector<Space> &f, const Vector<Space> &e,
                    const Stopping &stopping, SolveReport &report);

  static double bytes(const Problem &problem, const DifferentRows &rows, Index capacity);

private:
  // y := (A A0^-1 P y)_R
  void apply(const Space &space, const Vector<Space> &y, const Vector<Space> &image) const;
  void precondition(const Space &space, const Vector<Space> &r, const Vector<Space> &y) const;
  void start(const Space &space, const Vector<Space> &f, const Vector<Space> &r) const;
  void expand(const Space &space, const Vector<Space> &y, const Vector<Space> &f,
              const Vector<Space> &e) const;

  System<Space> system_;
  Box grid_, box_;
  LayeredBackground<Space> background_;
  Offset conductors_, size_; // rows of conductors, which come first, and all rows
  Kokkos::View<Index *, Space> in_box_;
  Kokkos::View<const Offset *, Space> in_grid_;
  // Weights; d or k^2 (eps - eps_b); the preconditioner's factors before its transforms (0: the row
  // is not transformed) and after them, or alone; 1 / d.
  Vector<Space> weight_, contrast_, before_, after_, local_;
  bool has_walls_ = false;         // conductors have surfaces along z
  Vector<Space> box_in_, box_out_; // transform's input and output; the input is 0 off R
  Vector<Space> r_, y_;
  RecyclingGcr<Space, Complex> gcr_;
};

} // namespace curlew::fdfd
