#include <curlew/methods/fdfd/case/check_case.hpp>

#include <curlew/io/case/sections/background/background.hpp>
#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/frequency/frequency.hpp>
#include <curlew/io/case/sections/grid/grid.hpp>
#include <curlew/io/case/sections/materials/materials.hpp>
#include <curlew/io/case/sections/objects/objects.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/io/case/sections/solver/solver.hpp>

namespace curlew::fdfd {

void check_case(CheckContext &context) {
  check_grid(context);
  check_grid_boundaries(context);
  MaterialRules rules;
  rules.only_diagonal = true;
  rules.negative_permittivity = true;
  check_materials(context, rules);
  check_background(context);
  check_objects(context);
  check_excitations(context);
  check_frequencies(context);
  check_solver(context);
  check_phasor_outputs(context);
}

} // namespace curlew::fdfd
