#include <curlew/methods/mom/method.hpp>

#include <curlew/methods/mom/case/check_case.hpp>
#include <curlew/methods/mom/check.hpp>
#include <curlew/methods/mom/run.hpp>

namespace curlew::mom {

Method method() {
  Capabilities can;
  can.restart = true;
  can.plane_waves = true;
  can.far_field = true;
  can.ports = true;
  return {k_name, k_title, Domain::frequency, Geometry::surface, can, schema_text, check_case,
          check,  run};
}

} // namespace curlew::mom
