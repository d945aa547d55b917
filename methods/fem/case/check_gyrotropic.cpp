#include <curlew/methods/fem/case/check_gyrotropic.hpp>

#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>

#include <string>

namespace curlew::fem {
namespace {

using nlohmann::ordered_json;

// A section that cannot be used with unsymmetric tensors, and the reason.
struct Section {
  const char *name, *reason;
};
constexpr Section k_sections[] = {
    {"time", "in time they are more equations, of the magnetisation or the currents, which are not "
             "there"},
    {"eigenmodes", "resonances are found for complex symmetric matrices"},
    {"refinement", "the estimate of the error is that of symmetric tensors"}};

} // namespace

void check_gyrotropic(CheckContext &context) {
  context.for_each("/materials", [&](const std::string &pointer, const ordered_json &material) {
    for (const char *key : k_gyrotropic_keys) {
      if (!material.is_object() || !material.contains(key) || material[key].empty())
        continue;
      for (const Section &section : k_sections)
        if (context.is_given(std::string("/") + section.name))
          context.error_at_key(
              child_pointer(pointer, key),
              "gyrotropic media are for solves at given frequencies on the mesh as "
              "it is, and the case has " +
                  in_quotes(section.name) + ": " + section.reason + "; take one of the two out");
    }
  });
}

} // namespace curlew::fem
