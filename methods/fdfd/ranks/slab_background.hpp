#pragma once

#include <curlew/methods/fdfd/background/choice.hpp>
#include <curlew/methods/fdfd/ranks/slab_stepper.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <memory>

namespace curlew::fdfd {

// A rank's part in the solver with the background's inverse. All calls are collective.
template <class Space> class SlabBackground {
public:
  // The slab with its ids, the exchange and the communicator must outlive this; the ids only the
  // constructor. `stepper` has no couplings.
  SlabBackground(const Space &space, const Slab &slab, const System<Space> &system,
                 SlabExchange<Space> &exchange, const SlabStepper<Space> &stepper,
                 const BackgroundChoice &choice, const Communicator &ranks);
  ~SlabBackground();

  void solve(const Space &space, const Vector<Space> &f, const Vector<Space> &x,
             const SolveOptions &options, SolveReport &report);
  double defect() const; // BackgroundSolver::defect()

private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

} // namespace curlew::fdfd
