#include <curlew/io/tables/permittivity_file.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/document/quote.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <complex>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {
namespace {

using complex = std::complex<double>;

constexpr std::size_t k_largest_table = std::size_t(64) << 20; // bytes; a million rows
constexpr const char *k_blanks = " \t\r";
constexpr const char *k_columns =
    "the header names `wavelength (UNIT)` or `frequency (UNIT)`, then `n` and `k` or `eps'` and "
    "`eps''`, as in: wavelength (nm),n,k";

struct Field {
  std::string_view text;
  std::size_t column; // of its first character, from 1
};

std::vector<Field> fields_of(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = line.find(',', begin);
    std::string_view text = line.substr(begin, comma - begin);
    const std::size_t first = std::min(text.find_first_not_of(k_blanks), text.size());
    text.remove_prefix(first);
    text = text.substr(0, text.find_last_not_of(k_blanks) + 1);
    fields.push_back({text, begin + first + 1});
    if (comma == line.npos)
      return fields;
    begin = comma + 1;
  }
}

class Reader {
public:
  explicit Reader(const std::filesystem::path &path) : path_(path) {}

  PermittivityTable read() {
    const std::string text = read_text_file(path_, k_largest_table);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string_view line = std::string_view(text).substr(begin, end - begin);
      begin = end + 1;
      ++line_;
      const std::size_t first = line.find_first_not_of(k_blanks);
      if (first == line.npos || line[first] == '#')
        continue;
      if (column_count_ == 0)
        read_header(fields_of(line));
      else
        read_row(fields_of(line));
    }
    if (column_count_ == 0)
      fail(1, std::string("the table is empty; ") + k_columns);
    if (frequencies_hz_.size() < 2)
      fail(1, "the table ends with fewer than two rows of numbers; nothing lies between");
    if (frequencies_hz_.front() > frequencies_hz_.back()) {
      std::reverse(frequencies_hz_.begin(), frequencies_hz_.end());
      std::reverse(eps_.begin(), eps_.end());
    }
    return {path_, std::move(frequencies_hz_), std::move(eps_)};
  }

private:
  [[noreturn]] void fail(std::size_t column, const std::string &message) const {
    throw InputError(fmt::format("{}:{}:{}: {}", path_.string(), line_, column, message));
  }

  // Reads "wavelength (nm)".
  void read_axis(const Field &field) {
    const std::size_t open = field.text.find('(');
    const std::string_view name = field.text.substr(0, field.text.find_last_not_of(" (", open) + 1);
    is_wavelength_ = name == "wavelength";
    if (!is_wavelength_ && name != "frequency")
      fail(field.column, "unknown first column " + in_quotes(field.text) + "; " + k_columns);
    if (open == field.text.npos || field.text.back() != ')')
      fail(field.column, in_quotes(field.text) + " has no unit; " + k_columns);
    try {
      unit_ = parse_unit(field.text.substr(open + 1, field.text.size() - open - 2),
                         is_wavelength_ ? Dimension::length : Dimension::frequency);
    } catch (const InputError &error) {
      fail(field.column + open + 1,
           std::string("unit of the ") + std::string(name) + ": " + error.what());
    }
  }

  void read_header(const std::vector<Field> &fields) {
    read_axis(fields.front());
    if (fields.size() < 2)
      fail(1, std::string("the header has one column; ") + k_columns);
    is_index_ = fields[1].text == "n";
    if (!is_index_ && fields[1].text != "eps'")
      fail(fields[1].column, "unknown column " + in_quotes(fields[1].text) + "; " + k_columns);
    loss_name_ = is_index_ ? "k" : "eps''";
    if (fields.size() > 2 && fields[2].text != loss_name_)
      fail(fields[2].column, "unknown column " + in_quotes(fields[2].text) + " beside " +
                                 in_quotes(fields[1].text) + "; " + k_columns);
    if (fields.size() > 3)
      fail(fields[3].column, "a fourth column " + in_quotes(fields[3].text) + "; " + k_columns);
    column_count_ = fields.size();
  }

  double number(const Field &field) const {
    double value = 0;
    const char *end = field.text.data() + field.text.size();
    const auto [stop, error] = std::from_chars(field.text.data(), end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value))
      fail(field.column, in_quotes(field.text) + " is not a finite number");
    return value;
  }

  void read_row(const std::vector<Field> &fields) {
    if (fields.size() != column_count_)
      fail(1,
           fmt::format("{} fields, but the header names {} columns", fields.size(), column_count_));
    const double place = number(fields[0]), real = number(fields[1]),
                 loss = fields.size() > 2 ? number(fields[2]) : 0;
    if (!(place > 0))
      fail(fields[0].column, in_quotes(fields[0].text) + " is not above 0");
    if (loss < 0)
      fail(fields[2].column, fmt::format("{} is {}: a medium that amplifies is refused; losses "
                                         "are positive in tables",
                                         loss_name_, fields[2].text));
    if (is_index_ && real < 0)
      fail(fields[1].column, "n is " + std::string(fields[1].text) + "; it must be at least 0");
    const complex eps =
        is_index_ ? complex(real, -loss) * complex(real, -loss) : complex(real, -loss);
    if (eps == 0.0)
      fail(fields[1].column, "a permittivity of 0 is none");
    add(fields[0], is_wavelength_ ? k_speed_of_light / (place * unit_) : place * unit_, eps);
  }

  void add(const Field &field, double frequency_hz, complex eps) {
    const std::size_t count = frequencies_hz_.size();
    if (count > 0 && frequency_hz == frequencies_hz_.back())
      fail(field.column, in_quotes(field.text) + " is given twice");
    if (count > 1 &&
        (frequency_hz > frequencies_hz_.back()) != (frequencies_hz_[1] > frequencies_hz_[0]))
      fail(field.column,
           in_quotes(field.text) + " is out of order: the rows before it go " +
               ((frequencies_hz_[1] > frequencies_hz_[0]) == is_wavelength_ ? "down" : "up"));
    frequencies_hz_.push_back(frequency_hz);
    eps_.push_back(eps);
  }

  const std::filesystem::path &path_;
  std::size_t line_ = 0, column_count_ = 0;
  bool is_wavelength_ = false, is_index_ = false;
  double unit_ = 1;
  std::string loss_name_;
  std::vector<double> frequencies_hz_;
  std::vector<complex> eps_;
};

} // namespace

PermittivityTable read_permittivity_file(const std::filesystem::path &path) {
  std::error_code error;
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error))
    throw InputError(path.string() + ": is not a regular file");
  return Reader(path).read();
}

} // namespace curlew
