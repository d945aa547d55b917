#include <curlew/io/fields/image_reader.hpp>

#include <vtkAbstractArray.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLImageDataReader.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace curlew {
namespace {

std::string attribute(vtkXMLDataElement &element, const char *name) {
  const char *value = element.GetAttribute(name);
  return value == nullptr ? "" : value;
}

// Returns name, type and components of every array in a <CellData>, in the form in which VTK looks
// for them.
std::vector<std::array<std::string, 3>> signature(vtkXMLDataElement *cell_data) {
  std::vector<std::array<std::string, 3>> arrays;
  for (int i = 0; cell_data != nullptr && i < cell_data->GetNumberOfNestedElements(); ++i) {
    vtkXMLDataElement &array = *cell_data->GetNestedElement(i);
    arrays.push_back({attribute(array, "Name"), attribute(array, "type"),
                      attribute(array, "NumberOfComponents")});
  }
  return arrays;
}

// Cells of an extent, which counts points; 0 for one that is flat or the wrong way round.
double cells_of(const int *extent) {
  double cells = 1;
  for (int axis = 0; axis < 3; ++axis)
    cells *= std::max(0.0, 1.0 * extent[2 * axis + 1] - extent[2 * axis]);
  return cells;
}

double common_cells(const int *a, const int *b) {
  int common[6];
  for (int i = 0; i < 6; i += 2) {
    common[i] = std::max(a[i], b[i]);
    common[i + 1] = std::max(common[i], std::min(a[i + 1], b[i + 1]));
  }
  return cells_of(common);
}

class CheckedReader : public vtkXMLImageDataReader {
public:
  static CheckedReader *New();
  vtkTypeMacro(CheckedReader, vtkXMLImageDataReader);

  std::string complaint;

protected:
  int ReadVTKFile(vtkXMLDataElement *file) override;
  int ReadPrimaryElement(vtkXMLDataElement *image) override;
  int ReadArrayForCells(vtkXMLDataElement *element, vtkAbstractArray *array) override;

private:
  void complain(const std::string &text) { complaint += (complaint.empty() ? "" : "; ") + text; }
  void check_numbers(vtkXMLDataElement &image);
  void check_arrays();
  void check_cover();
};

vtkStandardNewMacro(CheckedReader);

void CheckedReader::check_numbers(vtkXMLDataElement &image) {
  constexpr int k_most = 9;
  for (const auto &[name, count] :
       {std::pair{"Origin", 3}, std::pair{"Spacing", 3}, std::pair{"Direction", k_most}}) {
    double values[k_most + 1];
    if (image.GetAttribute(name) != nullptr &&
        image.GetVectorAttribute(name, count + 1, values) != count)
      complain(
          fmt::format("{}=\"{}\" is not {} finite numbers", name, attribute(image, name), count));
  }
}

void CheckedReader::check_arrays() {
  for (int piece = 0; piece < NumberOfPieces; ++piece) {
    const auto arrays = signature(CellDataElements[piece]);
    if (arrays != signature(CellDataElements[0]))
      complain(fmt::format("piece {} has other cell arrays than piece 0", piece));
    for (const auto &array : arrays)
      if (array[0].empty())
        complain(fmt::format("a cell array of piece {} has no Name", piece));
  }
}

void CheckedReader::check_cover() {
  // VTK's own writer may give the same cells to several pieces: a piece within another adds none.
  std::vector<const int *> pieces;
  for (int i = 0; i < NumberOfPieces; ++i) {
    const int *piece = PieceExtents + 6 * i;
    const auto holds = [](const int *outer, const int *inner) {
      return common_cells(outer, inner) == cells_of(inner);
    };
    if (std::any_of(pieces.begin(), pieces.end(), [&](const int *p) { return holds(p, piece); }))
      continue;
    pieces.erase(
        std::remove_if(pieces.begin(), pieces.end(), [&](const int *p) { return holds(piece, p); }),
        pieces.end());
    pieces.push_back(piece);
  }
  double covered = 0, twice = 0;
  for (std::size_t a = 0; a < pieces.size(); ++a) {
    covered += common_cells(pieces[a], WholeExtent);
    for (std::size_t b = 0; b < a; ++b)
      twice += common_cells(pieces[a], pieces[b]);
  }
  if (covered != cells_of(WholeExtent) || twice > 0)
    complain("its pieces do not make up the whole image");
}

int CheckedReader::ReadVTKFile(vtkXMLDataElement *file) {
  const std::string compressor = attribute(*file, "compressor");
  for (const char *known :
       {"", "vtkZLibDataCompressor", "vtkLZ4DataCompressor", "vtkLZMADataCompressor"})
    if (compressor == known)
      return vtkXMLImageDataReader::ReadVTKFile(file);
  complain(fmt::format("its compressor \"{}\" is unknown", compressor));
  return 0;
}

int CheckedReader::ReadPrimaryElement(vtkXMLDataElement *image) {
  if (vtkXMLImageDataReader::ReadPrimaryElement(image) == 0)
    return 0;
  FieldDataElement = nullptr;
  check_numbers(*image);
  check_arrays();
  check_cover();
  return 1;
}

int CheckedReader::ReadArrayForCells(vtkXMLDataElement *element, vtkAbstractArray *array) {
  if (array == nullptr || vtkXMLImageDataReader::ReadArrayForCells(element, array) == 0)
    complain(fmt::format("cell array \"{}\" is cut off or damaged", attribute(*element, "Name")));
  return 1; // VTK would dereference a null pointer on a failure
}

} // namespace

struct ImageReader::State {
  vtkNew<CheckedReader> reader;
};

ImageReader::ImageReader() : state_(std::make_unique<State>()) {}
ImageReader::~ImageReader() = default;

vtkXMLImageDataReader &ImageReader::vtk() const {
  return *state_->reader;
}

const std::string &ImageReader::complaint() const {
  return state_->reader->complaint;
}

} // namespace curlew
