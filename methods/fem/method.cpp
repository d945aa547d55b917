#include <curlew/methods/fem/method.hpp>

#include <curlew/methods/fem/case/check_case.hpp>
#include <curlew/methods/fem/check.hpp>
#include <curlew/methods/fem/run.hpp>

namespace curlew::fem {

Method method() {
  Capabilities can;
  can.ranks = true;
  can.restart = true;
  can.plane_waves = true;
  can.dispersion = true;
  can.far_field = true;
  can.ports = true;
  return {k_name, k_title, Domain::frequency, Geometry::tets, can, schema_text, check_case,
          check,  run};
}

} // namespace curlew::fem
