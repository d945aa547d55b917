#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <memory>

namespace curlew::mom {

// Makes the solver with the dense matrix of a surface, filled and factorised on a backend. `single`
// and `panels` need can_fill_rows() at all wavenumbers, `divided` the plain form at all of them.
// All calls to a solver of `divided` are collective, with the same right-hand sides.
std::unique_ptr<SurfaceSolver> make_dense_system(Backend backend, const Surface &surface,
                                                 const Spec &spec, int threads,
                                                 const DenseForm &form = {});

// Returns true where rows of the matrix can be filled apart from the others: not with both
// currents, nor in the form for low frequencies.
bool can_fill_rows(const Surface &surface, const Spec &spec, double wavenumber);

// Returns the bytes in the backend's memory: matrix, work space and a block of right-hand sides;
// with both currents also a matrix of one of them, at low frequencies the projector, with `single`
// the rows that are filled together.
double dense_bytes(const Surface &surface, const Spec &spec, double wavenumber, std::size_t columns,
                   Backend backend, const DenseForm &form = {});
// Returns the bytes in the backend's memory of the rank that has most, where so many divide the
// matrix; with both currents also a rank's part of a matrix of one of them.
double divided_bytes(const Surface &surface, const Spec &spec, std::size_t columns, Backend backend,
                     int ranks);
// Returns the additional bytes on the host, where `panels` are stored.
double host_bytes(const Surface &surface, const Spec &spec, const DenseForm &form);

// Returns the form for a device with `free_bytes` free: `panels` as wide as possible where the
// whole matrix does not fit but panels do, and the matrix fits on the host; else `whole`.
DenseForm form_within(const Surface &surface, const Spec &spec, double wavenumber,
                      std::size_t columns, Backend backend, double free_bytes,
                      double free_host_bytes);

} // namespace curlew::mom
