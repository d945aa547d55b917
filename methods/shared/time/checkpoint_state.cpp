#include <curlew/methods/shared/time/checkpoint_state.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/time/output_tables.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace curlew {
namespace {

constexpr const char *k_unknowns = "unknowns/";
constexpr const char *k_rows = "rows/";
constexpr const char *k_table = "table/";
constexpr const char *k_progress = "progress";
constexpr const char *k_time_step = "time_step";
constexpr const char *k_physics = "physics";

// Returns the time step as given by the case, with enough digits to distinguish two numbers.
std::string time_step_request(const Case &input) {
  // methods without "courant"
  return input.time.dt_s           ? fmt::format("dt = {} s", *input.time.dt_s)
         : has_default_step(input) ? std::string("no \"dt\"")
                                   : fmt::format("courant = {}", input.time.courant);
}

void check_time_step(const Case &input, const CheckpointData &data, double dt_s) {
  const std::string &before = data.text(k_time_step);
  const std::string now = time_step_request(input);
  if (now != before)
    throw InputError(fmt::format(
        "{}: {}, but the run to continue was started with {} (its time step is {:.9g} s); a "
        "restart keeps the time step: take the earlier value, or run without --restart",
        input.where(input.time.dt_s           ? "/time/dt"
                    : has_default_step(input) ? "/time"
                                              : "/time/courant"),
        now, before, dt_s));
}

// Returns the tables and the phasors of the case that have a definition there, by their files.
std::map<std::string, OutputTable> defined_tables(const Case &input) {
  std::map<std::string, OutputTable> tables;
  for (OutputTable &table : output_tables(input))
    if (!table.definition.empty())
      tables[table.file] = std::move(table);
  // Phasors of other fields or frequencies have other sums.
  if (input.outputs.phasors)
    tables[k_pvd_name] = {
        k_pvd_name, {}, true, "/outputs/fields", input.resolved.at("outputs").at("fields").dump()};
  return tables;
}

// Refuses other tables under the same names: a table of two probes' values, or of two rates, would
// look like that of one.
void check_tables(const Case &input, const CheckpointData &data) {
  for (const auto &[file, now] : defined_tables(input)) {
    if (data.blobs.count(k_table + file) == 0)
      continue;
    const std::string &before = data.text(k_table + file);
    if (before != now.definition)
      throw InputError(fmt::format(
          "{}: {} of the run to continue holds {}, and the case now asks for {}; take the earlier "
          "one, give the new one another name, or run without --restart",
          input.where(now.pointer), file, before, now.definition));
  }
}

// Returns a value shortened for messages.
std::string shortened(const nlohmann::ordered_json &json, const std::string &pointer) {
  const nlohmann::ordered_json::json_pointer at(pointer);
  if (!json.contains(at))
    return "not there";
  constexpr std::size_t k_longest = 60;
  const std::string text = json.at(at).dump();
  return text.size() <= k_longest ? text : text.substr(0, k_longest) + "...";
}

[[noreturn]] void report_other_case(const Case &input, const std::string &physics,
                                    const CheckpointData &data) {
  const std::string advice = "; run without --restart to start anew";
  if (data.blobs.count(k_physics) == 0)
    throw InputError(
        "the checkpoint belongs to another case, mesh or waveform (its fingerprint is " +
        data.fingerprint + ", this case's " + text_fingerprint(physics) + ")" + advice);
  const auto before = nlohmann::ordered_json::parse(data.text(k_physics));
  const auto now = nlohmann::ordered_json::parse(physics);
  const auto differences = nlohmann::ordered_json::diff(before, now);
  const auto pointer = differences.at(0).at("path").get<std::string>();
  throw InputError(fmt::format(
      "{}: the checkpoint belongs to another case: \"{}\" is {} here and {} in the run to continue "
      "(files are compared by their contents){}",
      input.where(pointer), pointer.substr(1), shortened(now, pointer), shortened(before, pointer),
      advice));
}

bool starts_with(const std::string &text, const std::string &prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

} // namespace

std::string physics_text(const Case &input, const std::string &variant) {
  nlohmann::ordered_json physics = input.resolved;
  for (const char *key : {"outputs", "run", "title", "time", "version"})
    physics.erase(key);
  physics["variant"] = variant;
  if (!input.mesh.file.empty())
    physics["mesh"]["file"] = file_fingerprint(input.mesh.file);
  if (const auto &array = input.mesh.array) {
    auto &cells = physics["mesh"]["array"]["cells"];
    cells["centre"] = file_fingerprint(array->centre);
    for (std::size_t i = 0; i < array->edges.size(); ++i) {
      cells["edges"][i] = file_fingerprint(array->edges[i]);
      cells["corners"][i] = file_fingerprint(array->corners[i]);
    }
  }
  for (std::size_t i = 0; i < input.excitations.size(); ++i)
    if (const std::string file = waveform_file(input.excitations[i]); !file.empty())
      physics["excitations"][i]["waveform"]["file"] = file_fingerprint(file);
  return physics.dump();
}

CheckpointData to_checkpoint(const Case &input, const std::string &physics, CheckpointState state) {
  CheckpointData data;
  data.step = state.position.step;
  data.time_s = static_cast<double>(state.position.step) * state.dt_s;
  data.fingerprint = text_fingerprint(physics);
  data.blobs[k_physics] = physics;
  data.blobs[k_progress] =
      std::vector<double>{state.dt_s, state.position.largest_norm, state.position.peak_energy};
  data.blobs[k_time_step] = time_step_request(input);
  for (const auto &[file, table] : defined_tables(input))
    data.blobs[k_table + file] = table.definition;
  for (const auto &[file, rows] : state.rows)
    data.blobs[k_rows + file] = std::vector<std::int64_t>{rows};
  for (auto &[name, values] : state.unknowns)
    data.blobs[k_unknowns + name] = std::move(values);
  return data;
}

CheckpointState read_checkpoint_state(const Case &input, const std::string &physics,
                                      const CheckpointData &data) {
  if (data.fingerprint != text_fingerprint(physics))
    report_other_case(input, physics, data);
  CheckpointState state;
  const auto &numbers = data.doubles(k_progress);
  state.position.step = data.step;
  state.dt_s = numbers.at(0);
  state.position.largest_norm = numbers.at(1);
  state.position.peak_energy = numbers.at(2);
  check_time_step(input, data, state.dt_s);
  check_tables(input, data);
  for (const auto &[name, blob] : data.blobs) {
    if (starts_with(name, k_unknowns))
      state.unknowns[name.substr(std::string(k_unknowns).size())] = data.doubles(name);
    if (starts_with(name, k_rows))
      state.rows[name.substr(std::string(k_rows).size())] = data.int64s(name).at(0);
  }
  if (state.unknowns.empty())
    throw InputError("the checkpoint holds no unknowns that this version can read; run without "
                     "--restart to start anew");
  return state;
}

} // namespace curlew
