#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/mom/matrix_source.hpp>
#include <curlew/methods/mom/surface_solver.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <memory>
#include <string>
#include <vector>

namespace curlew::mom {

// Storage of the matrix of a dense system.
struct DenseForm {
  enum class Kind {
    whole,  // 16 N^2 bytes in the memory of the backend
    single, // 8 N^2: in single precision; rows for residuals in double precision are filled anew
    panels, // 16 N^2 on the host; panels are copied to the memory of the backend
    divided // columns divided among ranks, each of which has 16 N^2 / ranks
  };
  Kind kind = Kind::whole;
  double tolerance = 1e-3; // single: largest |b - A x| / |b| in double precision
  // single: number of rows that are filled together; panels: number of columns of a panel, and of
  // rows that are filled together. 0: chosen from the number of unknowns.
  Index panel = 0;
  Communicator ranks = {}; // divided: those that have the matrix together
};

// Matrix of a frequency and its factors.
template <class Space> class DenseFactors {
public:
  virtual ~DenseFactors() = default;
  // Fills and factors the matrix. Writes the seconds and the condition number to the figures.
  // Returns the rows `kept` of the matrix. Throws SingularMatrix.
  virtual DenseMatrix<Space> prepare(MatrixSource<Space> &source, const Combination &with,
                                     const std::vector<Index> &kept, SolverFigures &figures) = 0;
  // Returns the unknowns whose columns the kept rows have.
  virtual std::vector<Index> kept_columns() const { return {}; }
  // Replaces right-hand sides by solutions. Throws NotConverged.
  virtual void solve(const DenseMatrix<Space> &columns, SolverFigures &figures) = 0;
};

// `single` and `panels` need a source whose rows can be filled apart from the others, in groups of
// neighbours, as row_panels() makes them. `surface` must outlive the factors.
// All calls to those of make_divided_factors() are collective; they need a source whose columns can
// be filled apart from the others.
template <class Space> std::unique_ptr<DenseFactors<Space>> make_whole_factors(const Space &space);
template <class Space>
std::unique_ptr<DenseFactors<Space>> make_single_factors(const Space &space, const Surface &surface,
                                                         const DenseForm &form);
template <class Space>
std::unique_ptr<DenseFactors<Space>> make_panel_factors(const Space &space, const Surface &surface,
                                                        const DenseForm &form);
template <class Space>
std::unique_ptr<DenseFactors<Space>> make_divided_factors(const Space &space,
                                                          const Communicator &ranks);

// Returns some rows of a matrix, or of a part of its columns.
template <class Space>
DenseMatrix<Space> rows_of_columns(const Space &space, const DenseMatrix<Space> &matrix,
                                   const std::vector<Index> &rows) {
  const DenseMatrix<Space> some("curlew::mom::sampled_rows", rows.size(), matrix.extent(1));
  for (std::size_t r = 0; r < rows.size(); ++r)
    Kokkos::deep_copy(space, Kokkos::subview(some, r, Kokkos::ALL),
                      Kokkos::subview(matrix, rows[r], Kokkos::ALL));
  return some;
}

// Returns the groups of rows that are filled together, at most `most` in a group: neighbours, whose
// faces serve several of them.
std::vector<std::vector<Index>> row_panels(const Surface &surface, Index most);

// Calls f(rows, values) for the filled rows of each panel: [row][unknown] in the memory of
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

// Returns the rows of a panel of `single` that the program chooses.
Index default_panel(Index unknowns);

} // namespace curlew::mom
