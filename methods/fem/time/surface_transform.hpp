#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fem/time/far_field_surface.hpp>
#include <curlew/methods/shared/time/sampled_transform.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace curlew::fem {

// row[i] = x[unknowns[i]]
struct GatherUnknowns {
  const Index *unknowns;
  const double *x;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i, double *row) const {
    row[i] = x[unknowns[i]];
  }
};

// The far field of the running transform of the unknowns of E around its surface. H there is the
// curl of the same phasors, so both belong to one time. The surface and the unknowns must outlive
// it.
template <class Space> class SurfaceTransform final : public FarFieldOutput {
public:
  SurfaceTransform(const Space &space, const FarFieldSurface &surface,
                   std::vector<double> frequencies_hz, const TimePlan &plan,
                   const Kokkos::View<double *, Space> &electric)
      : space_(space), surface_(surface), plan_(plan), electric_(electric),
        unknowns_(to_view<Space>("curlew::fem::surface_unknowns", surface.unknowns())),
        transform_(std::move(frequencies_hz), plan.dt_s,
                   static_cast<Offset>(surface.unknowns().size()), k_most_rows) {}

  bool record(std::int64_t step) override {
    transform_.record(space_, GatherUnknowns{unknowns_.data(), electric_.data()},
                      static_cast<Index>(unknowns_.extent(0)), step);
    return false;
  }

  RecordedSurface surface() override {
    return surface_.currents(transform_.phasors(space_), plan_);
  }

  // Saves the sums [frequency][unknown][re, im] of all steps so far.
  void save(FieldState &state) override { state[k_surface_sums] = transform_.sums(space_); }
  void load(const FieldState &state) override { transform_.load(space_, state.at(k_surface_sums)); }

private:
  static constexpr int k_most_rows = 64;

  Space space_;
  const FarFieldSurface &surface_;
  TimePlan plan_;
  const Kokkos::View<double *, Space> &electric_;
  Kokkos::View<Index *, Space> unknowns_;
  SampledTransform<Space> transform_;
};

} // namespace curlew::fem
