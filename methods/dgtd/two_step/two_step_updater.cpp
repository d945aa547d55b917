#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/stored/neighbour_tables.hpp>
#include <curlew/methods/dgtd/two_step/two_step.hpp>
#include <curlew/methods/dgtd/two_step/two_step_kernel.hpp>

#include <stdexcept>
#include <utility>

namespace curlew::dgtd {
namespace {

template <class Space> class TwoStepUpdater final : public Updater<Space> {
public:
  TwoStepUpdater(const Problem &problem, const Slots &slots, double dt_s)
      : Updater<Space>(problem, slots), problem_(problem), dt_s_(dt_s),
        shape_(two_step_shape(problem)), mesh_(make_neighbour_tables<Space>(problem, slots)) {
    for (const Side side : {Side::electric, Side::magnetic})
      fill_side(slots, side);
  }

  using Values = Kokkos::View<double *, Space>;

  bool has_jumps() const override { return false; }
  bool writes_next() const override { return true; }
  int own_size() const override { return 0; }

  void launch(const Space &space, Side side, Shells shells, Part part, const Fields<Space> &fields,
              double, double) const override {
    const bool electric = side == Side::electric;
    for (const bool special : {false, true}) {
      const SlotRange range = this->slots().range(shells, part, special);
      Kokkos::parallel_for(
          electric ? "curlew::dgtd::two_step_electric" : "curlew::dgtd::two_step_magnetic",
          RangePolicy<Space>(space, range.begin, range.end),
          TwoStepKernel<Space>{shape_, matrices_[static_cast<int>(side)], mesh_.neighbours,
                               mesh_.local, mesh_.numbers, electric ? fields.e : fields.h,
                               electric ? fields.e_next : fields.h_next,
                               electric ? fields.h : fields.e,
                               electric ? fields.h_next : fields.e_next});
    }
  }

  Response respond(Index tet, Side side, const TetCurrent &current) const override {
    return {two_step_current(problem_, tet, side, dt_s_, current), {}};
  }

  // Only other forms and media need these functions.
  void launch_combined(const Space &, Side, Shells, Part, const Values &,
                       const Combination<Space> &, double, const Values &) const override {
    refuse();
  }
  std::vector<double> respond_to_displacement(Index, Side) const override { refuse(); }
  std::vector<double> respond_to_losses(Index, Side) const override { refuse(); }
  Response respond(Index, Side, const std::vector<double> &) const override { refuse(); }
  std::vector<double> double_of(Index, Side, const std::vector<double> &) const override {
    refuse();
  }

  double minimum_bytes() const override {
    return problem_.tet_count() * (8 * (shape_.size() + 5.0 * shape_.n) + 20);
  }

private:
  [[noreturn]] static void refuse() {
    throw std::logic_error("the two-step form has currents and lossless media only");
  }

  void fill_side(const Slots &slots, Side side) {
    std::vector<double> values(static_cast<std::size_t>(slots.owned) * shape_.size(), 0);
    fill_matrices<Space>(
        values, slots.owned, shape_.size(), problem_.threads,
        [&](std::size_t s) { return slots.tet[s]; },
        [&](Index tet) { return two_step_matrices(problem_, tet, side, dt_s_); });
    matrices_[static_cast<int>(side)] = to_view<Space>("curlew::dgtd::two_step", values);
  }

  const Problem &problem_;
  double dt_s_;
  TwoStepRow shape_;
  Kokkos::View<const double *, Space> matrices_[2];
  NeighbourTables<Space> mesh_;
};

} // namespace

template <class Space>
std::unique_ptr<Updater<Space>> make_two_step(const Problem &problem, const Slots &slots,
                                              double dt_s) {
  return std::make_unique<TwoStepUpdater<Space>>(problem, slots, dt_s);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<Updater<Space>> make_two_step<Space>(const Problem &, const Slots &,    \
                                                                double);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
