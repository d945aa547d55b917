#pragma once

#include <curlew/io/results/output_file.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace curlew {

// The file of a table that appears with its first rows, so that a run without any leaves none.
class TableFile {
public:
  // `continues`: further rows of the table that is there.
  TableFile(std::filesystem::path path, std::string header, bool continues = false)
      : path_(std::move(path)), header_(std::move(header)), continues_(continues) {}

  // Whole lines, visible to other programs when it returns. Throws OutputError, as close() does.
  void write(const std::string &rows);
  void close();

private:
  std::filesystem::path path_;
  std::string header_; // header with its line end
  bool continues_;
  std::optional<OutputFile> file_;
};

// Returns a field according to RFC 4180: in quotes where it holds a comma, a quote or a line end.
std::string csv_field(const std::string &text);
// True where csv_field() would add quotes.
bool needs_quotes(const std::string &text);

} // namespace curlew
