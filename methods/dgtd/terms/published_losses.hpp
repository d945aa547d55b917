#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/terms/term.hpp>
#include <curlew/methods/dgtd/updater.hpp>

namespace curlew::dgtd {

template <class Space> struct AddLosses {
  using Layout = Packs<Space>;
  using Values = Kokkos::View<double *, Space>;
  int n, own;
  Kokkos::View<const Index *, Space> slots;      // [item]; -1: padding
  Kokkos::View<const double *, Space> responses; // Packs::at(item, row * n + column, (n + own) n)
  Values x, y, doubles;

  KOKKOS_INLINE_FUNCTION void operator()(const Index item) const {
    const Index slot = slots(item);
    if (slot < 0)
      return;
    for (int row = 0; row < n + own; ++row) {
      double sum = 0;
      for (int j = 0; j < n; ++j)
        sum += responses(Layout::at(item, row * n + j, (n + own) * n)) * y(Layout::at(slot, j, n));
      if (row < n)
        x(Layout::at(slot, row, n)) += sum;
      else
        doubles(Layout::at(slot, row - n, own)) += sum;
    }
  }
};

// Losses of dfdd as published: the doubles, of the dual system, take the losses of the tet's other
// field at the middle of the step @cite meng2015. A baseline: it grows above sigma dt / eps of
// about 0.5 (docs/methods/dgtd-notes.md, "DFDD").
template <class Space> class PublishedLosses final : public Term<Space> {
public:
  PublishedLosses(const Problem &problem, const Slots &slots, const Updater<Space> &updater)
      : n_(problem.per_tet()), own_(updater.own_size()) {
    for (const Side side : {Side::electric, Side::magnetic}) {
      std::vector<Index> tets, of_item;
      for (Index t = 0; t < problem.tet_count(); ++t) {
        const Material &material = problem.materials[problem.material[t]];
        if (!(side == Side::electric ? material.sigma_m : material.sigma).is_zero()) {
          tets.push_back(t);
          of_item.push_back(slots.of_tet[t]);
        }
      }
      while (of_item.size() % Packs<Space>::k_pack != 0)
        of_item.push_back(-1);
      const int size = (n_ + own_) * n_;
      std::vector<double> all(of_item.size() * size, 0);
      parallel_chunks(tets.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
          const std::vector<double> matrix = updater.respond_to_losses(tets[k], side);
          for (int entry = 0; entry < size; ++entry)
            all[Packs<Space>::at(static_cast<Index>(k), entry, size)] = matrix[entry];
        }
      });
      slots_[static_cast<int>(side)] = to_view<Space>("curlew::dgtd::lossy_slots", of_item);
      responses_[static_cast<int>(side)] = to_view<Space>("curlew::dgtd::lossy_responses", all);
    }
  }

  void end(const Space &space, Side side, double, Fields<Space> &fields) override {
    const bool electric = side == Side::electric;
    const auto &slots = slots_[static_cast<int>(side)];
    Kokkos::parallel_for(
        "curlew::dgtd::published_losses", RangePolicy<Space>(space, 0, slots.extent(0)),
        AddLosses<Space>{n_, own_, slots, responses_[static_cast<int>(side)],
                         electric ? fields.e : fields.h, electric ? fields.h : fields.e,
                         electric ? fields.electric_own : fields.magnetic_own});
  }

private:
  int n_, own_;
  Kokkos::View<const Index *, Space> slots_[2];
  Kokkos::View<const double *, Space> responses_[2];
};

} // namespace curlew::dgtd
