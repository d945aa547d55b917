#pragma once

#include <curlew/io/fields/vti_file.hpp>
#include <curlew/methods/fdfd/outputs/cell_fields.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Returns the images of a solve for ParaView, as requested by the case's outputs: one image of the
// whole grid, or one of each slice, with "E_real", "E_imag", "H_real", "H_imag" of the total or the
// scattered field, "material", with `sar` the array "SAR", and field data that describe the
// numbers: "convention", "field", "source", "frequency_hz". `source` names the excitation. Throws
// InputError for a slice outside of the grid.
std::vector<CellImage> field_images(const Case &input, const YeeFields &fields,
                                    const std::vector<std::int32_t> &of_cell,
                                    const SpecificAbsorption *sar, const std::string &source,
                                    int threads = 0);

// Returns the blocks of cells of the case's images. Throws InputError for a slice outside of the
// grid.
std::vector<CellBlock> image_blocks(const Case &input, const Problem &problem);

} // namespace curlew::fdfd
