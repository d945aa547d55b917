#include <curlew/io/tables/table_file.hpp>

namespace curlew {

void TableFile::write(const std::string &rows) {
  if (!file_) {
    const bool is_there = continues_ && std::filesystem::exists(path_);
    file_.emplace(path_, is_there ? OutputFile::Mode::append : OutputFile::Mode::create);
    if (!is_there)
      file_->write(header_);
  }
  file_->write(rows);
  file_->flush();
}

void TableFile::close() {
  if (file_)
    file_->close();
}

bool needs_quotes(const std::string &text) {
  return text.find_first_of(",\"\n\r") != std::string::npos;
}

std::string csv_field(const std::string &text) {
  if (!needs_quotes(text))
    return text;
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

} // namespace curlew
