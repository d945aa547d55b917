// Materials that are known at frequencies: tables, complex constants, Cole-Cole, Djordjevic-Sarkar,
// and poles of both signs.
#include "case_fixture.hpp"

#include <curlew/core/constants.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace curlew::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using Complex = std::complex<double>;

// A sphere on a grid with the given constants, on the third line.
std::string sphere(const std::string &constants, const std::string &frequency = "\"500 THz\"") {
  return R"({ "method": "fdfd",
"grid": { "cell": "5 nm", "size": ["320 nm", "320 nm", "320 nm"], "pml": { "cells": 8 } },
"materials": { "gold": { )" +
         constants + R"( } },
"objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "50 nm", "material": "gold" } ],
"excitations": [ { "name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
"frequency": )" +
         frequency + " }";
}

// A cavity in time.
std::string cavity(const std::string &method, const std::string &constants,
                   const std::string &more = "") {
  return R"({ "method": ")" + method + R"(",
"mesh": { "file": "resonator.msh" }, "regions": { "cavity": "gold" },
"materials": { "gold": { )" +
         constants + R"( } },
"boundaries": { "wall": { "type": "pec" } }, "time": { "duration": 1e-6 },
"excitations": [ { "name": "s", "type": "current", "point": [0, 0, 0], "direction": [0, 0, 1],
                   "waveform": { "type": "gaussian", "f_max": 1e9 } } ])" +
         more + " }";
}

std::string write_table(const std::string &text) {
  std::ofstream(case_folder() / "gold.csv") << text;
  return R"("table": "gold.csv")";
}

Complex eps_of(const std::string &text, double frequency_hz) {
  const Case input = parse(text);
  return permittivity(input.material("gold"), frequency_hz)[0];
}

void expect_close(Complex a, Complex b) {
  EXPECT_LT(std::abs(a - b), 1e-12 * std::abs(b)) << a << " " << b;
}

TEST(SpectralMedia, ATableGivesItsRowsAndNothingBeyondThem) {
  const std::string table = write_table("# by wavelength, from the blue\nwavelength (nm),n,k\n"
                                        "500,1,2\n\n600,0.2,3\n700,0.1,4\n");
  const double f600 = k_speed_of_light / 600e-9;
  expect_close(eps_of(sphere(table), f600), Complex(0.2, -3) * Complex(0.2, -3));
  // Between rows the values lie between those of the rows, and losses stay losses.
  for (double nm = 500.5; nm < 600; nm += 9) {
    const Complex eps = eps_of(sphere(table), k_speed_of_light / (nm * 1e-9));
    EXPECT_LT(eps.real(), -3);
    EXPECT_GT(eps.real(), 0.04 - 9);
    EXPECT_LE(eps.imag(), -1.2);
    EXPECT_GE(eps.imag(), -4);
  }
  EXPECT_THAT(message_of(sphere(table, "[\"500 THz\", \"400 THz\"]")),
              testing::AllOf(StartsWith("case.json:3:35: the table "),
                             HasSubstr("gold.csv goes from"),
                             HasSubstr("the case has 4e+14 Hz; nothing is extrapolated")));
}

TEST(SpectralMedia, ATableOfEpsOverFrequencyIsTheSame) {
  const std::string table =
      write_table("frequency (THz), eps', eps''\n400,-20,1\n500,-10,2\n600,-5,5\n");
  expect_close(eps_of(sphere(table), 500e12), Complex(-10, -2));
  EXPECT_EQ(parse(sphere(table)).resolved["materials"]["gold"]["table"],
            (case_folder() / "gold.csv").string());
  EXPECT_FALSE(parse(sphere(table)).resolved["materials"]["gold"].contains("eps_r"));
  write_table("frequency (THz),eps'\n400,2\n600,3\n");
  expect_close(eps_of(sphere(table), 500e12), 2.5); // straight between two rows, without losses
}

// Smooth data: monotone cubics are of third order here, straight lines of second.
TEST(SpectralMedia, CubicsBetweenRowsFollowACurve) {
  const auto eps = [](double f) { return 2 + 1 / (9 - f * f * 1e-30); };
  std::string text = "frequency (Hz),eps'\n";
  for (double f = 1e15; f < 2.05e15; f += 1e14)
    text += fmt::format("{},{}\n", f, eps(f));
  const std::string table = write_table(text);
  for (const double f : {1.13e15, 1.55e15, 1.87e15})
    EXPECT_NEAR(eps_of(sphere(table, fmt::format("{}", f)), f).real(), eps(f), 1e-4);
}

TEST(SpectralMedia, FaultsOfATableHaveLineAndColumn) {
  const auto fault = [](const std::string &text) { return message_of(sphere(write_table(text))); };
  const std::string head = "wavelength (nm),n,k\n", good = "500,1,2\n600,0.2,3\n";
  const auto place = [](const std::string &at) { return HasSubstr("gold.csv:" + at); };
  EXPECT_EQ(fault(head + good + "700,0.1,4\n"), "");
  EXPECT_THAT(fault("wavelength (THz),n,k\n" + good),
              testing::AllOf(place("1:13: unit of the wavelength"), HasSubstr("THz")));
  EXPECT_THAT(fault("frequency (nm),n,k\n" + good), place("1:12: unit of the frequency"));
  EXPECT_THAT(fault("wavelength,n,k\n" + good), place("1:1: \"wavelength\" has no unit"));
  EXPECT_THAT(fault("energy (eV),n,k\n" + good), place("1:1: unknown first column"));
  EXPECT_THAT(fault("wavelength (nm),eps',k\n" + good), place("1:22: unknown column \"k\""));
  EXPECT_THAT(fault("wavelength (nm),n,k,T\n" + good), place("1:21: a fourth column"));
  EXPECT_THAT(fault(head + good + "550,0.1,4\n"),
              place("4:1: \"550\" is out of order: the rows before it go up"));
  EXPECT_THAT(fault(head + good + "600,0.1,4\n"), place("4:1: \"600\" is given twice"));
  EXPECT_THAT(fault(head + "500,1,2\n600,0.2, -3\n"),
              place("3:10: k is -3: a medium that amplifies"));
  EXPECT_THAT(fault("wavelength (nm),eps',eps''\n500,1,-2\n600,2,3\n"), place("2:7: eps'' is -2"));
  EXPECT_THAT(fault(head + "500,1,2\n600,nan,3\n"), place("3:5: \"nan\" is not a finite number"));
  EXPECT_THAT(fault(head + "500,1,2\n600,,3\n"), place("3:5: \"\" is not a finite number"));
  EXPECT_THAT(fault(head + "500,1,2\n600,1\n"), place("3:1: 2 fields, but the header names 3"));
  EXPECT_THAT(fault(head + "500,1,2\n0,1,2\n"), place("3:1: \"0\" is not above 0"));
  EXPECT_THAT(fault(head + "500,1,2\n600,0,0\n"), place("3:5: a permittivity of 0"));
  EXPECT_THAT(fault(head + "500,1,2\n"), HasSubstr("fewer than two rows"));
  EXPECT_THAT(fault(""), HasSubstr("the table is empty"));
  EXPECT_THAT(message_of(sphere(R"("table": "none.csv")")), HasSubstr("none.csv"));
}

TEST(SpectralMedia, ComplexConstants) {
  expect_close(eps_of(sphere(R"("eps_r": [-10.5, -1.2])"), 5e14), Complex(-10.5, -1.2));
  expect_close(eps_of(sphere(R"("n": 1.5)"), 5e14), 2.25);
  expect_close(eps_of(sphere(R"("n": [0.2, 3.4])"), 5e14), Complex(0.2, -3.4) * Complex(0.2, -3.4));
  EXPECT_THAT(message_of(sphere(R"("eps_r": [-10, 1])")),
              testing::AllOf(StartsWith("case.json:3:35: "), HasSubstr("this amplifies")));
  EXPECT_THAT(message_of(sphere(R"("n": [0.2, -3])")), HasSubstr("k below 0 amplifies"));
  EXPECT_THAT(message_of(sphere(R"("n": 0)")), HasSubstr("n and k are not both 0"));
  EXPECT_THAT(message_of(sphere(R"("n": 2, "eps_r": 4)")), HasSubstr("both \"n\" and \"eps_r\""));
  EXPECT_THAT(message_of(sphere(R"("n": 2, "mu_r": 2)")), HasSubstr("a medium of mu_r 1"));
  // At several frequencies the constant stays, and that is said.
  const Case input = parse(sphere(R"("n": [0.2, 3.4])", "[\"500 THz\", \"400 THz\"]"));
  EXPECT_THAT(input.warnings, testing::Contains(HasSubstr("is taken as the same from 4e+14")));
}

TEST(SpectralMedia, ColeColeAndDjordjevicSarkar) {
  const double f = 5e14, tau = 1 / (2 * k_pi * f);
  // At 2 pi f tau = 1, j^(1 - alpha) = exp(j pi/2 (1 - alpha)).
  const Complex root = std::polar(1.0, k_pi / 2 * 0.8);
  expect_close(eps_of(sphere(fmt::format(R"("eps_inf": 4, "cole_cole":
                [ {{ "delta_eps": 10, "tau": {}, "alpha": 0.2 }} ])",
                                         tau)),
                      f),
               4.0 + 10.0 / (1.0 + root));
  const std::string laminate =
      R"("djordjevic_sarkar": { "eps_r": 4.2, "loss_tangent": 0.02, "f": "1 GHz" })";
  expect_close(eps_of(sphere(laminate), 1e9), Complex(4.2, -0.084)); // as given
  // The loss tangent stays over the band, and the real part falls.
  const Complex high = eps_of(sphere(laminate), 10e9), low = eps_of(sphere(laminate), 1e8);
  EXPECT_NEAR(-high.imag() / high.real(), 0.02, 0.001);
  EXPECT_LT(high.real(), 4.2);
  EXPECT_GT(low.real(), 4.2);
  EXPECT_THAT(message_of(sphere(R"("djordjevic_sarkar":
                { "eps_r": 4, "loss_tangent": 0.02, "f": "1 GHz", "f1": "2 GHz" })")),
              HasSubstr("must lie between \"f1\""));
  EXPECT_THAT(message_of(sphere(laminate + R"(, "loss_tangent": 0.1)")),
              HasSubstr("is the whole permittivity"));
}

TEST(SpectralMedia, ResolvedCasesRepeatThem) {
  for (
      const char *constants :
      {R"("eps_r": [-10.5, -1.2])", R"("n": [0.2, 3.4])", R"("n": 1.5)", R"("table": "gold.csv")",
       R"("eps_inf": 4, "cole_cole": [ { "delta_eps": 10, "tau": 1e-12, "alpha": 0.2 } ])",
       R"("djordjevic_sarkar": { "eps_r": 4.2, "loss_tangent": 0.02, "f": "1 GHz", "f1": 1e4 })"}) {
    write_table("frequency (THz),eps',eps''\n400,-20,1\n600,-10,2\n");
    const Case first = parse(sphere(constants));
    const Case second = parse(first.resolved.dump());
    EXPECT_EQ(first.resolved, second.resolved) << constants;
    EXPECT_EQ(permittivity(first.material("gold"), 5e14),
              permittivity(second.material("gold"), 5e14))
        << constants;
  }
}

TEST(SpectralMedia, MethodsInTimeRefuseThemWithTheReason) {
  write_table("frequency (THz),eps',eps''\n400,-20,1\n600,-10,2\n");
  for (const char *method : {"dgtd", "dgatd", "fem"})
    for (const char *constants :
         {R"("table": "gold.csv")", R"("n": [0.2, 3])", R"("eps_r": [4, -0.1])"})
      EXPECT_THAT(message_of(cavity(method, constants)),
                  testing::AnyOf(HasSubstr("in time"), HasSubstr("holds at frequencies")))
          << method << " " << constants;
  EXPECT_THAT(message_of(cavity("dgtd", R"("cole_cole": [])")), HasSubstr("fractional powers"));
}

// A strong resonance outweighs a wide negative one near itself, and not far below.
constexpr const char *k_both_signs = R"("eps_inf": 2, "lorentz": [
  { "delta_eps": 2, "f0": "500 THz", "gamma": "100 THz" },
  { "delta_eps": -0.5, "f0": "500 THz", "gamma": "600 THz" } ])";

TEST(SpectralMedia, PolesOfAnySignMustBePassiveInTheBand) {
  EXPECT_EQ(message_of(sphere(k_both_signs, "\"500 THz\"")), "");
  EXPECT_THAT(message_of(sphere(k_both_signs, "\"100 THz\"")), HasSubstr("Im eps_r is +0.0"));
  const std::string amplifies = R"("eps_inf": 2, "lorentz": [
    { "delta_eps": -0.5, "f0": "500 THz", "gamma": "300 THz" } ])";
  EXPECT_THAT(
      message_of(sphere(amplifies)),
      testing::AllOf(StartsWith("case.json:3:24: the poles of material \"gold\", of which a"),
                     HasSubstr("Im eps_r is +0.83")));
  // Losses of a conductor outweigh the gain: sigma / (2 pi f eps0) = 0.9 there.
  EXPECT_EQ(message_of(sphere(amplifies + R"(, "sigma": 2.5e4)")), "");
  EXPECT_THAT(message_of(sphere(R"("lorentz": [ { "delta_eps": 0, "f0": 1e14, "gamma": 1e12 } ])")),
              HasSubstr("no strength"));
}

TEST(SpectralMedia, InTimePolesMustBePassiveAtAllFrequencies) {
  // Equal resonances but for the strengths: passive everywhere.
  const std::string passive = R"("eps_inf": 2, "lorentz": [
    { "delta_eps": 2, "f0": "5 GHz", "gamma": "1 GHz" },
    { "delta_eps": -1, "f0": "5 GHz", "gamma": "1.5 GHz" } ])";
  EXPECT_EQ(message_of(cavity("dgtd", passive)), "");
  EXPECT_THAT(
      message_of(cavity("dgtd", passive, R"(, "discretization": { "dispersion": "recursive" })")),
      HasSubstr("\"dispersion\": \"ode\""));
  EXPECT_THAT(message_of(cavity("dgtd", R"("eps_inf": 2, "lorentz": [
    { "delta_eps": 2, "f0": "5 GHz", "gamma": "1 GHz" },
    { "delta_eps": -1, "f0": "5 GHz", "gamma": "3 GHz" } ])")),
              HasSubstr("in time, and of resonances, the fields have all frequencies"));
}

} // namespace
} // namespace curlew::test
