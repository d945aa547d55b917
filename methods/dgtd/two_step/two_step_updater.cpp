#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
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
        shape_(two_step_shape(problem)) {
    fill_mesh(slots);
    for (const Side side : {Side::electric, Side::magnetic})
      fill_matrices(slots, side);
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
          TwoStepKernel<Space>{
              shape_, matrices_[static_cast<int>(side)], neighbours_, local_, numbers_,
              electric ? fields.e : fields.h, electric ? fields.e_next : fields.h_next,
              electric ? fields.h : fields.e, electric ? fields.h_next : fields.e_next});
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
  using Layout = Packs<Space>;

  [[noreturn]] static void refuse() {
    throw std::logic_error("the two-step form has currents and lossless media only");
  }

  void fill_mesh(const Slots &slots) {
    std::vector<Index> neighbours(4 * static_cast<std::size_t>(slots.size()));
    std::vector<std::int8_t> local(neighbours.size(), 0);
    for (Index slot = 0; slot < slots.size(); ++slot)
      for (int f = 0; f < 4; ++f) {
        const Index tet = slots.tet[slot];
        const Offset at = Layout::at(slot, f, 4);
        neighbours[at] = tet < 0 ? slot : slots.of_tet[problem_.faces[tet][f].tet];
        local[at] = tet < 0 ? std::int8_t(0) : problem_.faces[tet][f].local;
      }
    std::vector<int> numbers;
    for (int face = 0; face < 4; ++face)
      for (int j = 0; j < shape_.nf; ++j)
        numbers.push_back(problem_.choices.space.trace(face, j));
    neighbours_ = to_view<Space>("curlew::dgtd::neighbours", neighbours);
    local_ = to_view<Space>("curlew::dgtd::local_faces", local);
    numbers_ = to_view<Space>("curlew::dgtd::trace_numbers", numbers);
  }

  void fill_matrices(const Slots &slots, Side side) {
    std::vector<double> values(static_cast<std::size_t>(slots.owned) * shape_.size(), 0);
    parallel_chunks(slots.owned, problem_.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t s = begin; s < end; ++s) {
        const Index tet = slots.tet[s];
        if (tet < 0)
          continue;
        const std::vector<double> row = two_step_matrices(problem_, tet, side, dt_s_);
        for (int k = 0; k < shape_.size(); ++k)
          values[Layout::at(static_cast<Index>(s), k, shape_.size())] = row[k];
      }
    });
    matrices_[static_cast<int>(side)] = to_view<Space>("curlew::dgtd::two_step", values);
  }

  const Problem &problem_;
  double dt_s_;
  TwoStepRow shape_;
  Kokkos::View<const double *, Space> matrices_[2];
  Kokkos::View<const Index *, Space> neighbours_;
  Kokkos::View<const std::int8_t *, Space> local_;
  Kokkos::View<const int *, Space> numbers_;
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
