#pragma once

namespace curlew::app {

// Sets variables of the environment that libraries read while they are loaded, before main(), and
// starts the program again in the same process where it set any. Variables that the user set stay
// as they are.
// - GOMP_SPINCOUNT: threads of OpenMP (GNU's) wait at a barrier by spinning, some 10 ms by default,
//   which takes the processor from other programs. Here they sleep after some 0.1 ms. It is left
//   alone where OMP_WAIT_POLICY is set.
// - OPENBLAS_CORETYPE: OpenBLAS takes its oldest kernels on processors newer than itself. Here it
//   takes those that the processor's instructions allow.
// Returns where there is nothing to set, or where the system does not start the program again.
void restart_with_library_environment(char **argv);

} // namespace curlew::app
