#pragma once

#include <curlew/core/error.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace curlew {

// Krylov methods of Belos. `cg` needs a Hermitian positive definite operator.
enum class KrylovMethod { bicgstab, gmres, tfqmr, cg };

std::string to_string(KrylovMethod method);
// Parses "bicgstab", "gmres", "tfqmr", "cg". Throws InputError for another name.
KrylovMethod parse_krylov_method(const std::string &name);

// Implementation of GMRES: Belos', that of this library (fgmres.hpp), or Belos' unless its Trilinos
// makes wrong rotations of complex numbers (complex_rotation.hpp).
enum class GmresSource { automatic, belos, curlew };

struct KrylovOptions {
  KrylovMethod method = KrylovMethod::gmres;
  double tolerance = 1e-8; // limit of |b - A x| / |b|
  int max_iterations = 1000;
  int restart = 100; // restart length of gmres: number of vectors kept
  // Called in every iteration, on every rank, with the recurrence's residual over |b|. An exception
  // of the function ends the solve and passes to the caller.
  std::function<void(int iteration, double residual)> watch = {};
  GmresSource gmres = GmresSource::automatic;
};

struct KrylovReport {
  int iterations = 0;
  double residual = 0; // |b - A x| / |b|, from x itself
  // The method's own estimate of the residual before the first iteration and after each.
  std::vector<double> history;
  std::string solver; // the method that ran: "gmres", or "gmres of curlew" in the place of Belos'
};

// Error that solve_krylov throws, with the report up to then.
class KrylovNotConverged : public NotConverged {
public:
  KrylovNotConverged(const std::string &message, KrylovReport report)
      : NotConverged(message), report_(std::move(report)) {}
  const KrylovReport &report() const { return report_; }

private:
  KrylovReport report_;
};

// Solves A x = b from the x given, one column each. A preconditioner M (about A^-1) is applied from
// the right, A M y = b with x = M y, so that residuals stay those of A x = b.
//
// Belos stops on its own recursively updated residual. Here b - A x decides: where it is too large,
// the method starts again from the x reached. Throws KrylovNotConverged, with the numbers, when
// that does not help, max_iterations are over or the method breaks down; NotCompiled without Belos,
// and for bicgstab with complex numbers where this Belos conjugates the wrong factor (Trilinos 13.2
// as released). Where Belos' gmres is wrong for complex numbers, this library's runs instead; the
// log has a warning, the report names the solver. After a throw x is the last iterate. Collective;
// every rank gets the same report. x is the same bits for any number of threads, to rounding for
// another number of ranks.
template <class Space, class Scalar>
KrylovReport solve_krylov(const LinearOperator<Space, Scalar> &a,
                          const DistributedVector<Space, Scalar> &b,
                          const DistributedVector<Space, Scalar> &x, const KrylovOptions &options,
                          const LinearOperator<Space, Scalar> *preconditioner = nullptr);

// Returns |r| / |b| after one step of BiCGStab for a system with known result: sqrt(1/2), or
// sqrt(3/2) where omega is conjugated. Needs Kokkos.
double bicgstab_probe();
// Throws NotCompiled unless `probed` is sqrt(1/2).
void require_right_bicgstab(double probed);

// Belos' gmres where Teuchos' rotations are right, else this library's.
GmresSource gmres_with(bool rotations_are_right);
// The same for the Teuchos of this build, determined once.
GmresSource usable_gmres();

} // namespace curlew
