#pragma once

#include "fixtures.hpp"

#include <curlew/methods/dgtd/array/array_problem.hpp>
#include <curlew/methods/dgtd/array/elements.hpp>
#include <curlew/tests/unit/array_fixtures.hpp>

#include <algorithm>
#include <optional>

// Arrays of square coaxial lines as cases and problems of method dgtd.
namespace curlew::dgtd::testing {

using curlew::testing::SquareCoaxArray;

inline Excitation wave(const char *name, std::optional<std::array<Index, 2>> element,
                       double amplitude_v, double delay_s) {
  PortSource source;
  source.feeds = {{1, amplitude_v, 0}};
  source.is_in_time = true;
  source.delay_s = delay_s;
  source.waveform = gaussian_derivative(4e9);
  source.element = element;
  return {name, source};
}

// Returns a case of equal antennas, one of them stronger and later; absorbing walls around.
inline Case array_case(const Discretization &discretization, std::array<Index, 2> counts) {
  Case input = vacuum_case(discretization);
  Material metal = medium("metal");
  metal.pec = true;
  input.materials.push_back(metal);
  input.regions = {{"air", "vacuum"}, {"metal", "metal"}};
  PortSpec feed;
  feed.form = TemPort();
  input.boundaries = {{"default", Abc{}}, {"feed", feed}};
  input.mesh.array = MeshSpec::Array();
  input.mesh.array->counts = counts;
  input.mesh.array->pitch_m = {SquareCoaxArray::k_pitch_m, SquareCoaxArray::k_pitch_m};
  input.excitations = {wave("all", std::nullopt, 1, 0),
                       wave("one", std::array<Index, 2>{counts[0] - 1, 0}, 2, 5e-11)};
  return with_elements(input);
}

inline Problem joined_problem(const Case &input, const SquareCoaxArray &array) {
  ArrayMesh joined = join_cells(array.cells());
  return make_problem(input, std::move(joined.mesh), 0, std::move(joined.copies));
}

inline double largest(const std::vector<double> &values) {
  double result = 0;
  for (const double value : values)
    result = std::max(result, std::abs(value));
  return result;
}

// Returns the problem made from the tables of 3 x 3 antennas at most.
inline Problem repeated_problem(const Case &input, const Communicator &ranks = Communicator()) {
  const Case small = small_array_case(input);
  return make_array_problem(input, small,
                            join_cells(SquareCoaxArray(small.mesh.array->counts).cells()), ranks);
}

} // namespace curlew::dgtd::testing
