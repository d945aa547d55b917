#include <curlew/methods/fdfd/ranks/slab_solver.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/ranks/slab_background.hpp>
#include <curlew/methods/fdfd/ranks/slab_krylov.hpp>

#include <optional>
#include <string>
#include <utility>

namespace curlew::fdfd {
namespace {

template <class Space> struct SubtractVector {
  Vector<Space> from, what;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset e) const { from(e) -= what(e); }
};

template <class Space> class SlabSolverOn final : public SlabSolver {
public:
  SlabSolverOn(const Space &space, Slab slab, const SolverChoice &choice, const Communicator &ranks)
      : space_(space), slab_(std::move(slab)), method_(choice.method), ranks_(ranks),
        system_(make_slab_system<Space>(slab_)), exchange_(slab_, system_, ranks),
        stepper_(space, slab_, system_, exchange_, ranks), f_(new_vector("curlew::fdfd::f")),
        x_(new_vector("curlew::fdfd::x")) {
    if (choice.background)
      background_.emplace(space, slab_, system_, exchange_, stepper_, *choice.background, ranks);
    else if (slab_.is_coupled)
      coupled_.emplace(slab_, system_, exchange_, stepper_);
    if (!slab_.scales.empty())
      scales_ = to_view<Space>("curlew::fdfd::row_scales", std::exchange(slab_.scales, {}));
    for (auto *ids : {&slab_.part.eps_id, &slab_.part.mu_id}) // the system has them
      *ids = {};
  }

  void solve(const RightHandSide &rhs, std::vector<complex> &e, const SolveOptions &options,
             SolveReport &report) override {
    scatter(rhs.f, f_);
    if (ranks_.any(!rhs.dirichlet_values.empty())) {
      scatter(rhs.dirichlet_values, x_);
      // As on one rank: a kernel that subtracts itself may round otherwise.
      const Vector<Space> product = new_vector("curlew::fdfd::given");
      stepper_.multiply(PlainSource<Space>(x_), StoreProduct<Space>(product), NoConclusion());
      Kokkos::parallel_for("curlew::fdfd::subtract_given",
                           RangePolicy<Space>(space_, 0, f_.extent(0)),
                           SubtractVector<Space>{f_, product});
      for (std::size_t i = 0; i < e.size(); ++i)
        if (rhs.dirichlet_values[i] != complex(0))
          e[i] = 0;
    }
    if (ranks_.any(!e.empty()))
      scatter(e, x_);
    else
      Kokkos::deep_copy(space_, x_, Complex(0));
    iterate(options, report);
    space_.fence();
    const std::vector<Complex> part = to_vector(space_, x_);
    e = gather_planes({part.begin(), part.end()}, slab_, ranks_);
    for (std::size_t i = 0; i < rhs.dirichlet_values.size(); ++i)
      if (rhs.dirichlet_values[i] != complex(0))
        e[i] = rhs.dirichlet_values[i];
  }

  const Slab &slab() const override { return slab_; }
  double defect() const override { return background_ ? background_->defect() : 0; }

private:
  Vector<Space> new_vector(const std::string &name) const {
    return Vector<Space>(Kokkos::view_alloc(name, Kokkos::WithoutInitializing), 3 * system_.size());
  }

  void scatter(const std::vector<complex> &whole, const Vector<Space> &to) const {
    copy_to_view(space_, to_kokkos(scatter_planes(whole, slab_, ranks_)), to);
  }

  void iterate(const SolveOptions &options, SolveReport &report) {
    if (background_)
      background_->solve(space_, f_, x_, options, report);
    else if (coupled_)
      iterate_with(*coupled_, options, report);
    else
      iterate_with(stepper_, options, report);
  }
  template <class Of>
  void iterate_with(Of &stepper, const SolveOptions &options, SolveReport &report) {
    if (method_ == SolverMethod::cocg)
      solve_cocg(stepper, f_, x_, options, report, scales_);
    else if (method_ == SolverMethod::cocr)
      solve_cocr(stepper, f_, x_, options, report, scales_);
    else
      solve_bicgstab(stepper, f_, x_, options, report, scales_);
  }

  Space space_;
  Slab slab_;
  SolverMethod method_;
  Communicator ranks_;
  System<Space> system_;
  SlabExchange<Space> exchange_;
  SlabStepper<Space> stepper_; // without couplings, which conductors' values do not need
  std::optional<CoupledSlabStepper<Space>> coupled_;
  std::optional<SlabBackground<Space>> background_;
  Vector<Space> f_, x_;
  RowScales<Space> scales_;
};

} // namespace

std::unique_ptr<SlabSolver> make_slab_solver(Backend backend, Slab slab, const SolverChoice &choice,
                                             const Communicator &ranks) {
  return with_backend(backend, [&](const auto &space) -> std::unique_ptr<SlabSolver> {
    using Space = std::decay_t<decltype(space)>;
    return std::make_unique<SlabSolverOn<Space>>(space, std::move(slab), choice, ranks);
  });
}

} // namespace curlew::fdfd
