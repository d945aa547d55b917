#include <curlew/methods/fdfd/krylov/belos_solve.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

namespace curlew::fdfd {
namespace {

template <class Space> using Distributed = DistributedVector<Space, Complex>;

template <class Space> struct ClearFixed {
  Kokkos::View<const std::uint16_t *, Space> ids;
  Vector<Space> x;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const {
    if (ids(e) == 0)
      x(e) = 0;
  }
};

void fill_report(const KrylovReport &from, SolveReport &report) {
  report.solver = from.solver;
  report.iterations = from.iterations;
  report.residual = from.residual;
  report.history = from.history;
}

} // namespace

template <class Space>
ApplyFunction<Space> preconditioned(const ApplyFunction<Space> &apply,
                                    const LinearOperator<Space, Complex> &preconditioner,
                                    Offset unknowns) {
  const Vector<Space> between("curlew::fdfd::preconditioned", unknowns);
  return [=](const Space &space, const Vector<Space> &x, const Vector<Space> &y) {
    preconditioner.apply(space, x, between);
    apply(space, between, y);
  };
}

template <class Space>
Distributed<Space> random_start(const Space &space, const System<Space> &system) {
  const Distributed<Space> start(space, Communicator(), 3 * system.size(), 0);
  randomize(start, 1);
  Kokkos::parallel_for("curlew::fdfd::clear_fixed", RangePolicy<Space>(space, 0, start.owned()),
                       ClearFixed<Space>{system.eps_id, start.column(0)});
  return start;
}

template <class Space>
void solve_belos(const Space &space, const ApplyFunction<Space> &apply, const Vector<Space> &f,
                 const Vector<Space> &x, const BelosOptions &belos, const SolveOptions &options,
                 SolveReport &report, const LinearOperator<Space, Complex> *preconditioner) {
  const Kokkos::Timer timer;
  report = {};
  const LinearOperator<Space, Complex> a(
      [&](const Space &instance, const Vector<Space> &from, const Vector<Space> &to) {
        ++report.applications;
        apply(instance, from, to);
      });
  const Distributed<Space> b(space, Communicator(), static_cast<Offset>(f.extent(0)), 0);
  const Distributed<Space> solution = b.like(1);
  Kokkos::deep_copy(space, b.column(0), f);
  Kokkos::deep_copy(space, solution.column(0), x);
  const auto finish = [&](const KrylovReport &found) {
    fill_report(found, report);
    Kokkos::deep_copy(space, x, solution.column(0));
    space.fence();
    report.solve_s = timer.seconds();
  };
  try {
    finish(solve_krylov(
        a, b, solution,
        {belos.method, options.tolerance, options.max_iterations, belos.restart, options.watch},
        preconditioner));
  } catch (const KrylovNotConverged &error) {
    finish(error.report());
    throw;
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template ApplyFunction<Space> preconditioned(const ApplyFunction<Space> &,                       \
                                               const LinearOperator<Space, Complex> &, Offset);    \
  template Distributed<Space> random_start(const Space &, const System<Space> &);                  \
  template void solve_belos(const Space &, const ApplyFunction<Space> &, const Vector<Space> &,    \
                            const Vector<Space> &, const BelosOptions &, const SolveOptions &,     \
                            SolveReport &, const LinearOperator<Space, Complex> *);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
