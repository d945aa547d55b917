#pragma once

#include <curlew/methods/fem/outputs/fields.hpp>

#include <complex>
#include <map>
#include <string>
#include <vector>

namespace curlew::fem {

// Estimates the error of the mesh in the powers that impedances absorb. On their faces a solution
// has two currents, Y E_tan of the law, which makes the power, and n x H of the fields beside them.
// Both are one in theory; the power of their difference is about the error of the power,
// or up to some times that on very coarse meshes.
class LossErrors {
public:
  // `admittances`: [face of Model::terms], of the solution, in units of 1/eta0.
  void add(const std::string &solve, const Fields &fields, const Media &media,
           const std::vector<std::complex<double>> &admittances);
  // Returns a text for each group whose error is above 2 % of all that impedances absorb, at the
  // solve where it is largest.
  std::vector<std::string> warnings() const;

  // Returns the largest error of each group of faces, over what all impedances absorb.
  std::map<std::string, double> relative() const;

private:
  struct Worst {
    double relative = 0;
    std::string solve;
  };
  std::map<std::string, Worst> of_group_;
};

} // namespace curlew::fem
