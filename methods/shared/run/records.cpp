#include <curlew/methods/shared/run/records.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/io/tables/spectrum_files.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace curlew {

int host_threads_of(const Case &input) {
  return input.run.threads > 0 ? input.run.threads : default_threads();
}

std::vector<std::filesystem::path> input_files(const Case &input) {
  std::vector<std::filesystem::path> files;
  if (!input.mesh.file.empty())
    files.push_back(input.mesh.file);
  const auto add_once = [&](const std::filesystem::path &file) {
    if (std::find(files.begin(), files.end(), file) == files.end())
      files.push_back(file);
  };
  if (const auto &array = input.mesh.array) {
    add_once(array->centre);
    std::for_each(array->edges.begin(), array->edges.end(), add_once);
    std::for_each(array->corners.begin(), array->corners.end(), add_once);
  }
  for (const ObjectSpec &object : input.objects)
    if (const auto *voxels = std::get_if<VoxelObject>(&object))
      files.push_back(voxels->file);
  for (const Excitation &excitation : input.excitations)
    if (const std::string file = waveform_file(excitation); !file.empty())
      add_once(file);
  return files;
}

namespace {

constexpr const char *k_resolved_case = "case.resolved.json";

// Returns the tables that a case requests, so that a file in their way is found before the run.
std::vector<std::string> table_names(const Case &input) {
  std::vector<std::string> names;
  for (const ProbeSpec &probe : input.outputs.probes)
    names.push_back(probe_file_name(probe.name));
  for (const SpectrumSpec &spectrum : input.outputs.spectra) {
    names.push_back(spectrum_file_name(spectrum.probe));
    if (spectrum.peaks)
      names.push_back(peaks_file_name(spectrum.probe));
  }
  if (input.outputs.far_field)
    names.push_back("far_field.csv");
  return names;
}

bool resolves_to_itself(const Case &input) {
  std::ifstream file(input.path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text == json_text(input.resolved);
}

// Allows a case.resolved.json to be run in its own folder: the file stays, since it would be
// written again unchanged.
void check_own_case(const Case &input) {
  std::error_code absent;
  const auto resolved = input.outputs.directory / k_resolved_case;
  if (std::filesystem::equivalent(resolved, input.path, absent) && !resolves_to_itself(input))
    throw OutputError("this run would overwrite its case file " + resolved.string() +
                      " with other values (by options of the command line, or defaults of another "
                      "version); copy it elsewhere, or give another directory with --output");
}

} // namespace

ResultsDirectory prepare_results(const Case &input, const RunOptions &options,
                                 const Communicator &ranks) {
  if (ranks.is_root()) {
    check_own_case(input);
    ResultsDirectory results(
        input.outputs.directory,
        {options.overwrite, options.restart, input_files(input), input.path, table_names(input)});
    ranks.broadcast(results.lock_text());
    return results;
  }
  return ResultsDirectory::ready(input.outputs.directory, ranks.broadcast(""));
}

Summary open_records(const Case &input, const RunOptions &options, const Execution &execution,
                     const ResultsDirectory &results, bool is_root) {
  Provenance provenance = options.provenance;
  provenance.backend = to_string(execution.backend);
  provenance.threads = execution.threads;
  provenance.device = find_device(execution.backend).name;
  Summary summary(provenance);
  for (const std::string &warning : input.warnings)
    summary.add_warning(warning);
  if (!is_root)
    return summary;
  log_to_file(results.file("run.log"), options.restart);
  results.list(table_names(input));
  results.list({"summary.json"});
  for (const auto &file : input_files(input))
    summary.add_input(file);
  summary.add_input(input.path);
  if (!results.is_input(k_resolved_case))
    write_json(results.file(k_resolved_case), input.resolved);
  return summary;
}

void report_warnings(const std::vector<std::string> &warnings, Summary &summary) {
  log_warnings(warnings);
  for (const std::string &warning : warnings)
    summary.add_warning(warning);
}

} // namespace curlew
