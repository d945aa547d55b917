#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/views.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <vector>

namespace curlew {

enum class Rows { all, upper_triangle }; // the latter with the diagonal

// Column norms of a dense matrix: for each column the sums of |a|, of |a|^2, and the largest |a|.
struct ColumnNorms {
  std::vector<double> sum, square_sum, largest;
};

// Takes a team for each column, whose threads read neighbouring entries.
template <class Space, class Matrix> struct ColumnNormsKernel {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  Matrix a;
  Rows rows;
  Kokkos::View<double *, Space> sum, square_sum, largest;

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Offset column = team.league_rank();
    const Offset height = static_cast<Offset>(a.extent(0));
    const Offset end = rows == Rows::all || column + 1 > height ? height : column + 1;
    double sums = 0, squares = 0, most = 0;
    for (Offset i = team.team_rank(); i < end; i += team.team_size()) {
      const double real = a(i, column).real(), imag = a(i, column).imag();
      const double square = real * real + imag * imag, size = sqrt(square);
      sums += size;
      squares += square;
      most = size > most ? size : most;
    }
    sums = team_sum(team, sums);
    squares = team_sum(team, squares);
    team.team_reduce(Kokkos::Max<double>(most));
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      sum(column) = sums;
      square_sum(column) = squares;
      largest(column) = most;
    });
  }
};

// Returns the column norms, the same for any number of threads. Waits for the result.
template <class Space, class Matrix>
ColumnNorms column_norms(const Space &space, const Matrix &a, Rows rows) {
  if (a.extent(1) == 0)
    return {};
  using View = Kokkos::View<double *, Space>;
  const auto count = a.extent(1);
  const ColumnNormsKernel<Space, Matrix> kernel{a, rows, View("curlew::solvers::norm_1", count),
                                                View("curlew::solvers::norm_2", count),
                                                View("curlew::solvers::norm_max", count)};
  Kokkos::parallel_for(
      "curlew::solvers::column_norms",
      Kokkos::TeamPolicy<Space>(space, static_cast<int>(count), DeviceTraits<Space>::k_team),
      kernel);
  return {to_vector(space, kernel.sum), to_vector(space, kernel.square_sum),
          to_vector(space, kernel.largest)};
}

} // namespace curlew
