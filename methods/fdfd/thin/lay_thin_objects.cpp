#include <curlew/methods/fdfd/thin/lay_thin_objects.hpp>

#include <curlew/methods/fdfd/thin/outlines.hpp>
#include <curlew/methods/fdfd/thin/sheets.hpp>
#include <curlew/methods/fdfd/thin/wires.hpp>

#include <map>

namespace curlew::fdfd {

void lay_thin_objects(const Case &input, const Scene &scene, Problem &problem) {
  ConstantEditor eps(problem, ConstantEditor::Field::electric);
  std::map<std::size_t, ThinObject> laid; // by the number of the object
  for (std::size_t number = 0; number < input.objects.size(); ++number)
    if (const auto *sheet = std::get_if<SheetObject>(&input.objects[number]))
      laid.emplace(number, lay_sheet(input, number, *sheet, scene, problem, eps));
  end_outlines(input, problem, eps);
  const WireNodes nodes = wire_nodes(input, problem);
  for (std::size_t number = 0; number < input.objects.size(); ++number)
    if (const auto *wire = std::get_if<WireObject>(&input.objects[number]))
      laid.emplace(number, lay_wire(input, number, *wire, nodes, problem, eps));
  for (auto &[number, object] : laid)
    problem.thin_objects.push_back(std::move(object));
}

} // namespace curlew::fdfd
