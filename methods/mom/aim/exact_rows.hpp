#pragma once

#include <curlew/core/wave.hpp>
#include <curlew/methods/mom/media/blocks.hpp>
#include <curlew/methods/mom/spec.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

namespace curlew::mom {

// Rows of the matrix itself, including the impedance of sheets, for residuals. All arguments must
// outlive the object.
template <class Space> class ExactRows {
public:
  // `rows`: the rows that fill() may be called for.
  ExactRows(const Surface &surface, const Spec &spec, const std::vector<Index> &rows, int threads)
      : surface_(surface), spec_(spec), fill_(surface, spec.quadrature, threads, rows) {}

  // Fills the rows. Impedances are added where the combination has the currents' part.
  void fill(const Space &space, const Combination &with, const std::vector<Index> &rows,
            const DenseMatrix<Space> &values) const {
    fill_.fill_rows(space, with, FillVariant::face, rows, values);
    const auto z = spec_.media.impedances(frequency_of(with.wavenumber));
    if (with.vector == 0 || z.empty())
      return;
    std::vector<Index> row_of(surface_.unknowns(), -1);
    for (std::size_t k = 0; k < rows.size(); ++k)
      row_of[rows[k]] = static_cast<Index>(k);
    add_gram<Space>(space, surface_, spec_.quadrature.testing, z,
                    {values, to_view<Space>("curlew::mom::row_of", row_of), {}});
  }

private:
  const Surface &surface_;
  const Spec &spec_;
  MatrixFill<Space> fill_;
};

} // namespace curlew::mom
