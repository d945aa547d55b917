#include <curlew/io/case/sections/outputs/fields_in_time.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/sections/frequency/check_frequency_values.hpp>
#include <curlew/io/case/sections/outputs/outputs_parts.hpp>
#include <curlew/io/case/sections/sweep.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr const char *k_fields = "/outputs/fields";

// Phasors are divided by the spectrum of one waveform: that of the excitations, or the default
// pulse of the ports.
void check_pulse(CheckContext &context) {
  const ordered_json *excitations = context.find_partial("/excitations");
  if (excitations == nullptr)
    return;
  if (!has_default_pulse(context))
    return check_reference_waveform(context, k_fields);
  std::string given;
  context.for_each("/excitations", [&](const std::string &pointer, const ordered_json &value) {
    if (value.contains("waveform") && !value["waveform"].is_null())
      given = pointer + "/waveform";
  });
  if (given.empty()) {
    context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
      if (has_type(value, "imposed-field"))
        context.error(pointer, "fields at frequencies refer to the spectrum of one waveform, and "
                               "this field has another one than the pulse of the ports; give "
                               "\"every\", or both the same waveform");
    });
    return;
  }
  bool all_given = true;
  context.for_each("/boundaries", [&](const std::string &, const ordered_json &port) {
    if (!has_type(port, "port") || !port.contains("excited") || port["excited"] != true)
      return;
    bool is_driven = false;
    context.for_each("/excitations", [&](const std::string &, const ordered_json &value) {
      is_driven = is_driven ||
                  (has_type(value, "port") && value.contains("port") && port.contains("index") &&
                   value["port"] == port["index"] && value.contains("waveform"));
    });
    all_given = all_given && is_driven;
  });
  context.for_each("/excitations", [&](const std::string &, const ordered_json &value) {
    all_given = all_given && (!has_type(value, "port") || value.contains("waveform"));
  });
  if (all_given)
    return check_reference_waveform(context, k_fields);
  context.error(given, "fields at frequencies refer to the spectrum of one waveform, and another "
                       "port is excited by the pulse of \"frequency\": give all excited ports this "
                       "waveform, or none");
}

} // namespace

void check_fields_in_time(CheckContext &context) {
  const ordered_json *fields = context.find_partial(k_fields);
  if (fields == nullptr)
    return;
  const std::string frequency = std::string(k_fields) + "/frequency";
  const bool has_frequency = context.is_given(frequency);
  if (context.is_given(std::string(k_fields) + "/every")) {
    if (has_frequency)
      context.error_at_key(frequency,
                           "\"every\" asks for snapshots in time and \"frequency\" for phasors, "
                           "and fields.pvd holds one of both; take one out");
    return;
  }
  if (!has_frequency && !context.is_given("/frequency"))
    context.error(k_fields, "\"outputs.fields\" needs \"every\", for snapshots in time as in "
                            "\"10 ps\" or \"100 steps\", or \"frequency\", for phasors");
  if (has_frequency)
    check_frequency_values(context, frequency);
  check_pulse(context);
}

std::vector<double> read_field_frequencies(const ordered_json &outputs,
                                           const std::vector<double> &frequencies_hz) {
  const ordered_json &fields = outputs["fields"];
  return fields.contains("frequency") ? sweep_values(fields["frequency"]) : frequencies_hz;
}

void write_field_frequencies(const std::vector<double> &frequencies_hz, ordered_json &outputs) {
  ordered_json &fields = outputs["fields"];
  fields.erase("total");
  fields["frequency"] = sweep_to_json(frequencies_hz, SweepBy::count);
}

} // namespace curlew
