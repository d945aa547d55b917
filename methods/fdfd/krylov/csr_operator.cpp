#include <curlew/methods/fdfd/krylov/csr_operator.hpp>

#include <curlew/core/error.hpp>

#include <limits>
#include <string>

namespace curlew::fdfd {
namespace {

// A row of A: differences of (1/mu) times differences, term by term.
template <class Space> struct CsrRows {
  static constexpr int k_most = 17; // before terms of the same column are summed

  System<Space> system;

  struct Row {
    Index column[k_most];
    Complex value[k_most];
    int count = 0;

    // Inserts a term by ascending column or adds it to an existing one: neighbours coincide where a
    // period is short.
    KOKKOS_INLINE_FUNCTION void add(Index at, const Complex &term) {
      int n = count;
      while (n > 0 && column[n - 1] > at)
        --n;
      if (n > 0 && column[n - 1] == at) {
        value[n - 1] += term;
        return;
      }
      for (int m = count; m > n; --m) {
        column[m] = column[m - 1];
        value[m] = value[m - 1];
      }
      column[n] = at;
      value[n] = term;
      ++count;
    }
  };

  // Moves an entry by -1 or 1 along an axis. Returns false beyond a wall; across a period it
  // multiplies `factor` by the phase.
  KOKKOS_INLINE_FUNCTION bool move(Index (&at)[3], int axis, int step, Complex &factor) const {
    at[axis] += step;
    if (at[axis] >= 0 && at[axis] < system.count[axis])
      return true;
    if (!system.periodic[axis])
      return false;
    const bool is_down = at[axis] < 0;
    factor *= is_down ? system.phase_back[axis] : system.phase[axis];
    at[axis] += is_down ? system.count[axis] : -system.count[axis];
    return true;
  }

  // Adds factor * E[component] at the entry moved by `step` (0 or 1) along an axis.
  KOKKOS_INLINE_FUNCTION void add_e(Row &row, int component, const Index (&from)[3], int axis,
                                    int step, Complex factor) const {
    Index at[3] = {from[0], from[1], from[2]};
    if (step != 0 && !move(at, axis, step, factor))
      return;
    const Offset entry = component * system.size() +
                         (Offset(at[2]) * system.count[1] + at[1]) * system.count[0] + at[0];
    if (system.eps_id(entry) != 0)
      row.add(static_cast<Index>(entry), factor);
  }

  // Adds factor * H[component], which is (1/mu) (difference along u of E_v - along v of E_u).
  KOKKOS_INLINE_FUNCTION void add_h(Row &row, int component, const Index (&from)[3], int axis,
                                    int step, Complex factor) const {
    Index at[3] = {from[0], from[1], from[2]};
    if (step != 0 && !move(at, axis, step, factor))
      return;
    if (system.mu_id.extent(0) > 0) {
      const Offset entry = component * system.size() +
                           (Offset(at[2]) * system.count[1] + at[1]) * system.count[0] + at[0];
      factor *= system.inverse_mu(system.mu_id(entry));
    }
    const int u = (component + 1) % 3, v = (component + 2) % 3;
    const Complex along_u = factor * system.half_rate[u](at[u]);
    const Complex along_v = factor * system.half_rate[v](at[v]);
    if (along_u != Complex(0)) { // beyond a magnetic wall
      add_e(row, v, at, u, 1, along_u);
      add_e(row, v, at, u, 0, -along_u);
    }
    if (along_v != Complex(0)) {
      add_e(row, u, at, v, 1, -along_v);
      add_e(row, u, at, v, 0, along_v);
    }
  }

  template <class Entry> KOKKOS_INLINE_FUNCTION void operator()(Index number, Entry &entry) const {
    const std::uint16_t id = system.eps_id(number);
    if (id == 0)
      return;
    const int c = static_cast<int>(number / system.size()), u = (c + 1) % 3, v = (c + 2) % 3;
    const Offset in_block = number - c * system.size();
    const Index at[3] = {static_cast<Index>(in_block % system.count[0]),
                         static_cast<Index>(in_block / system.count[0] % system.count[1]),
                         static_cast<Index>(in_block / system.count[0] / system.count[1])};
    Row row;
    row.add(number, -system.k2_eps(id));
    const Complex along_u = system.node_rate[u](at[u]), along_v = system.node_rate[v](at[v]);
    add_h(row, v, at, u, 0, along_u);
    add_h(row, v, at, u, -1, -along_u);
    add_h(row, u, at, v, 0, -along_v);
    add_h(row, u, at, v, -1, along_v);
    for (int n = 0; n < row.count; ++n)
      entry(row.column[n], row.value[n]);
  }
};

} // namespace

template <class Space>
SparseMatrix<Space, Complex> csr_matrix(const Space &space, const System<Space> &system) {
  const Offset unknowns = 3 * system.size(), most = std::numeric_limits<Index>::max() - 1;
  if (unknowns > most)
    throw ResourceError("the variant csr counts columns in 32 bits and takes at most " +
                        std::to_string(most) + " unknowns; this grid has " +
                        std::to_string(unknowns) + ". Take the variant fused");
  const auto rows = static_cast<Index>(unknowns);
  return make_sparse<Complex>(space, rows, rows, CsrRows<Space>{system});
}

template <class Space> ApplyFunction<Space> csr_apply(const SparseMatrix<Space, Complex> &matrix) {
  return [product = SparseProduct<Space, Complex>(matrix)](
             const Space &space, const Vector<Space> &x, const Vector<Space> &y) {
    product(space, Complex(1), x, Complex(0), y);
  };
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template SparseMatrix<Space, Complex> csr_matrix(const Space &, const System<Space> &);          \
  template ApplyFunction<Space> csr_apply(const SparseMatrix<Space, Complex> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
