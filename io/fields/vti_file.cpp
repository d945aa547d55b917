#include <curlew/io/fields/vti_file.hpp>
#include <curlew/io/fields/xml_output.hpp>

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkXMLImageDataWriter.h>

namespace curlew {

void require_vtk_for_images() {}

void write_vti(const std::filesystem::path &path, const CellImage &image) {
  const vtkNew<vtkImageData> grid;
  grid->SetDimensions(image.cells[0] + 1, image.cells[1] + 1, image.cells[2] + 1);
  grid->SetSpacing(image.cell_m.data());
  grid->SetOrigin(image.corner_m.data());
  const auto cells = static_cast<std::size_t>(grid->GetNumberOfCells());
  if (!image.material.empty())
    add_material(*grid, image.material, image.material_names, cells);
  for (const CellArray &array : image.arrays)
    add_cell_array(*grid, array, cells);
  for (const auto &[name, text] : image.texts)
    add_texts(*grid, name, {text});
  for (const auto &[name, number] : image.numbers)
    add_number(*grid, name, number);
  const vtkNew<vtkXMLImageDataWriter> writer;
  write_grid(*writer, *grid, path);
}

} // namespace curlew
