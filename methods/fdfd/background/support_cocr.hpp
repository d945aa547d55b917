#pragma once

#include <curlew/methods/fdfd/background/support.hpp>
#include <curlew/solvers/krylov/stopping.hpp>

#include <string>

namespace curlew::fdfd {

// Conjugate orthogonal conjugate residuals, @cite sogabe2007, for the equation on the support, with
// its approximate inverse M where there is one.
template <class Space> class SupportCocr {
public:
  explicit SupportCocr(const Support<Space> &support);

  // Starts from y and its residual r, both updated. Counts iterations and applications in the
  // report. Returns the reason of a failure, or an empty string.
  std::string solve(const Space &space, const Vector<Space> &r, const Vector<Space> &y,
                    const Stopping &stopping, SolveReport &report);

  static int vectors(bool with_inverse) { return with_inverse ? 5 : 3; }

private:
  const Support<Space> &support_;
  Vector<Space> p_, q_, product_; // direction, the operator's products with it and with z
  Vector<Space> z_, inverse_;     // M times the residual, or the residual itself; M q
};

// Returns the norm of the scattered field's residual.
template <class Space>
double residual_norm(const Space &space, const Support<Space> &support, const Vector<Space> &r);

} // namespace curlew::fdfd
