#include <curlew/methods/mom/aim/aim_matrix.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/methods/mom/aim/exact_rows.hpp>
#include <curlew/methods/mom/aim/row_inverse.hpp>
#include <curlew/methods/mom/aim/sampled_products.hpp>
#include <curlew/methods/mom/low_frequency/sparse_projector.hpp>

#include <optional>

namespace curlew::mom {
namespace {

// k' l of the preconditioner: small enough for small terms that mix currents with and without
// charges, large enough for single precision.
constexpr double k_phase = 0.1;

template <class Space> struct ScaleVector {
  Kokkos::View<Complex *, Space> values;
  Kokkos::View<const double *, Space> scale;
  bool divide;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset n) const {
    values(n) *= divide ? 1 / scale(n) : scale(n);
  }
};

template <class Space> struct AddVector {
  Kokkos::View<Complex *, Space> to;
  Kokkos::View<const Complex *, Space> from;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset n) const { to(n) += from(n); }
};

template <class Space, class Real> struct AddScaled {
  Kokkos::View<Kokkos::complex<Real> *, Space> to;
  Kokkos::View<const Kokkos::complex<Real> *, Space> from;
  Real factor;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset k) const { to(k) += factor * from(k); }
};

template <class Space, class Real> class LowFrequencyAim final : public AimMatrix<Space> {
public:
  using typename AimMatrix<Space>::Vector;
  using typename AimMatrix<Space>::Column;

  LowFrequencyAim(const Space &space, const AimParts &parts, const AimGrid &grid,
                  const Combination &with)
      : parts_(parts), currents_(with), charges_(with), length_m_(0.5 * mean_edge_m(parts.surface)),
        projector_(parts.surface, parts.threads), sum_("curlew::mom::aim_part", size()),
        scaled_("curlew::mom::aim_scaled", size()) {
    std::vector<double> lengths;
    for (const BasisFunction &f : parts.surface.basis)
      lengths.push_back(f.length_m);
    edges_ = to_view<Space>("curlew::mom::edges", lengths);
    currents_.charge = 0;
    charges_.vector = 0;
    charges_.charge = -std::pow(with.wavenumber * length_m_, 2);
    make_parts(space, grid);
  }

  void apply(const Space &space, const Vector &x, const Vector &y) override {
    Kokkos::deep_copy(space, scaled_, x);
    scale(space, scaled_, true);
    product_->apply(space, near_charges_->rows(), charges_, scaled_, sum_);
    scale(space, sum_, true);
    Kokkos::deep_copy(space, scaled_, x);
    projector_.add(space, to_scaled(), scaled_);
    scale(space, scaled_, true);
    product_->apply(space, near_currents_->rows(), currents_, scaled_, y);
    scale(space, y, true);
    projector_.add(space, to_scaled(), y);
    Kokkos::parallel_for("curlew::mom::aim_add", RangePolicy<Space>(space, 0, size()),
                         AddVector<Space>{y, sum_});
    space.fence();
  }

  void precondition(const Space &space, const Vector &x, const Vector &y) override {
    const Complex back = Complex(1) / Complex(0, k_phase) - 1.0;
    Kokkos::deep_copy(space, scaled_, x);
    projector_.add(space, back, scaled_);
    scale(space, scaled_, false);
    inverse_->apply(space, scaled_, y);
    scale(space, y, false);
    projector_.add(space, back, y);
  }

  void transform_rhs(const Space &space, Column &column) override {
    const Vector values = to_vector_of<Space>(column);
    scale(space, values, true);
    projector_.add(space, to_scaled(), values);
    column = to_column(space, values);
  }
  void transform_solution(const Space &space, Column &column) override {
    const Vector values = to_vector_of<Space>(column);
    projector_.add(space, to_scaled(), values);
    scale(space, values, true);
    column = to_column(space, values);
  }

  // Q couples all functions, so rows of the whole matrix cannot be computed apart. The result is
  // the residual of the product plus the errors of both parts by rows, which Q does not enlarge.
  std::vector<double> sampled_residuals(const Space &space, const std::vector<Column> &x,
                                        const std::vector<Column> &b) override {
    std::vector<Column> currents, charges, of_currents, of_charges;
    std::vector<double> residuals;
    const Vector y("curlew::mom::aim_sampled", size());
    for (std::size_t c = 0; c < x.size(); ++c) {
      const Vector given = to_vector_of<Space>(x[c]);
      apply(space, given, y);
      residuals.push_back(distance(to_column(space, y), b[c]));
      Column part = x[c];
      transform_solution(space, part);
      product_->apply(space, near_currents_->rows(), currents_, to_vector_of<Space>(part), y);
      scale(space, y, true);
      currents.push_back(part);
      of_currents.push_back(to_column(space, y));
      scale(space, given, true);
      product_->apply(space, near_charges_->rows(), charges_, given, y);
      scale(space, y, true);
      charges.push_back(to_column(space, given));
      of_charges.push_back(to_column(space, y));
    }
    const std::vector<Index> rows = sampled_rows(size(), k_residual_rows);
    const ExactRows<Space> exact(parts_.surface, parts_.spec, rows, parts_.threads);
    add_errors(space, rows, exact, currents_, currents, of_currents, residuals);
    add_errors(space, rows, exact, charges_, charges, of_charges, residuals);
    for (std::size_t c = 0; c < x.size(); ++c)
      residuals[c] = norm_of(b[c]) > 0 ? residuals[c] / norm_of(b[c]) : 0;
    return residuals;
  }

private:
  Index size() const { return parts_.surface.unknowns(); }
  // Returns jkl - 1, the factor of P in Q = 1 + (jkl - 1) P.
  Complex to_scaled() const { return {-1, currents_.wavenumber * length_m_}; }

  void scale(const Space &space, const Vector &values, bool divide) const {
    Kokkos::parallel_for("curlew::mom::aim_scale", RangePolicy<Space>(space, 0, size()),
                         ScaleVector<Space>{values, edges_, divide});
    space.fence();
  }

  void make_parts(const Space &space, const AimGrid &grid) {
    NearPattern pattern =
        make_near_pattern(parts_.images, NearFinder(parts_.images, grid.near_m), parts_.threads);
    near_currents_.emplace(space, parts_.images, pattern);
    near_charges_.emplace(space, parts_.images, std::move(pattern));
    near_currents_->fill_exact(space, parts_.spec.quadrature, currents_);
    near_currents_->add_impedances(
        space, parts_.spec.media.impedances(frequency_of(currents_.wavenumber)));
    near_charges_->fill_exact(space, parts_.spec.quadrature, charges_);
    const Kokkos::Timer timer;
    make_preconditioner(space);
    this->factor_s = timer.seconds();
    const auto points = make_aim_points<Space>(parts_.images, grid, parts_.threads);
    near_currents_->subtract_grid(space, grid, points, currents_);
    near_charges_->subtract_grid(space, grid, points, charges_);
    product_.emplace(space, parts_.images, grid, points, *near_currents_, currents_);
    this->near_entries_per_row = static_cast<double>(near_currents_->entries()) / size();
  }

  // Makes the preconditioner from Z' / k' times k: jk A + (k'l)^-2 (-j k l^2 Phi).
  void make_preconditioner(const Space &space) {
    if (parts_.type == AimPreconditioner::none)
      return;
    NearRows<Space, Real> rows = near_currents_->rows();
    rows.values = Kokkos::View<Kokkos::complex<Real> *, Space>(
        Kokkos::view_alloc("curlew::mom::aim_both", Kokkos::WithoutInitializing),
        rows.values.extent(0));
    Kokkos::deep_copy(space, rows.values, near_currents_->rows().values);
    Kokkos::parallel_for("curlew::mom::aim_both",
                         RangePolicy<Space>(space, 0, static_cast<Offset>(rows.values.extent(0))),
                         AddScaled<Space, Real>{rows.values, near_charges_->rows().values,
                                                static_cast<Real>(-1 / (k_phase * k_phase))});
    inverse_ =
        make_row_inverse<Space, Real>(space, parts_.images, rows, parts_.type, parts_.threads);
  }

  // Adds |(A - A') x| of a part to the residuals, A' with the grid, from some rows of A.
  void add_errors(const Space &space, const std::vector<Index> &rows,
                  const ExactRows<Space> &source, const Combination &part,
                  const std::vector<Column> &x, const std::vector<Column> &product,
                  std::vector<double> &residuals) const {
    std::vector<Column> exact =
        sampled_products<Space>(rows, x, [&](const std::vector<Index> &some, const auto &values) {
          source.fill(space, part, some, values);
        });
    for (std::size_t c = 0; c < x.size(); ++c) {
      for (std::size_t r = 0; r < rows.size(); ++r)
        exact[c][r] /= parts_.surface.basis[rows[r]].length_m;
      residuals[c] += distance_by_rows(exact[c], product[c], rows);
    }
  }

  const AimParts parts_;
  Combination currents_, charges_; // jk A, and j k l^2 Phi
  const double length_m_;          // l
  SparseProjector<Space> projector_;
  Kokkos::View<const double *, Space> edges_;
  std::optional<NearMatrix<Space, Real>> near_currents_, near_charges_;
  std::optional<AimProduct<Space, Real>> product_;
  std::optional<RowInverse<Space>> inverse_;
  Vector sum_, scaled_;
};

} // namespace

template <class Space, class Real>
std::unique_ptr<AimMatrix<Space>> make_low_frequency_aim(const Space &space, const AimParts &parts,
                                                         const AimGrid &grid,
                                                         const Combination &with) {
  return std::make_unique<LowFrequencyAim<Space, Real>>(space, parts, grid, with);
}

#define CURLEW_INSTANTIATE(Space, Real)                                                            \
  template std::unique_ptr<AimMatrix<Space>> make_low_frequency_aim<Space, Real>(                  \
      const Space &, const AimParts &, const AimGrid &, const Combination &);
CURLEW_FOR_EACH_SPACE_AND_REAL(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
