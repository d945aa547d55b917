#pragma once

#include <curlew/methods/fdfd/background/uniform_inverse.hpp>
#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/solvers/krylov/stopping.hpp>

namespace curlew::fdfd {

// Conjugate orthogonal conjugate residuals, @cite sogabe2007, for A on the whole grid,
// preconditioned by the exact inverse of a homogeneous operator whose eps_b lies between the
// materials' eps: one product with A and one with that inverse per iteration. It serves scatterers
// of several wavelengths, where the equation on the support takes long. `Of`: a Stepper, or one of
// slabs.
template <class Space, class Of> class ShiftedCocr {
public:
  ShiftedCocr(const Space &space, const Problem &problem, complex eps_b, Of &stepper,
              const DividedGrid<Space> &grid = {});

  // Starts from x, which is updated. Counts iterations and applications of the inverse in the
  // report. Returns the reason of a failure, or an empty string.
  std::string solve(const Space &space, const Vector<Space> &f, const Vector<Space> &x,
                    const Stopping &stopping, SolveReport &report);

  const BackgroundInverse<Space> &background() const { return *background_; }
  // Returns the device memory on a rank, in bytes.
  static double bytes(const Problem &problem, const Share &share = {});

private:
  void invert(const Space &space, const Vector<Space> &from, const Vector<Space> &to,
              SolveReport &report) const;

  Box grid_;
  std::unique_ptr<const BackgroundInverse<Space>> background_;
  Of &stepper_;
  Kokkos::View<double *, Space> totals_;
  // W times the residual; direction, W A times it; the inverse of the residual; a product.
  Vector<Space> r_, p_, q_, u_, w_;
};

} // namespace curlew::fdfd
