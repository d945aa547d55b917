#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <map>

namespace curlew::fdfd {

// Changes the constants of single entries of a problem.
class ConstantEditor {
public:
  enum class Field { electric, magnetic };

  // Keeps a reference to the problem.
  ConstantEditor(Problem &problem, Field field);

  bool is_fixed(int component, const std::array<Index, 3> &at) const {
    return id(component, at) == 0;
  }
  complex value(int component, const std::array<Index, 3> &at) const {
    return constants_[id(component, at)];
  }
  // Throws ResourceError when there are more different constants than ids.
  void set(int component, const std::array<Index, 3> &at, complex value);
  void fix(int component, const std::array<Index, 3> &at) { id(component, at) = 0; }

private:
  std::uint16_t &id(int component, const std::array<Index, 3> &at) const {
    return ids_[component][problem_.entry(at[0], at[1], at[2])];
  }

  const Problem &problem_;
  std::array<std::vector<std::uint16_t>, 3> &ids_;
  std::vector<complex> &constants_;
  std::map<std::pair<double, double>, std::uint16_t> known_;
};

// Factors of entries, by component and indices.
using EntryFactors = std::map<std::pair<int, std::array<Index, 3>>, double>;

// Divides eps of edges by their factors, and multiplies mu of the faces that no wall fixes.
void scale_constants(Problem &problem, ConstantEditor &eps, const EntryFactors &edges,
                     const EntryFactors &faces);

// Sets mu to 1 at every entry of H that no wall fixes, where the problem is not magnetic yet.
void make_magnetic(Problem &problem);

} // namespace curlew::fdfd
