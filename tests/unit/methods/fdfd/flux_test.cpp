// Power through boxes and planes of the grid, of fields that solve nothing.
#include "plain_operator.hpp"
#include "random_problem.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/methods/fdfd/outputs/flux.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

FluxSurface box_between(const Place &first, const Place &last) {
  FluxSurface box;
  box.nodes = {first, last};
  return box;
}

// Membership of an entry in a box: off open faces, and with these included.
struct Shares {
  bool inside = true, with_faces = true;
};

Shares shares_of(const Problem &problem, const FluxSurface &box, int component, Place at) {
  Shares shares;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const Index first = box.nodes.first[d], last = box.nodes.last[d];
    const bool is_whole = axis.is_periodic() && last - first == axis.cells;
    const bool low_open = axis.is_periodic() ? !is_whole : first > 0,
               high_open = axis.is_periodic() ? !is_whole : last < axis.cells;
    if (axis.is_periodic() && !is_whole && d != component && at[d] == 0 && last == axis.cells)
      at[d] = last; // the same node
    if (d == component) {
      shares.with_faces = shares.with_faces && at[d] >= first && at[d] < last;
    } else {
      shares.with_faces = shares.with_faces && at[d] >= first && at[d] <= last;
      shares.inside =
          shares.inside && !(low_open && at[d] == first) && !(high_open && at[d] == last);
    }
  }
  shares.inside = shares.inside && shares.with_faces;
  return shares;
}

// Returns the power that the field loses to the currents J = curl H - j omega eps0 E of an
// arbitrary E, -1/2 Re sum E . J* dV, with weights for entries inside and on the faces.
double work_on(const YeeFields &fields, const FluxSurface &box, double inside, double on_faces) {
  const Problem &problem = fields.problem();
  const auto curl = plain_curl_of_h(problem, magnetic_field(fields));
  const complex j_omega_eps0(0, problem.wavenumber / k_eta0);
  double work = 0;
  for_each_entry(problem, [&](int c, const Place &at, Offset entry) {
    const Shares shares = shares_of(problem, box, c, at);
    if (!shares.with_faces)
      return;
    const complex e = fields.electric(c, at);
    work -= 0.5 * (shares.inside ? inside : on_faces) *
            (e * std::conj(curl[entry] - j_omega_eps0 * e)).real() *
            problem.weight(c, at[0], at[1], at[2]).real();
  });
  return work;
}

struct Box {
  const char *walls;
  Place first, last;
};

class FluxThroughABox : public ::testing::TestWithParam<Box> {};

// The theorem holds for any field, with half the weight on open faces; walls and whole periods
// close the box.
TEST_P(FluxThroughABox, IsPoyntingsTheorem) {
  for (const Walls &walls : all_walls()) {
    if (walls.name != GetParam().walls)
      continue;
    const Problem problem = random_problem(walls, {13, 11, 12}, false);
    const auto e = random_vector(problem, 3);
    const YeeFields fields(problem, e);
    const FluxSurface box = box_between(GetParam().first, GetParam().last);
    const double power = power_through(fields, box);
    const double work = work_on(fields, box, 1, 0.5);
    const double size = std::abs(work_on(fields, box, 1, 0)) + std::abs(power);
    EXPECT_LT(std::abs(power - work), 1e-12 * size);
    EXPECT_EQ(power_through(fields, box, 1), power_through(fields, box, 3));
    for (const double on_faces : {0.0, 1.0}) // the twins
      EXPECT_GT(std::abs(power - work_on(fields, box, 1, on_faces)), 1e-3 * size);
  }
}

// Layers are 3 cells.
INSTANTIATE_TEST_SUITE_P(
    OnTheGrid, FluxThroughABox,
    ::testing::Values(Box{"pml", {3, 3, 3}, {10, 8, 9}}, Box{"pml", {5, 4, 6}, {7, 6, 7}},
                      Box{"pec", {0, 3, 2}, {6, 11, 9}}, Box{"pmc", {0, 3, 2}, {6, 11, 12}},
                      Box{"mixed", {0, 0, 4}, {10, 6, 12}},
                      Box{"mixed_again", {0, 3, 0}, {13, 11, 9}},
                      Box{"periodic", {0, 0, 0}, {13, 6, 12}},
                      Box{"periodic", {2, 3, 0}, {9, 11, 5}}, Box{"bloch", {0, 0, 4}, {13, 11, 8}},
                      Box{"bloch", {0, 2, 3}, {5, 11, 9}}, Box{"bloch_z", {3, 0, 7}, {8, 5, 12}}),
    [](const auto &info) { return info.param.walls + std::to_string(info.index); });

// Nothing can leave a box that only walls and whole periods bound.
TEST(Flux, ThroughNoFaceIsZero) {
  const Problem problem = random_problem(all_walls()[5], {7, 6, 5}, false);
  const auto e = random_vector(problem, 3);
  EXPECT_EQ(power_through(YeeFields(problem, e), box_between({0, 0, 0}, {7, 6, 5})), 0);
}

// E_x = exp(-jkz), H_y = E_x / eta0: cos(kh/2) of the power of a wave, on a rectangle of any size.
TEST(Flux, OfAWaveThroughAPlane) {
  Walls walls;
  walls.low.fill(Wall::pml);
  walls.high.fill(Wall::pml);
  Problem problem = random_problem(walls, {13, 11, 16}, false);
  for (auto &ids : problem.eps_id)
    ids.assign(problem.size(), 1);
  IncidentWave wave;
  wave.wave_vector[2] = problem.wavenumber;
  wave.electric_amplitude[0] = 1;
  wave.magnetic_amplitude[1] = 1 / k_eta0;
  const std::vector<complex> none(problem.unknowns());
  const YeeFields fields(problem, none, wave);
  FluxSurface plane = box_between({3, 4, 8}, {9, 8, 8});
  plane.is_box = false;
  const double area_m2 = 6 * 1.0 * 4 * 0.8, h_m = 1.3;
  EXPECT_NEAR(power_through(fields, plane) * 2 * k_eta0 /
                  (area_m2 * std::cos(problem.wavenumber * h_m / 2)),
              1, 1e-12);
  plane.axis = 0; // no flux across
  plane.nodes = {{6, 4, 4}, {6, 8, 9}};
  EXPECT_EQ(power_through(fields, plane), 0);
}

} // namespace
} // namespace curlew::fdfd::testing
