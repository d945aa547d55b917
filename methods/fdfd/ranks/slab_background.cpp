#include <curlew/methods/fdfd/ranks/slab_background.hpp>

#include <curlew/methods/fdfd/background/solve_background.hpp>

namespace curlew::fdfd {
namespace {

template <class Space>
DividedGrid<Space> divided_grid(const Slab &slab, const Communicator &ranks) {
  DividedGrid<Space> grid;
  grid.whole = &slab.whole;
  grid.shares.ranks = ranks;
  grid.shares.begins = slab_begins(slab.planes, ranks.size());
  grid.shares.window = make_exchange_window<Space>(ranks);
  grid.is_coupled = slab.is_coupled;
  return grid;
}

template <class Space>
BackgroundParts<Space, SlabStepper<Space>> slab_parts(const Slab &slab, const System<Space> &system,
                                                      SlabExchange<Space> &exchange,
                                                      const SlabStepper<Space> &stepper) {
  BackgroundParts<Space, SlabStepper<Space>> parts{stepper, stepper, {}};
  if (!slab.is_coupled)
    return parts;
  const Offset plane = 3 * Offset(system.count[0]) * system.count[1];
  parts.couple = [&exchange, rows = coupling_rows<Space>(slab.part),
                  plane](const Space &space, double factor, const Vector<Space> &from,
                         const Vector<Space> &to) {
    exchange.start(space, PlainSource<Space>(from));
    const Planes beyond = exchange.finish(space);
    rows.add(space, factor, from, to, beyond, plane);
  };
  return parts;
}

} // namespace

template <class Space> struct SlabBackground<Space>::Solver {
  BackgroundSolver<Space, SlabStepper<Space>> solver;
};

template <class Space>
SlabBackground<Space>::SlabBackground(const Space &space, const Slab &slab,
                                      const System<Space> &system, SlabExchange<Space> &exchange,
                                      const SlabStepper<Space> &stepper,
                                      const BackgroundChoice &choice, const Communicator &ranks)
    : solver_(new Solver{{space, slab.part, system, slab_parts(slab, system, exchange, stepper),
                          choice, divided_grid<Space>(slab, ranks)}}) {}

template <class Space> SlabBackground<Space>::~SlabBackground() = default;

template <class Space>
void SlabBackground<Space>::solve(const Space &space, const Vector<Space> &f,
                                  const Vector<Space> &x, const SolveOptions &options,
                                  SolveReport &report) {
  solver_->solver.solve(space, f, x, options, report);
}

template <class Space> double SlabBackground<Space>::defect() const {
  return solver_->solver.defect();
}

#define CURLEW_INSTANTIATE(Space) template class SlabBackground<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
