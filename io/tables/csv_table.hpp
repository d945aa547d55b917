#pragma once

#include <curlew/io/results/output_file.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace curlew {

// A CSV file with one header line, written row by row. Numbers are written with as many digits as
// it takes to read the same bits back. All functions throw OutputError.
class CsvTable {
public:
  enum class Mode {
    create,
    append, // continues a table with the same columns; one that does not exist is created
  };
  CsvTable(std::filesystem::path path, std::vector<std::string> columns, Mode mode = Mode::create);
  // Passes the rest to the system; a failure is logged. close() throws it instead.
  ~CsvTable();
  CsvTable(CsvTable &&) noexcept = default;

  // Writes one row; as many values as there are columns.
  void row(const std::vector<double> &values) { row(values.data(), values.size()); }
  void row(const double *values, std::size_t count);
  // Writes a row that begins with numbers and ends with text, e.g. a remark. Text must be free of
  // commas, quotes and line ends.
  void row(const std::vector<double> &values, const std::vector<std::string> &texts);

  void flush() { file_.flush(); } // makes the rows visible to other programs
  void sync() { file_.sync(); }   // puts the rows on the disk: before a checkpoint that counts them
  void close() { file_.close(); }
  const std::filesystem::path &path() const { return file_.path(); }
  const std::vector<std::string> &columns() const { return columns_; }

private:
  std::vector<std::string> columns_;
  OutputFile file_;
  std::string line_;
};

// Cuts off every row from the first one on whose first column is above `limit`, and a last line
// that was not written completely: a restart from a checkpoint at time t calls it with limit = t +
// dt/2. A missing table is not created.
// Throws OutputError when the file cannot be read or cut, or a row does not begin with a number.
void truncate_csv_after(const std::filesystem::path &path, double limit);

struct CsvData {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
  // Throws InputError when there is no such column.
  std::vector<double> column(const std::string &name) const;
};

// Reads a table of numbers back, its first `most_rows` rows, an empty field as NaN. Throws
// InputError with file and line for anything else than numbers, rows of another length than the
// header's, or no header.
CsvData read_csv(const std::filesystem::path &path,
                 std::int64_t most_rows = std::numeric_limits<std::int64_t>::max());

// Returns the header lines of case-format: "t (s),E_x (V/m),..." of a point probe, with "x (m),y
// (m),z (m)" after the time for line and plane probes (one row per sample point). `quantity` is 'E'
// or 'H'.
std::vector<std::string> probe_columns(char quantity, bool with_position);
std::vector<std::string> energy_columns();

// Returns the digits of a number; an empty field for nan.
std::string number_or_nothing(double value);

} // namespace curlew
