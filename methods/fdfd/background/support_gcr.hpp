#pragma once

#include <curlew/methods/fdfd/background/support.hpp>
#include <curlew/solvers/krylov/recycling_gcr.hpp>

#include <string>

namespace curlew::fdfd {

// RecyclingGcr for the equation K y = r on the support, with its approximate inverse where there is
// one. It minimises the residual of the scattered field: with the diagonal residual_scale S it
// solves S K y = S r, preconditioned by M S^-1.
template <class Space> class SupportGcr {
public:
  // `capacity` is the number of directions; once they are used up the basis is discarded and built
  // anew. `support` must outlive this.
  SupportGcr(const Space &space, const Support<Space> &support, Index capacity);

  // Starts from y and its residual r; y is updated. Counts iterations and applications in the
  // report. Returns the reason of a failure, or an empty string.
  std::string solve(const Space &space, const Vector<Space> &r, const Vector<Space> &y,
                    const Stopping &stopping, SolveReport &report);

  Index directions() const { return gcr_.directions(); }
  // Returns the device memory, in bytes.
  static double bytes(Offset size, Index capacity);

private:
  const Support<Space> &support_;
  Vector<Space> scaled_; // S r, or S^-1 times the approximate inverse's argument
  RecyclingGcr<Space, Complex> gcr_;
};

} // namespace curlew::fdfd
