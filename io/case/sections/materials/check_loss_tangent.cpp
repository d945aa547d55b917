#include <curlew/io/case/sections/materials/check_loss_tangent.hpp>

namespace curlew {

void check_loss_tangent_in_time(CheckContext &context) {
  using nlohmann::ordered_json;
  context.for_each("/materials", [&](const std::string &material, const ordered_json &) {
    const std::string pointer = child_pointer(material, "loss_tangent");
    if (!context.is_given(pointer) || context.given(pointer) == 0)
      return;
    const ordered_json *eps = context.find(child_pointer(material, "eps_r"));
    if (eps != nullptr && eps->is_array())
      context.error(pointer, "in time a loss tangent is taken by poles, which are isotropic, and "
                             "this material has a tensor \"eps_r\"; give \"sigma\"");
    const ordered_json *chi3 = context.find(child_pointer(material, "chi3"));
    if (chi3 != nullptr && *chi3 != 0)
      context.error(pointer, "materials with \"chi3\" take their losses as \"sigma\" or poles");
  });
}

} // namespace curlew
