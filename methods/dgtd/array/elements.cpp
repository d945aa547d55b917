#include <curlew/methods/dgtd/array/elements.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/memory.hpp>
#include <curlew/core/mesh/array_mesh.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace curlew::dgtd {
namespace {

// True for a boundary that each antenna has for itself.
bool is_of_elements(const Boundary &boundary) {
  switch (role_of(boundary)) {
  case FaceRole::lumped:
  case FaceRole::wave_port:
  case FaceRole::imposed:
    return true;
  case FaceRole::unsolved:
  case FaceRole::inner:
  case FaceRole::electric_wall:
  case FaceRole::magnetic_wall:
  case FaceRole::absorbing:
  case FaceRole::impedance:
  case FaceRole::layer_end:
  case FaceRole::periodic:
    break;
  }
  return false;
}

class Elements {
public:
  explicit Elements(const Case &input) : counts_(input.mesh.array->counts) {
    for (const Boundary &boundary : input.boundaries)
      ports_ += holds<PortSpec>(boundary);
  }

  double count() const { return static_cast<double>(counts_[0]) * counts_[1]; }

  template <class F> void for_each(F &&f) const {
    for (Index j = 0; j < counts_[1]; ++j)
      for (Index i = 0; i < counts_[0]; ++i)
        f(i, j);
  }

  Boundary boundary(const Boundary &of_cell, Index i, Index j) const {
    Boundary one = of_cell;
    one.group = element_name(of_cell.group, i, j);
    if (auto *spec = std::get_if<PortSpec>(&one.condition))
      spec->index = port(spec->index, i, j);
    return one;
  }

  Excitation excitation(const Excitation &of_cell, Index i, Index j) const {
    Excitation one = of_cell;
    auto &source = std::get<PortSource>(one.source);
    source.element = {i, j};
    source.feeds.front().port = port(source.feeds.front().port, i, j);
    return one;
  }

private:
  int port(int of_cell, Index i, Index j) const { return of_cell + ports_ * (i + counts_[0] * j); }

  std::array<Index, 2> counts_;
  int ports_ = 0; // ports of a cell
};

void require_numbers(const Case &input, const Elements &elements) {
  double networks = 0;
  for (const Boundary &boundary : input.boundaries) {
    const FaceRole role = role_of(boundary);
    networks += role == FaceRole::lumped ? elements.count() : role == FaceRole::impedance;
  }
  constexpr int k_most = std::numeric_limits<std::int16_t>::max();
  if (networks > k_most)
    throw InputError(fmt::format("{}: the antennas have {:.0f} lumped ports and elements, and a "
                                 "problem has {} at most; take wave ports, or fewer antennas",
                                 input.where("/mesh/array/counts"), networks, k_most));
}

// Throws ResourceError where the lists of boundaries do not fit into memory, before a mesh is made.
void require_lists(const Case &input, const Elements &elements) {
  constexpr double k_name_bytes = 64; // a name, and the overhead of the allocator
  const auto of_elements =
      std::count_if(input.boundaries.begin(), input.boundaries.end(), is_of_elements);
  require_memory(elements.count(), "antennas",
                 static_cast<double>(of_elements) * (sizeof(Boundary) + k_name_bytes),
                 input.where("/mesh/array/counts"));
}

} // namespace

Case with_elements(Case input) {
  if (!input.mesh.array)
    return input;
  const Elements elements(input);
  require_numbers(input, elements);
  require_lists(input, elements);
  std::vector<Boundary> boundaries;
  for (const Boundary &boundary : input.boundaries)
    if (is_of_elements(boundary))
      elements.for_each(
          [&](Index i, Index j) { boundaries.push_back(elements.boundary(boundary, i, j)); });
    else
      boundaries.push_back(boundary);
  // Excitations of all antennas come before those of one antenna, which override them. The others
  // keep their places, by which messages find them.
  std::vector<Excitation> of_one;
  const std::size_t given = input.excitations.size();
  for (std::size_t k = 0; k < given; ++k) {
    const Excitation of_cell = input.excitations[k];
    const auto *source = std::get_if<PortSource>(&of_cell.source);
    if (source == nullptr)
      continue;
    if (source->element) {
      const auto [i, j] = *source->element;
      input.excitations[k] = elements.excitation(of_cell, i, j);
      of_one.push_back(input.excitations[k]);
      continue;
    }
    input.excitations[k] = elements.excitation(of_cell, 0, 0);
    elements.for_each([&](Index i, Index j) {
      if (i + j > 0)
        input.excitations.push_back(elements.excitation(of_cell, i, j));
    });
  }
  for (Excitation &one : of_one)
    input.excitations.push_back(std::move(one));
  input.boundaries = std::move(boundaries);
  return input;
}

std::vector<std::string> element_groups(const Case &input) {
  const std::string first = element_name("", 0, 0);
  std::vector<std::string> groups;
  for (const Boundary &boundary : input.boundaries) {
    const std::string &name = boundary.group;
    if (is_of_elements(boundary) && name.size() > first.size() &&
        name.compare(name.size() - first.size(), first.size(), first) == 0)
      groups.push_back(name.substr(0, name.size() - first.size()));
  }
  return groups;
}

} // namespace curlew::dgtd
