#include <curlew/methods/run/records.hpp>

#include <curlew/core/log.hpp>

namespace curlew {

int host_threads_of(const Case &input) {
  return input.run.threads > 0 ? input.run.threads : default_threads(place_on_host().size);
}

std::vector<std::filesystem::path> input_files(const Case &input) {
  std::vector<std::filesystem::path> files;
  if (!input.mesh.file.empty())
    files.push_back(input.mesh.file);
  for (const ObjectSpec &object : input.objects)
    if (!object.file.empty())
      files.push_back(object.file);
  return files;
}

ResultsDirectory prepare_results(const Case &input, const RunOptions &options,
                                 const Communicator &ranks) {
  if (ranks.is_root()) {
    const ResultsDirectory results(input.outputs.directory,
                                   {options.overwrite, options.restart, input_files(input)});
    ranks.barrier();
    return results;
  }
  ranks.barrier();
  return ResultsDirectory::ready(input.outputs.directory);
}

Summary open_records(const Case &input, const RunOptions &options, const RunPlace &place,
                     const ResultsDirectory &results, bool is_root) {
  Provenance provenance = options.provenance;
  provenance.backend = to_string(place.backend);
  provenance.threads = place.threads;
  provenance.device = find_device(place.backend).name;
  Summary summary(provenance);
  for (const std::string &warning : input.warnings)
    summary.add_warning(warning);
  if (!is_root)
    return summary;
  log_to_file(results.file("run.log"), options.restart);
  for (const auto &file : input_files(input))
    summary.add_input(file);
  // A case.resolved.json that is run from its own results folder has just been cleared.
  if (std::filesystem::exists(input.path))
    summary.add_input(input.path);
  write_json(results.file("case.resolved.json"), input.resolved);
  return summary;
}

} // namespace curlew
