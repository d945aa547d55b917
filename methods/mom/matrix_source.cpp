#include <curlew/methods/mom/matrix_source.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/methods/mom/low_frequency/low_frequency.hpp>
#include <curlew/methods/mom/media/blocks.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>

namespace curlew::mom {
namespace {

// Electric, magnetic or combined equation of conductors and sheets.
template <class Space> class ElectricCurrents final : public MatrixSource<Space> {
public:
  using Values = typename MatrixSource<Space>::Values;

  ElectricCurrents(const Surface &surface, const Spec &spec, int threads)
      : surface_(surface), spec_(spec), fill_(surface, spec.quadrature, threads) {}

  Index unknowns() const override { return surface_.unknowns(); }

  void fill(const Space &space, const Combination &with, const Values &values) override {
    fill_.fill(space, with, spec_.variant, values);
    add_impedances(space, with, {values, {}, {}});
  }

  bool can_fill_rows() const override { return true; }
  void fill_rows(const Space &space, const Combination &with, const std::vector<Index> &rows,
                 const Values &values) override {
    fill_.fill_rows(space, with, spec_.variant, rows, values);
    add_impedances(
        space, with,
        {values, to_view<Space>("curlew::mom::row_of", places_in(rows, surface_.unknowns())), {}});
  }

  bool can_fill_columns() const override { return true; }
  void fill_columns(const Space &space, const Combination &with, const std::vector<Index> &columns,
                    const Values &values) override {
    fill_.fill_columns(space, with, spec_.variant, columns, values);
    add_impedances(
        space, with,
        {values,
         {},
         to_view<Space>("curlew::mom::column_of", places_in(columns, surface_.unknowns()))});
  }

private:
  void add_impedances(const Space &space, const Combination &with,
                      const MatrixPart<Space> &part) const {
    const auto z = spec_.media.impedances(frequency_of(with.wavenumber));
    if (!z.empty())
      add_gram(space, surface_, spec_.quadrature.testing, z, part);
  }

  const Surface &surface_;
  const Spec &spec_;
  MatrixFill<Space> fill_;
};

} // namespace

template <class Space>
std::unique_ptr<MatrixSource<Space>> make_matrix_source(const Surface &surface, const Spec &spec,
                                                        double wavenumber, int threads) {
  if (spec.formulation == Formulation::pmchwt)
    return make_both_currents<Space>(surface, spec, threads);
  if (is_low_frequency(spec, surface, wavenumber))
    return make_low_frequency<Space>(surface, spec, threads);
  return std::make_unique<ElectricCurrents<Space>>(surface, spec, threads);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<MatrixSource<Space>> make_matrix_source<Space>(                         \
      const Surface &, const Spec &, double, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
