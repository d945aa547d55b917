#include <curlew/io/fields/pvtu_file.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

// Declares the array as vtkXMLUnstructuredGridWriter declares it in the pieces.
std::string cell_array(const CellArray &array) {
  std::string text =
      fmt::format("      <PDataArray type=\"Float64\" Name=\"{}\" NumberOfComponents=\"{}\"",
                  array.name, array.components);
  if (array.components == 3) {
    text += " ComponentName0=\"x\" ComponentName1=\"y\" ComponentName2=\"z\"";
  }
  if (array.unit.empty()) {
    return text + "/>\n";
  }
  return text + fmt::format(">\n"
                            "        <InformationKey name=\"UNITS_LABEL\" "
                            "location=\"vtkDataArray\">{}</InformationKey>\n"
                            "      </PDataArray>\n",
                            array.unit);
}

} // namespace

void write_pvtu(const std::filesystem::path &path, const std::vector<CellArray> &arrays,
                const std::vector<std::string> &pieces) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PUnstructuredGrid\" version=\"1.0\">\n"
      "  <PUnstructuredGrid GhostLevel=\"0\">\n"
      "    <PPoints>\n"
      "      <PDataArray type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"/>\n"
      "    </PPoints>\n"
      "    <PCellData>\n"
      "      <PDataArray type=\"Int32\" Name=\"material\"/>\n";
  for (const CellArray &array : arrays) {
    text += cell_array(array);
  }
  text += "    </PCellData>\n";
  for (const std::string &piece : pieces) {
    text += fmt::format("    <Piece Source=\"{}\"/>\n", piece);
  }
  text += "  </PUnstructuredGrid>\n"
          "</VTKFile>\n";
  write_file_atomically(path, text);
}

} // namespace curlew
