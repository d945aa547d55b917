#include <curlew/methods/fdfd/problem.hpp>

#include <algorithm>

namespace curlew::fdfd {
namespace {

// Returns the position of a component of E, or of H, m.
std::array<double, 3> position_m(const std::array<Axis, 3> &axes, int component,
                                 const std::array<Index, 3> &at, bool is_electric) {
  std::array<double, 3> position_m;
  for (int d = 0; d < 3; ++d)
    position_m[d] = (d == component) == is_electric ? axes[d].half_m(at[d]) : axes[d].node_m(at[d]);
  return position_m;
}

} // namespace

Problem::VectorEntry Problem::at(Offset of_vector) const {
  const Offset entry = of_vector % size(), row = entry / count(0);
  return {static_cast<int>(of_vector / size()),
          {static_cast<Index>(entry % count(0)), static_cast<Index>(row % count(1)),
           static_cast<Index>(row / count(1))}};
}

bool Problem::is_bloch() const {
  return std::any_of(axes.begin(), axes.end(), [](const Axis &axis) { return axis.is_bloch(); });
}

bool Problem::is_background(int component, Index k, Offset entry) const {
  const std::uint16_t id = eps_id[component][entry];
  return id != 0 && eps[id] == layers.at(component, k) && !is_coupled(id);
}

bool Problem::is_boundary_fixed(int component, const std::array<Index, 3> &at,
                                bool is_electric) const {
  for (int d = 0; d < 3; ++d) {
    const bool on_half = (d == component) == is_electric;
    if (on_half ? axes[d].half_is_fixed(at[d]) : axes[d].node_is_fixed(at[d]))
      return true;
  }
  return false;
}

std::array<double, 3> Problem::e_position_m(int component, Index i, Index j, Index k) const {
  return position_m(axes, component, {i, j, k}, true);
}

std::array<double, 3> Problem::h_position_m(int component, Index i, Index j, Index k) const {
  return position_m(axes, component, {i, j, k}, false);
}

double Problem::free_share(Offset of_vector) const {
  const auto found =
      std::lower_bound(cut_edges.begin(), cut_edges.end(), of_vector,
                       [](const auto &one, Offset entry) { return one.first < entry; });
  return found != cut_edges.end() && found->first == of_vector ? found->second : 1;
}

complex Problem::weight(int component, Index i, Index j, Index k) const {
  const std::array<Index, 3> at{i, j, k};
  complex product = 1;
  for (int d = 0; d < 3; ++d)
    product *= d == component ? axes[d].half_length[at[d]] : axes[d].node_length[at[d]];
  return product;
}

} // namespace curlew::fdfd
