#pragma once

#include <curlew/core/material.hpp>
#include <curlew/methods/fem/absorbing_layers.hpp>
#include <curlew/methods/fem/model.hpp>

#include <complex>
#include <vector>

namespace curlew::fem {

// The materials of the tets at a frequency, relative to vacuum; those in absorbing layers have an
// entry each, taken at the centroid.
struct Media {
  std::vector<Index> of_tet; // tet -> entry
  std::vector<ComplexTensor> eps, inverse_mu;
  Index layers_from = 0; // first entry of a tet in a layer; those before are Case::materials
};
Media media_at(const Case &input, const Model &model, const AbsorbingLayers &layers,
               double frequency_hz);
// The same of any tensors of Case::materials: what layers make of eps and of 1/mu is linear in
// them.
Media media_of(const Model &model, const AbsorbingLayers &layers, double frequency_hz,
               const std::vector<ComplexTensor> &eps, const std::vector<ComplexTensor> &inverse_mu);

ComplexTensor inverse(const ComplexTensor &t);

// Whether an entry is vacuum: no source of a scattered field.
bool is_vacuum(const Media &media, Index entry);

// eta0 / Z of an isotropic medium; throws InputError, in the name of what stands in front of it,
// for another.
std::complex<double> wave_admittance(const Case &input, const Model &model, const FaceTerm &term,
                                     double frequency_hz);

} // namespace curlew::fem
