#include <curlew/methods/fem/media/media.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <utility>

namespace curlew::fem {
namespace {

constexpr ComplexTensor k_unit{1, 1, 1, 0, 0, 0};

using complex = std::complex<double>;

// Position of [row][column] of a symmetric tensor in ComplexTensor.
constexpr int k_slot[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

// Returns det(J) J^-1 t J^-1.
ComplexTensor stretched(const ComplexTensor &t, const AbsorbingLayers::Stretch &stretch) {
  ComplexTensor result{};
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          result[k_slot[i][j]] +=
              stretch.determinant * stretch.inverse[i][k] * t[k_slot[k][l]] * stretch.inverse[l][j];
  return result;
}

// Returns 1/det(J) and J: the inverse of a stretched tensor is the inverse tensor stretched by
// these.
AbsorbingLayers::Stretch opposite(const AbsorbingLayers::Stretch &stretch) {
  ComplexTensor t{};
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      t[k_slot[i][j]] = stretch.inverse[i][j];
  const ComplexTensor jacobian = inverse(t);
  AbsorbingLayers::Stretch result{{}, 1.0 / stretch.determinant};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      result.inverse[i][j] = jacobian[k_slot[i][j]];
  return result;
}

bool is_isotropic(const ComplexTensor &t) {
  return t[0] == t[1] && t[1] == t[2] && t[3] == 0.0 && t[4] == 0.0 && t[5] == 0.0;
}

FullTensor full(const ComplexTensor &t, const Gyration &g) {
  return {{{t[0], t[3] - g[2], t[4] + g[1]},
           {t[3] + g[2], t[1], t[5] - g[0]},
           {t[4] - g[1], t[5] + g[0], t[2]}}};
}

GyrotropicTensor parts_of(const FullTensor &t) {
  const auto mean = [&](int i, int j) { return 0.5 * (t.entries[i][j] + t.entries[j][i]); };
  const auto turn = [&](int i, int j) { return 0.5 * (t.entries[i][j] - t.entries[j][i]); };
  return {{mean(0, 0), mean(1, 1), mean(2, 2), mean(0, 1), mean(0, 2), mean(1, 2)},
          {turn(2, 1), turn(0, 2), turn(1, 0)}};
}

// A real frequency gives the same bits as ever.
ComplexTensor eps_at(const Material &material, complex frequency_hz) {
  return frequency_hz.imag() == 0 ? permittivity(material, frequency_hz.real())
                                  : permittivity(material, frequency_hz);
}
ComplexTensor mu_at(const Material &material, complex frequency_hz) {
  return frequency_hz.imag() == 0 ? permeability(material, frequency_hz.real())
                                  : permeability(material, frequency_hz);
}

// Returns eps and 1/mu of a material.
std::array<GyrotropicTensor, 2> tensors_of(const Case &input, const Material &material,
                                           complex frequency_hz) {
  const GyrotropicMedium *medium = gyrotropic_of(input, material.name);
  if (medium == nullptr)
    return {{{eps_at(material, frequency_hz), {}}, {inverse(mu_at(material, frequency_hz)), {}}}};
  const GyrotropicTensor mu = permeability(material, *medium, frequency_hz.real());
  return {permittivity(material, *medium, frequency_hz.real()),
          parts_of(inverse(full(mu.symmetric, mu.gyration)))};
}

} // namespace

std::array<complex, 3> FullTensor::times(const std::array<complex, 3> &v) const {
  std::array<complex, 3> product;
  for (int i = 0; i < 3; ++i)
    product[i] = entries[i][0] * v[0] + entries[i][1] * v[1] + entries[i][2] * v[2];
  return product;
}

complex quadratic(const FullTensor &t, const std::array<complex, 3> &v) {
  const std::array<complex, 3> product = t.times(v);
  complex sum = 0;
  for (int d = 0; d < 3; ++d)
    sum += std::conj(v[d]) * product[d];
  return sum;
}

FullTensor inverse(const FullTensor &t) {
  const auto minor = [&](int i, int j) {
    const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
    return t.entries[a][c] * t.entries[b][d] - t.entries[a][d] * t.entries[b][c];
  };
  complex determinant = 0;
  for (int j = 0; j < 3; ++j)
    determinant += t.entries[0][j] * minor(0, j);
  FullTensor result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      result.entries[i][j] = minor(j, i) / determinant;
  return result;
}

FullTensor eps_of(const Media &media, Index entry) {
  return full(media.eps[entry],
              media.eps_gyration.empty() ? Gyration{} : media.eps_gyration[entry]);
}

FullTensor inverse_mu_of(const Media &media, Index entry) {
  return full(media.inverse_mu[entry],
              media.inverse_mu_gyration.empty() ? Gyration{} : media.inverse_mu_gyration[entry]);
}

bool is_symmetric(const Media &media, Index entry) {
  return (media.eps_gyration.empty() || media.eps_gyration[entry] == Gyration{}) &&
         (media.inverse_mu_gyration.empty() || media.inverse_mu_gyration[entry] == Gyration{});
}

ComplexTensor inverse(const ComplexTensor &t) {
  const auto minor = [&](int i, int j) {
    const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
    return t[k_slot[a][c]] * t[k_slot[b][d]] - t[k_slot[a][d]] * t[k_slot[b][c]];
  };
  const complex determinant = t[0] * minor(0, 0) + t[3] * minor(0, 1) + t[4] * minor(0, 2);
  ComplexTensor result;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      result[k_slot[i][j]] = minor(i, j) / determinant;
  return result;
}

Media media_of(const Model &model, const AbsorbingLayers &layers, double frequency_hz,
               const std::vector<ComplexTensor> &eps,
               const std::vector<ComplexTensor> &inverse_mu) {
  Media media;
  media.eps = eps;
  media.inverse_mu = inverse_mu;
  media.layers_from = static_cast<Index>(media.eps.size());
  media.of_tet.assign(model.material.begin(), model.material.end());
  for (std::size_t t = 0; t < media.of_tet.size() && !layers.empty(); ++t) {
    Point centroid{0, 0, 0};
    for (const Index node : model.mesh.tets[t])
      for (int d = 0; d < 3; ++d)
        centroid[d] += model.mesh.points[node][d] / 4;
    const auto stretch = layers.at(centroid, frequency_hz);
    if (!stretch)
      continue;
    const Index material = media.of_tet[t];
    media.of_tet[t] = static_cast<Index>(media.eps.size());
    media.eps.push_back(stretched(eps[material], *stretch));
    media.inverse_mu.push_back(stretched(inverse_mu[material], opposite(*stretch)));
  }
  return media;
}

Media media_at(const Case &input, const Model &model, const AbsorbingLayers &layers,
               complex frequency_hz) {
  std::vector<ComplexTensor> eps, inverse_mu;
  std::vector<Gyration> eps_gyration, inverse_mu_gyration;
  for (const Material &material : input.materials) {
    const auto [one_eps, one_inverse_mu] = tensors_of(input, material, frequency_hz);
    eps.push_back(one_eps.symmetric);
    inverse_mu.push_back(one_inverse_mu.symmetric);
    eps_gyration.push_back(one_eps.gyration);
    inverse_mu_gyration.push_back(one_inverse_mu.gyration);
  }
  Media media = media_of(model, layers, frequency_hz.real(), eps, inverse_mu);
  if (input.gyrotropic.empty())
    return media;
  media.eps_gyration = std::move(eps_gyration);
  media.inverse_mu_gyration = std::move(inverse_mu_gyration);
  media.eps_gyration.resize(media.eps.size(), Gyration{}); // tets in layers have none
  media.inverse_mu_gyration.resize(media.eps.size(), Gyration{});
  return media;
}

bool is_vacuum(const Media &media, Index entry) {
  return media.eps[entry] == k_unit && media.inverse_mu[entry] == k_unit &&
         is_symmetric(media, entry);
}

bool is_vacuum(const Case &input, const Material &material) {
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  return !material.pec && !gyrotropic_of(input, material.name) &&
         std::all_of(frequencies_hz.begin(), frequencies_hz.end(), [&](double frequency_hz) {
           return permittivity(material, frequency_hz) == k_unit &&
                  permeability(material, frequency_hz) == k_unit;
         });
}

complex wave_admittance(const Case &input, const Model &model, const FaceTerm &term,
                        complex frequency_hz) {
  const Material &material = input.materials[model.material[term.tet]];
  const ComplexTensor eps = eps_at(material, frequency_hz), mu = mu_at(material, frequency_hz);
  if (!is_isotropic(eps) || !is_isotropic(mu) || gyrotropic_of(input, material.name))
    throw InputError(fmt::format("{}: it needs an isotropic medium in front of it, and \"{}\" is "
                                 "not; put an isotropic layer there",
                                 where(input, *term.boundary), material.name));
  complex root = std::sqrt(eps[0] / mu[0]);
  return root.real() < 0 ? -root : root; // sign of a wave that is absorbed
}

} // namespace curlew::fem
