#pragma once

#include <nlohmann/json.hpp>

#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// Model of S at many frequencies, from a few solved ones, in an adaptive sweep.
class SweepModel {
public:
  using Values = std::vector<std::complex<double>>;

  virtual ~SweepModel() = default;
  // Returns the frequencies to solve first.
  virtual std::vector<std::size_t> first() const = 0;
  virtual void add(std::size_t frequency, Values values) = 0;
  // Returns the frequency to solve next; none: complete.
  virtual std::optional<std::size_t> next() = 0;

  // Returns S at a frequency: as solved where it was solved, else by the model, which is available
  // from the first next() on.
  virtual Values at(std::size_t frequency) const = 0;
  virtual bool is_known(std::size_t frequency) const = 0;
  virtual bool is_solved(std::size_t frequency) const = 0;
  virtual std::size_t solves() const = 0;
  // Returns the absolute error of the worst value at the worst frequency, after next(); 0 where all
  // are solved.
  virtual double error() const = 0;
  virtual bool is_converged() const = 0;
  // Returns the reason why the sweep is not converged, as a continuation of "the sweep ended after
  // 7 solves"; empty where it is.
  virtual std::string doubt() const = 0;
  // Returns the description of the model for summary.json, with the key "model".
  virtual nlohmann::ordered_json describe() const = 0;
};

// Returns the doubt for an estimated error of S.
std::string error_above_tolerance(double error, double tolerance);

} // namespace curlew
