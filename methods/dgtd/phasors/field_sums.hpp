#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/layout.hpp>
#include <curlew/methods/dgtd/phasors/phasor_cells.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/shared/time/phasor_fields.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Adds the unknowns of listed packs of tets, times a factor of each frequency, to their sums.
template <class Space> struct AddToSums {
  static constexpr int k_block = 8; // frequencies that one reading of an unknown serves

  Kokkos::View<const double *, Space> values;
  Kokkos::View<const Index *, Space> packs;
  Kokkos::View<double **, Kokkos::LayoutRight, Space> sums; // [frequency][re, im][pack][unknown]
  double factors[k_block][2];
  int first, count; // frequencies
  int per_pack;     // unknowns

  // `k`: an unknown on a device, on a host a pack.
  KOKKOS_INLINE_FUNCTION void operator()(const Offset k) const {
    if constexpr (is_device<Space>)
      add(k / per_pack, static_cast<int>(k % per_pack), static_cast<int>(k % per_pack) + 1);
    else
      add(k, 0, per_pack);
  }
  KOKKOS_INLINE_FUNCTION void add(Offset pack, int begin, int end) const {
    const double *value = &values(packs(pack) * static_cast<Offset>(per_pack));
    for (int f = 0; f < count; ++f) {
      double *re = &sums(2 * (first + f), pack * per_pack),
             *im = &sums(2 * (first + f) + 1, pack * per_pack);
      for (int i = begin; i < end; ++i) {
        re[i] += factors[f][0] * value[i];
        im[i] += factors[f][1] * value[i];
      }
    }
  }
};

// Copies the unknowns of one in `stride` packs.
template <class Space> struct CopyStrided {
  Kokkos::View<const double *, Space> from;
  Kokkos::View<double *, Space> to;
  Offset per_pack, stride;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset k) const {
    to(k) = from(k / per_pack * stride * per_pack + k % per_pack);
  }
};

// Recorder of the fields at frequencies: running sums of the unknowns of E and H of the tets that
// are written, on the backend of the steps. Sums of some tets of about a tenth of the run ago are
// kept, so that the run can tell whether they still change. `problem` and `fields` must outlive it.
// Verified by
// python/tests/test_fields_in_time.py.
template <class Space> class FieldSums final : public PhasorFieldsOutput {
public:
  // `lag_steps`: lag of H behind E.
  FieldSums(const Space &space, const Problem &problem, PhasorFieldsPlan chosen, Index group,
            const Slots &slots, double lag_steps, const Fields<Space> &fields)
      : PhasorFieldsOutput(std::move(chosen), written_cells(problem, group),
                           problem.choices.space.degree()),
        space_(space), problem_(problem), slots_(slots), fields_(fields), lag_steps_(lag_steps),
        n_(problem.per_tet()), per_pack_(n_ * Packs<Space>::k_pack) {
    find_packs();
    for (const Field field : plan().quantities)
      parts_.push_back({field, Sums("curlew::dgtd::field_sums", 2 * plan().frequencies_hz.size(),
                                    packs_.extent(0) * static_cast<std::size_t>(per_pack_))});
  }

  bool record(std::int64_t step) override {
    if (!is_due(step, plan().every))
      return false;
    for (const Part &part : parts_)
      add(part, step);
    if (step >= next_copy_) {
      older_ = std::move(newer_);
      newer_ = watched();
      next_copy_ = step + step / 10;
    }
    return false;
  }

  void save(FieldState &state) override {
    std::vector<double> rows(tet_count() * width());
    std::size_t column = 0;
    for (const Part &part : parts_)
      for (std::size_t row = 0; row < part.sums.extent(0); ++row) {
        const std::vector<double> values = row_of(part, row);
        for (std::size_t c = 0; c < tet_count(); ++c)
          for (int i = 0; i < n_; ++i)
            rows[c * width() + column + static_cast<std::size_t>(i)] = values[place(c, i)];
        column += static_cast<std::size_t>(n_);
      }
    ListedRows(problem_, tets()).save(k_field_sums, rows, state);
  }

  // Continues from the sums of a state. At the end of a run the state is that of this moment.
  void load(const FieldState &state) override {
    const auto rows = ListedRows(problem_, tets()).load(k_field_sums, width(), state);
    std::size_t column = 0;
    for (const Part &part : parts_)
      for (std::size_t row = 0; row < part.sums.extent(0); ++row) {
        std::vector<double> values(part.sums.extent(1));
        for (std::size_t c = 0; c < tet_count(); ++c)
          for (int i = 0; i < n_; ++i)
            values[place(c, i)] = rows[c * width() + column + static_cast<std::size_t>(i)];
        column += static_cast<std::size_t>(n_);
        copy_to_view(space_, values, row_view(part, row));
      }
    if (newer_.empty())
      older_ = newer_ = watched();
  }

protected:
  double bytes() const override {
    double total = 0;
    for (const Part &part : parts_)
      total += 8.0 * static_cast<double>(part.sums.size());
    return total;
  }

  std::vector<std::complex<double>>
  sums_at(Field field, std::size_t frequency,
          const std::vector<std::array<double, 4>> &nodes) override {
    const auto part = std::find_if(parts_.begin(), parts_.end(),
                                   [&](const Part &one) { return one.field == field; });
    const std::vector<double> re = row_of(*part, 2 * frequency),
                              im = row_of(*part, 2 * frequency + 1);
    std::vector<std::complex<double>> result(3 * tet_count() * nodes.size());
    parallel_chunks(tet_count(), problem_.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t c = begin; c < end; ++c)
        for (std::size_t node = 0; node < nodes.size(); ++node) {
          const auto weights = weights_at(problem_, tet(c), nodes[node]);
          for (int i = 0; i < n_; ++i)
            for (std::size_t d = 0; d < 3; ++d)
              result[3 * (c * nodes.size() + node) + d] +=
                  weights[static_cast<std::size_t>(i)][d] *
                  std::complex<double>(re[place(c, i)], im[place(c, i)]);
        }
    });
    return result;
  }

  std::vector<SumsChange> changes() override {
    const std::vector<double> now = watched();
    const std::size_t frequencies = plan().frequencies_hz.size(),
                      size = parts_.empty() ? 0 : now.size() / (parts_.size() * frequencies);
    std::vector<SumsChange> result(frequencies);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const std::size_t row = i / size;
      const double scale = parts_[row / frequencies].field == Field::H ? k_eta0 * k_eta0 : 1;
      const double moved = now[i] - (older_.empty() ? 0 : older_[i]);
      result[row % frequencies].squares += scale * now[i] * now[i];
      result[row % frequencies].late_squares += scale * moved * moved;
    }
    return result;
  }

private:
  using Sums = Kokkos::View<double **, Kokkos::LayoutRight, Space>;
  struct Part {
    Field field;
    Sums sums;
  };

  void find_packs() {
    constexpr int k_pack = Packs<Space>::k_pack;
    std::vector<Index> packs;
    for (std::size_t c = 0; c < tet_count(); ++c)
      packs.push_back(slots_.of_tet[tet(c)] / k_pack);
    std::sort(packs.begin(), packs.end());
    packs.erase(std::unique(packs.begin(), packs.end()), packs.end());
    packs_ = to_view<Space>("curlew::dgtd::field_sum_packs", packs);
    position_.assign(packs.empty() ? 0 : static_cast<std::size_t>(packs.back()) + 1, -1);
    for (std::size_t k = 0; k < packs.size(); ++k)
      position_[static_cast<std::size_t>(packs[k])] = static_cast<Index>(k);
  }

  // Returns the place of an unknown of a cell among those of a row of sums.
  std::size_t place(std::size_t cell, int entry) const {
    constexpr int k_pack = Packs<Space>::k_pack;
    const Index slot = slots_.of_tet[tet(cell)];
    const Index pack = position_[static_cast<std::size_t>(slot / k_pack)];
    return static_cast<std::size_t>(
        Packs<Space>::at(pack * static_cast<Index>(k_pack) + slot % k_pack, entry, n_));
  }

  void add(const Part &part, std::int64_t step) {
    const bool is_magnetic = part.field == Field::H;
    AddToSums<Space> kernel{
        is_magnetic ? fields_.h : fields_.e, packs_, part.sums, {}, 0, 0, per_pack_};
    const auto items =
        static_cast<Offset>(is_device<Space> ? part.sums.extent(1) : packs_.extent(0));
    const auto &frequencies_hz = plan().frequencies_hz;
    const int all = static_cast<int>(frequencies_hz.size());
    for (int first = 0; first < all && items > 0; first += AddToSums<Space>::k_block) {
      kernel.first = first;
      kernel.count = std::min(AddToSums<Space>::k_block, all - first);
      for (int f = 0; f < kernel.count; ++f) {
        const std::complex<double> factor =
            sample_factor(frequencies_hz[static_cast<std::size_t>(first + f)],
                          static_cast<double>(step) - (is_magnetic ? lag_steps_ : 0));
        kernel.factors[f][0] = factor.real();
        kernel.factors[f][1] = factor.imag();
      }
      Kokkos::parallel_for("curlew::dgtd::add_field_sums", RangePolicy<Space>(space_, 0, items),
                           kernel);
    }
  }

  auto row_view(const Part &part, std::size_t row) const {
    return Kokkos::View<double *, Space>(part.sums.data() + row * part.sums.extent(1),
                                         part.sums.extent(1));
  }
  std::vector<double> row_of(const Part &part, std::size_t row) const {
    return to_vector(space_, row_view(part, row));
  }

  // Returns the sums of about k_watched tets, [quantity][frequency][re, im][unknown].
  std::vector<double> watched() const {
    constexpr std::size_t k_watched = 2048;
    const std::size_t packs = packs_.extent(0), unknowns = static_cast<std::size_t>(per_pack_),
                      wanted = std::max<std::size_t>(1, k_watched / Packs<Space>::k_pack),
                      stride = std::max<std::size_t>(1, packs / wanted);
    const auto count = (packs + stride - 1) / stride;
    std::vector<double> values;
    for (const Part &part : parts_)
      for (std::size_t row = 0; row < part.sums.extent(0); ++row) {
        Kokkos::View<double *, Space> some("curlew::dgtd::watched_sums", count * unknowns);
        const auto all = row_view(part, row);
        Kokkos::parallel_for("curlew::dgtd::watch_sums",
                             RangePolicy<Space>(space_, 0, static_cast<Offset>(some.extent(0))),
                             CopyStrided<Space>{all, some, static_cast<Offset>(unknowns),
                                                static_cast<Offset>(stride)});
        const std::vector<double> host = to_vector(space_, some);
        values.insert(values.end(), host.begin(), host.end());
      }
    return values;
  }

  // Numbers of a tet in a state.
  std::size_t width() const {
    return 2 * static_cast<std::size_t>(n_) * plan().frequencies_hz.size() * parts_.size();
  }
  std::vector<Index> tets() const {
    std::vector<Index> all;
    for (std::size_t c = 0; c < tet_count(); ++c)
      all.push_back(tet(c));
    return all;
  }

  Space space_;
  const Problem &problem_;
  const Slots &slots_;
  const Fields<Space> &fields_;
  double lag_steps_;
  int n_, per_pack_;                         // unknowns of a tet, of a pack
  Kokkos::View<const Index *, Space> packs_; // packs with tets that are written
  std::vector<Index> position_;              // pack -> place in packs_; -1: not written
  std::vector<Part> parts_;
  std::vector<double> older_, newer_; // watched sums at two earlier steps
  std::int64_t next_copy_ = 0;        // step that replaces them
};

} // namespace curlew::dgtd
