#include <curlew/methods/fdfd/outputs/field_images.hpp>

#include <fmt/format.h>

namespace curlew::fdfd {
namespace {

constexpr const char *k_convention =
    "e^{+j omega t}, peak phasors, interpolated from the Yee grid to cell centres";

CellImage image_of(const Problem &problem, const CellBlock &block) {
  CellImage image;
  for (int d = 0; d < 3; ++d) {
    image.cells[d] = block.count(d);
    image.cell_m[d] = problem.axes[d].cell_m;
    image.corner_m[d] = problem.axes[d].node_m(block.first[d]);
  }
  return image;
}

} // namespace

std::vector<CellBlock> image_blocks(const Case &input, const Problem &problem) {
  const PhasorFieldsSpec &spec = *input.outputs.phasors;
  std::vector<CellBlock> blocks;
  for (std::size_t i = 0; i < spec.slices.size(); ++i)
    blocks.push_back(
        cells_of(problem, spec.slices[i], input.where(fmt::format("/outputs/fields/slice/{}", i))));
  if (blocks.empty())
    blocks.push_back(all_cells(problem));
  return blocks;
}

std::vector<CellImage> field_images(const Case &input, const YeeFields &fields,
                                    const std::vector<std::int32_t> &of_cell,
                                    const SpecificAbsorption *sar, const std::string &source,
                                    int threads) {
  const Problem &problem = fields.problem();
  const PhasorFieldsSpec &spec = *input.outputs.phasors;
  std::vector<CellImage> images;
  for (const CellBlock &block : image_blocks(input, problem)) {
    CellImage image = image_of(problem, block);
    image.material = in_block(problem, block, of_cell);
    image.material_names = material_names(input);
    for (const Field field : spec.quantities)
      for (CellArray &array : cell_phasors(fields, field, spec.total, block, threads))
        image.arrays.push_back(std::move(array));
    if (sar != nullptr)
      image.arrays.push_back({"SAR", 1, in_block(problem, block, sar->w_per_kg), "W/kg"});
    image.texts = {{"convention", k_convention},
                   {"field", spec.total ? "total: incident and scattered" : "scattered"},
                   {"source", source}};
    image.numbers = {{"frequency_hz", problem.frequency_hz}};
    images.push_back(std::move(image));
  }
  return images;
}

} // namespace curlew::fdfd
