#include <curlew/methods/fdfd/thin/constant_editor.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/solve/entries.hpp>

#include <string>

namespace curlew::fdfd {

ConstantEditor::ConstantEditor(Problem &problem, Field field)
    : problem_(problem), ids_(field == Field::electric ? problem.eps_id : problem.mu_id),
      constants_(field == Field::electric ? problem.eps : problem.mu) {
  for (std::size_t i = 1; i < constants_.size(); ++i)
    known_.try_emplace({constants_[i].real(), constants_[i].imag()}, static_cast<std::uint16_t>(i));
}

void ConstantEditor::set(int component, const std::array<Index, 3> &at, complex value) {
  constexpr std::size_t k_most = 65535;
  const auto [known, is_new] = known_.try_emplace({value.real(), value.imag()},
                                                  static_cast<std::uint16_t>(constants_.size()));
  if (is_new) {
    if (constants_.size() >= k_most)
      throw ResourceError("sheets and wires bring more different constants to the grid's entries "
                          "than " +
                          std::to_string(k_most) +
                          ", which are possible. Take fewer materials, or grid.smoothing false");
    constants_.push_back(value);
  }
  id(component, at) = known->second;
}

void make_magnetic(Problem &problem) {
  if (problem.is_magnetic())
    return;
  problem.mu = {1, 1};
  for (auto &ids : problem.mu_id)
    ids.resize(problem.size());
  for_all_entries(problem, 1, [&](int c, const std::array<Index, 3> &at, std::size_t entry) {
    problem.mu_id[c][entry - c * problem.size()] = problem.is_boundary_fixed(c, at, false) ? 0 : 1;
  });
}

void scale_constants(Problem &problem, ConstantEditor &eps, const EntryFactors &edges,
                     const EntryFactors &faces) {
  for (const auto &[key, factor] : edges)
    eps.set(key.first, key.second, eps.value(key.first, key.second) / factor);
  if (faces.empty())
    return;
  make_magnetic(problem);
  ConstantEditor mu(problem, ConstantEditor::Field::magnetic);
  for (const auto &[key, factor] : faces)
    if (!mu.is_fixed(key.first, key.second))
      mu.set(key.first, key.second, mu.value(key.first, key.second) * factor);
}

} // namespace curlew::fdfd
