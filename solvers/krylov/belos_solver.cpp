#include <curlew/solvers/krylov/belos_solver.hpp>

#include <curlew/core/error.hpp>

#include <cmath>

namespace curlew {
namespace {

const std::vector<std::string> k_names = {"bicgstab", "gmres", "tfqmr", "cg"};

} // namespace

std::string to_string(KrylovMethod method) {
  return k_names[static_cast<std::size_t>(method)];
}

KrylovMethod parse_krylov_method(const std::string &name) {
  for (std::size_t i = 0; i < k_names.size(); ++i)
    if (name == k_names[i])
      return static_cast<KrylovMethod>(i);
  throw InputError("\"" + name + "\" is no Krylov method; legal are bicgstab, gmres, tfqmr and cg");
}

GmresSource gmres_with(bool rotations_are_right) {
  return rotations_are_right ? GmresSource::belos : GmresSource::curlew;
}

void require_right_bicgstab(double probed) {
  if (!(std::abs(probed - std::sqrt(0.5)) <= 1e-6)) // nor a NaN
    throw NotCompiled("bicgstab for complex numbers",
                      "its Belos takes omega with the wrong factor conjugated, as that of Trilinos "
                      "13.2 does, and would diverge: take gmres, or build against a newer Trilinos "
                      "or the corrected one of ./bootstrap");
}

} // namespace curlew
