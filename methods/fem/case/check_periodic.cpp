#include <curlew/methods/fem/case/check_periodic.hpp>

#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/boundaries/check_ports.hpp>

#include <string>

namespace curlew::fem {
namespace {

using nlohmann::ordered_json;

void check_face(CheckContext &context, const std::string &pointer) {
  for (const char *key : {"eigenmodes", "time", "refinement"})
    if (context.is_given(std::string("/") + key))
      context.error(pointer, "periodic faces are for solves at given frequencies on the mesh as it "
                             "is, and the case has " +
                                 in_quotes(key) + "; take one of the two out");
  for (const char *key : {"rcs", "far_field"}) {
    const ordered_json *wanted = context.find_partial(std::string("/outputs/") + key);
    if (wanted != nullptr && *wanted != false)
      context.error(std::string("/outputs/") + key,
                    in_quotes(key) + " is of bodies in open space, and a periodic structure has "
                                     "orders of diffraction; take \"diffraction\", \"probes\" or "
                                     "\"fields\"");
  }
  if (pointer == "/boundaries/default")
    context.error(pointer, "\"default\" is no face that could have another one; name its group");
  const ordered_json *with = context.find(pointer + "/with");
  if (with != nullptr && child_pointer("/boundaries", with->get<std::string>()) == pointer)
    context.error(pointer + "/with", "a face cannot be periodic with itself");
}

// Checks what the case says of orders of diffraction, without the mesh.
void check_orders(CheckContext &context) {
  const std::string pointer = "/outputs/diffraction";
  if (context.find_partial(pointer) == nullptr)
    return;
  int pairs = 0, layers = 0;
  context.for_each("/boundaries", [&](const std::string &, const ordered_json &value) {
    pairs += has_type(value, "periodic");
    layers += has_type(value, "pml");
  });
  if (pairs != 2)
    context.error(pointer,
                  "\"outputs.diffraction\" is of a cell with two pairs of \"periodic\" faces, "
                  "and the case has " +
                      std::to_string(pairs));
  else if (layers == 0)
    context.error(pointer,
                  "\"outputs.diffraction\" is of orders that leave through absorbing layers "
                  "along z, and no face is of type \"pml\"");
}

} // namespace

void check_periodic(CheckContext &context) {
  check_orders(context);
  bool is_periodic = false;
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    if (!has_type(value, "periodic"))
      return;
    is_periodic = true;
    check_face(context, pointer);
  });
  context.for_each("/boundaries", [&](const std::string &pointer, const ordered_json &value) {
    if (is_periodic && has_type(value, "port") && port_kind_of(value) != PortKind::lumped)
      context.error(pointer,
                    "the modes of a port are those between walls, and the case has periodic "
                    "faces; take a plane wave, a current or a lumped port");
  });
}

} // namespace curlew::fem
