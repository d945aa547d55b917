#pragma once

#include <curlew/io/results/results_directory.hpp>
#include <curlew/methods/fdfd/outputs/field_images.hpp>

#include <optional>
#include <string>
#include <vector>

namespace curlew::fdfd {

// Writes a case's field outputs: images for ParaView (outputs.fields) and local SAR (outputs.sar),
// which becomes one of their arrays where there are images.
class FieldOutput {
public:
  // `input` must outlive this. `continues`: images are appended to those of the run before. Throws
  // OutputError if the folder cannot be used, NotCompiled for images in a build without VTK.
  FieldOutput(const Case &input, const ResultsDirectory &results, int threads,
              bool continues = false);

  bool is_wanted() const { return images_.has_value() || input_.outputs.sar; }
  // Throws InputError for slices outside of the grid and SAR without a density.
  void check(const Problem &problem);
  // Writes the next solve's outputs; `source` names its excitation, `number` counts the sources of
  // a frequency. Returns the SAR if the case requests it.
  std::optional<SpecificAbsorption> add(const YeeFields &fields, const std::string &source,
                                        std::size_t number = 0);

private:
  const std::vector<std::int32_t> &materials_of(const Problem &problem);

  const Case &input_;
  int threads_;
  std::optional<VtiSeries> images_;
  std::vector<std::int32_t> of_cell_; // the same at every frequency
};

} // namespace curlew::fdfd
