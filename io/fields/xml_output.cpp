#include <curlew/core/error.hpp>
#include <curlew/io/fields/xml_output.hpp>
#include <curlew/io/results/atomic_file.hpp>

#include <vtkCallbackCommand.h>
#include <vtkCellData.h>
#include <vtkCommand.h>
#include <vtkDataSet.h>
#include <vtkDataSetAttributes.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkExecutive.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>
#include <vtkXMLWriter.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>

namespace curlew {
namespace {

void append_error(vtkObject *, unsigned long, void *client, void *call) {
  auto &text = *static_cast<std::string *>(client);
  std::string message = static_cast<const char *>(call);
  std::replace(message.begin(), message.end(), '\n', ' ');
  text += (text.empty() ? "" : "; ") + message;
}

[[noreturn]] void fail_to_write(const std::filesystem::path &path, const std::string &reason) {
  throw OutputError(fmt::format("cannot write {}: {}", path.string(), reason));
}

// VTK reports the errors of its stream; the size of the file shows what reached the file system.
void require_complete(const std::filesystem::path &partial, const std::filesystem::path &path) {
  constexpr std::string_view k_end = "</VTKFile>";
  std::ifstream file(partial, std::ios::binary);
  std::string tail(k_end.size() + 2, '\0');
  file.seekg(-static_cast<std::streamoff>(tail.size()), std::ios::end);
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  if (!file || tail.find(k_end) == std::string::npos) {
    fail_to_write(path, "the file is not complete; is the disk full?");
  }
}

void require_length(const std::string &name, std::size_t length, std::size_t expected) {
  if (length != expected) {
    throw std::invalid_argument(
        fmt::format("array \"{}\" has {} values, expected {}", name, length, expected));
  }
}

void add_array(vtkDataSetAttributes &data, const CellArray &array, std::size_t items) {
  require_length(array.name, array.values.size(),
                 items * static_cast<std::size_t>(array.components));
  vtkNew<vtkDoubleArray> values;
  values->SetName(array.name.c_str());
  values->SetNumberOfComponents(array.components);
  values->SetArray(vtk_pointer(array.values.data()), static_cast<vtkIdType>(array.values.size()),
                   1);
  if (array.components == 3) {
    for (int c = 0; c < 3; ++c) {
      values->SetComponentName(c, std::array{"x", "y", "z"}[static_cast<std::size_t>(c)]);
    }
  }
  if (!array.unit.empty()) {
    values->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), array.unit.c_str());
  }
  data.AddArray(values);
}

} // namespace

void add_cell_array(vtkDataSet &grid, const CellArray &array, std::size_t cells) {
  add_array(*grid.GetCellData(), array, cells);
}

void add_point_array(vtkDataSet &grid, const CellArray &array, std::size_t points) {
  add_array(*grid.GetPointData(), array, points);
}

void add_material(vtkDataSet &grid, const std::vector<std::int32_t> &material,
                  const std::vector<std::string> &names, std::size_t cells) {
  require_length("material", material.size(), cells);
  vtkNew<vtkTypeInt32Array> array;
  array->SetName("material");
  array->SetArray(vtk_pointer(material.data()), static_cast<vtkIdType>(material.size()), 1);
  grid.GetCellData()->AddArray(array);
  add_texts(grid, "material_names", names);
}

void add_texts(vtkDataSet &grid, const std::string &name, const std::vector<std::string> &texts) {
  vtkNew<vtkStringArray> array;
  array->SetName(name.c_str());
  for (const std::string &text : texts) {
    array->InsertNextValue(text);
  }
  grid.GetFieldData()->AddArray(array);
}

void add_number(vtkDataSet &grid, const std::string &name, double number) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name.c_str());
  array->InsertNextValue(number);
  grid.GetFieldData()->AddArray(array);
}

void write_grid(vtkXMLWriter &writer, vtkDataSet &grid, const std::filesystem::path &path) {
  const std::filesystem::path partial = partial_name(path);
  // VTK's own message for a folder that no longer exists gives no reason.
  OutputFile(partial, OutputFile::Mode::create).close();
  std::string errors;
  vtkNew<vtkCallbackCommand> observer;
  observer->SetCallback(append_error);
  observer->SetClientData(&errors);
  writer.AddObserver(vtkCommand::ErrorEvent, observer);
  // The pipeline only repeats that its writer failed, on stderr unless there is an observer.
  vtkNew<vtkCallbackCommand> silence;
  writer.GetExecutive()->AddObserver(vtkCommand::ErrorEvent, silence);
  writer.SetFileName(partial.c_str());
  writer.SetInputData(&grid);
  writer.SetDataModeToAppended();
  writer.EncodeAppendedDataOff();
  writer.SetCompressorTypeToZLib();
  writer.SetHeaderTypeToUInt64();
  errno = 0;
  const bool written = writer.Write() == 1;
  writer.RemoveObserver(observer); // it writes to a string of this call
  const int error = errno;
  const auto code = writer.GetErrorCode();
  if (!written || code != vtkErrorCode::NoError || !errors.empty()) {
    std::error_code ignored; // VTK may have removed it already
    std::filesystem::remove(partial, ignored);
    std::string reason = errors.empty() ? vtkErrorCode::GetStringFromErrorCode(code) : errors;
    const std::string system = std::generic_category().message(error);
    if (error != 0 && reason.find(system) == std::string::npos) {
      reason += " (" + system + ")";
    }
    fail_to_write(path, reason);
  }
  try {
    require_complete(partial, path);
  } catch (const OutputError &) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw;
  }
  commit_partial_file(path);
}

LentArrays::~LentArrays() {
  for (const CellArray &array : arrays_) {
    data_.RemoveArray(array.name.c_str());
  }
}

void write_vtu_grid(vtkUnstructuredGrid &grid, double value, const std::filesystem::path &path) {
  add_number(grid, "TimeValue", value); // the name that ParaView's reader expects
  const vtkNew<vtkXMLUnstructuredGridWriter> writer;
  writer->SetIdTypeToInt32();
  write_grid(*writer, grid, path);
}

} // namespace curlew
