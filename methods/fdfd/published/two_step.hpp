#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// The paper's product, @cite demir2012: first H of a cell from E, then E's row from H, in one
// kernel per component of each, with two coefficients per entry,
//   t_x = c_y (E_z[j+1] - E_z) - c_z (E_y[k+1] - E_y),              c = rate / mu,
//   y_x = -k^2 eps_x (x_x - c_y (t_z - t_z[j-1]) + c_z (t_y - t_y[k-1])),  c = rate / (k^2 eps_x).
// The factor -k^2 eps_x, which the paper leaves out, makes all variants the same operator.
//
// The kernels are xy-mapped: a team has 256 columns of the plane, padded to a multiple of 16 both
// ways, and marches along z. `Coefficients` gives the pair of an entry: load(team), pair(entry of
// the padded grid).
struct PaddedGrid {
  Index count[3]; // counts of the problem
  Index padded_x, padded_y;
  KOKKOS_INLINE_FUNCTION Offset plane() const { return Offset(padded_x) * padded_y; }
  KOKKOS_INLINE_FUNCTION Offset size() const { return plane() * count[2]; }
};

inline PaddedGrid padded(const Problem &problem) {
  const auto up = [](Index n) { return (n + 15) / 16 * 16; };
  return {{problem.count(0), problem.count(1), problem.count(2)},
          up(problem.count(0)),
          up(problem.count(1))};
}

struct CoefficientPair {
  Complex u, v; // coefficients of the differences along axes c + 1 and c + 2
};

// Returns the pairs of all entries of the padded grid: for H (kernel 0, 1, 2) or E (3, 4, 5). The
// pairs of padding and of fixed entries are 0.
std::vector<CoefficientPair> coefficient_pairs(const Problem &problem, int kernel);

template <class Space, class Coefficients, int component, bool is_magnetic> struct TwoStepKernel {
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr int k_columns = 256;

  System<Space> system;
  PaddedGrid grid;
  Coefficients coefficients;
  Vector<Space> from;  // E (not padded) or t (padded)
  Vector<Space> x, to; // x: input of the second step

  static void launch(const Space &space, const TwoStepKernel &kernel) {
    const auto teams = static_cast<Index>((kernel.grid.plane() + k_columns - 1) / k_columns);
    Kokkos::TeamPolicy<Space> policy(space, teams, DeviceTraits<Space>::k_team);
    Kokkos::parallel_for(
        is_magnetic ? "curlew::fdfd::two_step_h" : "curlew::fdfd::two_step_e",
        policy.set_scratch_size(0, Kokkos::PerTeam(kernel.coefficients.scratch_bytes())), kernel);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    Coefficients local = coefficients;
    local.load(team);
    const Offset first = Offset(team.league_rank()) * k_columns;
    for (Index k = 0; k < grid.count[2]; ++k)
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, k_columns), [&](int column) {
        const Offset at = first + column;
        const auto i = static_cast<Index>(at % grid.padded_x);
        const auto j = static_cast<Index>(at / grid.padded_x);
        if (i < grid.count[0] && j < grid.count[1])
          entry(local, i, j, k);
      });
  }

private:
  static constexpr int u = (component + 1) % 3, v = (component + 2) % 3;

  KOKKOS_INLINE_FUNCTION Offset compact(int c, const Index (&at)[3]) const {
    return c * system.size() + (Offset(at[2]) * grid.count[1] + at[1]) * grid.count[0] + at[0];
  }
  KOKKOS_INLINE_FUNCTION Offset padded_entry(const Index (&at)[3]) const {
    return (Offset(at[2]) * grid.padded_y + at[1]) * grid.padded_x + at[0];
  }
  KOKKOS_INLINE_FUNCTION Complex value(int c, const Index (&at)[3]) const {
    return is_magnetic ? from(compact(c, at)) : from(c * grid.size() + padded_entry(at));
  }

  // Returns the difference of component c along an axis: forwards for H, backwards for E.
  KOKKOS_INLINE_FUNCTION Complex difference(int c, int axis, Index i, Index j, Index k) const {
    Index at[3] = {i, j, k};
    const Complex here = value(c, at);
    const Index last = grid.count[axis] - 1;
    Complex phase(1);
    if (is_magnetic ? at[axis] == last : at[axis] == 0) {
      if (!system.periodic[axis])
        return is_magnetic ? -here : here;
      phase = is_magnetic ? system.phase[axis] : system.phase_back[axis];
      at[axis] = is_magnetic ? 0 : last;
    } else {
      at[axis] += is_magnetic ? 1 : -1;
    }
    const Complex there = phase * value(c, at);
    return is_magnetic ? there - here : here - there;
  }

  KOKKOS_INLINE_FUNCTION void entry(const Coefficients &local, Index i, Index j, Index k) const {
    const Index at[3] = {i, j, k};
    const Offset padded_at = padded_entry(at);
    const CoefficientPair pair = local.pair(padded_at);
    const Complex curl = pair.u * difference(v, u, i, j, k) - pair.v * difference(u, v, i, j, k);
    if constexpr (is_magnetic) {
      to(component * grid.size() + padded_at) = curl;
    } else {
      const Offset e = compact(component, at);
      to(e) = -system.k2_eps(system.eps_id(e)) * (x(e) - curl);
    }
  }
};

} // namespace curlew::fdfd
