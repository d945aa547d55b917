#include <curlew/methods/mom/low_frequency/low_frequency.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/methods/mom/low_frequency/charge_projector.hpp>
#include <curlew/methods/mom/media/blocks.hpp>

namespace curlew::mom {
namespace {

// Multiplies values(m, n) by scale(m) scale(n), or divides by it.
template <class Space> struct ScaleEntries {
  DenseMatrix<Space> values;
  Kokkos::View<const double *, Space> scale;
  bool divide;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset n = static_cast<Offset>(values.extent(0));
    const double both = scale(item % n) * scale(item / n);
    values(item % n, item / n) *= divide ? 1 / both : both;
  }
};

template <class Space> struct Transpose {
  DenseMatrix<Space> values;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset column) const {
    for (Offset row = 0; row < column; ++row) {
      const Complex above = values(row, column);
      values(row, column) = values(column, row);
      values(column, row) = above;
    }
  }
};

template <class Space> class LowFrequencyMatrix final : public MatrixSource<Space> {
public:
  using typename MatrixSource<Space>::Values;
  using typename MatrixSource<Space>::Columns;

  LowFrequencyMatrix(const Surface &surface, const Spec &spec, int threads)
      : surface_(surface), spec_(spec), fill_(surface, spec.quadrature, threads),
        projector_(Space(), surface), length_m_(0.5 * mean_edge_m(surface)) {
    std::vector<double> lengths;
    for (const BasisFunction &f : surface.basis)
      lengths.push_back(f.length_m);
    edges_ = to_view<Space>("curlew::mom::edges", lengths);
  }

  Index unknowns() const override { return surface_.unknowns(); }

  void fill(const Space &space, const Combination &with, const Values &values) override {
    charged_ = Complex(-1, with.wavenumber * length_m_);
    Combination part = with;
    part.charge = 0;
    fill_.fill(space, part, spec_.variant, values);
    const auto z = spec_.media.impedances(frequency_of(with.wavenumber));
    if (!z.empty())
      add_gram<Space>(space, surface_, spec_.quadrature.testing, z, {values, {}, {}});
    scale(space, values, true);
    for (int side = 0; side < 2; ++side) {
      projector_.add(space, charged_, values);
      Kokkos::parallel_for("curlew::mom::transpose",
                           RangePolicy<Space>(space, 0, surface_.unknowns()),
                           Transpose<Space>{values});
    }
    scale(space, values, false);
    part.vector = 0;
    part.charge = -std::pow(with.wavenumber * length_m_, 2);
    fill_.add(space, part, spec_.variant, values);
    scale(space, values, true);
  }

  // Converts right-hand sides to basis functions of 1 A, then applies Q; solutions in the reverse
  // order.
  void transform_rhs(const Space &space, Columns &columns) override {
    divide_by_edges(columns);
    project(space, columns);
  }
  void transform_solution(const Space &space, Columns &columns) override {
    project(space, columns);
    divide_by_edges(columns);
  }

private:
  void scale(const Space &space, const Values &values, bool divide) const {
    const Offset n = surface_.unknowns();
    Kokkos::parallel_for("curlew::mom::scale", RangePolicy<Space>(space, 0, n * n),
                         ScaleEntries<Space>{values, edges_, divide});
    space.fence();
  }

  void divide_by_edges(Columns &columns) const {
    for (auto &column : columns)
      for (std::size_t n = 0; n < column.size(); ++n)
        column[n] /= surface_.basis[n].length_m;
  }

  void project(const Space &space, Columns &columns) const {
    const DenseMatrix<Space> block("curlew::mom::columns", surface_.unknowns(), columns.size());
    const auto host = Kokkos::create_mirror_view(block);
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (std::size_t n = 0; n < columns[c].size(); ++n)
        host(n, c) = columns[c][n];
    Kokkos::deep_copy(block, host);
    projector_.add(space, charged_, block);
    Kokkos::deep_copy(host, block);
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (std::size_t n = 0; n < columns[c].size(); ++n)
        columns[c][n] = {host(n, c).real(), host(n, c).imag()};
  }

  const Surface &surface_;
  const Spec &spec_;
  MatrixFill<Space> fill_;
  ChargeProjector<Space> projector_;
  double length_m_;
  Complex charged_; // j k l - 1
  Kokkos::View<const double *, Space> edges_;
};

} // namespace

template <class Space>
std::unique_ptr<MatrixSource<Space>> make_low_frequency(const Surface &surface, const Spec &spec,
                                                        int threads) {
  return std::make_unique<LowFrequencyMatrix<Space>>(surface, spec, threads);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<MatrixSource<Space>> make_low_frequency<Space>(const Surface &,         \
                                                                          const Spec &, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
