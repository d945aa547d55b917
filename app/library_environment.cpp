#include "library_environment.hpp"
#include "program_path.hpp"

#include <curlew/core/mpi/launcher.hpp>
#include <curlew/core/parallel/processors.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

#ifdef CURLEW_HAVE_OPENBLAS
#include <curlew/solvers/dense/openblas_kernels.hpp>
#endif

namespace curlew::app {
namespace {

// Turns of a waiting thread before it sleeps: measured on 2 cores, a lone run is as fast as with
// the default of 300,000.
constexpr const char *k_spins = "2000";

// Returns true where the variable was not there and is now.
bool set_where_absent(const char *name, const std::string &value) {
  return environment_value(name) == nullptr && setenv(name, value.c_str(), 1) == 0;
}

} // namespace

void restart_with_library_environment(char **argv) {
  bool is_set = false;
  if (environment_value("OMP_WAIT_POLICY") == nullptr)
    is_set = set_where_absent("GOMP_SPINCOUNT", k_spins);
#ifdef CURLEW_HAVE_OPENBLAS
  if (const std::string kernels = better_openblas_kernels(); !kernels.empty())
    is_set = set_where_absent("OPENBLAS_CORETYPE", kernels) || is_set;
#endif
  if (!is_set)
    return;
  const std::filesystem::path program = program_path();
  if (program.empty())
    return;
  use_all_processors(); // OpenMP may have bound this thread to one of them
  execv(program.c_str(), argv);
}

} // namespace curlew::app
