#include <curlew/methods/fem/case/check_refinement.hpp>

#include <curlew/io/case/sections/boundaries/check_ports.hpp>

namespace curlew::fem {
namespace {

using nlohmann::ordered_json;

bool is_wanted(const ordered_json *output) {
  return output != nullptr && *output != false;
}

} // namespace

void check_refinement(CheckContext &context) {
  const std::string pointer = "/refinement";
  const ordered_json *refinement = context.find(pointer);
  if (refinement == nullptr)
    return;
  for (const char *key : {"eigenmodes", "time"})
    if (context.is_given(std::string("/") + key))
      context.error_at_key(pointer, std::string("\"refinement\" solves at a frequency, and the "
                                                "case has \"") +
                                        key + "\"; take it out, or refine by \"refine\"");
  const ordered_json *quantity = context.find(pointer + "/quantity");
  if (quantity != nullptr && *quantity == "s") {
    if (!is_wanted(context.find_partial("/outputs/s_parameters")))
      context.error(pointer + "/quantity", "\"s\" is the scattering matrix of ports: give ports "
                                           "and \"s_parameters\" in \"outputs\"");
    else if (!has_excited_port(context))
      context.error(pointer + "/quantity", "\"s\" is the scattering matrix of ports, and none is "
                                           "\"excited\"");
  }
  if (quantity != nullptr && *quantity == "rcs" && !is_wanted(context.find_partial("/outputs/rcs")))
    context.error(pointer + "/quantity", "\"rcs\" are the radar cross sections that \"outputs\" "
                                         "ask for: give \"rcs\" there");
}

} // namespace curlew::fem
