#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace curlew {

// A formula in x, y and z (m), with pi, c0, eps0, mu0 and eta0 in SI units, computed by muParser:
// + - * / ^, comparisons, && ||, a ? b : c, and functions such as sin, exp, sqrt, abs, min, max.
// The same bits in every run and thread. Verified by Expression.*.
class Expression {
public:
  // The first fault of a formula's text.
  struct Fault {
    std::string message; // "unexpected token \"+\""; empty: nothing
    int position = 0;    // the character where it is, from 1
  };
  // Returns the fault of a text. A build without muParser returns for every text the fault that
  // muParser is absent.
  static Fault fault_of(std::string_view text);
  static bool is_compiled_in();

  // Throws InputError for a text with a fault, NotCompiled without muParser.
  explicit Expression(std::string_view text);
  ~Expression();
  Expression(Expression &&) noexcept;
  Expression &operator=(Expression &&) noexcept;

  // Returns the value at a point, which may be infinite or NaN. Not for several threads at once.
  double operator()(double x_m, double y_m, double z_m);

private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

} // namespace curlew
