#include <curlew/methods/dgatd/case/check_case.hpp>

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/frequency/frequency.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/mesh/mesh.hpp>
#include <curlew/io/case/sections/outputs/fields_in_time.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/io/case/sections/regions/regions.hpp>
#include <curlew/io/case/sections/time/time.hpp>

namespace curlew::dgatd {

void check_case(CheckContext &context) {
  check_mesh(context);
  check_materials(context, {});
  check_regions(context);
  check_mesh_boundaries(context);
  check_excitations(context);
  check_time(context);
  check_frequencies(context);
  check_time_outputs(context);
  check_far_field_in_time(context);
  check_flux_in_time(context);
  check_fields_in_time(context);
}

} // namespace curlew::dgatd
