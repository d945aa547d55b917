#pragma once

#include <curlew/core/gyrotropic.hpp>
#include <curlew/methods/fem/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <array>
#include <complex>
#include <vector>

namespace curlew::fem {

// The materials of the tets at a frequency, relative to vacuum; those in absorbing layers have an
// entry each, taken at the centroid.
struct Media {
  std::vector<Index> of_tet; // tet -> entry
  std::vector<ComplexTensor> eps, inverse_mu;
  Index layers_from = 0; // first entry of a tet in a layer; those before are Case::materials
  // The antisymmetric parts of both, an entry each; empty where no material is gyrotropic.
  std::vector<Gyration> eps_gyration, inverse_mu_gyration;
};
Media media_at(const Case &input, const Model &model, const AbsorbingLayers &layers,
               double frequency_hz);
// The same of any tensors of Case::materials: what layers make of eps and of 1/mu is linear in
// them.
Media media_of(const Model &model, const AbsorbingLayers &layers, double frequency_hz,
               const std::vector<ComplexTensor> &eps, const std::vector<ComplexTensor> &inverse_mu);

ComplexTensor inverse(const ComplexTensor &t);

// A tensor that need not be symmetric, row by row.
struct FullTensor {
  std::complex<double> entries[3][3];
  std::array<std::complex<double>, 3> times(const std::array<std::complex<double>, 3> &v) const;
};
FullTensor inverse(const FullTensor &t);
// Of an entry, both parts.
FullTensor eps_of(const Media &media, Index entry);
FullTensor inverse_mu_of(const Media &media, Index entry);
// Whether those are symmetric.
bool is_symmetric(const Media &media, Index entry);

// Whether an entry is vacuum: no source of a scattered field.
bool is_vacuum(const Media &media, Index entry);

// eta0 / Z of an isotropic medium; throws InputError, in the name of what stands in front of it,
// for another.
std::complex<double> wave_admittance(const Case &input, const Model &model, const FaceTerm &term,
                                     double frequency_hz);

} // namespace curlew::fem
