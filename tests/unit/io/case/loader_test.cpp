#include "case_fixture.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace curlew::test {
namespace {

using nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

const CurrentSource &current_of(const Case &c, std::size_t i) {
  return std::get<CurrentSource>(c.excitations[i].source);
}

TEST(CaseLoader, ReadsTheWorkedExample) {
  const Case c = parse(k_resonator);
  EXPECT_EQ(c.title, "Cylindrical resonator");
  EXPECT_EQ(c.method, "dgatd");
  EXPECT_EQ(c.mesh.file, case_folder() / "resonator.msh");
  EXPECT_TRUE(c.mesh.file.is_absolute());
  EXPECT_EQ(c.mesh.length_unit_m, 1);
  EXPECT_EQ(c.mesh.reorder, MeshOrder::spatial);
  EXPECT_EQ(c.material("air").eps_r, SymmetricTensor::isotropic(1));
  EXPECT_TRUE(c.material("air").sigma.is_zero());
  EXPECT_THROW(c.material("water"), InputError);
  EXPECT_EQ(c.regions.at("cavity"), "air");
  ASSERT_EQ(c.boundaries.size(), 1u);
  EXPECT_EQ(c.boundaries[0].group, "wall");
  EXPECT_TRUE(holds<Pec>(c.boundaries[0]));
  ASSERT_EQ(c.excitations.size(), 1u);
  const CurrentSource &loop = current_of(c, 0);
  EXPECT_THAT(std::get<CurrentPoint>(loop.extent).position_m, ElementsAre(0.31, 0.22, 0.11));
  EXPECT_NEAR(loop.direction[2], 0.8 / std::sqrt(0.98), 1e-15);
  EXPECT_EQ(loop.amplitude, 1);
  EXPECT_EQ(loop.waveform->f_max_hz, 350e6);
  EXPECT_EQ(loop.waveform->delay_s, loop.waveform->default_delay_s());
  EXPECT_EQ(c.time.duration_s, 2e-6);
  EXPECT_FALSE(c.time.steps);
  EXPECT_FALSE(c.time.dt_s);
  EXPECT_EQ(c.time.courant, 0.95);
  EXPECT_EQ(c.outputs.directory, case_folder() / "results");
  EXPECT_THAT(c.outputs.spectra[0].band_hz, ElementsAre(50e6, 300e6));
  EXPECT_EQ(c.outputs.fields->schedule.every_s, 50e-9);
  EXPECT_THAT(c.outputs.fields->quantities, ElementsAre(Field::E, Field::H));
  EXPECT_FALSE(c.outputs.checkpoint);
  EXPECT_EQ(c.discretization["variant"], "auto");
  EXPECT_EQ(c.run.backend, "auto");
  EXPECT_EQ(c.resolved["run"]["precision"], "double");
  EXPECT_THAT(c.warnings, ElementsAre());
}

TEST(CaseLoader, ReadsTheExamplesOfTheDocumentation) {
  const std::string page =
      read_text_file(curlew::test::source_path("docs/case-file.md"), std::size_t(1) << 20);
  const std::string fence = "```jsonc\n";
  int count = 0;
  for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos; ++count) {
    at += fence.size();
    const std::string text = page.substr(at, page.find("```", at) - at);
    const Case c = parse(text);
    EXPECT_THAT(c.warnings, ElementsAre()) << text;
    EXPECT_EQ(parse(c.resolved.dump()).resolved, c.resolved) << text;
  }
  EXPECT_EQ(count, 5);
}

TEST(CaseLoader, FolderNamesThatJsonCannotHoldAreRefused) {
  EXPECT_THROW(parse_case(k_resonator, "f", "/a\xff", format()), InputError);
}

TEST(CaseLoader, ReadsEveryKey) {
  const Case c = parse(k_everything);
  EXPECT_THAT(c.mesh.box.size_m, ElementsAre(0.05, 0.02, 0.06));
  EXPECT_THAT(c.mesh.box.cells, ElementsAre(10, 4, 12));
  EXPECT_THAT(c.mesh.box.origin_m, ElementsAre(-0.01, 0, 0));
  EXPECT_TRUE(c.mesh.file.empty());
  EXPECT_EQ(c.mesh.box.jitter, 0.2);
  EXPECT_EQ(c.mesh.box.seed, 7u);
  EXPECT_EQ(c.mesh.refine, 1);
  EXPECT_EQ(c.mesh.reorder, MeshOrder::metis);

  EXPECT_THAT(c.material("crystal").eps_r.v, ElementsAre(2, 3, 4, 0, 0, 0));
  EXPECT_THAT(c.material("crystal").mu_r.v, ElementsAre(1, 2, 3, 0.1, 0, 0));
  EXPECT_EQ(c.material("crystal").sigma, SymmetricTensor::isotropic(0.01));
  EXPECT_THAT(c.material("fibre").sigma.v, ElementsAre(1, 0, 0, 0, 0, 0));
  EXPECT_TRUE(c.material("copper").pec);
  EXPECT_EQ(c.resolved["materials"]["copper"].dump(), "{\"pec\":true}");
  EXPECT_EQ(c.boundaries[2].group, "default");
  EXPECT_TRUE(holds<Abc>(c.boundaries[1]));

  EXPECT_EQ(current_of(c, 0).amplitude, 3e-3);
  EXPECT_THAT(current_of(c, 0).direction, ElementsAre(0, 0, -1));
  EXPECT_EQ(current_of(c, 0).waveform->type, Waveform::Type::gaussian_derivative);
  EXPECT_EQ(current_of(c, 0).waveform->delay_s, 2e-9);
  EXPECT_EQ(std::get<CurrentGroup>(current_of(c, 1).extent).name, "volume");
  EXPECT_EQ(current_of(c, 1).amplitude, 2e4);
  EXPECT_EQ(current_of(c, 1).waveform->bandwidth_hz, 1e9);
  EXPECT_EQ(current_of(c, 2).waveform->ramp_periods, 2.5);
  EXPECT_THAT(current_of(c, 3).waveform->times_s, ElementsAre(0, 1e-9, 2e-9));
  EXPECT_THAT(current_of(c, 3).waveform->values, ElementsAre(0, 1, 0.5));

  EXPECT_EQ(c.time.steps, 1000);
  EXPECT_EQ(c.time.dt_s, 1e-12);
  EXPECT_TRUE(c.time.allow_unstable);
  EXPECT_EQ(c.time.stop_at_energy_db, 60);
  EXPECT_FALSE(c.resolved["time"].contains("courant"));
  EXPECT_EQ(c.discretization["variant"], "fused");

  EXPECT_EQ(c.outputs.probes[0].field, Field::H);
  EXPECT_TRUE(c.outputs.probes[0].is_point());
  const auto &line = std::get<LineProbe>(c.outputs.probes[1].shape);
  EXPECT_THAT(line.start_m, ElementsAre(0, 0, 0));
  EXPECT_THAT(line.stop_m, ElementsAre(0.01, 0, 0));
  EXPECT_EQ(line.count, 11);
  const auto &plane = std::get<PlaneProbe>(c.outputs.probes[2].shape);
  EXPECT_THAT(plane.v_m, ElementsAre(0, 0.02, 0));
  EXPECT_THAT(plane.counts, ElementsAre(3, 5));
  EXPECT_EQ(c.outputs.spectra[0].window, "hann");
  EXPECT_FALSE(c.outputs.spectra[0].peaks);
  EXPECT_THAT(c.outputs.spectra[0].expected_hz, ElementsAre(2.9e9, 3.1e9));
  EXPECT_EQ(c.outputs.spectra[0].expected_tolerance, 0.006);
  EXPECT_EQ(c.outputs.fields->schedule.every_steps, 100);
  EXPECT_FALSE(c.outputs.fields->schedule.every_s);
  EXPECT_EQ(c.outputs.fields->region, "volume");
  EXPECT_EQ(c.outputs.energy->every_steps, 10);
  EXPECT_EQ(c.outputs.checkpoint->schedule.every_s, 1e-9);
  EXPECT_EQ(c.outputs.checkpoint->keep, 3);
  EXPECT_EQ(c.run.backend, "openmp");
  EXPECT_EQ(c.run.threads, 2);
}

// The resolved copy, read from another folder, gives the same values and the same resolved copy.
TEST(CaseLoader, ResolvedCopyRepeatsTheCase) {
  for (const std::string &text : {k_resonator, k_everything}) {
    const Case first = parse(text);
    const auto results = case_folder() / "results";
    const Case second = parse_case(first.resolved.dump(2), "case.resolved.json", results, format());
    EXPECT_EQ(second.resolved.dump(2), first.resolved.dump(2));
    EXPECT_EQ(second.mesh.file, first.mesh.file);
    EXPECT_EQ(second.outputs.directory, first.outputs.directory);
    for (std::size_t i = 0; i < first.excitations.size(); ++i) {
      const CurrentSource &a = current_of(first, i), &b = current_of(second, i);
      EXPECT_EQ(a.direction, b.direction);
      EXPECT_EQ(a.amplitude, b.amplitude);
      EXPECT_EQ(a.waveform->delay_s, b.waveform->delay_s);
      EXPECT_EQ((*a.waveform)(1.3e-9), (*b.waveform)(1.3e-9));
    }
    for (std::size_t i = 0; i < first.materials.size(); ++i)
      EXPECT_EQ(first.materials[i].sigma, second.materials[i].sigma);
  }
  // The twin: a changed value does not pass for the same.
  EXPECT_NE(parse(k_resonator).resolved, parse(k_resonator, {"time.courant=0.9"}).resolved);
}

TEST(CaseLoader, ResolvedCopyHoldsNumbersInSiAndEveryDefault) {
  const ordered_json r = parse(k_resonator).resolved;
  EXPECT_EQ(r["excitations"][0]["waveform"]["f_max"], 350e6);
  EXPECT_GT(r["excitations"][0]["waveform"]["delay"], 0);
  EXPECT_EQ(r["time"]["courant"], 0.95);
  EXPECT_EQ(r["time"]["allow_unstable"], false);
  EXPECT_EQ(r["discretization"]["variant"], "auto");
  EXPECT_EQ(r["outputs"]["spectra"][0]["expected_tolerance"], 0.01);
  EXPECT_EQ(r["materials"]["air"]["mu_r"], 1);
  EXPECT_EQ(parse(k_everything).resolved["outputs"]["fields"]["every"], "100 steps");
}

TEST(CaseLoader, LengthUnitIsAUnitOrANumber) {
  EXPECT_EQ(parse(k_resonator, {"mesh.length_unit=mm"}).mesh.length_unit_m, 1e-3);
  EXPECT_EQ(parse(k_resonator, {"mesh.length_unit=0.0254"}).mesh.length_unit_m, 0.0254);
  EXPECT_EQ(parse(k_resonator, {"mesh.length_unit=inch"}).resolved["mesh"]["length_unit"], 0.0254);
}

TEST(CaseLoader, BandDefaultsToTheHighestFrequencyOfTheWaveforms) {
  const Case c = parse(k_resonator, {"outputs.spectra=[{\"probe\": \"p1\"}]"});
  EXPECT_THAT(c.outputs.spectra[0].band_hz, ElementsAre(0, 350e6));
  EXPECT_EQ(c.resolved["outputs"]["spectra"][0]["band"][1], 350e6);
}

TEST(CaseLoader, OverridesWinAndAreNamedInErrors) {
  const Case c = parse(k_resonator, {"time.duration=3 us", "outputs.probes.0.name=q",
                                     "outputs.spectra.0.probe=q", "run.threads=4"});
  EXPECT_EQ(c.time.duration_s, 3e-6);
  EXPECT_EQ(c.outputs.probes[0].name, "q");
  EXPECT_EQ(c.run.threads, 4);
  EXPECT_EQ(c.where("/time/duration"), "--set time.duration=3 us");
  EXPECT_THAT(
      message_of(k_resonator, {"time.duration=3 um"}),
      testing::StartsWith("--set time.duration=3 um: \"time.duration\": \"3 um\" is a length"));
  EXPECT_THAT(
      message_of(k_resonator, {"time.durration=3"}),
      HasSubstr("--set time.durration=3: unknown key \"durration\" in \"time\"; did you mean"));
}

TEST(CaseLoader, NamesPlacesForLaterMessages) {
  const Case c = parse(k_resonator);
  EXPECT_EQ(c.where("/regions/cavity"), "case.json:4:66");
  EXPECT_EQ(c.where("/time/courant"), "case.json:8:11"); // a default: its section
  EXPECT_EQ(c.where(""), "case.json:2:1");
}

TEST(CaseLoader, CourantAboveOneNeedsConsent) {
  EXPECT_EQ(parse(k_resonator, {"time.courant=1.01", "time.allow_unstable=true"}).time.courant,
            1.01);
  EXPECT_THAT(message_of(k_resonator, {"time.courant=1.01"}), HasSubstr("allow_unstable"));
}

TEST(CaseLoader, TensorsOfRotatedMaterialsMayCarryRounding) {
  const auto eps = [](const char *tensor) {
    return parse(k_resonator, {std::string("materials.air.eps_r=") + tensor}).material("air").eps_r;
  };
  EXPECT_EQ(eps("[[2, 0.1, 0], [0.10000000000000002, 2, 0], [0, 0, 2]]").v[3],
            0.5 * (0.1 + 0.10000000000000002));
  EXPECT_THROW(eps("[[2, 0.1, 0], [0.1000001, 2, 0], [0, 0, 2]]"), InputError);
}

TEST(CaseLoader, WarnsOfWhatIsProbablyNotMeant) {
  EXPECT_THAT(parse(k_resonator, {"outputs.fields.every=100"}).warnings,
              ElementsAre(HasSubstr("\"outputs.fields.every\" is 100 s; a number of steps")));
  EXPECT_THAT(parse(k_resonator, {"materials.glass={}"}).warnings,
              ElementsAre(HasSubstr("material \"glass\" is in no region")));
  EXPECT_THAT(parse(k_resonator, {"excitations=[]"}).warnings,
              ElementsAre(HasSubstr("the fields stay zero")));
  EXPECT_THAT(parse(k_resonator, {"outputs.spectra.0.expected=[1e9]"}).warnings,
              ElementsAre(HasSubstr("outside the band")));
}

TEST(CaseLoader, ReadsAFileWithPathsRelativeToIt) {
  std::ofstream(case_folder() / "case.json") << k_resonator;
  const Case c =
      load_case(case_folder() / "case.json", format(), {"outputs.directory=../elsewhere"});
  EXPECT_EQ(c.path, case_folder() / "case.json");
  EXPECT_EQ(c.mesh.file, case_folder() / "resonator.msh");
  EXPECT_EQ(c.outputs.directory, case_folder().parent_path() / "elsewhere");
}

TEST(GuideMode, IsReadFromItsNameAndPrinted) {
  const GuideMode mode = parse_guide_mode("TM21").value();
  EXPECT_TRUE(mode.is_magnetic());
  EXPECT_EQ(mode.m, 2);
  EXPECT_EQ(mode.n, 1);
  for (const char *name : {"TE10", "TE01", "TM11", "TM90"})
    EXPECT_EQ(parse_guide_mode(name).value().name(), name);
  for (const char *wrong : {"", "TE", "TE1", "TE100", "te10", "TEM0", "TX10", "TE-1", "TE1a"})
    EXPECT_FALSE(parse_guide_mode(wrong)) << wrong;
}

TEST(PortKind, HasAWordAndAForm) {
  for (const char *word :
       {"coaxial", "tem", "parallel-plate", "rectangular", "circular", "modal", "lumped", "gap"})
    EXPECT_EQ(word_of(parse_port_kind(word).value()), word);
  EXPECT_FALSE(parse_port_kind("coax"));
  PortSpec port;
  port.form = ModalPort{3, "pv"};
  EXPECT_EQ(port.kind(), PortKind::modal);
  EXPECT_EQ(port.mode_count(), 3);
  EXPECT_EQ(port.source(), nullptr);
  port.form = LumpedPort{LumpedSpec{20, {}, {}}};
  EXPECT_EQ(port.mode_count(), 1);
  ASSERT_NE(port.source(), nullptr);
  EXPECT_EQ(port.source()->resistance_ohm, 20);
}

} // namespace
} // namespace curlew::test
