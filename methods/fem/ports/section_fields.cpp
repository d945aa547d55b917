#include <curlew/methods/fem/ports/port_section.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/eigenmodes/eigenpairs.hpp>
#include <curlew/methods/fem/ports/section_modes.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>
#include <curlew/solvers/dense/dense_product.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_shift = 1.1;   // shift over the largest possible beta^2
constexpr double k_real = 1e-8;   // imaginary part of beta^2 over k0^2 that is rounding
constexpr int k_most_others = 16; // modes beyond those of the case that are searched for

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

// Returns a bound of beta^2, and the wave admittances eta0 / Z of the walls. The inductances of two
// walls at the distance of one triangle add to that of the field between them.
double
PortSection::largest_square(double frequency_hz, const std::vector<Medium> &media, double densest,
                            std::map<const SurfaceImpedanceSpec *, complex> &admittances) const {
  const double wavenumber = wavenumber_of(frequency_hz);
  double largest = wavenumber * wavenumber * densest;
  for (const Triangle &triangle : triangles_)
    for (const Wall &wall : triangle.walls) {
      const complex impedance = surface_impedance_ohm(*wall.impedance, frequency_hz);
      admittances[wall.impedance] = k_eta0 / impedance;
      const double eps = std::max(media[triangle.material].eps.real(), 1.0);
      largest =
          std::max(largest, wavenumber * (wavenumber * densest +
                                          2 * eps * impedance.imag() / (k_eta0 * wall.height_m)));
    }
  return largest;
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
  const complex factor(0, wavenumber);
  std::map<const SurfaceImpedanceSpec *, complex> admittances; // eta0 / Z
  const double largest = largest_square(frequency_hz, media, densest, admittances);
  SectionPencil pencil;
  pencil.shift = -k_shift * largest;
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
    for (const Wall &wall : triangle.walls) {
      const complex y = factor * admittances[wall.impedance];
      for (std::size_t i = 0; i < system.n; ++i)
        for (std::size_t j = 0; j < system.n; ++j)
          if (numbers[i] >= 0 && numbers[j] >= 0)
            shifted.push_back({numbers[i], numbers[j], y * wall.mass[i * system.n + j]});
      const std::size_t s = triangle.scalars.size();
      for (std::size_t i = 0; i < s; ++i)
        for (std::size_t j = 0; j < s; ++j)
          if (const Index row = numbers[system.n + i], column = numbers[system.n + j];
              row >= 0 && column >= 0)
            shifted.push_back({row, column, -pencil.shift * y * wall.scalar_mass[i * s + j]});
    }
  }
  const Index size = free_dofs_ + free_scalars_;
  if (free_dofs_ == 0)
    return {};
  pencil.upper = to_sparse(std::move(upper), free_dofs_, size);
  const SectionFactor factored = factor_section(to_sparse(std::move(shifted), size, size));
  // All modes that travel are found, and all that have the beta of the last one that is wanted.
  std::vector<SectionMode> modes;
  constexpr int k_step = 3;
  for (int count = modes_ + 1, found = 0;; count += k_step) {
    modes = modes_of(nearest_section_pairs(pencil, factored, count, location_), wavenumber, media);
    const int before = std::exchange(found, static_cast<int>(modes.size()));
    if (found <= before || found <= modes_ || count >= modes_ + k_most_others ||
        !(is_travelling(modes.back().constant) ||
          have_one_beta(modes[static_cast<std::size_t>(modes_) - 1], modes.back(),
                        densest * wavenumber * wavenumber)))
      break;
  }
  align(densest * wavenumber * wavenumber, modes);
  for (SectionMode &mode : modes)
    set_impedance(mode);
  if (has_voltage_ && !modes.empty() && modes.front().travels())
    scale_to_voltage(modes.front());
  return modes;
}

// Returns modes with (conj(e), e) = 1, by falling beta^2.
std::vector<SectionMode> PortSection::modes_of(const std::vector<SectionPair> &pairs,
                                               double wavenumber,
                                               const std::vector<Medium> &media) const {
  std::vector<SectionMode> modes;
  for (const SectionPair &pair : pairs) {
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
    const double scale = 1 / std::sqrt(dot_conjugate(mode.e, times_mass(mode.e)).real());
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
  return modes;
}

void PortSection::add_load(double wavenumber, const std::vector<Medium> &media,
                           const std::vector<complex> &p, SectionMode &mode) const {
  mode.load.assign(dofs_.size(), 0);
  mode.currents.assign(static_cast<std::size_t>(conductors_), 0);
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
      else if (const int conductor = conductor_[triangle.scalars[i - system.n]]; conductor >= 0)
        mode.currents[static_cast<std::size_t>(conductor)] += sum;
    }
  }
  const complex ratio = mode.constant / wavenumber;
  for (std::size_t i = 0; i < dofs_.size(); ++i)
    mode.load[i] *= free_dof_[i] < 0 ? 0.0 : ratio;
  for (complex &current : mode.currents)
    current *= ratio;
  mode.product = bilinear(mode.e, mode.load);
}

double PortSection::potential_norm() const {
  const Medium gradients_alone{0, 1};
  std::vector<char> is_given(scalars_.size(), 0); // on a conductor
  for (std::size_t i = 0; i < is_given.size(); ++i)
    is_given[i] = conductor_[i] >= 0 || free_scalar_[i] < 0 ? 1 : 0;
  for (const Triangle &triangle : triangles_)
    for (const Wall &wall : triangle.walls)
      for (std::size_t i = 0, s = triangle.scalars.size(); i < s; ++i)
        if (wall.scalar_mass[i * s + i] > 0)
          is_given[triangle.scalars[i]] = 1;
  std::vector<SectionEntry> entries;
  for (std::size_t i = 0; i < is_given.size(); ++i)
    if (is_given[i] != 0 && free_scalar_[i] >= 0)
      entries.push_back({free_scalar_[i], free_scalar_[i], 1});
  std::vector<Kokkos::complex<double>> b(free_scalars_, 0.0);
  complex energy = 0;
  for (const Triangle &triangle : triangles_) {
    const System system = system_of(triangle, gradients_alone, 1);
    for (std::size_t i = 0; i < triangle.scalars.size(); ++i)
      for (std::size_t j = 0; j < triangle.scalars.size(); ++j) {
        const complex value = system.b[(system.n + i) * system.size + system.n + j];
        const Index of_row = triangle.scalars[i], of_column = triangle.scalars[j];
        const bool is_row = is_given[of_row] == 0, is_column = is_given[of_column] == 0,
                   from_plus = conductor_[of_column] == 0;
        if (is_row && is_column)
          entries.push_back({free_scalar_[of_row], free_scalar_[of_column], value});
        else if (is_row && from_plus)
          b[free_scalar_[of_row]] -= Kokkos::complex<double>(value);
        else if (!is_row && !is_column && from_plus && conductor_[of_row] == 0)
          energy += value;
      }
  }
  if (free_scalars_ == 0)
    return energy.real();
  const std::vector<Kokkos::complex<double>> given = b;
  const SparseFactor<Kokkos::complex<double>> factor(
      for_factor(to_sparse(std::move(entries), free_scalars_, free_scalars_)), symmetric_factor());
  factor.solve(b.data());
  for (Index i = 0; i < free_scalars_; ++i)
    energy -= complex(given[i]) * complex(b[i]);
  return energy.real();
}

const std::vector<SectionMode> &PortSection::keep_modes(double frequency_hz) const {
  if (const auto known = known_.find(frequency_hz); known != known_.end())
    return known->second;
  return keep(frequency_hz, find_enough_modes(frequency_hz));
}

void PortSection::prepare(const std::vector<double> &frequencies_hz, int threads) const {
  std::vector<double> missing_hz;
  for (const double frequency_hz : frequencies_hz)
    if (known_.count(frequency_hz) == 0)
      missing_hz.push_back(frequency_hz);
  std::vector<std::vector<SectionMode>> found(missing_hz.size());
  const BlasThreads one(1); // in each of the threads below
  parallel_chunks(
      found.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t f = begin; f < end; ++f)
          found[f] = find_enough_modes(missing_hz[f]);
      },
      1);
  if (known_.size() + found.size() > k_most_known)
    known_.clear();
  for (std::size_t f = 0; f < found.size(); ++f)
    keep(missing_hz[f], std::move(found[f]));
}

std::vector<SectionMode> PortSection::find_enough_modes(double frequency_hz) const {
  std::vector<SectionMode> modes;
  try {
    modes = find_modes(frequency_hz);
  } catch (const NotConverged &error) {
    const double edge_m = std::sqrt(area_m2_ / static_cast<double>(triangles_.size()));
    const bool has_one_medium =
        std::all_of(triangles_.begin(), triangles_.end(), [&](const Triangle &triangle) {
          return triangle.material == triangles_.front().material;
        });
    throw NotConverged(fmt::format(
        "{}: at {:.6g} Hz the modes of the port's face are not found: {}. Its edges are {:.2g} "
        "wavelengths long, and below about 1e-6 their equations lose the frequency to rounding; "
        "take a higher frequency{}",
        location_, frequency_hz, error.what(), edge_m * frequency_hz / k_speed_of_light,
        conductors_ == 2 && has_one_medium ? ", or \"kind\": \"tem\"" : ""));
  }
  if (modes.size() < static_cast<std::size_t>(modes_))
    throw InputError(fmt::format("{}: {} modes are asked for, and the {} triangles of the port "
                                 "carry {}; refine its face, or lower \"modes\"",
                                 location_, modes_, triangles_.size(), modes.size()));
  return modes;
}

const std::vector<SectionMode> &PortSection::keep(double frequency_hz,
                                                  std::vector<SectionMode> modes) const {
  if (known_.size() >= k_most_known)
    known_.clear();
  std::vector<Impedance> &impedances = impedances_[frequency_hz];
  impedances.clear();
  for (const SectionMode &mode : modes)
    impedances.push_back({mode.impedance(), mode.definition});
  return known_[frequency_hz] = std::move(modes);
}

bool PortSection::has_travelling_mode(double frequency_hz) const {
  return keep_modes(frequency_hz).front().travels();
}

const std::vector<SectionMode> &PortSection::modes(double frequency_hz) const {
  const std::vector<SectionMode> &modes = keep_modes(frequency_hz);
  if (!modes.front().travels())
    throw InputError(fmt::format("{}: at {:.6g} Hz the first mode of the port is below its cutoff: "
                                 "it dies away by {:.4g} per m",
                                 location_, frequency_hz, -modes.front().constant.imag()));
  return modes;
}

} // namespace curlew::fem
