#include <curlew/methods/fdfd/outputs/field_output.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>

#include <algorithm>

namespace curlew::fdfd {

FieldOutput::FieldOutput(const Case &input, const ResultsDirectory &results, int threads,
                         bool continues)
    : input_(input), threads_(threads) {
  if (input.outputs.phasors)
    images_.emplace(results, continues);
}

const std::vector<std::int32_t> &FieldOutput::materials_of(const Problem &problem) {
  if (of_cell_.empty())
    of_cell_ = cell_materials(problem, Scene(input_), threads_);
  return of_cell_;
}

void FieldOutput::check(const Problem &problem) {
  if (images_)
    image_blocks(input_, problem);
  if (input_.outputs.sar)
    require_density(problem, materials_of(problem), input_.materials, input_.where("/outputs/sar"));
}

std::optional<SpecificAbsorption> FieldOutput::add(const YeeFields &fields,
                                                   const std::string &source, std::size_t number) {
  std::optional<SpecificAbsorption> sar;
  if (!is_wanted())
    return sar;
  const std::vector<std::int32_t> &of_cell = materials_of(fields.problem());
  if (input_.outputs.sar)
    sar = specific_absorption(fields, of_cell, input_.materials, input_.where("/outputs/sar"),
                              threads_);
  if (images_)
    images_->write(field_images(input_, fields, of_cell, sar ? &*sar : nullptr, source, threads_),
                   fields.problem().frequency_hz, number);
  return sar;
}

} // namespace curlew::fdfd
