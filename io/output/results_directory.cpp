#include <curlew/core/error.hpp>
#include <curlew/io/output/output_file.hpp>
#include <curlew/io/output/own_names.hpp>
#include <curlew/io/output/results_directory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path &directory, const std::string &reason) {
  throw OutputError(
      fmt::format("cannot use the results directory {}: {}", directory.string(), reason));
}

constexpr std::string_view k_probe_file = ".curlew-write-test";

bool lies_at_the_top(std::string_view name) {
  return is_result_file_name(name) || name == k_probe_file;
}

// case.resolved.json says enough by its name; a summary.json may be anyone's.
bool holds_our_results(const fs::path &directory) {
  std::error_code error;
  if (fs::is_regular_file(directory / "case.resolved.json", error)) {
    return true;
  }
  std::ifstream summary(directory / "summary.json", std::ios::binary);
  std::string head(256, '\0');
  summary.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(summary.gcount()));
  return head.find("\"curlew\"") != std::string::npos;
}

bool is_input(const fs::path &file, const std::vector<fs::path> &inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const fs::path &input) {
    std::error_code error;
    return fs::equivalent(file, input, error) && !error;
  });
}

// The files below `directory` that clearing would remove.
void list_own_files(const fs::path &directory, bool (*is_ours)(std::string_view),
                    std::vector<fs::path> &found) {
  for (const fs::directory_entry &entry : fs::directory_iterator(directory)) {
    const auto type = entry.symlink_status().type();
    if ((type == fs::file_type::regular || type == fs::file_type::symlink) &&
        is_ours(entry.path().filename().string())) {
      found.push_back(entry.path());
    }
  }
}

struct Subfolder {
  fs::path path;
  bool (*is_ours)(std::string_view); // what lies in it
};

// Where Curlew writes below `directory`, inner folders first; some may be absent, or links.
std::vector<Subfolder> subfolders(const fs::path &directory) {
  std::vector<Subfolder> found;
  const fs::path fields = directory / "fields";
  if (fs::is_directory(fs::symlink_status(fields))) {
    for (const fs::directory_entry &entry : fs::directory_iterator(fields)) {
      if (is_pieces_folder_name(entry.path().filename().string())) {
        found.push_back({entry.path(), is_piece_name});
      }
    }
  }
  found.push_back({fields, is_field_file_name});
  found.push_back({directory / "checkpoint", is_slot_name});
  return found;
}

void clear(const fs::path &directory, const std::vector<fs::path> &inputs) {
  std::vector<fs::path> files;
  std::vector<fs::path> folders;
  list_own_files(directory, lies_at_the_top, files);
  for (const auto &[folder, is_ours] : subfolders(directory)) {
    const auto status = fs::symlink_status(folder);
    if (fs::is_symlink(status)) {
      // Removed as a link: what it points to is not ours to clear.
      files.push_back(folder);
    } else if (fs::is_directory(status)) {
      list_own_files(folder, is_ours, files);
      folders.push_back(folder);
    }
  }
  for (const fs::path &file : files) {
    if (is_input(file, inputs)) {
      fail(directory, fmt::format("clearing it would remove {}, which this run reads; give "
                                  "another directory",
                                  file.filename().string()));
    }
  }
  for (const fs::path &file : files) {
    fs::remove(file);
  }
  for (const fs::path &folder : folders) {
    if (fs::is_empty(folder)) {
      fs::remove(folder);
    }
  }
}

void make_directory(const fs::path &directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    fail(directory, error.message());
  }
}

void probe(const fs::path &directory) {
  OutputFile file(directory / k_probe_file, OutputFile::Mode::create);
  try {
    file.write("Curlew was here to see whether it can write.\n");
    file.sync();
    file.close();
  } catch (...) {
    ::unlink(file.path().c_str());
    throw;
  }
  if (::unlink(file.path().c_str()) != 0) {
    throw_output_error("remove", file.path(), errno);
  }
}

void prepare(const fs::path &directory, const ResultsDirectory::Policy &policy) {
  const auto status = fs::status(directory);
  if (!fs::exists(status)) {
    if (fs::is_symlink(fs::symlink_status(directory))) {
      fail(directory, "it is a symbolic link to something that does not exist");
    }
    if (policy.restart) {
      throw InputError(
          fmt::format("there is nothing to restart from: the results directory {} does not exist",
                      directory.string()));
    }
    make_directory(directory);
  } else if (!fs::is_directory(status)) {
    fail(directory, "it is not a folder");
  } else if (!policy.restart) {
    if (!fs::is_empty(directory) && !policy.overwrite && !holds_our_results(directory)) {
      fail(directory, "it is not empty and holds no results of Curlew; give another directory, or "
                      "--overwrite to write among what is there");
    }
    clear(directory, policy.inputs);
  }
}

} // namespace

ResultsDirectory::ResultsDirectory(fs::path directory, const Policy &policy)
    : path_(std::move(directory)) {
  try {
    prepare(path_, policy);
  } catch (const fs::filesystem_error &error) {
    fail(path_, error.code().message() + (error.path1().empty() || error.path1() == path_
                                              ? std::string()
                                              : " (" + error.path1().string() + ")"));
  }
  probe(path_);
}

ResultsDirectory ResultsDirectory::ready(fs::path directory) {
  ResultsDirectory results;
  results.path_ = std::move(directory);
  return results;
}

fs::path ResultsDirectory::subfolder(std::string_view name) const {
  const fs::path folder = path_ / name;
  make_directory(folder);
  return folder;
}

} // namespace curlew
