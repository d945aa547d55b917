// The variants give the same fields to rounding: `stored` assembles by quadrature what `packed` and
// `nodal` compute from universal tables.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/stored/stored_row.hpp>

#include <algorithm>
#include <vector>

namespace curlew::dgtd::testing {
namespace {

constexpr Discretization k_all[] = {
    {"central", "mixed", 1},     {"central", "full", 1},    {"central", "mixed", 2},
    {"central", "full", 2},      {"dfdd", "mixed", 1},      {"dfdd", "full", 1},
    {"dfdd", "mixed", 2},        {"dfdd", "full", 2},       {"upwind", "mixed", 1},
    {"upwind", "full", 1},       {"upwind", "mixed", 2},    {"upwind", "full", 2},
    {"central", "full", 1, 0.3}, {"central", "mixed", 2, 1}};

// Their stored matrices are large: fewer tets.
constexpr Discretization k_high[] = {
    {"central", "full", 3}, {"central", "full", 4}, {"dfdd", "full", 3},        {"dfdd", "full", 4},
    {"upwind", "full", 3},  {"upwind", "full", 4},  {"central", "full", 3, 0.5}};

TetMesh room(const std::array<Index, 3> &cells) {
  TetMesh mesh = make_box({1.0, 0.8, 0.6}, cells, {0, 0, 0}, 0.25, 1);
  mark_volume(mesh, "core", [](std::size_t, const Point &p) { return p[0] > 0.5 && p[2] < 0.4; });
  mark_volume(mesh, "metal", [](std::size_t, const Point &p) { return p[0] < 0.2 && p[1] < 0.3; });
  return mesh;
}

// Returns a case with every wall, tensors of both media, electric and magnetic losses, currents at
// a point and in a region, a conductor inside.
Case whole_case(const Discretization &discretization) {
  Case input = vacuum_case(discretization);
  Material crystal = medium("crystal");
  crystal.eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  crystal.mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  crystal.sigma = {{4e-4, 2e-4, 6e-4, 8e-5, 0, -6e-5}};
  crystal.sigma_m = {{20, 40, 30, 2, 4, 0}};
  Material metal = medium("metal");
  metal.pec = true;
  input.materials[0].sigma = SymmetricTensor::isotropic(2e-4);
  input.materials[0].sigma_m = SymmetricTensor::isotropic(20);
  input.materials.push_back(crystal);
  input.materials.push_back(metal);
  input.regions["core"] = "crystal";
  input.regions["metal"] = "metal";
  input.boundaries.push_back({"y-", Abc{}});
  input.boundaries.push_back({"y+", Pmc{}});
  input.boundaries.push_back({"z+", Pmc{}});
  input.excitations = {
      {"point",
       CurrentSource{
           CurrentPoint{{0.61, 0.33, 0.48}}, {0.48, 0.6, 0.64}, 2, gaussian_derivative(500e6)}},
      {"region",
       CurrentSource{CurrentGroup{"core"}, {0.8, 0, 0.6}, 3, gaussian_derivative(700e6)}}};
  // Absorbing walls need an isotropic medium in front of them.
  input.boundaries.push_back({"x-", Abc{}});
  return input;
}

void append(const CellFields &fields, std::vector<double> &electric,
            std::vector<double> &magnetic) {
  electric.insert(electric.end(), fields.electric.begin(), fields.electric.end());
  magnetic.insert(magnetic.end(), fields.magnetic.begin(), fields.magnetic.end());
}

void expect_the_same_fields(const Discretization &one, const std::array<Index, 3> &cells,
                            double tolerance) {
  Case input = whole_case(one);
  TetMesh mesh = room(cells);
  // The crystal touches y-; the part that does becomes vacuum.
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    for (const Index node : mesh.tets[t])
      if (mesh.points[node][1] < 1e-9 && mesh.tet_group[t] != 0 &&
          mesh.groups[mesh.tet_group[t]].name == "core")
        for (std::size_t g = 0; g < mesh.groups.size(); ++g)
          if (mesh.groups[g].name == "volume")
            mesh.tet_group[t] = static_cast<Index>(g);
  const Simulation simulation = prepare(input, mesh);
  Steps packed(simulation, 0.95 * simulation.dt_limit_s, "packed");
  // Errors after 200 steps are relative to the largest field: losses and walls absorb most of it.
  const auto advance = [](Steps &steps) {
    CellFields fields;
    for (int k = 0; k < 10; ++k) {
      steps.advance(19);
      append(steps.observe(), fields.electric, fields.magnetic);
    }
    return fields;
  };
  const CellFields expected = advance(packed);
  for (const std::string variant : {"stored", "nodal"}) {
    if (variant == "nodal" && !has_nodal(one))
      continue;
    Steps steps(simulation, 0.95 * simulation.dt_limit_s, variant);
    const CellFields fields = advance(steps);
    EXPECT_LT(difference(fields.electric, expected.electric), tolerance)
        << name_of(one) << " " << variant;
    EXPECT_LT(difference(fields.magnetic, expected.magnetic), tolerance)
        << name_of(one) << " " << variant;
    // Coefficients of flat tets are larger than their fields.
    EXPECT_LT(difference(packed.scheme().save().at("h"), steps.scheme().save().at("h")), 1e-11)
        << name_of(one) << " " << variant;
  }
  // The twin: a step more is another field.
  const CellFields late = packed.observe();
  EXPECT_GT(difference(late.electric, packed.observe().electric), 1e-6) << name_of(one);
}

// Each entry of the matrices of `stored` has a place of its own, and no place is left over.
TEST(DgtdVariants, StoredRowsHaveOnePlaceForEachEntry) {
  const int sizes[][3] = {{6, 3, 6},    {12, 6, 12},  {20, 8, 20},
                          {30, 12, 15}, {60, 20, 20}, {105, 30, 21}}; // n, nf, rows at a time
  for (const auto &[n, nf, tile] : sizes)
    for (const bool has_jumps : {false, true})
      for (const bool has_double : {false, true}) {
        const StoredRow row{n, nf, has_jumps, has_double};
        std::vector<int> uses(row.size(), 0);
        for (int i = 0; i < n; ++i) {
          for (int j = 0; j < n; ++j) {
            ++uses.at(row.keep(i, j));
            ++uses.at(row.other(i, j));
            if (has_double) {
              ++uses.at(row.from_double(i, j));
              ++uses.at(row.double_keep(i, j));
              ++uses.at(row.double_gain(i, j));
            }
          }
          for (int face = 0; face < 4; ++face)
            for (int j = 0; j < nf; ++j) {
              ++uses.at(row.other_trace(face, i, j));
              if (has_jumps)
                ++uses.at(row.own_trace(face, i, j));
            }
        }
        EXPECT_EQ(std::count(uses.begin(), uses.end(), 1), row.size()) << n;
        EXPECT_EQ(row.size(), (has_double ? 5 : 2) * n * n + (has_jumps ? 8 : 4) * n * nf);
        EXPECT_EQ(stored_tile(n), tile);
        // In the order of memory: the rows of a tile, then the next column.
        EXPECT_EQ(row.keep(1, 0), 1);
        EXPECT_EQ(row.keep(0, 1), tile);
      }
}

TEST(DgtdVariants, GiveTheSameFields) {
  for (const Discretization &one : k_all)
    expect_the_same_fields(one, {3, 2, 2}, 1e-12);
}

TEST(DgtdVariants, GiveTheSameFieldsInHighOrders) {
  for (const Discretization &one : k_high)
    expect_the_same_fields(one, {2, 2, 1}, 1e-11); // measured: 3.4e-12 in dfdd of fourth order
}

TEST(DgtdVariants, EveryBackendAgrees) {
  for (const Discretization &one : {k_all[1], k_all[6], k_all[8]}) {
    Case input = vacuum_case(one);
    const Simulation simulation =
        prepare(input, make_box({1.0, 0.8, 0.6}, {4, 3, 2}, {0, 0, 0}, 0.25, 1));
    Steps serial(simulation, 0.95 * simulation.dt_limit_s);
    serial.start_at_random();
    for (const Backend backend : compiled_backends()) {
      Steps other(simulation, 0.95 * simulation.dt_limit_s, "packed", backend);
      other.scheme().load(serial.scheme().save());
      Steps again(simulation, 0.95 * simulation.dt_limit_s);
      again.scheme().load(serial.scheme().save());
      other.advance(100);
      again.advance(100);
      EXPECT_LT(difference(other.scheme().save().at("e"), again.scheme().save().at("e")), 1e-12)
          << name_of(one) << " " << to_string(backend);
    }
  }
}

TEST(DgtdStates, GoOnWithTheSameBits) {
  for (const Discretization &one : k_all) {
    const Simulation simulation =
        prepare(vacuum_case(one), make_box({1.0, 0.8, 0.6}, {2, 2, 2}, {0, 0, 0}, 0.25, 1));
    Steps whole(simulation, 0.95 * simulation.dt_limit_s);
    whole.start_at_random();
    whole.advance(10);
    Steps second(simulation, 0.95 * simulation.dt_limit_s);
    second.scheme().load(whole.scheme().save());
    whole.advance(10);
    second.advance(10);
    EXPECT_EQ(whole.scheme().save(), second.scheme().save()) << name_of(one);
  }
}

} // namespace
} // namespace curlew::dgtd::testing
