#pragma once

#include <curlew/solvers/krylov/fused/conclusion.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>
#include <curlew/solvers/multigrid/level_matrix.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace curlew::multigrid {

// Passes sums on the host to `conclude`, in the vectors' memory space.
template <int k_sums, class Conclude> struct HandOver {
  double totals[k_sums];
  Conclude conclude;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset) const { conclude(totals); }
};

// Computes sums over entries and passes them to `conclude` in the vectors' memory space: nothing
// waits on one rank. On several ranks all sums go through one reduction.
template <int k_sums, class Space, class Terms, class Conclude>
void sum_up(const Space &space, const Communicator &ranks, const char *label, Offset count,
            const Kokkos::View<double *, Space> &partial, const Terms &terms,
            const Conclude &conclude) {
  using Rows = SumRows<Space, k_sums, Terms>;
  Rows::launch(label, space, {terms, count, partial});
  if (ranks.is_alone()) {
    Conclusion<Space, k_sums, Conclude>::launch(space, {partial, Rows::rows(count), conclude});
    return;
  }
  const Offset end = partial.extent(0);
  const Kokkos::View<double *, Space> here(partial, std::make_pair(end - Offset(k_sums), end));
  using Store = StoreTotals<k_sums>;
  Conclusion<Space, k_sums, Store>::launch(space, {partial, Rows::rows(count), {here.data()}});
  std::vector<double> totals = to_vector(space, here);
  ranks.sum(totals);
  HandOver<k_sums, Conclude> hand_over{{}, conclude};
  std::copy(totals.begin(), totals.end(), hand_over.totals);
  for_each(space, "curlew::solvers::hand_over", 1, hand_over);
}
// Returns the number of partial sums for any sum of a level with so many unknowns.
template <class Space> Offset partial_sums(Offset count) {
  using Any = SumRows<Space, 2 * k_most_steps, SquareSum>;
  return (Any::rows(count) + 1) * 2 * k_most_steps; // the last for the totals
}

// Data of the smoothers of a level, in the cycle's precision.
template <class Space, class Number> struct SmootherData {
  using Real = typename Number::value_type;
  using Vector = Kokkos::View<Number *, Space>;
  LevelMatrix<Space, Number, Number> a;
  LevelMatrix<Space, Real, Number> gradient, divergence; // G, G^T
  // Inverses of the diagonals of A and G^T A G; 0 for 0.
  Vector inverse, node_inverse;
  Communicator ranks;
};

template <class Space, class Number> class Smoother {
public:
  using Vector = Kokkos::View<Number *, Space>;
  virtual ~Smoother() = default;
  // Starts from r = b: x := about A^-1 b, r := b - A x.
  virtual void before(const Space &space, const Vector &r, const Vector &x) = 0;
  // Starts from r = b - A x: x := closer to A^-1 b. r is overwritten.
  virtual void after(const Space &space, const Vector &r, const Vector &x) = 0;
  virtual double entries_before() const = 0; // matrix entries that it reads
  virtual double entries_after() const = 0;
};

template <class Space, class Number> class GcrSmoother : public Smoother<Space, Number> {
public:
  using Data = SmootherData<Space, Number>;
  using Vector = typename Data::Vector;

  GcrSmoother(Data data, int steps)
      : data_(std::move(data)), steps_(steps),
        potential_("curlew::solvers::potential", data_.divergence.rows()),
        partial_("curlew::solvers::partial", partial_sums<Space>(data_.a.rows())),
        scalars_("curlew::solvers::gcr_scalars") {
    for (int k = 0; k < steps; ++k) {
      q_.emplace_back("curlew::solvers::gcr_q", data_.a.rows());
      z_.emplace_back("curlew::solvers::gcr_z", data_.a.rows());
    }
  }

  void before(const Space &space, const Vector &r, const Vector &x) override {
    run(space, r, x, false);
  }
  void after(const Space &space, const Vector &r, const Vector &x) override {
    run(space, r, x, true);
  }
  double entries_before() const override {
    return steps_ * (data_.a.entries() + 2 * data_.gradient.entries());
  }
  double entries_after() const override { return entries_before(); }

private:
  void run(const Space &space, const Vector &r, const Vector &x, bool adds) {
    for (int step = 0; step < steps_; ++step) {
      const Vector &q = q_[step], &z = z_[step];
      precondition(space, r, z);
      data_.a.multiply(space, Number(1), z, Number(0), q);
      orthogonalise(space, step, r);
      for_each(space, "curlew::solvers::gcr_update", data_.a.rows(),
               GcrUpdate<Number>{scalars_.data(), z.data(), q.data(), x.data(), r.data(),
                                 adds || step > 0});
    }
  }

  // z := D^-1 r + G D_n^-1 G^T r
  void precondition(const Space &space, const Vector &r, const Vector &z) {
    data_.divergence.multiply(space, Number(1), r, Number(0), potential_);
    for_each(space, "curlew::solvers::node_jacobi", data_.divergence.rows(),
             ScaleBy<Number>{data_.node_inverse.data(), potential_.data(), potential_.data()});
    for_each(space, "curlew::solvers::edge_jacobi", data_.a.rows(),
             ScaleBy<Number>{data_.inverse.data(), r.data(), z.data()});
    data_.gradient.multiply(space, Number(1), potential_, Number(1), z);
  }

  void orthogonalise(const Space &space, int step, const Vector &r) {
    switch (step) {
    case 0:
      return orthogonalise_against<0>(space, r);
    case 1:
      return orthogonalise_against<1>(space, r);
    case 2:
      return orthogonalise_against<2>(space, r);
    case 3:
      return orthogonalise_against<3>(space, r);
    case 4:
      return orthogonalise_against<4>(space, r);
    case 5:
      return orthogonalise_against<5>(space, r);
    case 6:
      return orthogonalise_against<6>(space, r);
    default:
      return orthogonalise_against<7>(space, r);
    }
  }

  template <int k_earlier> void orthogonalise_against(const Space &space, const Vector &r) {
    const Vector &q = q_[k_earlier], &z = z_[k_earlier];
    GcrOrthogonalise<Number, k_earlier> kernel{{},       {},       scalars_.data(),
                                               q.data(), z.data(), r.data()};
    if constexpr (k_earlier > 0) {
      GcrProducts<Number, k_earlier> products{{}, q.data()};
      for (int k = 0; k < k_earlier; ++k) {
        products.earlier[k] = kernel.earlier_q[k] = q_[k].data();
        kernel.earlier_z[k] = z_[k].data();
      }
      sum_up<2 * k_earlier>(space, data_.ranks, "curlew::solvers::gcr_products", data_.a.rows(),
                            partial_, products, StoreAlong<k_earlier>{scalars_.data()});
    }
    sum_up<3>(space, data_.ranks, "curlew::solvers::gcr_orthogonalise", data_.a.rows(), partial_,
              kernel, StoreAlpha{scalars_.data(), k_earlier});
  }

  Data data_;
  int steps_;
  std::vector<Vector> q_, z_;
  Vector potential_;
  Kokkos::View<double *, Space> partial_;
  Kokkos::View<GcrScalars, Space> scalars_;
};

template <class Space, class Number> class ChebyshevSmoother : public Smoother<Space, Number> {
public:
  using Data = SmootherData<Space, Number>;
  using Vector = typename Data::Vector;
  using Matrix = LevelMatrix<Space, Number, Number>;
  struct Polynomial {
    int degree;
    double eigenvalue; // the largest of D^-1 A
  };

  ChebyshevSmoother(Data data, Matrix node_matrix, Polynomial edge, Polynomial node)
      : data_(std::move(data)), node_matrix_(std::move(node_matrix)), edge_(edge), node_(node),
        edge_step_("curlew::solvers::chebyshev_edges", data_.a.rows()),
        node_residual_("curlew::solvers::chebyshev_residual", node_matrix_.rows()),
        node_step_("curlew::solvers::chebyshev_step", node_matrix_.rows()),
        potential_("curlew::solvers::potential", node_matrix_.rows()) {}

  void before(const Space &space, const Vector &r, const Vector &x) override {
    smooth(space, data_.a, data_.inverse, edge_, r, edge_step_, x, false, true);
    smooth_gradients(space, r, x);
  }
  void after(const Space &space, const Vector &r, const Vector &x) override {
    smooth_gradients(space, r, x);
    smooth(space, data_.a, data_.inverse, edge_, r, edge_step_, x, true, false);
  }
  double entries_before() const override { return entries_after() + data_.a.entries(); }
  double entries_after() const override {
    return data_.a.entries() * edge_.degree + 2 * data_.gradient.entries() +
           node_matrix_.entries() * (node_.degree - 1);
  }

private:
  // x := (x +) C(r), r := r - A C(r) with `with_residual`.
  void smooth(const Space &space, const Matrix &a, const Vector &inverse,
              const Polynomial &polynomial, const Vector &r, const Vector &d, const Vector &x,
              bool adds, bool with_residual) {
    using Real = typename Number::value_type;
    const double top = polynomial.eigenvalue;
    for (int i = 0; i < polynomial.degree; ++i) {
      const double before = (2.0 * i - 1) / (2.0 * i + 3);
      const double factor = i == 0 ? 4 / (3 * top) : (8.0 * i + 4) / ((2.0 * i + 3) * top);
      for_each(space, "curlew::solvers::chebyshev", a.rows(),
               ChebyshevStep<Number>{inverse.data(), r.data(), d.data(), x.data(),
                                     static_cast<Real>(before), static_cast<Real>(factor), i > 0,
                                     adds || i > 0});
      if (with_residual || i + 1 < polynomial.degree)
        a.multiply(space, Number(-1), d, Number(1), r);
    }
  }

  void smooth_gradients(const Space &space, const Vector &r, const Vector &x) {
    data_.divergence.multiply(space, Number(1), r, Number(0), node_residual_);
    smooth(space, node_matrix_, data_.node_inverse, node_, node_residual_, node_step_, potential_,
           false, false);
    data_.gradient.multiply(space, Number(1), potential_, Number(0), edge_step_);
    for_each(space, "curlew::solvers::add_gradient", data_.a.rows(),
             AddTo<Number>{edge_step_.data(), x.data()});
    data_.a.multiply(space, Number(-1), edge_step_, Number(1), r);
  }

  Data data_;
  Matrix node_matrix_;
  Polynomial edge_, node_;
  Vector edge_step_, node_residual_, node_step_, potential_;
};

} // namespace curlew::multigrid
