#include <curlew/methods/fem/ports/ports.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Share of the largest feature that the mesh's asymmetry may make.
constexpr double k_no_feature = 0.1;
// Difference of wave admittances, over the larger one, below which modes are alike: TE and TM modes
// of one beta differ by more unless they are far above their cutoff.
constexpr double k_one_admittance = 0.01;

void add_mode(SectionMode &to, complex factor, const SectionMode &from) {
  for (std::size_t i = 0; i < to.e.size(); ++i) {
    to.e[i] += factor * from.e[i];
    to.load[i] += factor * from.load[i];
  }
  for (std::size_t c = 0; c < to.currents.size(); ++c)
    to.currents[c] += factor * from.currents[c];
}

// Turns two modes with (e, e) = 1 into each other: a gets the cosine of a and the sine of b. Their
// betas, which the mesh makes a little unlike, mix as the wave admittances do.
void rotate(SectionMode &a, SectionMode &b, double cosine, double sine) {
  SectionMode turned = a;
  turned.constant = cosine * cosine * a.constant + sine * sine * b.constant;
  b.constant = sine * sine * a.constant + cosine * cosine * b.constant;
  turned.scale(cosine);
  add_mode(turned, sine, b);
  b.scale(cosine);
  add_mode(b, -sine, a);
  a = std::move(turned);
}

// Takes out of each mode what is left in it of those before: e and load of two have product 0.
void make_independent(std::vector<SectionMode> &modes) {
  for (std::size_t j = 0; j < modes.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i)
      add_mode(modes[j], -bilinear(modes[j].e, modes[i].load) / modes[i].product, modes[i]);
    modes[j].product = bilinear(modes[j].e, modes[j].load);
  }
}

// Returns the first feature by which these modes can be told apart, from its lengths in the space
// that they span.
std::size_t first_telling(const std::vector<double> &lengths) {
  const double largest = *std::max_element(lengths.begin(), lengths.end());
  return static_cast<std::size_t>(
      std::find_if(lengths.begin(), lengths.end(),
                   [&](double length) { return length >= k_no_feature * largest; }) -
      lengths.begin());
}

// Diagonalises a symmetric n x n matrix by rotations of rows and columns i < j, and calls visit(i,
// j, cosine, sine) for each: the new basis vector i is cosine of i and sine of j.
template <class Visit> void diagonalise(std::size_t n, std::vector<double> &a, const Visit &visit) {
  constexpr int k_sweeps = 50;
  constexpr double k_rounding = 1e-15;
  for (int sweep = 0; sweep < k_sweeps; ++sweep)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) {
        if (std::abs(a[i * n + j]) <=
            k_rounding * (std::abs(a[i * n + i]) + std::abs(a[j * n + j])))
          continue;
        const double angle = 0.5 * std::atan2(2 * a[i * n + j], a[i * n + i] - a[j * n + j]);
        const double cosine = std::cos(angle), sine = std::sin(angle);
        for (std::size_t k = 0; k < n; ++k) {
          const double x = a[k * n + i], y = a[k * n + j];
          a[k * n + i] = cosine * x + sine * y;
          a[k * n + j] = cosine * y - sine * x;
        }
        for (std::size_t k = 0; k < n; ++k) {
          const double x = a[i * n + k], y = a[j * n + k];
          a[i * n + k] = cosine * x + sine * y;
          a[j * n + k] = cosine * y - sine * x;
        }
        visit(i, j, cosine, sine);
      }
}

} // namespace

void SectionMode::scale(std::complex<double> factor) {
  for (auto *values : {&e, &load, &currents})
    for (complex &value : *values)
      value *= factor;
  product *= factor * factor;
  norm *= factor * factor;
  power_w *= std::norm(factor);
  apparent_va *= std::norm(factor);
}

bool have_one_beta(const SectionMode &a, const SectionMode &b, double square) {
  constexpr double k_one_beta = 1e-3;
  return std::abs(a.constant * a.constant - b.constant * b.constant) <= k_one_beta * square;
}

std::array<double, k_section_weights> section_weights(const Point &place) {
  std::array<double, k_section_weights> weights{};
  std::size_t w = 0;
  for (int degree = 0; degree <= 3; ++degree)
    for (int i = degree; i >= 0; --i)
      for (int j = degree - i; j >= 0; --j)
        weights[w++] =
            std::pow(place[0], i) * std::pow(place[1], j) * std::pow(place[2], degree - i - j);
  return weights;
}

std::vector<double> PortSection::features(const SectionMode &mode) const {
  std::array<Point, k_section_weights> moments{};
  for (const Triangle &triangle : triangles_)
    for (std::size_t i = 0; i < triangle.dofs.size(); ++i)
      for (std::size_t w = 0; w < k_section_weights; ++w)
        for (std::size_t axis = 0; axis < 3; ++axis)
          moments[w][axis] += triangle.moments[(i * k_section_weights + w) * 3 + axis] *
                              mode.e[triangle.dofs[i]].real();
  std::vector<double> result;
  if (direction_)
    for (const Point &moment : moments)
      result.push_back(dot((1 / norm(*direction_)) * *direction_, moment));
  for (const Point &moment : moments)
    result.insert(result.end(), moment.begin(), moment.end());
  return result;
}

bool PortSection::has_part_along_direction(const SectionMode &mode) const {
  if (!direction_)
    return true;
  std::vector<double> lengths = features(mode);
  for (double &length : lengths)
    length = std::abs(length);
  return first_telling(lengths) < k_section_weights;
}

// Scales a mode to (e, e) = 1.
void PortSection::scale_to_one(SectionMode &mode) const {
  mode.scale(1.0 / std::sqrt(bilinear(mode.e, times_mass(mode.e))));
  mode.norm = 1;
}

void PortSection::align(double square, std::vector<SectionMode> &modes) const {
  for (std::size_t first = 0, last = 1; first < modes.size(); first = last++) {
    while (last < modes.size() && have_one_beta(modes[first], modes[last], square))
      ++last;
    if (last - first < 2) {
      scale_to_one(modes[first]);
      continue;
    }
    Multiple multiple(modes.begin() + static_cast<std::ptrdiff_t>(first),
                      modes.begin() + static_cast<std::ptrdiff_t>(last));
    separate(multiple);
    std::move(multiple.begin(), multiple.end(), modes.begin() + static_cast<std::ptrdiff_t>(first));
  }
  for (SectionMode &mode : modes) {
    const std::vector<double> found = features(mode);
    std::vector<double> lengths = found;
    for (double &length : lengths)
      length = std::abs(length);
    if (found[first_telling(lengths)] < 0)
      mode.scale(-1);
  }
}

// Combines modes of one beta to as many whose fields are real, or as nearly so as losses allow. The
// eigenvectors of one beta are any complex combinations of them: those of E + j c O, E and O real,
// have (e, e) = 1 - c^2 and a power of 1 + c^2.
//
// With fields X that are orthonormal in conj(e).e, the most real ones are X c with the largest Re
// c.B c, B = X^T X: n of the 2n eigenvectors (Re c, Im c) of a real symmetric matrix, whose
// eigenvalues come in pairs of both signs.
void PortSection::make_real(Multiple &modes) const {
  const std::size_t n = modes.size(), twice = 2 * n;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i)
      add_mode(modes[j], -dot_conjugate(modes[i].e, times_mass(modes[j].e)), modes[i]);
    modes[j].scale(1 / std::sqrt(dot_conjugate(modes[j].e, times_mass(modes[j].e)).real()));
  }
  std::vector<double> matrix(twice * twice), vectors(twice * twice, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const complex b = bilinear(modes[i].e, times_mass(modes[j].e));
      matrix[i * twice + j] = b.real();
      matrix[(n + i) * twice + n + j] = -b.real();
      matrix[i * twice + n + j] = matrix[(n + j) * twice + i] = -b.imag();
    }
  for (std::size_t k = 0; k < twice; ++k)
    vectors[k * twice + k] = 1;
  diagonalise(twice, matrix, [&](std::size_t i, std::size_t j, double cosine, double sine) {
    for (std::size_t k = 0; k < twice; ++k) {
      const double x = vectors[i * twice + k], y = vectors[j * twice + k];
      vectors[i * twice + k] = cosine * x + sine * y;
      vectors[j * twice + k] = cosine * y - sine * x;
    }
  });
  std::vector<std::size_t> order(twice);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return matrix[a * twice + a] > matrix[b * twice + b];
  });
  const Multiple given = modes;
  for (std::size_t k = 0; k < n; ++k) {
    const double *c = &vectors[order[k] * twice];
    modes[k].scale(0);
    modes[k].constant = 0; // the betas mix as in rotate()
    for (std::size_t i = 0; i < n; ++i) {
      const complex weight(c[i], c[n + i]);
      add_mode(modes[k], weight, given[i]);
      modes[k].constant += std::norm(weight) * given[i].constant;
    }
  }
}

// Combines modes of one beta to modes with products 0 of their fields, and of one's field with the
// other's load. It tells TE modes from TM modes, which have other wave admittances; modes of one
// admittance are turned. Lossy media enter by real parts; the loads stay independent to rounding.
void PortSection::separate(Multiple &modes) const {
  const std::size_t n = modes.size();
  const bool travels = is_travelling(modes[0].constant);
  const complex phase = travels ? complex(1) : complex(0, -1); // of products of TE modes
  make_real(modes);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i)
      add_mode(modes[j], -bilinear(modes[i].e, times_mass(modes[j].e)), modes[i]);
    modes[j].scale(1.0 / std::sqrt(bilinear(modes[j].e, times_mass(modes[j].e))));
  }
  std::vector<double> admittances(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      admittances[i * n + j] = (bilinear(modes[i].e, modes[j].load) / phase).real();
  diagonalise(n, admittances, [&](std::size_t i, std::size_t j, double cosine, double sine) {
    rotate(modes[i], modes[j], cosine, sine);
  });
  std::vector<std::pair<double, std::size_t>> order; // TE modes first
  for (std::size_t i = 0; i < n; ++i)
    order.emplace_back((travels ? 1 : -1) * admittances[i * n + i], i);
  std::sort(order.begin(), order.end());
  Multiple sorted;
  for (std::size_t first = 0, last = 1; first < n; first = last++) {
    const auto is_alike = [&](std::size_t m) {
      const double a = order[m - 1].first, b = order[m].first;
      return std::abs(a - b) <= k_one_admittance * std::max(std::abs(a), std::abs(b));
    };
    while (last < n && is_alike(last))
      ++last;
    Multiple alike;
    for (std::size_t m = first; m < last; ++m)
      alike.push_back(std::move(modes[order[m].second]));
    turn(alike);
    std::move(alike.begin(), alike.end(), std::back_inserter(sorted));
  }
  for (SectionMode &mode : sorted)
    mode.product = bilinear(mode.e, mode.load);
  make_independent(sorted);
  for (SectionMode &mode : sorted)
    scale_to_one(mode);
  modes = std::move(sorted);
}

// Turns the modes so that the first has all of a feature, and the same for the rest of them: first
// the current of the signal conductor, then the mean field along the direction of the port, if any
// of them has one.
void PortSection::turn(Multiple &modes) const {
  for (std::size_t m = 0; m + 1 < modes.size(); ++m) {
    const std::vector<double> found = feature_of_each(modes, m);
    double length = found[0];
    for (std::size_t j = m + 1; j < modes.size(); ++j) {
      const double all = std::hypot(length, found[j - m]);
      if (!(all > 0))
        continue;
      rotate(modes[m], modes[j], length / all, found[j - m] / all);
      length = all;
    }
  }
}

// Returns the feature that tells the modes from number `first` on apart, of each of them.
std::vector<double> PortSection::feature_of_each(const Multiple &modes, std::size_t first) const {
  std::vector<double> feature;
  if (first == 0 && signal_ >= 0) {
    double largest = 0, length = 0;
    for (const SectionMode &mode : modes) {
      feature.push_back(mode.currents[static_cast<std::size_t>(signal_)].real());
      length = std::hypot(length, feature.back());
      for (const complex &current : mode.currents)
        largest = std::max(largest, std::abs(current));
    }
    if (length > 0 && length >= k_no_feature * largest)
      return feature;
    feature.clear();
  }
  std::vector<std::vector<double>> found;
  for (std::size_t j = first; j < modes.size(); ++j)
    found.push_back(features(modes[j]));
  std::vector<double> lengths(found[0].size(), 0);
  for (const std::vector<double> &of_mode : found)
    for (std::size_t k = 0; k < lengths.size(); ++k)
      lengths[k] = std::hypot(lengths[k], of_mode[k]);
  const std::size_t k = first_telling(lengths);
  for (const std::vector<double> &of_mode : found)
    feature.push_back(of_mode[k]);
  return feature;
}

} // namespace curlew::fem
