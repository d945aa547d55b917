#include <curlew/methods/dgtd/method.hpp>

#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/dgtd/check.hpp>
#include <curlew/methods/dgtd/run.hpp>

namespace curlew::dgtd {

Method method() {
  Capabilities can;
  can.ranks = true;
  can.restart = true;
  can.plane_waves = true;
  can.dispersion = true;
  can.ports = true;
  can.far_field = true;
  return {k_name, k_title, Domain::time, Geometry::tets, can, schema_text, check_case, check, run};
}

} // namespace curlew::dgtd
