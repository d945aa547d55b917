// A loss tangent in time: Debye poles over the frequencies of the case.
#include <curlew/methods/shared/time/loss_tangent_poles.hpp>

#include <curlew/core/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace curlew {
namespace {

Case laminate(double eps_r, double loss_tangent) {
  Case input;
  Material material;
  material.name = "fr4";
  material.eps_r = SymmetricTensor::isotropic(eps_r);
  material.loss_tangent = loss_tangent;
  input.materials = {Material(), material};
  CurrentSource source;
  source.waveform.emplace();
  source.waveform->type = Waveform::Type::gaussian;
  source.waveform->f_max_hz = 10e9;
  input.excitations = {{"pulse", source}};
  return input;
}

TEST(LossTangent, IsTakenByPolesOverTheBand) {
  for (const double tangent : {0.0009, 0.02, 0.1}) {
    const Case input = laminate(4.3, tangent);
    const std::vector<Material> materials = materials_in_time(input);
    const Material &fitted = materials[1];
    EXPECT_EQ(fitted.loss_tangent, 0);
    EXPECT_FALSE(materials[0].is_dispersive());
    for (double f = 1e8; f <= 1e10; f *= 1.3) {
      const std::complex<double> eps = permittivity(fitted, f)[0];
      EXPECT_NEAR(-eps.imag() / eps.real() / tangent, 1, 0.03) << f;
    }
    // At the middle of the band, the real part is as given.
    EXPECT_NEAR(permittivity(fitted, 1e9)[0].real() / 4.3, 1, 0.01 * tangent + 1e-4);
  }
}

TEST(LossTangent, TheErrorIsSaid) {
  const Case input = laminate(4.3, 0.02);
  const LossTangentPoles fit = fit_loss_tangent(input, input.materials[1]);
  EXPECT_LT(fit.loss_error, 0.05);
  EXPECT_DOUBLE_EQ(fit.low_hz, 1e8);
  EXPECT_DOUBLE_EQ(fit.high_hz, 1e10);
  // Kramers and Kronig: the real part falls by about 2/pi tan(delta) for each factor e.
  EXPECT_NEAR((fit.low_eps - fit.high_eps) / 4.3, 2 / std::acos(-1.0) * 0.02 * std::log(100), 4e-3);
  EXPECT_THAT(loss_tangent_warnings(input),
              testing::ElementsAre(testing::HasSubstr("Debye poles from 1e+08 to 1e+10 Hz")));
  EXPECT_THAT(loss_tangent_warnings(laminate(4.3, 0)), testing::IsEmpty());
}

TEST(LossTangent, NeedsABandAndAnIsotropicMedium) {
  Case input = laminate(4.3, 0.02);
  input.materials[1].eps_r.v[0] = 2;
  EXPECT_THROW(materials_in_time(input), InputError);
  input = laminate(4.3, 0.02);
  input.excitations.clear();
  EXPECT_THROW(materials_in_time(input), InputError);
}

} // namespace
} // namespace curlew
