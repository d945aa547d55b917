#include <curlew/core/expression.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>

#ifdef CURLEW_HAVE_MUPARSER
#include <muParser.h>
#endif

#include <cctype>
#include <limits>

namespace curlew {

#ifdef CURLEW_HAVE_MUPARSER

struct Expression::Parser {
  mu::Parser parser;
  double x = 0, y = 0, z = 0;

  explicit Parser(const std::string &text) {
    parser.DefineVar("x", &x);
    parser.DefineVar("y", &y);
    parser.DefineVar("z", &z);
    parser.DefineConst("pi", k_pi);
    parser.DefineConst("c0", k_speed_of_light);
    parser.DefineConst("eps0", k_eps0);
    parser.DefineConst("mu0", k_mu0);
    parser.DefineConst("eta0", k_eta0);
    parser.SetExpr(text);
  }
};

namespace {

// muParser takes "x = 2" for an assignment and would return its value. Returns the character of the
// assignment; 0: there is none.
int position_of_assignment(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=')
      continue;
    const bool compares = i > 0 && (text[i - 1] == '<' || text[i - 1] == '>' ||
                                    text[i - 1] == '!' || text[i - 1] == '=');
    const bool opens = i + 1 < text.size() && text[i + 1] == '=';
    if (!compares && !opens)
      return static_cast<int>(i) + 1;
  }
  return 0;
}

} // namespace

Expression::Fault Expression::fault_of(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (!std::isprint(static_cast<unsigned char>(text[i])))
      return {"a character that no formula has", static_cast<int>(i) + 1};
  if (const int position = position_of_assignment(text); position > 0)
    return {"\"=\" assigns nothing here; \"==\" compares", position};
  try {
    Parser parser{std::string(text)};
    int count = 0;
    parser.parser.Eval(count);
    if (count != 1)
      return {std::to_string(count) + " values, separated by commas; one is expected", 1};
  } catch (const mu::Parser::exception_type &error) {
    const std::string token = error.GetToken();
    const bool is_unknown = error.GetCode() == mu::ecUNASSIGNABLE_TOKEN;
    return {is_unknown ? "\"" + token +
                             "\" is not known; there are x, y, z, pi, c0, eps0, mu0, eta0 and "
                             "functions such as sin, cos, exp, sqrt"
                       : error.GetMsg(),
            error.GetPos() + 1};
  }
  return {};
}

bool Expression::is_compiled_in() {
  return true;
}

Expression::Expression(std::string_view text) {
  if (const Fault fault = fault_of(text); !fault.message.empty())
    throw InputError("the formula \"" + std::string(text) + "\": at character " +
                     std::to_string(fault.position) + ": " + fault.message);
  parser_ = std::make_unique<Parser>(std::string(text));
}

double Expression::operator()(double x_m, double y_m, double z_m) {
  parser_->x = x_m;
  parser_->y = y_m;
  parser_->z = z_m;
  return parser_->parser.Eval();
}

#else

struct Expression::Parser {};

namespace {
constexpr const char *k_option =
    "install muParser (libmuparser-dev on Debian) and build again (CURLEW_ENABLE_MUPARSER)";
}

Expression::Fault Expression::fault_of(std::string_view) {
  return {std::string("formulas are not compiled into this curlew; ") + k_option, 1};
}

bool Expression::is_compiled_in() {
  return false;
}

Expression::Expression(std::string_view) {
  throw NotCompiled("the reader of formulas", k_option);
}

double Expression::operator()(double, double, double) {
  return std::numeric_limits<double>::quiet_NaN();
}

#endif

Expression::~Expression() = default;
Expression::Expression(Expression &&) noexcept = default;
Expression &Expression::operator=(Expression &&) noexcept = default;

} // namespace curlew
