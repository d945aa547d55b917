#pragma once

#include <curlew/methods/fdfd/background/columns.hpp>
#include <curlew/methods/fdfd/background/stopping.hpp>
#include <curlew/methods/fdfd/background/support.hpp>

#include <string>

namespace curlew::fdfd {

// Generalised conjugate residuals, @cite eisenstat1983, for the equation on the support, with its
// approximate inverse where it has one, and with a basis that outlives a solve: directions and what
// the operator makes of them. A new source starts from its best answer in it, and adds what is
// missing; the angles and polarisations of a sweep need few applications each. Smallest residual of
// the scattered field among all combinations, so never more iterations than other methods with the
// same start, for the memory of two vectors each.
template <class Space> class SupportGcr {
public:
  // Of `capacity` directions; where they are used up the basis is given up and begun again.
  SupportGcr(const Support<Space> &support, Index capacity);

  // From y and its residual r, both updated. Counts iterations and applications in the report.
  // Returns why it went no further, or nothing.
  std::string solve(const Space &space, const Vector<Space> &r, const Vector<Space> &y,
                    const Stopping &stopping, SolveReport &report);

  Index directions() const { return count_; }
  // Device memory, in bytes.
  static double bytes(Offset size, Index capacity);

private:
  void begin(const Space &space, const Vector<Space> &r);
  double expand(const Space &space, bool from_residual, double norm);
  void finish(const Space &space, const Vector<Space> &y);
  double subtract_products(const Space &space, Index count, const Vector<Space> &from,
                           std::vector<Complex> &products);

  const Support<Space> &support_;
  Index capacity_, count_ = 0;
  Columns<Space> directions_;                 // as they were found
  Columns<Space> images_;                     // residual_scale K directions, made orthonormal
  std::vector<std::vector<Complex>> factors_; // residual_scale K directions = images factors
  std::vector<Complex> solution_;             // of what is asked for now, in images
  Vector<Space> residual_;                    // scaled
  Vector<Space> unscaled_;                    // what the support's approximate inverse takes
  Kokkos::View<Complex *, Space> partial_, products_;
};

} // namespace curlew::fdfd
