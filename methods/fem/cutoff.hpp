#pragma once

#include <curlew/methods/fem/model.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace curlew::fem {

// A case with its model, without the frequencies at which the first mode of one of its ports does
// not travel. All stay where the modes travel at all of them, or one of the modes at none, which
// wave_of() refuses by name.
class CaseAboveCutoff {
public:
  // `given` must stay. Throws as make_model(), find_ports() and PortSection::modes().
  CaseAboveCutoff(const Case &given, int threads);
  CaseAboveCutoff(const CaseAboveCutoff &) = delete;
  CaseAboveCutoff &operator=(const CaseAboveCutoff &) = delete;

  const Case &input() const { return above_ ? *above_ : given_; }
  // Returns the model, once; it points into input().
  Model take_model() { return std::move(model_); }
  // Returns the frequencies left out, Hz, in rising order.
  const std::vector<double> &below_hz() const { return below_hz_; }
  std::vector<std::string> warnings() const;

private:
  const Case &given_;
  Model model_;
  std::optional<Case> above_;
  std::vector<double> below_hz_;
  std::string port_; // location of the port with the highest cutoff
};

} // namespace curlew::fem
