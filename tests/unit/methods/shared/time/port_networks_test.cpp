// S-parameters from records of ports, and their warnings, with made records: no method, no mesh.
#include <curlew/methods/shared/time/port_networks.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>

#include <gmock/gmock.h>

#include <array>
#include <cmath>

namespace curlew {
namespace {

using complex = std::complex<double>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double k_dt_s = 1e-11;
constexpr int k_steps = 2000;
using Matrix = std::array<std::array<double, 2>, 2>; // S of a network without delay

Case two_ports() {
  Case input;
  input.path = "case.json";
  input.frequencies_hz = {1e9, 1.5e9};
  input.outputs.s_parameters.emplace();
  for (const int index : {1, 2}) {
    Boundary boundary;
    boundary.group = "port";
    PortSpec port;
    port.index = index;
    port.excited = true;
    boundary.condition = port;
    input.boundaries.push_back(boundary);
  }
  return input;
}

NetworkPorts fifty_ohm(bool is_matched = true) {
  NetworkPorts ports;
  ports.indices = {1, 2};
  ports.references = [](double) { return PortReferences{{50, 50}, {50, 50}, {50, 50}, {1, 1}}; };
  ports.is_matched = is_matched;
  return ports;
}

// Records of a run. A share of the wave into the driven port also enters the other one, and a line
// of this amplitude rings on at the first frequency.
PortRecorder record(const Case &input, std::size_t run, const Matrix &s, double other = 0,
                    double line = 0) {
  PortRecorder recorder({50, 50}, input.frequencies_hz, k_dt_s, k_steps);
  for (int step = 0; step < k_steps; ++step) {
    const double pulse = std::exp(-std::pow((step - 50) / 10.0, 2));
    const double ring = line * std::cos(2 * k_pi * input.frequencies_hz[0] * step * k_dt_s);
    std::vector<double> in(2), total(2);
    in[run] = pulse;
    in[1 - run] = other * pulse;
    for (std::size_t p = 0; p < 2; ++p)
      total[p] = in[p] + s[p][0] * in[0] + s[p][1] * in[1] + ring;
    recorder.add(step, in, total);
  }
  return recorder;
}

PortNetworks networks_of(const Case &input, const NetworkPorts &ports, const Matrix &s,
                         double other = 0, double line = 0) {
  PortNetworks networks(input, ports);
  for (std::size_t run = 0; run < networks.run_count(); ++run)
    networks.add_run(run, record(input, run, s, other, line), {});
  return networks;
}

std::vector<std::string> warnings_of(const Matrix &s, double line = 0,
                                     bool has_frequency_domain = false) {
  const Case input = two_ports();
  NetworkPorts ports = fifty_ohm();
  ports.has_frequency_domain = has_frequency_domain;
  const PortNetworks networks = networks_of(input, ports, s, 0, line);
  return networks.warnings(networks.scattering());
}

constexpr Matrix k_passive{{{0.6, 0.8}, {0.8, -0.6}}};

TEST(PortNetworks, GiveTheMatrixOfTheNetwork) {
  const Case input = two_ports();
  for (const bool is_matched : {true, false}) {
    // Without a match waves come in at both ports.
    const double other = is_matched ? 0 : 0.3;
    const PortNetworks networks = networks_of(input, fifty_ohm(is_matched), k_passive, other);
    for (const auto &[frequency_hz, s] : networks.scattering()) {
      ASSERT_EQ(s.size(), 4u);
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
          EXPECT_LT(std::abs(s[2 * i + j] - k_passive[i][j]), 1e-12) << frequency_hz;
    }
  }
  // Twin: waves at both ports, taken for those of matched ones.
  const PortNetworks wrong = networks_of(input, fifty_ohm(), k_passive, 0.3);
  EXPECT_GT(std::abs(wrong.scattering().at(1e9)[0] - k_passive[0][0]), 0.1);
}

TEST(PortNetworks, MoveReferencePlanesAndRenormalise) {
  const Case input = two_ports();
  NetworkPorts ports = fifty_ohm();
  const complex turn = std::polar(1.0, 0.7);
  ports.references = [&](double) {
    return PortReferences{{50, 50}, {50, 50}, {50, 100}, {turn, 1}};
  };
  const PortNetworks networks = networks_of(input, ports, k_passive);
  const ScatteringMatrix expected =
      renormalise({0.6 * turn * turn, 0.8 * turn, 0.8 * turn, -0.6}, {50, 50}, {50, 100});
  const ScatteringMatrix found = networks.scattering().at(1.5e9);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(std::abs(found[i] - expected[i]), 1e-12) << i;
}

TEST(PortNetworks, APassiveReciprocalNetworkThatDiesAwayIsNotWarnedOf) {
  EXPECT_THAT(warnings_of(k_passive), IsEmpty());
}

TEST(PortNetworks, ARingingResonanceIsWarnedOf) {
  // The last tenth has 7e-5 of the energy, and moves S by about 0.008.
  constexpr double k_line = 1.2e-3;
  constexpr Matrix lossy{{{0.5, 0.3}, {0.3, 0.5}}};
  EXPECT_THAT(warnings_of(lossy, k_line, true),
              ElementsAre(::testing::MatchesRegex(
                  "case.json: the last tenth of the run moved S by up to 0.*: a resonance still "
                  "rings, and what is missing can be many times as much; take a longer "
                  "\"duration\", or solve at the frequencies, without \"time\"")));
  EXPECT_THAT(warnings_of(lossy, k_line),
              ElementsAre(::testing::EndsWith("take a longer \"duration\"")));
  EXPECT_THAT(warnings_of(lossy, 0.1 * k_line, true), IsEmpty());
}

// The energy says more than the sums of the frequencies, and is warned of alone.
TEST(PortNetworks, ARecordThatEndsEarlyIsWarnedOf) {
  EXPECT_THAT(warnings_of(k_passive, 0.1),
              ::testing::Contains(HasSubstr("came in the last tenth of the run: S is off by")));
  EXPECT_THAT(warnings_of(k_passive, 0.1), ::testing::Not(::testing::Contains(HasSubstr("rings"))));
}

TEST(PortNetworks, AnActiveNetworkIsWarnedOf) {
  EXPECT_THAT(
      warnings_of({{{0.6, 0.9}, {0.9, 0.6}}}),
      ElementsAre(::testing::EndsWith(
          "the largest singular value of S is 1 + 0.5 (and at 2 of 2 frequencies it is "
          "beyond 0.005): more comes out than went in; the record is too short, or the mesh "
          "too coarse. With \"passive\": true the nearest passive S is written")));
}

TEST(PortNetworks, ANetworkThatIsNotReciprocalIsWarnedOf) {
  EXPECT_THAT(warnings_of({{{0, 0.5}, {0.9, 0}}}),
              ElementsAre(HasSubstr("S[i][j] and S[j][i] differ by 0.4")));
  // With the column of one port only, nothing can be compared.
  Case input = two_ports();
  std::get<PortSpec>(input.boundaries[1].condition).excited = false;
  const PortNetworks networks = networks_of(input, fifty_ohm(), {{{0, 0.5}, {0.9, 0}}});
  EXPECT_THAT(networks.warnings(networks.scattering()), IsEmpty());
}

TEST(PortNetworks, AFrequencyWithoutAWaveIsRefused) {
  const Case input = two_ports();
  PortNetworks networks(input, fifty_ohm());
  const PortRecorder silent({50, 50}, input.frequencies_hz, k_dt_s, k_steps);
  EXPECT_THROW(networks.add_run(0, silent, {1, 1}), InputError);
  EXPECT_NO_THROW(networks.add_run(0, silent, {0, 0}));
  EXPECT_TRUE(networks.scattering({0, 0}).at(1e9).empty());
}

TEST(PortNetworks, RunsHaveFilesOfTheirOwn) {
  Case input = two_ports();
  const PortNetworks both(input, fifty_ohm());
  EXPECT_EQ(both.run_count(), 2u);
  EXPECT_THAT(both.files(1), ElementsAre("port_1_from_2.csv", "port_2_from_2.csv"));
  EXPECT_GT(both.drives_end_s(), 0);
  std::get<PortSpec>(input.boundaries[1].condition).excited = false;
  EXPECT_THAT(PortNetworks(input, fifty_ohm()).files(0), ElementsAre("port_1.csv", "port_2.csv"));
}

} // namespace
} // namespace curlew
