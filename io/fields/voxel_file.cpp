#include <curlew/core/error.hpp>
#include <curlew/io/fields/image_reader.hpp>
#include <curlew/io/fields/voxel_file.hpp>

#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataArraySelection.h>
#include <vtkErrorCode.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkXMLImageDataReader.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>

namespace curlew {
namespace {

[[noreturn]] void fail_voxels(const std::filesystem::path &file, const std::string &reason) {
  throw InputError(fmt::format("{}: {}", file.string(), reason));
}

// Collects the messages that VTK would print. Only some parts of VTK accept an observer.
class Messages : public vtkOutputWindow {
public:
  static Messages *New();
  vtkTypeMacro(Messages, vtkOutputWindow);

  void DisplayText(const char *printed) override {
    // "ERROR: In <VTK's own source>, line 1\n<class> (<address>): <relevant text>\n\n"
    std::string message = printed;
    const std::size_t begin = message.find("): ");
    message.erase(0, begin == std::string::npos ? 0 : begin + 3);
    std::replace(message.begin(), message.end(), '\n', ' ');
    message.erase(message.find_last_not_of(' ') + 1);
    text += (text.empty() ? "" : "; ") + message;
  }
  std::string text;
};
vtkStandardNewMacro(Messages);

// VTK's reader, with all that VTK complains of collected instead of on stderr.
class VoxelReader {
public:
  explicit VoxelReader(const std::filesystem::path &file) : file_(file) {
    vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
    vtkOutputWindow::SetInstance(messages_);
    reader_.vtk().SetFileName(file.c_str());
  }
  ~VoxelReader() {
    vtkOutputWindow::SetInstance(window_);
    vtkLogger::SetStderrVerbosity(verbosity_);
  }
  VoxelReader(const VoxelReader &) = delete;
  VoxelReader &operator=(const VoxelReader &) = delete;

  vtkXMLImageDataReader &vtk() { return reader_.vtk(); }

  // Throws the errors that occurred in a step of reading.
  void require_success(const char *step) {
    const auto code = reader_.vtk().GetErrorCode();
    std::string reason = reader_.complaint();
    if (reason.empty())
      reason = messages_->text;
    if (reason.empty() && code != vtkErrorCode::NoError)
      reason = vtkErrorCode::GetStringFromErrorCode(code);
    if (!reason.empty())
      fail_voxels(file_, fmt::format("cannot read {}: {}; is the file complete?", step, reason));
  }

private:
  const std::filesystem::path &file_;
  const vtkLogger::Verbosity verbosity_ = vtkLogger::GetCurrentVerbosityCutoff();
  const vtkSmartPointer<vtkOutputWindow> window_ = vtkOutputWindow::GetInstance();
  vtkNew<Messages> messages_;
  ImageReader reader_;
};

void require_readable(const std::filesystem::path &file) {
  if (std::filesystem::is_directory(file))
    fail_voxels(file, "this is a folder; the file of an image (.vti) is wanted");
  errno = 0;
  if (!std::ifstream(file, std::ios::binary))
    fail_voxels(file, fmt::format("cannot open it: {}", std::strerror(errno)));
}

// Returns the grid that the file's header describes. Throws for a grid that no Yee grid can hold.
VoxelImage described_image(const std::filesystem::path &file, vtkInformation &header) {
  int extent[6];
  double spacing[3], origin[3], direction[9];
  header.Get(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent);
  header.Get(vtkDataObject::SPACING(), spacing);
  header.Get(vtkDataObject::ORIGIN(), origin);
  header.Get(vtkDataObject::DIRECTION(), direction);
  VoxelImage image;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int first = extent[2 * axis], last = extent[2 * axis + 1];
    const std::int64_t cells = std::int64_t{last} - first;
    if (cells < 1 || cells > std::numeric_limits<Index>::max())
      fail_voxels(file,
                  fmt::format("the image's extent along {} is {} to {}, which leaves no cells; "
                              "voxels are the cells between the points of an image",
                              "xyz"[axis], first, last));
    if (!(spacing[axis] > 0) || !std::isfinite(spacing[axis]) || !std::isfinite(origin[axis]))
      fail_voxels(file,
                  fmt::format("the image's spacing along {} is {} and its origin {}; wanted are a "
                              "spacing above 0 and an origin, in metres",
                              "xyz"[axis], spacing[axis], origin[axis]));
    image.cells[axis] = static_cast<Index>(cells);
    image.cell_m[axis] = spacing[axis];
    image.corner_m[axis] = origin[axis] + spacing[axis] * first;
  }
  for (int i = 0; i < 9; ++i)
    if (direction[i] != (i % 4 == 0 ? 1 : 0))
      fail_voxels(file,
                  "the image is turned (its Direction is not 1 0 0 0 1 0 0 0 1); resample it along "
                  "x, y and z first");
  return image;
}

// VTK allocates memory by the counts in the header, so the file must be able to fill them. No
// compressor that VTK supports makes more than a few thousand bytes of one.
void require_plausible(const std::filesystem::path &file, const VoxelImage &image) {
  constexpr double k_largest_ratio = 1e4;
  const double cells = 1.0 * image.cells[0] * image.cells[1] * image.cells[2];
  const double bytes = static_cast<double>(std::filesystem::file_size(file));
  if (cells > k_largest_ratio * bytes)
    fail_voxels(file,
                fmt::format("its header gives {} x {} x {} cells, too many for the {} bytes that "
                            "it has; is the file complete?",
                            image.cells[0], image.cells[1], image.cells[2], bytes));
}

// Leaves `array` as the only one that will be read.
void select_array(const std::filesystem::path &file, vtkXMLImageDataReader &reader,
                  const std::string &array) {
  std::vector<std::string> cell_arrays;
  for (int i = 0; i < reader.GetNumberOfCellArrays(); ++i)
    cell_arrays.push_back(reader.GetCellArrayName(i));
  bool of_points = false;
  for (int i = 0; i < reader.GetNumberOfPointArrays(); ++i)
    of_points = of_points || array == reader.GetPointArrayName(i);
  if (std::count(cell_arrays.begin(), cell_arrays.end(), array) == 0) {
    if (of_points)
      fail_voxels(file,
                  fmt::format("array \"{}\" belongs to the image's points; voxels are cells: write "
                              "it as cell data, with one point more than cells along each axis",
                              array));
    fail_voxels(file, fmt::format("there is no cell array \"{}\"; there {}", array,
                                  cell_arrays.empty()
                                      ? "is none at all"
                                      : fmt::format("are: {}", fmt::join(cell_arrays, ", "))));
  }
  reader.GetPointDataArraySelection()->DisableAllArrays();
  reader.GetCellDataArraySelection()->DisableAllArrays();
  reader.GetCellDataArraySelection()->EnableArray(array.c_str());
}

vtkDataArray &label_array(const std::filesystem::path &file, vtkImageData &image,
                          const std::string &name) {
  vtkAbstractArray *const found = image.GetCellData()->GetAbstractArray(name.c_str());
  if (found == nullptr)
    fail_voxels(file, fmt::format("array \"{}\" cannot be read; is the file complete?", name));
  auto *const values = vtkDataArray::SafeDownCast(found);
  const int type = found->GetDataType();
  if (values == nullptr || type == VTK_FLOAT || type == VTK_DOUBLE || type == VTK_BIT)
    fail_voxels(file, fmt::format("array \"{}\" is of type {}; labels are integers of 8 to 64 bits",
                                  name, found->GetDataTypeAsString()));
  if (found->GetNumberOfComponents() != 1)
    fail_voxels(file, fmt::format("array \"{}\" has {} components; a label is one number", name,
                                  found->GetNumberOfComponents()));
  return *values;
}

std::vector<std::int32_t> labels_of(const std::filesystem::path &file, vtkDataArray &values,
                                    vtkIdType cells) {
  if (values.GetNumberOfTuples() != cells)
    fail_voxels(file, fmt::format("array \"{}\" has {} labels for {} cells; is the file complete?",
                                  values.GetName(), values.GetNumberOfTuples(), cells));
  std::vector<std::int32_t> labels(static_cast<std::size_t>(cells));
  for (vtkIdType i = 0; i < cells; ++i) {
    // Exact, or so large that it is refused: a double represents all integers of up to 53 bits.
    const double value = values.GetComponent(i, 0);
    if (value < std::numeric_limits<std::int32_t>::min() ||
        value > std::numeric_limits<std::int32_t>::max())
      fail_voxels(file,
                  fmt::format("array \"{}\" holds the label {:.0f} at cell {}; labels have at most "
                              "32 bits",
                              values.GetName(), value, i));
    labels[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(value);
  }
  return labels;
}

} // namespace

VoxelImage read_voxel_image(const std::filesystem::path &file, const std::string &array) {
  require_readable(file);
  VoxelReader reader(file);
  if (reader.vtk().CanReadFile(file.c_str()) != 1)
    fail_voxels(file, "this is no image of VTK's XML format (.vti, <VTKFile type=\"ImageData\">)");
  try {
    reader.vtk().UpdateInformation();
    reader.require_success("its header");
    VoxelImage image = described_image(file, *reader.vtk().GetOutputInformation(0));
    require_plausible(file, image);
    select_array(file, reader.vtk(), array);
    reader.vtk().Update();
    reader.require_success("its data");
    vtkImageData &data = *reader.vtk().GetOutput();
    const vtkIdType cells = vtkIdType{image.cells[0]} * image.cells[1] * image.cells[2];
    image.labels = labels_of(file, label_array(file, data, array), cells);
    return image;
  } catch (const std::bad_alloc &) {
    throw ResourceError(fmt::format("{}: not enough memory for this image", file.string()));
  }
}

} // namespace curlew
