#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/excitations/plane_wave.hpp>
#include <curlew/io/case/sections/outputs/outputs_parts.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <set>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// True where a case in time has an output, boundary or port pulse that depends on its frequencies.
bool uses_frequency(CheckContext &context) {
  for (const char *key : {"far_field", "flux", "rcs", "s_parameters"})
    if (context.is_given(std::string("/outputs/") + key))
      return true;
  if (context.is_given("/outputs/fields") && !context.is_given("/outputs/fields/every") &&
      !context.is_given("/outputs/fields/frequency"))
    return true;
  bool has_impedance = false;
  context.for_each("/boundaries", [&](const std::string &, const ordered_json &value) {
    has_impedance = has_impedance || (value.contains("type") && value["type"] == "impedance");
  });
  return has_impedance || has_default_pulse(context);
}

} // namespace

void check_images(CheckContext &context) {
  std::set<std::string> axes;
  context.for_each("/outputs/far_field/images", [&](const std::string &pointer,
                                                    const ordered_json &plane) {
    if (!plane.contains("axis") || plane["axis"].is_null())
      return;
    const auto axis = plane["axis"].get<std::string>();
    if (!axes.insert(axis).second)
      context.error(pointer + "/axis", "a second image plane across " + axis +
                                           ": between two parallel planes the images have no end");
  });
}

bool has_default_pulse(CheckContext &context) {
  bool is_there = false;
  context.for_each("/excitations", [&](const std::string &, const ordered_json &value) {
    is_there = is_there || (value.value("type", "") == "port" &&
                            (!value.contains("waveform") || value["waveform"].is_null()));
  });
  context.for_each("/boundaries", [&](const std::string &, const ordered_json &value) {
    is_there = is_there ||
               (has_type(value, "port") && value.contains("excited") && value["excited"] == true);
  });
  return is_there;
}

// Phasors are divided by the spectrum of the waveform.
void check_reference_waveform(CheckContext &context, const std::string &pointer) {
  const ordered_json *excitations = context.find_partial("/excitations");
  if (excitations == nullptr)
    return;
  if (excitations->empty())
    context.error(pointer, in_quotes(dotted(pointer)) +
                               " needs one of \"excitations\", to whose spectrum it refers");
  const ordered_json *first = nullptr;
  context.for_each("/excitations", [&](const std::string &excitation, const ordered_json &) {
    const ordered_json *waveform = context.find(excitation + "/waveform");
    if (waveform == nullptr)
      return;
    if (first == nullptr)
      first = waveform;
    else if (*waveform != *first)
      context.error(excitation + "/waveform",
                    "the waveform differs from that of the first excitation; " +
                        in_quotes(dotted(pointer)) +
                        " refers to the spectrum of one waveform: give all excitations the same "
                        "one, or run them one by one");
  });
  context.for_each("/boundaries", [&](const std::string &boundary, const ordered_json &value) {
    const ordered_json *waveform = context.find(boundary + "/waveform");
    if (has_type(value, "imposed-field") && waveform != nullptr &&
        (first == nullptr || *waveform != *first))
      context.error(boundary + "/waveform",
                    "the waveform differs from that of the excitations; " +
                        in_quotes(dotted(pointer)) +
                        " refers to the spectrum of one waveform: give both the same one, or run "
                        "them one by one");
  });
}

void check_directions(CheckContext &context, const std::string &pointer) {
  constexpr double k_most_directions = 1e6;
  double count = 1;
  for (const char *key : {"/theta", "/phi"})
    count *= check_angles(context, pointer + key)
                 ? static_cast<double>(sweep_count(*context.find(pointer + key)))
                 : 0;
  if (count > k_most_directions)
    context.error(pointer, in_quotes(dotted(pointer)) + " has " + number_text(count) +
                               " directions; " + number_text(k_most_directions) + " are the most");
}

void check_far_field_in_time(CheckContext &context) {
  if (context.find_partial("/outputs/far_field") == nullptr) {
    if (context.is_given("/frequency") && !uses_frequency(context))
      context.warn("/frequency", "\"frequency\" is of \"outputs.far_field\", "
                                 "\"outputs.flux\" and \"outputs.fields\" without \"every\", "
                                 "which the case does not have: it changes nothing");
    return;
  }
  if (!context.is_given("/frequency"))
    context.error("/outputs/far_field",
                  "\"outputs.far_field\" needs \"frequency\": one, a list or a sweep");
  check_directions(context, "/outputs/far_field");
  check_images(context);
  check_reference_waveform(context, "/outputs/far_field");
}

} // namespace curlew
