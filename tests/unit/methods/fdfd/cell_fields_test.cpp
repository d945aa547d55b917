#include "background_cases.hpp"

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/methods/fdfd/outputs/field_output.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/unit/io/results/scratch.hpp>

#include <gmock/gmock.h>

namespace curlew::fdfd {
namespace {

using ::testing::HasSubstr;

PlaneWave oblique() {
  PlaneWave wave;
  wave.direction = {2.0 / 7, -3.0 / 7, 6.0 / 7};
  wave.polarization = {complex(3, 6), complex(2, -6), complex(0, -5)};
  return wave;
}

Problem periodic(Index cells, const PlaneWave &wave) {
  testing::Grid spec;
  spec.cells = {cells, cells, cells};
  spec.cell_m = {0.14 / cells, 0.15 / cells, 0.16 / cells};
  spec.walls.fill({Wall::periodic, Wall::periodic});
  Problem problem = testing::vacuum(spec);
  for (int d = 0; d < 3; ++d)
    problem.axes[d].phase =
        std::polar(1.0, -problem.wavenumber * wave.direction[d] * problem.axes[d].cell_m * cells);
  return problem;
}

// The largest error of E (or H) at cell centres of a plane wave, given as the scattered field, as
// the incident one, or half and half; against the amplitude.
double error(Index cells, Field field, double scattered_part) {
  const PlaneWave wave = oblique();
  const Problem problem = periodic(cells, wave);
  const IncidentWave all = make_incident(wave, problem.wavenumber);
  IncidentWave incident = all;
  for (int c = 0; c < 3; ++c) {
    incident.electric_amplitude[c] *= 1 - scattered_part;
    incident.magnetic_amplitude[c] *= 1 - scattered_part;
  }
  auto e = incident_electric(problem, all);
  for (complex &value : e)
    value *= scattered_part;
  const auto arrays =
      cell_phasors(YeeFields(problem, e, incident), field, true, all_cells(problem));
  EXPECT_EQ(arrays[0].name, field == Field::E ? "E_real" : "H_real");
  EXPECT_EQ(arrays[1].name, field == Field::E ? "E_imag" : "H_imag");
  double worst = 0;
  std::size_t number = 0;
  for (Index k = 0; k < cells; ++k)
    for (Index j = 0; j < cells; ++j)
      for (Index i = 0; i < cells; ++i)
        for (int c = 0; c < 3; ++c, ++number) {
          const double x = problem.axes[0].half_m(i), y = problem.axes[1].half_m(j),
                       z = problem.axes[2].half_m(k);
          const complex exact = field == Field::E ? complex(all.electric(c, x, y, z))
                                                  : complex(all.magnetic(c, x, y, z));
          const complex found(arrays[0].values[number], arrays[1].values[number]);
          worst = std::max(worst, std::abs(found - exact));
        }
  return worst / (field == Field::E ? 10 : 10 / k_eta0);
}

// The comparison includes the upper walls, through the phases of the periods.
TEST(CellFields, OfAPlaneWaveConvergeToSecondOrder) {
  for (const Field field : {Field::E, Field::H})
    for (const double part : {0.0, 0.5, 1.0}) {
      const double coarse = error(16, field, part), fine = error(32, field, part);
      EXPECT_LT(fine, 4e-3) << part; // (k h)^2 / 8 = 1.4e-3 along an axis
      EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << part;
    }
}

TEST(CellFields, AreMeansOfEdgesAndFaces) {
  testing::Grid spec;
  spec.cells = {8, 9, 10};
  spec.walls.fill({Wall::pec, Wall::pec});
  const Problem problem = testing::vacuum(spec);
  testing::Values e(problem.unknowns());
  e[2 * problem.size() + problem.entry(3, 4, 5)] = {4, -8}; // E_z
  const YeeFields fields(problem, e);
  const CellBlock block = all_cells(problem);
  const auto electric = cell_phasors(fields, Field::E, false, block);
  const auto cell = [&](Index i, Index j, Index k) { return 3 * ((k * 9 + j) * 8 + i) + 2; };
  for (const Index i : {2, 3})
    for (const Index j : {3, 4}) {
      EXPECT_EQ(electric[0].values[cell(i, j, 5)], 1);
      EXPECT_EQ(electric[1].values[cell(i, j, 5)], -2);
    }
  EXPECT_EQ(electric[0].values[cell(4, 4, 5)], 0);
  EXPECT_EQ(electric[0].values[cell(3, 4, 4)], 0);
  // H_y on the faces left and right of the edge is +-j E_z / (omega mu0 h): the two cancel between.
  const auto magnetic = cell_phasors(fields, Field::H, false, block);
  const complex h =
      complex(0, 1) / (problem.wavenumber * k_eta0) * complex(4, -8) / problem.axes[0].cell_m;
  EXPECT_NEAR(magnetic[0].values[cell(3, 4, 5) - 1], h.real() / 2, 1e-15);
  EXPECT_NEAR(magnetic[0].values[cell(2, 4, 5) - 1], -h.real() / 2, 1e-15);
  EXPECT_NEAR(magnetic[1].values[cell(2, 3, 5) - 1], -h.imag() / 2, 1e-15);
  EXPECT_NEAR(magnetic[0].values[cell(3, 4, 5) - 2], -h.real() / 2, 1e-15) << "H_x, other sign";
}

TEST(CellFields, OfASliceAreThoseOfItsPlane) {
  testing::Grid spec;
  spec.cells = {8, 9, 10};
  const Problem problem =
      testing::vacuum({spec.cells, {1e-3, 2e-3, 3e-3}, {}, 1e9, {2, 3.5, 1e-8}});
  const auto e = testing::random_values(problem);
  const YeeFields fields(problem, e);
  const auto whole = cell_phasors(fields, Field::E, false, all_cells(problem), 3);
  const CellBlock block = cells_of(problem, {1, 2.5e-3}, "here"); // y from -9 mm on
  EXPECT_EQ(block.first, (Place{0, 5, 0}));
  EXPECT_EQ(block.last, (Place{8, 6, 10}));
  const auto slice = cell_phasors(fields, Field::E, false, block, 2);
  std::vector<double> x_of_whole;
  for (std::size_t n = 0; n < whole[0].values.size(); n += 3)
    x_of_whole.push_back(whole[0].values[n]);
  const auto expected = in_block(problem, block, x_of_whole);
  ASSERT_EQ(expected.size(), 80u);
  for (std::size_t n = 0; n < expected.size(); ++n)
    ASSERT_EQ(slice[0].values[3 * n], expected[n]);
  EXPECT_EQ(cells_of(problem, {2, 15e-3}, "here").first[2], 9) << "the upper wall itself";
  EXPECT_EQ(cells_of(problem, {2, -15e-3}, "here").first[2], 0);
  try {
    cells_of(problem, {2, 15.1e-3}, "case.json:9:3");
    FAIL();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("case.json:9:3: the slice at z = 0.0151 m lies outside"));
  }
}

// A wall of a material with density and losses, in a uniform field.
TEST(SpecificAbsorptionRate, ByHand) {
  testing::Grid spec;
  spec.cells = {8, 8, 8};
  spec.pml.cells = 2;
  const Problem problem = testing::vacuum(spec);
  testing::Values e(problem.unknowns());
  for (Offset n = 0; n < problem.size(); ++n) {
    e[n] = {3, 4};
    e[problem.size() + n] = {0, 2};
  }
  const YeeFields fields(problem, e);
  std::vector<Material> materials(3);
  materials[0].sigma = SymmetricTensor::isotropic(100); // without a density
  materials[1].sigma.v = {0.8, 0.4, 0.2, 0, 0, 0};
  materials[1].loss_tangent = 0.01;
  materials[1].eps_r = SymmetricTensor::isotropic(40);
  materials[1].density_kg_m3 = 1000;
  materials[2].sigma = SymmetricTensor::isotropic(0.1);
  materials[2].density_kg_m3 = 500;
  std::vector<std::int32_t> of_cell(512, 1);
  const auto cell = [](Index i, Index j, Index k) { return (k * 8 + j) * 8 + i; };
  of_cell[cell(3, 4, 5)] = 2;
  of_cell[cell(4, 4, 4)] = of_cell[cell(4, 3, 4)] = 3;
  of_cell[cell(0, 4, 4)] = 2; // in the absorbing layer
  const auto sar = specific_absorption(fields, of_cell, materials, "here");
  const double by_tangent = 2 * k_pi * 1e9 * k_eps0 * 40 * 0.01;
  const double first = ((0.8 + by_tangent) * 25 + (0.4 + by_tangent) * 4) / 2000;
  const double second = 0.1 * 29 / 1000;
  EXPECT_NEAR(sar.w_per_kg[cell(3, 4, 5)], first, 1e-12 * first);
  EXPECT_NEAR(sar.w_per_kg[cell(4, 3, 4)], second, 1e-12 * second);
  EXPECT_EQ(sar.w_per_kg[cell(2, 4, 5)], 0);
  EXPECT_EQ(sar.w_per_kg[cell(0, 4, 4)], 0);
  const double volume = std::pow(5e-3, 3);
  EXPECT_NEAR(sar.mass_kg, 2000 * volume, 1e-12 * sar.mass_kg);
  EXPECT_NEAR(sar.power_w, volume * (1000 * first + 1000 * second), 1e-12 * sar.power_w);
  EXPECT_NEAR(sar.average_w_per_kg, (first + second) / 2, 1e-12 * first);
  EXPECT_NEAR(sar.largest_w_per_kg, first, 1e-12 * first);
  EXPECT_EQ(sar.largest_at_m[2], problem.axes[2].half_m(5));
  materials[1].density_kg_m3 = materials[2].density_kg_m3 = 0;
  EXPECT_THROW(specific_absorption(fields, of_cell, materials, "here"), InputError);
}

// Next to a surface the other side's edges have another normal component: they do not count.
TEST(SpecificAbsorptionRate, IsThatOfEdgesInsideTheTissue) {
  testing::Grid spec;
  spec.cells = {8, 8, 8};
  spec.pml.cells = 2;
  std::vector<Material> materials(1);
  materials[0].sigma = SymmetricTensor::isotropic(2);
  materials[0].density_kg_m3 = 1000;
  Problem problem = testing::vacuum(spec);
  const auto tissue = static_cast<std::uint16_t>(problem.eps.size());
  problem.eps.push_back(permittivity(materials[0], problem.frequency_hz)[0]);
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < 8; ++k)
      for (Index j = 0; j < 8; ++j)
        for (Index i = c == 0 ? 4 : 5; i < 8; ++i)
          if (std::uint16_t &id = problem.eps_id[c][problem.entry(i, j, k)]; id != 0)
            id = tissue;
  testing::Values e(problem.unknowns());
  for (Index k = 0; k < 8; ++k)
    for (Index j = 0; j < 8; ++j)
      for (Index i = 0; i < 8; ++i)
        e[problem.size() + problem.entry(i, j, k)] = i == 4 ? 10 : 1; // E_y, large on the surface
  std::vector<std::int32_t> of_cell(512, 0);
  const auto cell = [](Index i, Index j, Index k) { return (k * 8 + j) * 8 + i; };
  for (Index k = 0; k < 8; ++k)
    for (Index j = 0; j < 8; ++j)
      for (Index i = 4; i < 8; ++i)
        of_cell[cell(i, j, k)] = 1;
  const YeeFields fields(problem, e);
  const auto sar = specific_absorption(fields, of_cell, materials, "here");
  EXPECT_DOUBLE_EQ(sar.largest_w_per_kg, 2.0 / 2000);
  EXPECT_DOUBLE_EQ(sar.w_per_kg[cell(4, 4, 4)], 2.0 / 2000);
  // A cell that the surface cuts has no edge inside: the least of its edges counts.
  const Problem cut = testing::vacuum(spec);
  EXPECT_DOUBLE_EQ(
      specific_absorption(YeeFields(cut, e), of_cell, materials, "here").w_per_kg[cell(4, 4, 4)],
      2.0 / 2000);
}

const CellArray *array(const CellImage &image, const std::string &name) {
  for (const CellArray &one : image.arrays)
    if (one.name == name)
      return &one;
  return nullptr;
}

TEST(FieldImages, HoldWhatTheCaseAsksFor) {
  testing::Grid spec;
  spec.cells = {8, 9, 10};
  spec.cell_m = {1e-3, 2e-3, 3e-3};
  spec.pml.cells = 2;
  const Problem problem = testing::vacuum(spec);
  const auto e = testing::random_values(problem);
  const YeeFields fields(problem, e, make_incident(oblique(), problem.wavenumber));
  Case input;
  input.materials.resize(1);
  input.materials[0].name = "glass";
  input.outputs.phasors.emplace();
  std::vector<std::int32_t> of_cell(720);
  for (std::size_t i = 0; i < of_cell.size(); ++i)
    of_cell[i] = static_cast<int>(i % 2);
  const auto whole = field_images(input, fields, of_cell, nullptr, "wave");
  ASSERT_EQ(whole.size(), 1u);
  EXPECT_EQ(whole[0].cells, (std::array<Index, 3>{8, 9, 10}));
  EXPECT_THAT(whole[0].corner_m,
              ::testing::Pointwise(::testing::DoubleEq(), Vector3{-4e-3, -9e-3, -15e-3}));
  EXPECT_EQ(whole[0].material, of_cell);
  EXPECT_THAT(whole[0].material_names, ::testing::ElementsAre("vacuum", "glass"));
  for (const char *name : {"E_real", "E_imag", "H_real", "H_imag"})
    ASSERT_NE(array(whole[0], name), nullptr) << name;
  EXPECT_EQ(array(whole[0], "SAR"), nullptr);
  EXPECT_THAT(whole[0].texts[0].second, HasSubstr("e^{+j omega t}, peak phasors"));
  EXPECT_EQ(whole[0].numbers[0].second, 1e9);

  input.outputs.phasors->total = false;
  input.outputs.phasors->quantities = {Field::H};
  input.outputs.phasors->slices = {{0, 0.5e-3}, {2, -15e-3}};
  SpecificAbsorption sar;
  for (int i = 0; i < 720; ++i)
    sar.w_per_kg.push_back(i);
  const auto slices = field_images(input, fields, of_cell, &sar, "wave");
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].cells, (std::array<Index, 3>{1, 9, 10}));
  EXPECT_NEAR(slices[0].corner_m[0], 0, 1e-18);
  EXPECT_EQ(slices[1].cells, (std::array<Index, 3>{8, 9, 1}));
  EXPECT_EQ(array(slices[0], "E_real"), nullptr);
  EXPECT_EQ(array(slices[0], "SAR")->values[1], 8 + 4);
  EXPECT_EQ(slices[0].texts[1].second, "scattered");
  const auto scattered = cell_phasors(fields, Field::H, false, image_blocks(input, problem)[1]);
  EXPECT_EQ(array(slices[1], "H_imag")->values, scattered[1].values);
  EXPECT_NE(array(slices[1], "H_imag")->values[300], array(whole[0], "H_imag")->values[300]);
}

// A sphere of something like muscle in vacuum, on disk and in numbers.
TEST(FieldOutputs, WriteImagesWithSar) {
  testing::Grid spec;
  spec.cells = {12, 12, 12};
  spec.pml.cells = 2;
  const Problem problem = testing::vacuum(spec);
  const auto e = testing::random_values(problem);
  const YeeFields fields(problem, e);
  Case input;
  Material muscle;
  muscle.name = "muscle";
  muscle.sigma = SymmetricTensor::isotropic(0.9);
  muscle.density_kg_m3 = 1050;
  input.materials = {muscle};
  input.objects = {SphereObject{{0, 0, 0}, 12e-3, "muscle"}};
  const auto results = test::scratch();
  FieldOutput nothing(input, ResultsDirectory::ready(results), 1);
  EXPECT_FALSE(nothing.is_wanted());
  EXPECT_FALSE(nothing.add(fields, "wave").has_value());
  EXPECT_EQ(test::count_files(results), 0u);

  input.outputs.sar = true;
  FieldOutput numbers(input, ResultsDirectory::ready(results), 1);
  const auto sar = numbers.add(fields, "wave");
  ASSERT_TRUE(sar.has_value());
  EXPECT_EQ(test::count_files(results), 0u);
  // The ball by its cells: of 5 mm, the volume of 7238 mm^3 to within a layer's share.
  EXPECT_NEAR(sar->mass_kg, 1050 * 7.238e-6, 0.35 * 1050 * 7.238e-6);
  EXPECT_GT(sar->largest_w_per_kg, sar->average_w_per_kg);

  input.objects.clear();
  FieldOutput without(input, ResultsDirectory::ready(results), 1);
  EXPECT_THROW(without.check(problem), InputError);
  EXPECT_THROW(without.add(fields, "wave"), InputError);
}

TEST(FieldOutputs, ListTheImagesOfEverySolve) {
  CURLEW_SKIP_WITHOUT(vtk);
  const Problem problem = testing::vacuum({});
  const auto e = testing::random_values(problem);
  const YeeFields fields(problem, e);
  Case input;
  input.outputs.phasors.emplace();
  input.outputs.phasors->slices = {{0, 0}, {1, 0.01}};
  const auto results = test::scratch();
  FieldOutput output(input, ResultsDirectory::ready(results), 1);
  output.check(problem);
  output.add(fields, "one");
  output.add(fields, "two");
  const auto entries = read_pvd(results / "fields.pvd");
  ASSERT_EQ(entries.size(), 4u);
  for (const PvdEntry &entry : entries)
    EXPECT_TRUE(std::filesystem::exists(results / entry.file)) << entry.file;
  input.outputs.phasors->slices = {{0, 1}};
  EXPECT_THROW(FieldOutput(input, ResultsDirectory::ready(results), 1).check(problem), InputError);
}

} // namespace
} // namespace curlew::fdfd
