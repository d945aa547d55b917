#include <curlew/methods/fem/media/gyrotropic_media.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/shared/surfaces/far_field_images.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <optional>
#include <vector>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// |Im n| / |Re n| of the index n above which the resolved length is the skin depth, as for other
// materials (material_length.hpp).
constexpr double k_metal = 0.9;

// Returns, for each material of the case, whether it is gyrotropic.
std::vector<bool> gyrotropic_materials(const Case &input) {
  std::vector<bool> result;
  for (const Material &material : input.materials)
    result.push_back(gyrotropic_of(input, material.name) != nullptr);
  return result;
}

MaterialLength length_of(complex index_squared, double wavenumber) {
  const complex index = std::sqrt(index_squared);
  const double travels = std::abs(index.real()), decays = std::abs(index.imag());
  const bool is_metal = decays > k_metal * travels;
  return {is_metal,
          is_metal ? 1 / (wavenumber * decays) : 2 * k_pi / (wavenumber * std::max(travels, 1e-9))};
}

// Returns the constants that waves in the medium have: the diagonal of the tensor, t + k and t - k
// of the circular waves along the axis, and t - k^2/t of the wave across it.
std::vector<complex> constants_of(const GyrotropicTensor &tensor) {
  const ComplexTensor &t = tensor.symmetric;
  const auto &[x, y, z] = tensor.gyration;
  std::vector<complex> constants = {t[0], t[1], t[2]};
  const complex squared = x * x + y * y + z * z; // -k^2
  if (squared == 0.0)
    return constants;
  const complex along = (x * x * t[0] + y * y * t[1] + z * z * t[2] +
                         2.0 * (x * y * t[3] + x * z * t[4] + y * z * t[5])) /
                        squared;
  const complex across = 0.5 * (t[0] + t[1] + t[2] - along), turns = std::sqrt(-squared);
  constants.insert(constants.end(), {across + turns, across - turns, across + squared / across});
  return constants;
}

} // namespace

bool has_gyrotropic_media(const Case &input, const Model &model) {
  const std::vector<bool> is_gyrotropic = gyrotropic_materials(input);
  for (std::size_t t = 0; t < model.solved.size(); ++t)
    if (model.solved[t] && is_gyrotropic[model.material[t]])
      return true;
  return false;
}

void require_symmetric_layers(const Case &input, const Model &model,
                              const AbsorbingLayers &layers) {
  const std::vector<bool> is_gyrotropic = gyrotropic_materials(input);
  for (std::size_t t = 0; t < model.solved.size() && !layers.empty(); ++t)
    if (model.solved[t] && is_gyrotropic[model.material[t]] &&
        layers.contains(centroid_of(model.mesh, static_cast<Index>(t))))
      throw InputError(fmt::format("{}: absorbing layers do not go through gyrotropic media yet, "
                                   "and one reaches into \"{}\"; put another medium there",
                                   input.where("/boundaries"),
                                   input.materials[model.material[t]].name));
}

void require_mirrored_fields(const Case &input, const Model &model) {
  // The first images are those of "far_field", which are real grounds, not symmetries.
  const std::size_t first = far_field_images(input).size();
  for (std::size_t m = 0; m < input.materials.size(); ++m) {
    const std::string &name = input.materials[m].name;
    const GyrotropicMedium *medium = gyrotropic_of(input, name);
    bool is_used = false;
    for (std::size_t t = 0; medium && t < model.solved.size() && !is_used; ++t)
      is_used = model.solved[t] && model.material[t] == m;
    if (!is_used)
      continue;
    for (std::size_t i = first; i < model.images.size(); ++i) {
      const int axis = model.images[i].axis;
      const auto is_across = [&](const std::array<double, 3> &field) {
        return field[(axis + 1) % 3] == 0 && field[(axis + 2) % 3] == 0;
      };
      if (!is_across(medium->eps_gyration) || !is_across(medium->mu_gyration) ||
          (medium->ferrite && !is_across(medium->ferrite->bias_A_m)) ||
          !std::all_of(medium->drude.begin(), medium->drude.end(),
                       [&](const GyrotropicDrudePole &pole) { return is_across(pole.bias_T); }))
        throw InputError(fmt::format(
            "{}: a \"symmetry\" across {} mirrors the static field of \"{}\" too, whose part along "
            "the plane it turns round: no symmetry of this case; take \"pec\" or \"pmc\" where "
            "that "
            "is meant, or solve for the whole",
            input.where("/boundaries"), "xyz"[axis], name));
    }
  }
}

MaterialLength gyrotropic_length(const Material &material, const GyrotropicMedium &medium,
                                 double frequency_hz) {
  const double wavenumber = wavenumber_of(frequency_hz);
  std::optional<MaterialLength> shortest;
  for (const complex eps : constants_of(permittivity(material, medium, frequency_hz)))
    for (const complex mu : constants_of(permeability(material, medium, frequency_hz)))
      if (const MaterialLength one = length_of(eps * mu, wavenumber);
          !shortest || one.length_m < shortest->length_m)
        shortest = one;
  return *shortest;
}

} // namespace curlew::fem
