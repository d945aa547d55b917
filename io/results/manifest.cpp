#include <curlew/io/results/manifest.hpp>

#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/results/output_file.hpp>

#include <fmt/format.h>

#include <cctype>
#include <cerrno>
#include <fstream>

namespace curlew {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_first_line =
    "# Files that Curlew has written into this folder; its next run here removes no others.";

bool is_escaped(char c) {
  return c == '%' || std::iscntrl(static_cast<unsigned char>(c));
}

std::string to_line(const std::string &name) {
  std::string line;
  for (const char c : name)
    line +=
        is_escaped(c) ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  return line + '\n';
}

int hex_digit(char c) {
  const std::string_view digits = "0123456789ABCDEF";
  const std::size_t value = digits.find(c);
  return value == digits.npos ? -1 : static_cast<int>(value);
}

std::string from_line(const std::string &line) {
  std::string name;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const int high = line[i] == '%' && i + 2 < line.size() ? hex_digit(line[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(line[i + 2]) : -1;
    if (low >= 0) {
      name += static_cast<char>(16 * high + low);
      i += 2;
    } else {
      name += line[i];
    }
  }
  return name;
}

// A manifest edited by hand must not cause anything outside of the folder to be removed.
bool is_below_the_folder(const std::string &name) {
  const fs::path path(name);
  if (name.empty() || path.is_absolute() || path.filename().empty())
    return false;
  for (const fs::path &part : path)
    if (part == ".." || part == ".")
      return false;
  return true;
}

} // namespace

std::optional<std::vector<std::string>> Manifest::read(const fs::path &directory) {
  const fs::path path = directory / k_name;
  if (!fs::is_regular_file(fs::symlink_status(path)))
    return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw_output_error("read", path, errno);
  std::string line;
  if (!std::getline(file, line) || line != k_first_line)
    return std::nullopt;
  std::vector<std::string> names;
  while (std::getline(file, line))
    if (std::string name = from_line(line); is_below_the_folder(name))
      names.push_back(std::move(name));
  return names;
}

Manifest::Manifest(fs::path directory, bool keep) : path_(std::move(directory) / k_name) {
  if (!keep || !read(path_.parent_path()))
    write_file_atomically(path_, std::string(k_first_line) + '\n');
}

void Manifest::add(const std::vector<std::string> &names) {
  std::string lines;
  for (const std::string &name : names)
    lines += to_line(name);
  OutputFile file(path_, OutputFile::Mode::append);
  file.write(lines);
  file.sync();
  file.close();
}

} // namespace curlew
