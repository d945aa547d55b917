#include <curlew/io/tables/powers_table.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

std::string field(const std::optional<double> &power) {
  return power ? fmt::format("{}", *power) : std::string();
}

// RFC 4180.
std::string quoted(const std::string &text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos)
    return text;
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

} // namespace

void PowersTable::add(const PowersRow &row) {
  if (!file_) {
    const bool is_there = continues_ && std::filesystem::exists(path_);
    file_.emplace(path_, is_there ? OutputFile::Mode::append : OutputFile::Mode::create);
    if (!is_there)
      file_->write("f (Hz),excitation,delivered (W),radiated (W),absorbed (W),scattered (W)\n");
  }
  file_->write(fmt::format("{},{},{},{},{},{}\n", row.frequency_hz, quoted(row.excitation),
                           field(row.delivered), field(row.radiated), field(row.absorbed),
                           field(row.scattered)));
  file_->flush();
}

void PowersTable::close() {
  if (file_)
    file_->close();
}

} // namespace curlew
