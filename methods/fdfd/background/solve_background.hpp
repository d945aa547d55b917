#pragma once

#include <curlew/methods/fdfd/background/choice.hpp>
#include <curlew/methods/fdfd/background/layered_background.hpp>
#include <curlew/methods/fdfd/background/row_solver.hpp>
#include <curlew/methods/fdfd/background/shifted_cocr.hpp>
#include <curlew/methods/fdfd/background/support_cocr.hpp>
#include <curlew/methods/fdfd/background/support_gcr.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>

#include <functional>
#include <memory>

namespace curlew::fdfd {

// A of a background's solver in parts: the steppers of A without what `couple` adds, and of A
// without any couplings; to := to + factor K from, with the couplings K that the first one lacks
// (k^2 eps off the diagonal), or nothing.
template <class Space, class Of> struct BackgroundParts {
  Of stepper, bare;
  std::function<void(const Space &, double factor, const Vector<Space> &from,
                     const Vector<Space> &to)>
      couple;
};

// COCR or GCR with the separable background inverse, set up once for a problem and any number of
// sources. `Of`: a Stepper, or one of slabs; all calls are collective then.
template <class Space, class Of = Stepper<Space>> class BackgroundSolver {
public:
  // Throws InputError where why_no_background() gives a reason. `apply` is A; by default the fused
  // kernel.
  BackgroundSolver(const Space &space, const Problem &problem, const System<Space> &system,
                   const ApplyFunction<Space> &apply, const BackgroundChoice &choice);
  // The same with a choice made by choose_background() from the options.
  BackgroundSolver(const Space &space, const Problem &problem, const System<Space> &system,
                   const BackgroundOptions &options = {}, const ApplyFunction<Space> &apply = {});
  // The same of a divided grid: problem and system are the slab's. Not for Form::rows.
  BackgroundSolver(const Space &space, const Problem &problem, const System<Space> &system,
                   BackgroundParts<Space, Of> parts, const BackgroundChoice &choice,
                   const DividedGrid<Space> &grid);

  // Returns the device memory of a solver of this choice on a rank, in bytes, without the system's.
  static double bytes(const Problem &problem, const BackgroundChoice &choice, Index basis = 0,
                      const Share &share = {});

  const BackgroundChoice &choice() const { return choice_; }
  double setup_s() const { return setup_s_; }
  // Returns |f - A0 A0^-1 f| / |f| of a test source f, measured in the set-up: the effect of
  // rounding. Modes of thick layers are far from orthogonal with conjugation, and transforms lose
  // digits by it whatever the precision of the modes. Residuals fall by about this factor in each
  // round of a solve.
  double defect() const { return defect_; }

  // Solves A E = f, from the E given. Both hold 0 where entries are fixed. Throws NotConverged,
  // after filling the report, as other solvers do; the report's set-up time is that of this class.
  void solve(const Space &space, const Vector<Space> &f, const Vector<Space> &e,
             const SolveOptions &options, SolveReport &report);

private:
  const BackgroundInverse<Space> &background() const;
  double measure_defect(const Space &space, const Problem &problem);
  double norm(const Vector<Space> &f);
  double residual_norm(const Space &space, const Vector<Space> &f, const Vector<Space> &e);
  // Returns f plus the contribution of the couplings to E, which A's constants do not contain.
  const Vector<Space> &with_couplings(const Space &space, const Vector<Space> &f,
                                      const Vector<Space> &e);
  std::string run(const Space &space, const Vector<Space> &f, const Vector<Space> &e,
                  const Stopping &stopping, SolveReport &report);
  // Solves for the remaining residual on the scatterers, for later rounds: the inverse of a
  // background with thick layers is accurate to some digits only.
  std::string correct(const Space &space, const Vector<Space> &f, const Vector<Space> &e,
                      const Stopping &stopping, SolveReport &report);
  void run_alone(const Space &space, const Vector<Space> &f, const Vector<Space> &e,
                 SolveReport &report);
  std::string run_on_support(const Space &space, const Vector<Space> &f, const Vector<Space> &e,
                             const Stopping &stopping, SolveReport &report);

  System<Space> system_;
  DividedGrid<Space> divided_;
  BackgroundChoice choice_;
  BackgroundConstants<Space> k2_eps_b_;
  BackgroundParts<Space, Of> parts_;
  Kokkos::View<double *, Space> totals_;
  std::unique_ptr<Support<Space>> support_;
  std::unique_ptr<SupportCocr<Space>> support_cocr_; // with COCR
  std::unique_ptr<SupportGcr<Space>> support_gcr_;   // or with GCR
  Vector<Space> support_r_, support_y_;
  Vector<Space> correction_, remainder_; // allocated on first use
  std::unique_ptr<ShiftedCocr<Space, Of>> shifted_;
  std::unique_ptr<RowSolver<Space>> rows_;
  std::unique_ptr<LayeredBackground<Space>> alone_; // without scatterers
  double setup_s_ = 0, defect_ = 0;
};

} // namespace curlew::fdfd
