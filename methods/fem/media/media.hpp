#pragma once

#include <curlew/core/gyrotropic.hpp>
#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <array>
#include <complex>
#include <vector>

namespace curlew::fem {

// Materials of the tets at a frequency, relative to vacuum. Each tet in an absorbing layer has an
// entry of its own, evaluated at its centroid.
struct Media {
  std::vector<Index> of_tet; // tet -> entry
  std::vector<ComplexTensor> eps, inverse_mu;
  // First entry of a tet in a layer; the entries before it are Case::materials.
  Index layers_from = 0;
  // Antisymmetric parts of eps and inverse_mu, [entry]; empty where no material is gyrotropic.
  std::vector<Gyration> eps_gyration, inverse_mu_gyration;
};
// `frequency_hz`: complex, with a positive imaginary part, for fields that decay; layers and static
// magnetic fields are those of the real part.
Media media_at(const Case &input, const Model &model, const AbsorbingLayers &layers,
               std::complex<double> frequency_hz);
// Returns the same for any tensors of Case::materials: the stretch of a layer is linear in eps and
// in 1/mu.
Media media_of(const Model &model, const AbsorbingLayers &layers, double frequency_hz,
               const std::vector<ComplexTensor> &eps, const std::vector<ComplexTensor> &inverse_mu);

ComplexTensor inverse(const ComplexTensor &t);

// A 3 x 3 tensor that need not be symmetric, row by row.
struct FullTensor {
  std::complex<double> entries[3][3];
  std::array<std::complex<double>, 3> times(const std::array<std::complex<double>, 3> &v) const;
};
FullTensor inverse(const FullTensor &t);
// Returns v* . T v.
std::complex<double> quadratic(const FullTensor &t, const std::array<std::complex<double>, 3> &v);
// Return the full tensor of an entry: its symmetric and its antisymmetric part.
FullTensor eps_of(const Media &media, Index entry);
FullTensor inverse_mu_of(const Media &media, Index entry);
// Returns true where eps and mu of an entry are symmetric.
bool is_symmetric(const Media &media, Index entry);

// Returns true for an entry that is vacuum, which is no source of a scattered field.
bool is_vacuum(const Media &media, Index entry);
// Returns true for a material that is vacuum at all frequencies of the case.
bool is_vacuum(const Case &input, const Material &material);

// Returns eta0 / Z of the isotropic medium in front of a face. Throws InputError, in the name of
// the boundary, for another medium.
std::complex<double> wave_admittance(const Case &input, const Model &model, const FaceTerm &term,
                                     std::complex<double> frequency_hz);

} // namespace curlew::fem
