#include <curlew/methods/dgtd/packed/tet_update.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>
#include <curlew/methods/dgtd/space/for_each_blocks.hpp>

#include <algorithm>

namespace curlew::dgtd {
namespace {

SymmetricTensor scaled(const SymmetricTensor &tensor, double factor) {
  SymmetricTensor result = tensor;
  for (double &entry : result.v)
    entry *= factor;
  return result;
}

SymmetricTensor plus(const SymmetricTensor &a, const SymmetricTensor &b) {
  SymmetricTensor result = a;
  for (int k = 0; k < 6; ++k)
    result.v[k] += b.v[k];
  return result;
}

struct Medium {
  SymmetricTensor inertia, loss; // eps and sigma, or mu and sigma_m; SI units
};

// Returns the medium with the part that poles add to eps or mu within a step.
Medium medium(const Material &material, Side side, const UpdateOptions &options) {
  const bool electric = side == Side::electric;
  Medium result{electric ? material.eps_r : material.mu_r,
                electric ? material.sigma : material.sigma_m};
  if (options.losses)
    result.inertia = plus(result.inertia,
                          SymmetricTensor::isotropic(gain_of(poles_of(material, side), options)));
  else
    result.loss = SymmetricTensor::isotropic(0);
  result.inertia = scaled(result.inertia, electric ? k_eps0 : k_mu0);
  return result;
}

Side other(Side side) {
  return side == Side::electric ? Side::magnetic : Side::electric;
}

// Returns the medium of the double of a side's field.
Medium dual_medium(const Material &material, Side side, const UpdateOptions &options) {
  Medium result = medium(material, other(side), options);
  if (options.published_losses)
    result.loss = SymmetricTensor::isotropic(0);
  return result;
}

double form(const double *a, const Tensor<double> &tensor, const double *b) {
  double sum = 0;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y)
      sum += a[x] * tensor.entries[x][y] * b[y];
  return sum;
}

Tensor<double> tensor_product(const Tensor<double> &a, const Tensor<double> &b) {
  Tensor<double> result{};
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y)
      for (int k = 0; k < 3; ++k)
        result.entries[x][y] += a.entries[x][k] * b.entries[k][y];
  return result;
}

// Adds factor times the integral of tangential functions over a face.
template <int Blocks>
void add_wall(const ReferenceTables<Blocks> &tables, const TetShape &shape, int face, double factor,
              std::vector<double> &matrix) {
  constexpr int n = ReferenceTables<Blocks>::k_functions;
  TriangleShape triangle;
  for (int i = 0; i < 3; ++i)
    for (int x = 0; x < 3; ++x)
      triangle.vertices[i][x] = shape.vertices[i + (i >= face)][x];
  const double corner[3] = {1, 0, 0};
  double metric[3];
  mass_metric(frame_at(triangle, corner), metric);
  for (int i = 0; i < ReferenceTables<Blocks>::k_traces; ++i)
    for (int j = 0; j < ReferenceTables<Blocks>::k_traces; ++j) {
      const double *entry = tables.trace[i >= j ? packed(i, j) : packed(j, i)];
      matrix[tables.numbers[face][i] * n + tables.numbers[face][j]] +=
          factor * (entry[0] * metric[0] + entry[1] * metric[1] + entry[2] * metric[2]);
    }
}

void fill_symmetric(int n, const ReferenceMatrices<Host>::Table &mass, const Metric<double> &metric,
                    std::vector<double> &matrix) {
  matrix.resize(static_cast<std::size_t>(n) * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      matrix[i * n + j] = matrix[j * n + i] =
          ReferenceMatrices<Host>::symmetric_entry(mass, metric, i, j);
}

// Adds a b to the first n rows of `sum`: a has n columns and rows, b and `sum` have `columns`.
void add_product(int n, int columns, const double *a, const double *b, double *sum) {
  for (int i = 0; i < n; ++i, sum += columns)
    for (int k = 0; k < n; ++k) {
      const double factor = a[i * n + k];
      const double *const row = b + k * columns;
      for (int j = 0; j < columns; ++j)
        sum[j] += factor * row[j];
    }
}

// Adds C^T (V (x) I) C / 4 to the matrix that is to be inverted, C being the curls.
template <int Blocks> void add_doubles(const ReferenceTables<Blocks> &tables, TetUpdate &update) {
  constexpr int n = ReferenceTables<Blocks>::k_functions;
  for (int i = 0; i < n; ++i)
    for (int p = 0; p < 3 * tables.k_polynomials; ++p) {
      if (tables.curl[p][i] == 0)
        continue;
      for (int l = 0; l < 3; ++l) {
        const double factor = 0.25 * tables.curl[p][i] * update.own_gain[p % 3][l];
        const double *const curl = tables.curl[p / 3 * 3 + l];
        for (int j = 0; j < n; ++j)
          update.inverse[i * n + j] += factor * curl[j];
      }
    }
}

} // namespace

MediumValues medium_values(const Material &material, Side side, const UpdateOptions &options) {
  const Medium own = medium(material, side, options);
  const Medium dual = dual_medium(material, side, options);
  const double inertia = own.inertia.v[0], loss = own.loss.v[0];
  MediumValues values;
  if (options.form == Form::stages) {
    values.keep = -loss / inertia;
    values.gain = 1 / inertia;
    return values;
  }
  const double a = inertia / options.dt_s + loss / 2;
  values.keep = 1 - loss / a;
  values.gain = 1 / a;
  const double dual_rate = dual.inertia.v[0] / options.dt_s, dual_loss = dual.loss.v[0];
  const double b = dual_rate + dual_loss / 2;
  values.own_now = dual_rate / b;
  values.own_curl = 1 / (2 * b) - loss / (4 * a * b);
  values.own_keep = (dual_rate - dual_loss / 2) / b;
  values.own_gain = 1 / b;
  return values;
}

template <int Blocks>
TetUpdate make_tet_update(const Problem &problem, const ReferenceMatrices<Host>::Table &mass,
                          const ReferenceTables<Blocks> &tables, Index tet, Side side,
                          const UpdateOptions &options) {
  constexpr int n = ReferenceTables<Blocks>::k_functions;
  const Material &material = problem.materials[problem.material[tet]];
  const Medium own = medium(material, side, options);
  const Medium dual = dual_medium(material, side, options);
  const TetShape shape = problem.shape(tet);
  const double corner[4] = {1, 0, 0, 0};
  const TetFrame frame = frame_at(shape, corner);
  const bool leapfrog = options.form != Form::stages;
  const auto fill = [&](const SymmetricTensor &tensor, std::vector<double> &matrix) {
    const Metric<double> metric = mass_metric(frame, full(tensor));
    fill_symmetric(n, mass, metric, matrix);
  };
  TetUpdate update;
  std::vector<double> loss;
  fill(own.loss, loss);
  if (options.losses && leapfrog)
    for (int face = 0; face < 4; ++face)
      if (has_loss(problem.faces[tet][face].kind))
        add_wall(tables, shape, face,
                 wall_loss(problem, tet, face, side == Side::electric, options.form != Form::mean,
                           options.dt_s),
                 loss);
  fill(leapfrog ? scaled(own.inertia, 1 / options.dt_s) : own.inertia, update.inverse);
  for (int k = 0; leapfrog && k < n * n; ++k)
    update.inverse[k] += loss[k] / 2;
  if (options.form == Form::implicit) {
    const SymmetricTensor rate = scaled(dual.inertia, 1 / options.dt_s);
    const SymmetricTensor mean = plus(rate, scaled(dual.loss, 0.5)).inverse();
    // Without losses U is 1 and V symmetric to the last bit; otherwise the energy drifts, because
    // their roundings are the same in every step (docs/methods/dgtd-notes.md, "DFDD").
    const Tensor<double> lost = tensor_product(full(mean), full(dual.loss));
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        update.own_keep[k][l] = (k == l ? 1 : 0) - form(frame.tangent[k], lost, frame.dual[l]);
        update.own_inverse[k][l] = form(frame.tangent[k], full(mean), frame.dual[l]);
        update.own_gain[k][l] =
            k > l ? update.own_gain[l][k]
                  : form(frame.tangent[k], full(mean), frame.tangent[l]) / frame.volume_factor();
      }
    add_doubles(tables, update);
  }
  invert_positive(n, update.inverse);
  update.loss.assign(n * n, 0);
  if (std::any_of(loss.begin(), loss.end(), [](double entry) { return entry != 0; }))
    add_product(n, n, update.inverse.data(), loss.data(), update.loss.data());
  return update;
}

template <int Blocks>
std::vector<double> mass_of_tet(const Problem &problem, const ReferenceMatrices<Host>::Table &mass,
                                Index tet) {
  constexpr int n = ReferenceTables<Blocks>::k_functions;
  const double corner[4] = {1, 0, 0, 0};
  const Metric<double> metric =
      mass_metric(frame_at(problem.shape(tet), corner), full(SymmetricTensor()));
  std::vector<double> matrix;
  fill_symmetric(n, mass, metric, matrix);
  return matrix;
}

template <int Blocks>
std::vector<double> displacement_response(const ReferenceTables<Blocks> &tables,
                                          const TetUpdate &update, const std::vector<double> &mass,
                                          bool has_double) {
  constexpr int n = ReferenceTables<Blocks>::k_functions;
  const int own = has_double ? 3 * tables.k_polynomials : 0, size = n + own;
  std::vector<double> right(n * size, 0), matrix(size * size, 0);
  for (int i = 0; i < n; ++i)
    for (int column = 0; column < n; ++column)
      right[i * size + column] = -mass[i * n + column];
  for (int p = 0; p < own; ++p)
    for (int k = 0; k < 3; ++k) {
      const double drive = -update.own_inverse[k][p % 3];
      matrix[(n + p / 3 * 3 + k) * size + n + p] = drive;
      for (int i = 0; i < n; ++i) // mean of both times
        right[i * size + n + p] += 0.5 * tables.curl[p / 3 * 3 + k][i] * drive;
    }
  add_product(n, size, update.inverse.data(), right.data(), matrix.data());
  for (int p = 0; p < own; ++p)
    for (int l = 0; l < 3; ++l)
      for (int i = 0; i < n; ++i) {
        const double curl = tables.curl[p / 3 * 3 + l][i]; // most are 0
        if (curl == 0)
          continue;
        const double factor = 0.5 * update.own_gain[p % 3][l] * curl;
        const double *const unknown = &matrix[i * size];
        double *const row = &matrix[(n + p) * size];
        for (int column = 0; column < size; ++column)
          row[column] -= factor * unknown[column];
      }
  return matrix;
}

template <int Blocks>
std::vector<double> current_drive(const Problem &problem, const ReferenceTables<Blocks> &tables,
                                  Index tet, const TetCurrent &current,
                                  const UpdateOptions &options) {
  const Medium dual =
      dual_medium(problem.materials[problem.material[tet]], Side::magnetic, options);
  const Tensor<double> mean =
      full(plus(scaled(dual.inertia, 1 / options.dt_s), scaled(dual.loss, 0.5)).inverse());
  const double corner[4] = {1, 0, 0, 0};
  const TetFrame frame = frame_at(problem.shape(tet), corner);
  std::vector<double> drive(3 * tables.k_polynomials, 0);
  const auto add = [&](const std::array<double, 4> &l, double weight) {
    for (int p = 0; p < tables.k_polynomials; ++p) {
      const double value = curl_polynomial(tables, p, l.data());
      for (int k = 0; k < 3; ++k)
        drive[3 * p + k] += problem.orientation[tet] * weight * value *
                            form(frame.tangent[k], mean, current.value.data());
    }
  };
  if (current.is_point) {
    add(current.l, 1 / frame.volume_factor());
    return drive;
  }
  const SimplexRule<4> rule = tet_rule(space_degree(Blocks));
  for (std::size_t q = 0; q < rule.points.size(); ++q)
    add(rule.points[q], rule.weights[q] / 6);
  return drive;
}

template <int Blocks>
std::vector<double> published_drive(const Problem &problem, const ReferenceTables<Blocks> &tables,
                                    Index tet, Side side, const UpdateOptions &options) {
  constexpr int n = ReferenceTables<Blocks>::k_functions;
  const Medium lossy = medium(problem.materials[problem.material[tet]], other(side), options);
  const Tensor<double> rate =
      tensor_product(full(scaled(lossy.inertia, 1 / options.dt_s).inverse()), full(lossy.loss));
  const double corner[4] = {1, 0, 0, 0};
  const TetFrame frame = frame_at(problem.shape(tet), corner);
  // The doubles of E are H times the tet's orientation, those of H are E times its negative.
  const double sign = (side == Side::electric ? -1 : 1) * problem.orientation[tet];
  std::vector<double> drive(3 * tables.k_polynomials * n, 0);
  const SimplexRule<4> rule = tet_rule(problem.choices.space.degree() + 2);
  for (std::size_t q = 0; q < rule.points.size(); ++q)
    for (int i = 0; i < n; ++i) {
      double value[3];
      space_value<3>(Blocks, i, rule.points[q].data(), value);
      for (int p = 0; p < tables.k_polynomials; ++p) {
        const double weight =
            sign * rule.weights[q] / 6 * curl_polynomial(tables, p, rule.points[q].data());
        for (int k = 0; k < 3; ++k)
          for (int m = 0; m < 3; ++m)
            drive[(3 * p + k) * n + i] +=
                weight * form(frame.tangent[k], rate, frame.dual[m]) * value[m];
      }
    }
  return drive;
}

template <int Blocks>
std::vector<double> double_values(const Problem &problem, const ReferenceTables<Blocks> &tables,
                                  Index tet, Side side, const std::vector<double> &other) {
  constexpr int n = ReferenceTables<Blocks>::k_functions;
  // The sign is that of published_drive(), whose losses have the opposite one.
  const double sign = (side == Side::electric ? 1 : -1) * problem.orientation[tet];
  std::vector<double> result(3 * tables.k_polynomials, 0);
  const SimplexRule<4> rule = tet_rule(2 * problem.choices.space.degree());
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    double field[3] = {0, 0, 0}; // covariant
    for (int i = 0; i < n; ++i) {
      double value[3];
      space_value<3>(Blocks, i, rule.points[q].data(), value);
      for (int k = 0; k < 3; ++k)
        field[k] += other[i] * value[k];
    }
    for (int p = 0; p < tables.k_polynomials; ++p) {
      const double weight =
          sign * rule.weights[q] / 6 * curl_polynomial(tables, p, rule.points[q].data());
      for (int k = 0; k < 3; ++k)
        result[3 * p + k] += weight * field[k];
    }
  }
  return result;
}

#define CURLEW_INSTANTIATE(Blocks)                                                                 \
  template TetUpdate make_tet_update(const Problem &, const ReferenceMatrices<Host>::Table &,      \
                                     const ReferenceTables<Blocks> &, Index, Side,                 \
                                     const UpdateOptions &);                                       \
  template std::vector<double> mass_of_tet<Blocks>(const Problem &,                                \
                                                   const ReferenceMatrices<Host>::Table &, Index); \
  template std::vector<double> displacement_response(                                              \
      const ReferenceTables<Blocks> &, const TetUpdate &, const std::vector<double> &, bool);      \
  template std::vector<double> current_drive(const Problem &, const ReferenceTables<Blocks> &,     \
                                             Index, const TetCurrent &, const UpdateOptions &);    \
  template std::vector<double> double_values(const Problem &, const ReferenceTables<Blocks> &,     \
                                             Index, Side, const std::vector<double> &);            \
  template std::vector<double> published_drive(const Problem &, const ReferenceTables<Blocks> &,   \
                                               Index, Side, const UpdateOptions &);
CURLEW_FOR_EACH_BLOCKS(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
