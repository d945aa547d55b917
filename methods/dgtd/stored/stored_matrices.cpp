#include <curlew/methods/dgtd/stored/stored_matrices.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

namespace curlew::dgtd {
namespace {

void add(Matrix &sum, double factor, const Matrix &matrix) {
  for (std::size_t k = 0; k < sum.size(); ++k)
    sum[k] += factor * matrix[k];
}

Matrix transposed(int n, const Matrix &a) {
  Matrix result(a.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      result[j * n + i] = a[i * n + j];
  return result;
}

// Matrices in the equation of one side.
struct Terms {
  Matrix inertia, loss; // in SI units
};

Terms terms(const Problem &problem, Index tet, Side side, const UpdateOptions &options) {
  const Material &material = problem.materials[problem.material[tet]];
  const bool electric = side == Side::electric;
  SymmetricTensor inertia = electric ? material.eps_r : material.mu_r;
  if (options.losses)
    for (int d = 0; d < 3; ++d)
      inertia.v[d] += gain_of(poles_of(material, side), options);
  Terms result{scaled(mass_matrix(problem, tet, inertia), electric ? k_eps0 : k_mu0),
               mass_matrix(problem, tet, electric ? material.sigma : material.sigma_m)};
  if (!options.losses)
    result.loss = scaled(result.loss, 0);
  return result;
}

class Builder {
public:
  Builder(const Problem &problem, Index tet, Side side, const UpdateOptions &options)
      : problem_(problem), options_(options), tet_(tet), side_(side), n_(problem.per_tet()),
        shape_(stored_shape(problem, options)), matrices_(element_matrices(problem, tet)),
        own_(terms(problem, tet, side, options)), sign_(side == Side::electric ? 1.0 : -1.0) {
    result_.row.assign(shape_.size(), 0);
  }

  StoredTet build() {
    collect_faces();
    const double rate = options_.form == Form::stages ? 1 : 1 / options_.dt_s;
    result_.inverse = scaled(own_.inertia, rate);
    if (options_.form != Form::stages)
      add(result_.inverse, 0.5, own_.loss);
    Matrix stay = scaled(own_.loss, -1); // acts on x
    add(stay, 1, jumps_);
    if (options_.form == Form::implicit)
      build_double(stay);
    invert_positive(n_, result_.inverse);
    put([&](int i, int j) { return shape_.keep(i, j); }, product(n_, result_.inverse, stay));
    if (options_.form != Form::stages)
      for (int i = 0; i < n_; ++i)
        result_.row[shape_.keep(i, i)] += 1;
    put([&](int i, int j) { return shape_.other(i, j); },
        product(n_, result_.inverse, scaled(coupling_, sign_)));
    put_traces();
    if (options_.form == Form::implicit)
      put([&](int i, int j) { return shape_.from_double(i, j); },
          product(n_, result_.inverse, from_double_));
    return std::move(result_);
  }

private:
  template <class At> void put(const At &at, const Matrix &matrix) {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j)
        result_.row[at(i, j)] = matrix[i * n_ + j];
  }

  // Returns the factor that makes the tet's own field the one behind a wall.
  double mirror(FaceKind kind, bool is_electric) const {
    if (kind == FaceKind::absorbing || (kind == FaceKind::sheet && options_.form == Form::stages))
      return 0;
    return (kind == FaceKind::pec) == is_electric ? -1 : 1;
  }

  void collect_faces() {
    const bool inside = options_.form == Form::mean || options_.form == Form::stages;
    const double half = inside ? 0.5 : 1;
    coupling_ = inside ? matrices_.curl : Matrix(n_ * n_, 0);
    jumps_.assign(n_ * n_, 0);
    const bool electric = side_ == Side::electric;
    for (int face = 0; face < 4; ++face) {
      const FaceKind kind = problem_.faces[tet_][face].kind;
      if (inside)
        add(coupling_, -half, matrices_.own_face[face]);
      if (kind != FaceKind::inner)
        add(coupling_, half * mirror(kind, !electric), matrices_.own_face[face]);
      if (has_loss(kind) && options_.form != Form::stages) {
        if (options_.losses)
          add(own_.loss, wall_loss(problem_, tet_, face, electric, !inside, options_.dt_s),
              matrices_.own_trace[face]);
      } else if (shape_.has_jumps) {
        const double factor = penalty(face);
        add(jumps_, -factor, matrices_.own_trace[face]);
        if (kind != FaceKind::inner)
          add(jumps_, factor * mirror(kind, electric), matrices_.own_trace[face]);
      }
    }
  }

  double penalty(int face) const {
    const auto admittance = [&](Index tet) {
      return admittance_of(problem_.materials[problem_.material[tet]]);
    };
    const double here = admittance(tet_), there = admittance(problem_.faces[tet_][face].tet);
    return options_.penalty / (side_ == Side::electric ? 1 / here + 1 / there : here + there);
  }

  // Builds Crank and Nicolson's method for the field and its double, curl N being a sum of
  // functions:
  //   (A'/dt + C'/2) (d1 - d0) = -C' d0 - sign D (x0 + x1) / 2
  //   (A/dt + C/2) (x1 - x0) = ... - C x0 + sign D^T (d0 + d1) / 2
  void build_double(Matrix &stay) {
    Terms other =
        terms(problem_, tet_, side_ == Side::electric ? Side::magnetic : Side::electric, options_);
    if (options_.published_losses)
      other.loss = scaled(other.loss, 0);
    Matrix inverse = scaled(other.inertia, 1 / options_.dt_s);
    add(inverse, 0.5, other.loss);
    invert_positive(n_, inverse);
    Matrix keep = scaled(product(n_, inverse, other.loss), -1);
    for (int i = 0; i < n_; ++i)
      keep[i * n_ + i] += 1;
    const Matrix gain = product(n_, inverse, matrices_.curl);
    const Matrix transposed_curl = transposed(n_, matrices_.curl);
    const Matrix stiffness = product(n_, transposed_curl, gain);
    add(result_.inverse, 0.25, stiffness);
    add(stay, -0.5, stiffness);
    Matrix mean = keep;
    for (int i = 0; i < n_; ++i)
      mean[i * n_ + i] += 1;
    from_double_ = scaled(product(n_, transposed_curl, mean), 0.5 * sign_);
    put([&](int i, int j) { return shape_.double_keep(i, j); }, keep);
    put([&](int i, int j) { return shape_.double_gain(i, j); }, scaled(gain, -0.5 * sign_));
    result_.double_inverse = std::move(inverse);
  }

  void put_traces() {
    const bool inside = options_.form == Form::mean || options_.form == Form::stages;
    for (int face = 0; face < 4; ++face) {
      const TetFace &to = problem_.faces[tet_][face];
      if (to.kind != FaceKind::inner)
        continue;
      const Matrix other =
          product(n_, result_.inverse, scaled(matrices_.face[face], sign_ * (inside ? 0.5 : 1)));
      const Matrix own = product(
          n_, result_.inverse, scaled(matrices_.trace[face], shape_.has_jumps ? penalty(face) : 0));
      for (int i = 0; i < n_; ++i)
        for (int j = 0; j < shape_.nf; ++j) {
          const int column = problem_.choices.space.trace(to.local, j);
          result_.row[shape_.other_trace(face, i, j)] = other[i * n_ + column];
          if (shape_.has_jumps)
            result_.row[shape_.own_trace(face, i, j)] = own[i * n_ + column];
        }
    }
  }

  const Problem &problem_;
  const UpdateOptions &options_;
  Index tet_;
  Side side_;
  int n_;
  StoredRow shape_;
  ElementMatrices matrices_;
  Terms own_;
  double sign_;
  Matrix coupling_, jumps_, from_double_;
  StoredTet result_;
};

} // namespace

StoredRow stored_shape(const Problem &problem, const UpdateOptions &options) {
  const FunctionSpace &space = problem.choices.space;
  return {space.per_tet(), space.per_triangle(), options.penalty > 0,
          options.form == Form::implicit};
}

StoredTet stored_tet(const Problem &problem, Index tet, Side side, const UpdateOptions &options) {
  return Builder(problem, tet, side, options).build();
}

} // namespace curlew::dgtd
