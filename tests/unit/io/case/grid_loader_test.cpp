#include "case_fixture.hpp"
#include "grid_cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace curlew::test {
namespace {

using nlohmann::ordered_json;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

using Complex = std::complex<double>;
constexpr double k_rounding = 1e-15;

double distance(const std::array<Complex, 3> &a, const std::array<Complex, 3> &b) {
  return std::sqrt(std::norm(a[0] - b[0]) + std::norm(a[1] - b[1]) + std::norm(a[2] - b[2]));
}

const std::vector<PlaneWave> &waves_of(const Case &c, std::size_t i) {
  return std::get<PlaneWaveSource>(c.excitations[i].source).waves;
}

TEST(GridCase, ReadsTheWorkedExample) {
  const Case c = parse(k_sphere);
  EXPECT_EQ(c.method, "fdfd");
  EXPECT_THAT(c.grid.cells, ElementsAre(64, 64, 64));
  EXPECT_THAT(c.grid.cell_m, ElementsAre(0.005, 0.005, 0.005));
  for (const double x : c.grid.corner_m)
    EXPECT_NEAR(x, -0.16, k_rounding);
  EXPECT_EQ(c.grid.pml_cells, 8);
  EXPECT_EQ(c.grid.pml_order, 3.5);
  EXPECT_EQ(c.grid.pml_reflection, 1e-8);
  EXPECT_FALSE(c.grid.pml_kappa); // "auto"
  EXPECT_EQ(c.grid.smoothing, Smoothing::automatic);
  ASSERT_EQ(c.objects.size(), 1u);
  EXPECT_EQ(std::get<SphereObject>(c.objects[0]).radius_m, 0.072);
  EXPECT_EQ(std::get<SphereObject>(c.objects[0]).material, "dielectric");
  EXPECT_EQ(c.material("dielectric").eps_r, SymmetricTensor::isotropic(4));
  EXPECT_FALSE(c.material("dielectric").is_dispersive());
  EXPECT_THAT(c.frequencies_hz, ElementsAre(1e9));
  ASSERT_EQ(c.boundaries.size(), 6u);
  for (const Boundary &boundary : c.boundaries)
    EXPECT_TRUE(holds<PmlSpec>(boundary)) << boundary.group;
  ASSERT_EQ(c.excitations.size(), 1u);
  ASSERT_EQ(waves_of(c, 0).size(), 1u);
  const PlaneWave &wave = waves_of(c, 0)[0];
  EXPECT_THAT(wave.direction, ElementsAre(0, 0, 1));
  EXPECT_EQ(distance(wave.polarization, {1, 0, 0}), 0);
  EXPECT_EQ(wave.theta_deg, 180);
  EXPECT_EQ(wave.phi_deg, 0);
  EXPECT_EQ(wave.pol, "given");
  EXPECT_EQ(c.solver.method, "cocg");
  EXPECT_EQ(c.solver.preconditioner.type, "auto");
  EXPECT_FALSE(c.solver.preconditioner.eps_b);
  EXPECT_EQ(c.solver.tolerance, 1e-6);
  EXPECT_EQ(c.solver.max_iterations, 20000);
  ASSERT_TRUE(c.outputs.rcs && c.outputs.rcs->bistatic);
  EXPECT_EQ(c.outputs.rcs->bistatic->theta_deg.size(), 181u);
  EXPECT_EQ(c.outputs.rcs->bistatic->theta_deg.back(), 180);
  EXPECT_THAT(c.outputs.rcs->bistatic->phi_deg, ElementsAre(0, 90));
  EXPECT_FALSE(c.outputs.rcs->monostatic);
  ASSERT_TRUE(c.outputs.phasors);
  EXPECT_TRUE(c.outputs.phasors->total);
  EXPECT_THAT(c.outputs.phasors->slices, ElementsAre());
  EXPECT_FALSE(c.outputs.fields);
  EXPECT_FALSE(c.outputs.sar);
  EXPECT_EQ(c.discretization["variant"], "auto");
  EXPECT_THAT(c.warnings, ElementsAre());
}

TEST(GridCase, LayersHaveAThicknessInCellsOrAsALength) {
  const auto grid_of = [](const std::string &cell, const std::string &pml) {
    const Case c = parse(R"({ "method": "fdfd", "frequency": 1e9, "grid": { "cell": )" + cell +
                         R"(, "size": ["32 cm", "32 cm", "32 cm"], "pml": )" + pml + " } }");
    EXPECT_EQ(parse(c.resolved.dump()).resolved, c.resolved);
    return c.grid;
  };
  const auto cells_of = [](const GridSpec &grid) {
    return std::array{grid.layer_cells(0), grid.layer_cells(1), grid.layer_cells(2)};
  };
  EXPECT_THAT(cells_of(grid_of(R"("5 mm")", "{}")), ElementsAre(10, 10, 10));
  EXPECT_THAT(cells_of(grid_of(R"("5 mm")", R"({ "cells": 8 })")), ElementsAre(8, 8, 8));
  EXPECT_THAT(cells_of(grid_of(R"("5 mm")", R"({ "thickness": "4 cm" })")), ElementsAre(8, 8, 8));
  EXPECT_THAT(cells_of(grid_of(R"(["5 mm", "1 cm", "2 cm"])", R"({ "thickness": "4 cm" })")),
              ElementsAre(8, 4, 2));
}

TEST(GridCase, ReadsSmoothing) {
  for (const auto &[text, smoothing] : {std::pair{"true", Smoothing::automatic},
                                        {"\"diagonal\"", Smoothing::diagonal},
                                        {"false", Smoothing::none},
                                        {"\"tensor\"", Smoothing::tensor}}) {
    const Case c = parse(R"({ "method": "fdfd", "frequency": 1e9,
        "grid": { "cell": 0.01, "size": [1, 1, 1], "smoothing": )" +
                         std::string(text) + " } }");
    EXPECT_EQ(c.grid.smoothing, smoothing) << text;
    EXPECT_EQ(c.resolved["grid"]["smoothing"].dump(), text);
  }
}

TEST(GridCase, ReadsTheGridAndItsObjects) {
  const Case c = parse(k_every_grid_key);
  EXPECT_THAT(c.warnings, ElementsAre());
  EXPECT_THAT(c.grid.cells, ElementsAre(40, 30, 30));
  EXPECT_THAT(c.grid.cell_m, ElementsAre(0.01, 0.02, 0.03));
  EXPECT_THAT(c.grid.corner_m, ElementsAre(-0.1, 0, 1));
  EXPECT_EQ(c.grid.pml_cells, 6);
  EXPECT_EQ(c.grid.pml_order, 3);
  EXPECT_EQ(c.grid.pml_reflection, 1e-6);
  EXPECT_EQ(c.grid.pml_kappa, 20);
  EXPECT_EQ(c.grid.smoothing, Smoothing::none);

  ASSERT_EQ(c.objects.size(), 10u);
  const auto &box = std::get<BoxObject>(c.objects[0]);
  EXPECT_THAT(box.min_m, ElementsAre(-1, 0, 0));
  EXPECT_THAT(box.max_m, ElementsAre(5, 0.1, 2));
  EXPECT_THAT(std::get<EllipsoidObject>(c.objects[2]).radii_m, ElementsAre(0.01, 0.02, 0.03));
  const auto &cylinder = std::get<CylinderObject>(c.objects[3]);
  EXPECT_THAT(cylinder.base_m, ElementsAre(0, 0.2, 1.2));
  EXPECT_THAT(cylinder.axis_m, ElementsAre(0, 0.1, 0.1));
  EXPECT_EQ(cylinder.radius_m, 0.03);
  EXPECT_EQ(cylinder.material, "copper");
  const auto &sheet = std::get<SheetObject>(c.objects[7]);
  EXPECT_THAT(sheet.min_m, ElementsAre(-1, 0.1, 1.3));
  EXPECT_THAT(sheet.max_m, ElementsAre(5, 0.3, 1.3));
  EXPECT_EQ(sheet.material, "copper");
  EXPECT_TRUE(sheet.surface.is_perfect());
  EXPECT_EQ(std::get<SheetObject>(c.objects[8]).surface.impedance_ohm,
            std::complex<double>(50, -20));
  const auto &wire = std::get<WireObject>(c.objects[9]);
  ASSERT_EQ(wire.points_m.size(), 3u);
  EXPECT_THAT(wire.points_m[1], ElementsAre(0.1, 0.4, 1.2));
  EXPECT_EQ(wire.radius_m, 0.001);
  EXPECT_EQ(wire.surface.sigma, 5.8e7);
  EXPECT_EQ(wire.surface.mu_r, 2);
  EXPECT_THAT(extent_of(c.objects[9]).max_m, ElementsAre(0.2, 0.4, 1.2));
  EXPECT_TRUE(is_thin(c.objects[9]));
  EXPECT_FALSE(is_thin(c.objects[0]));

  const std::vector<std::string> faces{"x-", "x+", "y-", "y+", "z-", "z+"};
  const std::vector<std::string> types{"periodic", "periodic", "pec", "pml", "pml", "pmc"};
  ASSERT_EQ(c.boundaries.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(c.boundaries[i].group, faces[i]);
    EXPECT_EQ(type_of(c.boundaries[i]), types[i]) << faces[i];
  }
}

TEST(GridCase, ReadsMaterials) {
  const Case c = parse(k_every_grid_key);
  const Material &plain = c.material("plain");
  EXPECT_THAT(plain.eps_r.v, ElementsAre(2, 3, 4, 0, 0, 0));
  EXPECT_EQ(plain.mu_r, SymmetricTensor::isotropic(2));
  EXPECT_EQ(plain.sigma, SymmetricTensor::isotropic(0.01));
  EXPECT_THAT(plain.sigma_m.v, ElementsAre(1000, 0, 3, 0, 0, 0));
  EXPECT_EQ(plain.loss_tangent, 0.01);
  EXPECT_EQ(plain.density_kg_m3, 1100);
  const Material &tissue = c.material("tissue");
  EXPECT_EQ(tissue.eps_r, SymmetricTensor::isotropic(4));
  ASSERT_EQ(tissue.eps_poles.debye.size(), 2u);
  EXPECT_EQ(tissue.eps_poles.debye[0].delta, 40);
  EXPECT_EQ(tissue.eps_poles.debye[0].tau_s, 8e-12);
  EXPECT_EQ(tissue.density_kg_m3, 1040);
  EXPECT_TRUE(tissue.mu_poles.empty());
  ASSERT_EQ(c.material("resonant").eps_poles.lorentz.size(), 1u);
  EXPECT_EQ(c.material("resonant").eps_poles.lorentz[0].delta, 1.5);
  EXPECT_EQ(c.material("resonant").eps_poles.lorentz[0].f0_hz, 3e9);
  EXPECT_EQ(c.material("resonant").eps_poles.lorentz[0].gamma_hz, 1e8);
  ASSERT_EQ(c.material("gold").eps_poles.drude.size(), 1u);
  EXPECT_EQ(c.material("gold").eps_poles.drude[0].f_p_hz, 2175e12);
  const Material &ferrite = c.material("ferrite");
  EXPECT_EQ(ferrite.mu_r, SymmetricTensor::isotropic(1.5));
  EXPECT_EQ(ferrite.eps_r, SymmetricTensor::isotropic(1));
  EXPECT_TRUE(ferrite.eps_poles.empty());
  ASSERT_EQ(ferrite.mu_poles.debye.size(), 1u);
  EXPECT_EQ(ferrite.mu_poles.debye[0].delta, 3);
  ASSERT_EQ(ferrite.mu_poles.lorentz.size(), 1u);
  EXPECT_EQ(ferrite.mu_poles.lorentz[0].gamma_hz, 0);
  ASSERT_EQ(ferrite.mu_poles.drude.size(), 1u);
  EXPECT_EQ(ferrite.mu_poles.drude[0].gamma_hz, 1e3);
  EXPECT_EQ(c.material("silver").eps_r, SymmetricTensor::isotropic(-20));
  EXPECT_TRUE(c.material("copper").pec);
}

TEST(GridCase, ReadsSourcesSolverAndOutputs) {
  const Case c = parse(k_every_grid_key);
  ASSERT_EQ(c.excitations.size(), 4u);
  // Half of the power in each component: a circular wave.
  const PlaneWave &circular = waves_of(c, 0)[0];
  EXPECT_THAT(circular.direction, ElementsAre(0, 0, -1));
  const double half = 2000 / std::sqrt(2.0);
  EXPECT_LT(distance(circular.polarization, {half, Complex(0, half), 0}), 2000 * k_rounding);
  EXPECT_EQ(circular.theta_deg, 0);
  const auto &dipole = std::get<CurrentSource>(c.excitations[2].source);
  EXPECT_TRUE(std::holds_alternative<CurrentPoint>(dipole.extent));
  EXPECT_FALSE(dipole.waveform);
  EXPECT_THAT(dipole.direction, ElementsAre(0, 0, -1));
  EXPECT_EQ(dipole.amplitude, 3e-3);
  const auto &block = std::get<CurrentSource>(c.excitations[3].source);
  EXPECT_THAT(std::get<CurrentBox>(block.extent).min_m, ElementsAre(0, 0.1, 1.2));
  EXPECT_THAT(std::get<CurrentBox>(block.extent).max_m, ElementsAre(0.1, 0.2, 1.3));
  EXPECT_EQ(block.amplitude, 2e4);
  EXPECT_THAT(c.frequencies_hz, ElementsAre(1e9, 1.25e9, 1.5e9, 1.75e9, 2e9));
  EXPECT_EQ(c.discretization["variant"], "cis");
  EXPECT_EQ(c.solver.method, "gmres");
  EXPECT_EQ(c.solver.preconditioner.type, "background");
  EXPECT_EQ(c.solver.preconditioner.eps_b, Complex(2, -0.5));
  EXPECT_EQ(c.solver.tolerance, 1e-8);
  EXPECT_EQ(c.solver.max_iterations, 500);
  EXPECT_TRUE(c.outputs.sar);
  EXPECT_FALSE(c.outputs.phasors->total);
  EXPECT_THAT(c.outputs.phasors->quantities, ElementsAre(Field::H));
  ASSERT_EQ(c.outputs.phasors->slices.size(), 2u);
  EXPECT_EQ(c.outputs.phasors->slices[0].axis, 2);
  EXPECT_EQ(c.outputs.phasors->slices[0].at_m, 1.5);
  EXPECT_EQ(c.outputs.phasors->slices[1].axis, 0);
}

// The wave comes from (theta, phi); its E turns from the theta to the phi unit vector.
TEST(GridCase, AnglesGiveDirectionsAndPolarizations) {
  const Case c = parse(k_every_grid_key);
  const auto &waves = waves_of(c, 1);
  ASSERT_EQ(waves.size(), 4u * 2u * 3u);
  EXPECT_EQ(waves[0].pol, "theta");
  EXPECT_EQ(waves[1].pol, "phi");
  EXPECT_EQ(waves[2].pol, "30");
  EXPECT_EQ(waves[3].theta_deg, 30);
  EXPECT_EQ(waves[12].phi_deg, 45);
  EXPECT_THAT(waves[0].direction, ElementsAre(0, 0, -1));
  EXPECT_EQ(distance(waves[0].polarization, {1, 0, 0}), 0);
  EXPECT_EQ(distance(waves[1].polarization, {0, 1, 0}), 0);
  // theta 90, phi 0: theta-hat is -z, exactly.
  EXPECT_THAT(waves[9].direction, ElementsAre(-1, 0, 0));
  EXPECT_EQ(distance(waves[9].polarization, {0, 0, -1}), 0);
  for (const PlaneWave &wave : waves) {
    Complex along = 0, length = 0;
    for (int d = 0; d < 3; ++d) {
      along += wave.direction[d] * wave.polarization[d];
      length += std::norm(wave.polarization[d]);
    }
    EXPECT_LT(std::abs(along), k_rounding);
    EXPECT_NEAR(std::abs(length), 1, 4 * k_rounding);
  }
  const PlaneWave &tilted = waves[14]; // theta 0, phi 45, 30 deg from theta to phi: 75 deg from x
  EXPECT_LT(distance(tilted.polarization, {std::cos(75 * std::acos(-1.0) / 180),
                                           std::sin(75 * std::acos(-1.0) / 180), 0}),
            2 * k_rounding);
}

// A wave given by vectors and the same one given by angles.
TEST(GridCase, VectorsAndAnglesAgree) {
  const Case by_angles = parse(
      k_sphere,
      {R"(excitations=[{"name": "w", "type": "plane-wave", "theta": 40, "phi": 250, "pol": 0}])"});
  const PlaneWave &a = waves_of(by_angles, 0)[0];
  const ordered_json direction = a.direction;
  const ordered_json polarization = {7 * a.polarization[0].real(), 7 * a.polarization[1].real(),
                                     7 * a.polarization[2].real()};
  const Case by_vectors = parse(k_sphere, {"excitations.0.direction=" + direction.dump(),
                                           "excitations.0.polarization=" + polarization.dump()});
  const PlaneWave &b = waves_of(by_vectors, 0)[0];
  EXPECT_NEAR(b.theta_deg, 40, 1e-12);
  EXPECT_NEAR(b.phi_deg, 250, 1e-12);
  EXPECT_LT(distance(a.polarization, b.polarization), 4 * k_rounding);
}

TEST(GridCase, ResolvedCopyRepeatsTheCase) {
  for (const std::string &text : {k_sphere, k_every_grid_key}) {
    const Case first = parse(text);
    const auto results = case_folder() / "results";
    const Case second = parse_case(first.resolved.dump(2), "case.resolved.json", results, format());
    EXPECT_EQ(second.resolved.dump(2), first.resolved.dump(2));
    EXPECT_EQ(second.grid.corner_m, first.grid.corner_m);
    EXPECT_EQ(second.frequencies_hz, first.frequencies_hz);
    for (std::size_t i = 0; i < first.excitations.size(); ++i) {
      if (!std::holds_alternative<PlaneWaveSource>(first.excitations[i].source))
        continue;
      for (std::size_t w = 0; w < waves_of(first, i).size(); ++w)
        EXPECT_EQ(waves_of(second, i)[w].polarization, waves_of(first, i)[w].polarization);
    }
    EXPECT_EQ(second.solver.preconditioner.eps_b, first.solver.preconditioner.eps_b);
  }
  EXPECT_NE(parse(k_sphere).resolved, parse(k_sphere, {"grid.pml.cells=9"}).resolved);
}

TEST(GridCase, ResolvedCopyHoldsEveryDefault) {
  const ordered_json r = parse(k_sphere).resolved;
  EXPECT_EQ(r["grid"]["cell"], 0.005);
  EXPECT_EQ(r["grid"]["pml"]["order"], 3.5);
  EXPECT_EQ(r["grid"]["smoothing"], true);
  EXPECT_EQ(r["boundaries"]["default"]["type"], "pml");
  EXPECT_EQ(r["solver"]["preconditioner"]["type"], "auto");
  EXPECT_FALSE(
      r["solver"]["preconditioner"].contains("eps_b")); // none given: chosen by the program
  EXPECT_EQ(r["solver"]["max_iterations"], 20000);
  EXPECT_EQ(r["outputs"]["fields"]["total"], true);
  EXPECT_EQ(r["materials"]["dielectric"]["loss_tangent"], 0);
  EXPECT_FALSE(r.contains("time"));
  EXPECT_FALSE(r.contains("mesh"));
}

} // namespace
} // namespace curlew::test
