#pragma once

#include <curlew/methods/mom/matrix_source.hpp>
#include <curlew/methods/mom/surface_solver.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <memory>
#include <string>
#include <vector>

namespace curlew::mom {

// How a dense system keeps its matrix.
struct DenseForm {
  enum class Kind {
    whole,  // 16 N^2 bytes in the memory of the backend
    single, // 8 N^2: in single precision; rows for residuals in double are filled anew
    panels  // 16 N^2 on the host, of which panels visit the memory of the backend
  };
  Kind kind = Kind::whole;
  double tolerance = 1e-3; // single: of |b - A x| / |b| in double precision
  // single: rows that are filled together; panels: columns of one, and rows that are filled
  // together. 0: by the number of unknowns.
  Index panel = 0;
};

// The matrix of a frequency and its factors.
template <class Space> class DenseFactors {
public:
  virtual ~DenseFactors() = default;
  // Seconds and condition number go to the figures. Returns the rows `kept` of the matrix. Throws
  // SingularMatrix.
  virtual DenseMatrix<Space> prepare(MatrixSource<Space> &source, const Combination &with,
                                     const std::vector<Index> &kept, SolverFigures &figures) = 0;
  // Solutions in the place of right-hand sides. Throws NotConverged.
  virtual void solve(const DenseMatrix<Space> &columns, SolverFigures &figures) = 0;
};

// The last two need a source whose rows can be filled apart from the others, in groups of
// neighbours, as row_panels() makes them. `surface` must stay.
template <class Space> std::unique_ptr<DenseFactors<Space>> make_whole_factors(const Space &space);
template <class Space>
std::unique_ptr<DenseFactors<Space>> make_single_factors(const Space &space, const Surface &surface,
                                                         const DenseForm &form);
template <class Space>
std::unique_ptr<DenseFactors<Space>> make_panel_factors(const Space &space, const Surface &surface,
                                                        const DenseForm &form);

// Rows that are filled together, at most so many: neighbours, whose faces serve several of them.
std::vector<std::vector<Index>> row_panels(const Surface &surface, Index most);

// Calls f(rows, values) for the rows of each panel, filled: [row][unknown] in the memory of
// `buffer`, which has as many entries as the largest panel.
template <class Space, class F>
void for_row_panels(const Space &space, MatrixSource<Space> &source, const Combination &with,
                    const std::vector<std::vector<Index>> &panels,
                    const Kokkos::View<Complex *, Space> &buffer, const F &f) {
  for (const std::vector<Index> &rows : panels) {
    const DenseMatrix<Space> values(buffer.data(), rows.size(), source.unknowns());
    source.fill_rows(space, with, rows, values);
    f(rows, values);
  }
}

// The rows of a panel of `single` that is left to the program.
Index default_panel(Index unknowns);

} // namespace curlew::mom
