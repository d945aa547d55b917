#include <curlew/methods/fem/ports/port_section.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/eigenmodes/eigenpairs.hpp>
#include <curlew/methods/fem/ports/section_modes.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_shift = 1.1; // shift over the largest possible beta^2
constexpr double k_real = 1e-8; // imaginary part of beta^2 over k0^2 that is rounding
// Difference of beta^2 over k^2 below which modes count as one multiple mode.
constexpr double k_degenerate = 1e-3;
// Share of the largest possible moment that the mesh's asymmetry may make.
constexpr double k_no_moment = 0.02;
constexpr std::size_t k_most_known = 64; // frequencies whose modes are kept

struct SectionEntry {
  Index row, column;
  complex value;
};

HostSparse<complex> to_sparse(std::vector<SectionEntry> entries, Index rows, Index columns) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const SectionEntry &a, const SectionEntry &b) {
                     return a.row != b.row ? a.row < b.row : a.column < b.column;
                   });
  HostSparse<complex> a;
  a.rows = rows;
  a.column_count = columns;
  a.row_begin.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (k > 0 && entries[k].row == entries[k - 1].row &&
        entries[k].column == entries[k - 1].column) {
      a.values.back() += entries[k].value;
      continue;
    }
    ++a.row_begin[entries[k].row + 1];
    a.columns.push_back(entries[k].column);
    a.values.push_back(entries[k].value);
  }
  for (Index i = 0; i < rows; ++i)
    a.row_begin[i + 1] += a.row_begin[i];
  return a;
}

complex product_of(const std::vector<complex> &x, const std::vector<complex> &y) {
  complex sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

// Returns the constant beta for which exp(-j beta z) travels along +z, or decays there.
complex constant_of(complex square, double wavenumber) {
  if (std::abs(square.imag()) < k_real * wavenumber * wavenumber)
    square = square.real();
  const complex root = std::sqrt(square);
  return square.real() <= 0 && root.imag() > 0 ? -root : root;
}

} // namespace

// Matrices of a triangle at a frequency: rows of its tangential functions, then of its scalar
// functions.
struct PortSection::System {
  System(int functions, std::size_t scalars)
      : n(static_cast<std::size_t>(functions)), size(n + scalars), a(n * n), b(size * size) {}

  std::size_t n, size;
  std::vector<complex> a, b;
};

template <class Visit>
void PortSection::each_gradient(const Triangle &triangle, const Visit &visit) const {
  std::size_t next = 3;
  for (int j = 0; j < per_triangle_; ++j) {
    const BasisFunction f = basis_function<2>(j);
    if (f.block == 0) {
      visit(j, f.a, -1.0);
      visit(j, f.b, 1.0);
    } else if (basis_block(f.block).is_gradient && next < triangle.scalars.size()) {
      visit(j, static_cast<int>(next++), 1.0);
    }
  }
}

PortSection::System PortSection::system_of(const Triangle &triangle, const Medium &medium,
                                           double wavenumber) const {
  const std::size_t n = per_triangle_, s = triangle.scalars.size();
  System system(per_triangle_, s);
  const complex mass = -wavenumber * wavenumber * medium.eps;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double product = triangle.mass[i * n + j];
      system.a[i * n + j] = medium.inverse_mu * triangle.curl[i * n + j] + mass * product;
      system.b[i * system.size + j] = medium.inverse_mu * product;
    }
  // Applies G to the columns, then to the rows.
  for (std::size_t i = 0; i < n; ++i)
    each_gradient(triangle, [&](int j, int scalar, double sign) {
      system.b[i * system.size + n + scalar] += sign * system.b[i * system.size + j];
    });
  each_gradient(triangle, [&](int j, int scalar, double sign) {
    for (std::size_t column = 0; column < system.size; ++column)
      system.b[(n + scalar) * system.size + column] += sign * system.b[j * system.size + column];
  });
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j)
      system.b[(n + i) * system.size + n + j] += mass * triangle.scalar_mass[i * s + j];
  return system;
}

std::vector<PortSection::Medium> PortSection::media_at(double frequency_hz) const {
  std::vector<Medium> media;
  for (const Material &material : input_.materials)
    media.push_back(
        {permittivity(material, frequency_hz)[0], 1.0 / permeability(material, frequency_hz)[0]});
  return media;
}

std::vector<SectionMode> PortSection::find_modes(double frequency_hz) const {
  const double wavenumber = wavenumber_of(frequency_hz);
  const std::vector<Medium> media = media_at(frequency_hz);
  double densest = 0;
  for (const Triangle &triangle : triangles_)
    densest = std::max(densest,
                       (media[triangle.material].eps / media[triangle.material].inverse_mu).real());
  if (densest <= 0)
    throw InputError(fmt::format("{}: at {:.6g} Hz no medium in front of the port has a positive "
                                 "eps_r mu_r: no mode travels",
                                 location_, frequency_hz));
  SectionPencil pencil;
  pencil.shift = -k_shift * wavenumber * wavenumber * densest;
  std::vector<SectionEntry> shifted, upper;
  for (const Triangle &triangle : triangles_) {
    const System system = system_of(triangle, media[triangle.material], wavenumber);
    std::vector<Index> numbers;
    for (const Index dof : triangle.dofs)
      numbers.push_back(free_dof_[dof]);
    for (const Index scalar : triangle.scalars)
      numbers.push_back(free_scalar_[scalar] < 0 ? -1 : free_dofs_ + free_scalar_[scalar]);
    for (std::size_t i = 0; i < system.size; ++i)
      for (std::size_t j = 0; j < system.size; ++j) {
        if (numbers[i] < 0 || numbers[j] < 0)
          continue;
        const complex b = system.b[i * system.size + j];
        const bool is_curl = i < system.n && j < system.n;
        shifted.push_back({numbers[i], numbers[j],
                           (is_curl ? system.a[i * system.n + j] : 0) - pencil.shift * b});
        if (i < system.n)
          upper.push_back({numbers[i], numbers[j], b});
      }
  }
  const Index size = free_dofs_ + free_scalars_;
  pencil.shifted = to_sparse(std::move(shifted), size, size);
  pencil.upper = to_sparse(std::move(upper), free_dofs_, size);
  std::vector<SectionMode> modes;
  if (free_dofs_ == 0)
    return modes;
  for (const SectionPair &pair : nearest_section_pairs(pencil, modes_ + 1, location_)) {
    SectionMode mode;
    mode.constant = constant_of(-pair.value, wavenumber);
    mode.e.assign(dofs_.size(), 0);
    std::vector<complex> p(scalars_.size(), 0);
    for (std::size_t i = 0; i < dofs_.size(); ++i)
      if (free_dof_[i] >= 0)
        mode.e[i] = pair.vector[free_dof_[i]];
    for (std::size_t i = 0; i < p.size(); ++i)
      if (free_scalar_[i] >= 0)
        p[i] = pair.vector[free_dofs_ + free_scalar_[i]];
    const complex scale = 1.0 / std::sqrt(product_of(mode.e, times_mass(mode.e)));
    for (complex &value : mode.e)
      value *= scale;
    for (complex &value : p)
      value *= scale;
    add_load(wavenumber, media, p, mode);
    modes.push_back(std::move(mode));
  }
  std::stable_sort(modes.begin(), modes.end(), [](const SectionMode &a, const SectionMode &b) {
    return (a.constant * a.constant).real() > (b.constant * b.constant).real();
  });
  align(wavenumber * std::sqrt(densest), modes);
  return modes;
}

void PortSection::add_load(double wavenumber, const std::vector<Medium> &media,
                           const std::vector<complex> &p, SectionMode &mode) const {
  mode.load.assign(dofs_.size(), 0);
  complex current = 0; // current on the smaller conductor, times eta0
  for (const Triangle &triangle : triangles_) {
    const System system = system_of(triangle, media[triangle.material], wavenumber);
    std::vector<complex> x;
    for (const Index dof : triangle.dofs)
      x.push_back(mode.e[dof]);
    for (const Index scalar : triangle.scalars)
      x.push_back(p[scalar]);
    for (std::size_t i = 0; i < system.size; ++i) {
      complex sum = 0;
      for (std::size_t j = 0; j < system.size; ++j)
        sum += system.b[i * system.size + j] * x[j];
      if (i < system.n)
        mode.load[triangle.dofs[i]] += sum;
      else if (!is_plus_.empty() && is_plus_[triangle.scalars[i - system.n]])
        current += sum;
    }
  }
  const complex ratio = mode.constant / wavenumber;
  for (std::size_t i = 0; i < dofs_.size(); ++i)
    mode.load[i] *= free_dof_[i] < 0 ? 0.0 : ratio;
  mode.product = product_of(mode.e, mode.load);
  complex power = 0;
  for (std::size_t i = 0; i < dofs_.size(); ++i)
    power += std::conj(mode.e[i]) * mode.load[i];
  const bool travels = mode.constant.real() > std::abs(mode.constant.imag());
  mode.power_w = travels ? power.real() / (2 * k_eta0) : 0;
  mode.apparent_va = std::conj(power) / (2 * k_eta0);
  mode.impedance_ohm = k_eta0 / std::abs(mode.product);
  if (path_.empty() || !travels)
    return;
  complex voltage = 0;
  for (const auto &[dof, sign] : path_)
    voltage += sign * mode.e[dof];
  const double v = std::abs(voltage), i = std::abs(ratio * current) / k_eta0;
  const double va = std::abs(mode.apparent_va);
  const double defined = definition_ == "pv"   ? v * v / (2 * va)
                         : definition_ == "vi" ? v / i
                                               : 2 * va / (i * i);
  // Modes that turn around the conductor (TE11 of a coaxial line) have no current but rounding.
  constexpr double k_rounding = 1e-6;
  if (defined > k_rounding * mode.impedance_ohm && k_rounding * defined < mode.impedance_ohm)
    mode.impedance_ohm = defined;
}

complex PortSection::moment(int weight, const Vector3 &direction,
                            const std::vector<complex> &e) const {
  complex sum = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (std::size_t i = 0; i < e.size(); ++i)
      sum += direction[axis] * moments_[weight][axis][i] * e[i];
  return sum;
}

// Rotates a double mode so that the first of the two has all of the mean field along the direction,
// or along the first axis with a mean field; then gives each mode its sign.
void PortSection::align(double wavenumber, std::vector<SectionMode> &modes) const {
  std::vector<Vector3> directions{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (direction_)
    directions = {(1 / norm(*direction_)) * *direction_};
  const double least = k_no_moment * std::sqrt(area_m2_); // for fields with (e, e) = 1
  for (std::size_t m = 0; m + 1 < modes.size(); ++m) {
    SectionMode &a = modes[m], &b = modes[m + 1];
    if (std::abs(a.constant * a.constant - b.constant * b.constant) >
        k_degenerate * wavenumber * wavenumber)
      continue;
    for (const Vector3 &direction : directions) {
      const double of_a = moment(0, direction, a.e).real(), of_b = moment(0, direction, b.e).real();
      const double length = std::hypot(of_a, of_b);
      if (length < least)
        continue;
      const double cosine = of_a / length, sine = of_b / length;
      for (std::size_t i = 0; i < dofs_.size(); ++i) {
        const complex e = a.e[i], load = a.load[i];
        a.e[i] = cosine * e + sine * b.e[i];
        a.load[i] = cosine * load + sine * b.load[i];
        b.e[i] = cosine * b.e[i] - sine * e;
        b.load[i] = cosine * b.load[i] - sine * load;
      }
      a.product = product_of(a.e, a.load);
      b.product = product_of(b.e, b.load);
      break;
    }
    ++m;
  }
  const auto sign_of = [&](const SectionMode &mode) {
    for (int w = 0; w < 4; ++w)
      for (const Vector3 &direction : directions)
        if (const double along = moment(w, direction, mode.e).real(); std::abs(along) > least)
          return along > 0 ? 1.0 : -1.0;
    return 1.0;
  };
  for (SectionMode &mode : modes) {
    const double sign = sign_of(mode);
    for (std::size_t i = 0; i < dofs_.size(); ++i) {
      mode.e[i] *= sign;
      mode.load[i] *= sign;
    }
  }
}

complex PortSection::impedance_ohm(double frequency_hz, int mode) const {
  if (impedances_ohm_.count(frequency_hz) == 0)
    modes(frequency_hz);
  return impedances_ohm_[frequency_hz][static_cast<std::size_t>(mode) - 1];
}

double PortSection::potential_norm() const {
  const Medium gradients_alone{0, 1};
  std::vector<SectionEntry> entries;
  std::vector<Kokkos::complex<double>> b(free_scalars_, 0.0);
  complex energy = 0;
  for (const Triangle &triangle : triangles_) {
    const System system = system_of(triangle, gradients_alone, 1);
    for (std::size_t i = 0; i < triangle.scalars.size(); ++i)
      for (std::size_t j = 0; j < triangle.scalars.size(); ++j) {
        const complex value = system.b[(system.n + i) * system.size + system.n + j];
        const Index row = free_scalar_[triangle.scalars[i]],
                    column = free_scalar_[triangle.scalars[j]];
        const bool from_plus = is_plus_[triangle.scalars[j]] != 0;
        if (row >= 0 && column >= 0)
          entries.push_back({row, column, value});
        else if (row >= 0 && from_plus)
          b[row] -= Kokkos::complex<double>(value);
        else if (row < 0 && column < 0 && from_plus && is_plus_[triangle.scalars[i]])
          energy += value;
      }
  }
  if (free_scalars_ == 0)
    return energy.real();
  const std::vector<Kokkos::complex<double>> given = b;
  FactorOptions options;
  options.symmetry = MatrixSymmetry::symmetric;
  const SparseFactor<Kokkos::complex<double>> factor(
      for_factor(to_sparse(std::move(entries), free_scalars_, free_scalars_)), options);
  factor.solve(b.data());
  for (Index i = 0; i < free_scalars_; ++i)
    energy -= complex(given[i]) * complex(b[i]);
  return energy.real();
}

const std::vector<SectionMode> &PortSection::modes(double frequency_hz) const {
  if (const auto known = known_.find(frequency_hz); known != known_.end())
    return known->second;
  std::vector<SectionMode> modes = find_modes(frequency_hz);
  if (modes.size() < static_cast<std::size_t>(modes_))
    throw InputError(fmt::format("{}: {} modes are asked for, and the {} triangles of the port "
                                 "carry {}; refine its face, or lower \"modes\"",
                                 location_, modes_, triangles_.size(), modes.size()));
  if (!modes.front().travels())
    throw InputError(fmt::format("{}: at {:.6g} Hz the first mode of the port is below its cutoff: "
                                 "it dies away by {:.4g} per m",
                                 location_, frequency_hz, -modes.front().constant.imag()));
  if (known_.size() >= k_most_known)
    known_.clear();
  std::vector<complex> &impedances_ohm = impedances_ohm_[frequency_hz];
  impedances_ohm.clear();
  for (const SectionMode &mode : modes)
    impedances_ohm.push_back(mode.impedance());
  return known_[frequency_hz] = std::move(modes);
}

} // namespace curlew::fem
