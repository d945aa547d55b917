#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>
#include <curlew/methods/fdfd/problem.hpp>

namespace curlew::fdfd {

// Lays the sheets and wires of a case over its solids, into the problem's constants and its
// `thin_objects`, sheets first. Throws the errors of lay_sheet() and lay_wire().
void lay_thin_objects(const Case &input, const Scene &scene, Problem &problem);

} // namespace curlew::fdfd
