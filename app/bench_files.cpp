#include "bench_files.hpp"
#include "commands.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <filesystem>
#include <set>
#include <vector>

namespace curlew::app {

using nlohmann::ordered_json;

namespace {

// Writes one line per row, with the columns in the order of the first row.
std::string to_csv(const ordered_json &rows) {
  std::vector<std::string> columns;
  std::set<std::string> known;
  for (const auto &row : rows)
    for (const auto &[key, value] : row.items())
      if (known.insert(key).second)
        columns.push_back(key);
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i)
    text += (i ? "," : "") + columns[i];
  for (const auto &row : rows) {
    text += "\n";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text += i ? "," : "";
      if (row.contains(columns[i]))
        text += row[columns[i]].is_string() ? row[columns[i]].get<std::string>()
                                            : row[columns[i]].dump();
    }
  }
  return text + "\n";
}

ordered_json machine() {
  ordered_json devices;
  for (const Backend backend : compiled_backends())
    devices[to_string(backend)] = find_device(backend).name;
  return {{"devices", devices}, {"threads", default_threads()}};
}

ordered_json versions() {
  const Provenance provenance = program_provenance();
  ordered_json json = {{"curlew", provenance.version},
                       {"git", provenance.git_hash},
                       {"compiler", provenance.compiler},
                       {"build_type", provenance.build_type}};
  for (const auto &[name, version] : provenance.libraries)
    json[name] = version;
  return json;
}

} // namespace

void write_bench(const std::string &directory, const std::string &name, const ordered_json &copy,
                 const ordered_json &rows, const std::string &table) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw OutputError("cannot make the folder " + directory + ": " + error.message());
  const std::filesystem::path base = directory;
  const ordered_json json = {{"machine", machine()},
                             {"versions", versions()},
                             {"copy_gbytes_per_s", copy},
                             {"rows", rows}};
  write_file_atomically(base / (name + ".json"), json.dump(2) + "\n");
  write_file_atomically(base / (name + ".csv"), to_csv(rows));
  write_file_atomically(base / (name + ".md"), table);
}

} // namespace curlew::app
