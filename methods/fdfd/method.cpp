#include <curlew/methods/fdfd/method.hpp>

#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/check.hpp>
#include <curlew/methods/fdfd/run.hpp>

namespace curlew::fdfd {

Method method() {
  Capabilities can;
  can.restart = true;
  can.plane_waves = true;
  can.dispersion = true;
  can.far_field = true;
  return {k_name, k_title, Domain::frequency, Geometry::grid, can, schema_text, check_case,
          check,  run};
}

} // namespace curlew::fdfd
