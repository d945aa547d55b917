#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/surface_solver.hpp>

#include <memory>

namespace curlew::mom {

// The dense matrix of a surface, filled and factorised in one memory, on a backend.
std::unique_ptr<SurfaceSolver> make_dense_system(Backend backend, const Surface &surface,
                                                 const Spec &spec, int threads);

// Bytes in the backend's memory: matrix, work space and a block of right-hand sides; with both
// currents also a matrix of one of them, at low frequencies the projector.
double dense_bytes(const Surface &surface, const Spec &spec, double wavenumber, std::size_t columns,
                   Backend backend);

} // namespace curlew::mom
