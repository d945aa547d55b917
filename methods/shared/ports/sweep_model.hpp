#pragma once

#include <nlohmann/json.hpp>

#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// What an adaptive sweep knows of S at many frequencies from a few that were solved for.
class SweepModel {
public:
  using Values = std::vector<std::complex<double>>;

  virtual ~SweepModel() = default;
  // What to solve for first.
  virtual std::vector<std::size_t> first() const = 0;
  virtual void add(std::size_t frequency, Values values) = 0;
  // What to solve for next; none: complete.
  virtual std::optional<std::size_t> next() = 0;

  // As solved for where it was, else by the model: known from the first next() on.
  virtual Values at(std::size_t frequency) const = 0;
  virtual bool is_known(std::size_t frequency) const = 0;
  virtual bool is_solved(std::size_t frequency) const = 0;
  virtual std::size_t solves() const = 0;
  // After next(): absolute, of the worst value at the worst frequency; 0 where all are solved.
  virtual double error() const = 0;
  virtual bool is_converged() const = 0;
  // Why it is not, to follow "the sweep ended after 7 solves": empty where it is.
  virtual std::string doubt() const = 0;
  // What summary.json says of the model, "model" among it.
  virtual nlohmann::ordered_json describe() const = 0;
};

// The doubt of an estimated error of S.
std::string error_above_tolerance(double error, double tolerance);

} // namespace curlew
