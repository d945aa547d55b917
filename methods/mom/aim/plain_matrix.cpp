#include <curlew/methods/mom/aim/aim_matrix.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/methods/mom/aim/exact_rows.hpp>
#include <curlew/methods/mom/aim/row_inverse.hpp>
#include <curlew/methods/mom/aim/sampled_products.hpp>

#include <optional>

namespace curlew::mom {
namespace {

template <class Space, class Real> class PlainMatrix final : public AimMatrix<Space> {
public:
  using typename AimMatrix<Space>::Vector;
  using typename AimMatrix<Space>::Column;

  PlainMatrix(const Space &space, const AimParts &parts, const AimGrid &grid,
              const Combination &with)
      : parts_(parts), with_(with),
        near_(
            space, parts.images,
            make_near_pattern(parts.images, NearFinder(parts.images, grid.near_m), parts.threads)) {
    near_.fill_exact(space, parts.spec.quadrature, with);
    near_.add_impedances(space, parts.spec.media.impedances(frequency_of(with.wavenumber)));
    const Kokkos::Timer timer;
    if (parts.type != AimPreconditioner::none)
      inverse_ = make_row_inverse<Space, Real>(space, parts.images, near_.rows(), parts.type,
                                               parts.threads);
    this->factor_s = timer.seconds();
    const auto points = make_aim_points<Space>(parts.images, grid, parts.threads);
    near_.subtract_grid(space, grid, points, with);
    product_.emplace(space, parts.images, grid, points, near_, with);
    this->near_entries_per_row = static_cast<double>(near_.entries()) / parts.surface.unknowns();
  }

  void apply(const Space &space, const Vector &x, const Vector &y) override {
    product_->apply(space, x, y);
  }
  void precondition(const Space &space, const Vector &x, const Vector &y) override {
    inverse_->apply(space, x, y);
  }

  std::vector<double> sampled_residuals(const Space &space, const std::vector<Column> &x,
                                        const std::vector<Column> &b) override {
    const std::vector<Index> rows = sampled_rows(parts_.surface.unknowns(), k_residual_rows);
    const ExactRows<Space> exact(parts_.surface, parts_.spec, rows, parts_.threads);
    const std::vector<Column> products =
        sampled_products<Space>(rows, x, [&](const std::vector<Index> &some, const auto &values) {
          exact.fill(space, with_, some, values);
        });
    std::vector<double> residuals;
    for (std::size_t c = 0; c < x.size(); ++c) {
      const double size = norm_of(b[c]);
      residuals.push_back(size > 0 ? distance_by_rows(products[c], b[c], rows) / size : 0);
    }
    return residuals;
  }

private:
  const AimParts parts_;
  const Combination with_;
  NearMatrix<Space, Real> near_;
  std::optional<AimProduct<Space, Real>> product_;
  std::optional<RowInverse<Space>> inverse_;
};

} // namespace

template <class Space, class Real>
std::unique_ptr<AimMatrix<Space>> make_plain_matrix(const Space &space, const AimParts &parts,
                                                    const AimGrid &grid, const Combination &with) {
  return std::make_unique<PlainMatrix<Space, Real>>(space, parts, grid, with);
}

#define CURLEW_INSTANTIATE(Space, Real)                                                            \
  template std::unique_ptr<AimMatrix<Space>> make_plain_matrix<Space, Real>(                       \
      const Space &, const AimParts &, const AimGrid &, const Combination &);
CURLEW_FOR_EACH_SPACE_AND_REAL(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
