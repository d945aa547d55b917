#include <curlew/core/error.hpp>
#include <curlew/io/output/atomic_file.hpp>
#include <curlew/io/vtk/vtu_file.hpp>

#include <vtkCallbackCommand.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCommand.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkExecutive.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace curlew {
namespace {

// VTK asks for non-const pointers; nothing is written through them.
template <typename T> T *vtk_pointer(const T *data) {
  return const_cast<T *>(data);
}

void append_error(vtkObject *, unsigned long, void *client, void *call) {
  auto &text = *static_cast<std::string *>(client);
  std::string message = static_cast<const char *>(call);
  std::replace(message.begin(), message.end(), '\n', ' ');
  text += (text.empty() ? "" : "; ") + message;
}

[[noreturn]] void fail(const std::filesystem::path &path, const std::string &reason) {
  throw OutputError(fmt::format("cannot write {}: {}", path.string(), reason));
}

// VTK reports what its stream noticed; what reached the file system shows in the file.
void require_complete(const std::filesystem::path &partial, const std::filesystem::path &path) {
  constexpr std::string_view k_end = "</VTKFile>";
  std::ifstream file(partial, std::ios::binary);
  std::string tail(k_end.size() + 2, '\0');
  file.seekg(-static_cast<std::streamoff>(tail.size()), std::ios::end);
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  if (!file || tail.find(k_end) == std::string::npos) {
    fail(path, "the file is not complete; is the disk full?");
  }
}

void require_length(const std::string &name, std::size_t length, std::size_t expected) {
  if (length != expected) {
    throw std::invalid_argument(
        fmt::format("array \"{}\" has {} values, expected {}", name, length, expected));
  }
}

} // namespace

struct VtuFile::State {
  std::vector<std::int32_t> offsets;
  std::vector<std::int32_t> material;
  std::vector<std::string> material_names;
  vtkNew<vtkUnstructuredGrid> grid;

  void add_cells(const std::vector<std::array<Index, 4>> &tets) {
    constexpr std::size_t k_most = std::numeric_limits<std::int32_t>::max() / 4;
    if (tets.size() > k_most) {
      throw ResourceError(
          fmt::format("{} tets do not fit one .vtu file of at most {}", tets.size(), k_most));
    }
    offsets.resize(tets.size() + 1);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      offsets[i] = static_cast<std::int32_t>(4 * i);
    }
    vtkNew<vtkTypeInt32Array> offset_array;
    offset_array->SetArray(offsets.data(), static_cast<vtkIdType>(offsets.size()), 1);
    vtkNew<vtkTypeInt32Array> connectivity;
    connectivity->SetArray(vtk_pointer(tets.empty() ? nullptr : tets.front().data()),
                           static_cast<vtkIdType>(4 * tets.size()), 1);
    vtkNew<vtkCellArray> cells;
    cells->SetData(offset_array, connectivity);
    grid->SetCells(VTK_TETRA, cells);
  }

  void add_points(const std::vector<Point> &points) {
    vtkNew<vtkDoubleArray> coordinates;
    coordinates->SetNumberOfComponents(3);
    coordinates->SetArray(vtk_pointer(points.empty() ? nullptr : points.front().data()),
                          static_cast<vtkIdType>(3 * points.size()), 1);
    vtkNew<vtkPoints> vtk_points;
    vtk_points->SetData(coordinates);
    grid->SetPoints(vtk_points);
  }

  void add_material() {
    vtkNew<vtkTypeInt32Array> array;
    array->SetName("material");
    array->SetArray(material.data(), static_cast<vtkIdType>(material.size()), 1);
    grid->GetCellData()->AddArray(array);
    vtkNew<vtkStringArray> names;
    names->SetName("material_names");
    for (const std::string &name : material_names) {
      names->InsertNextValue(name);
    }
    grid->GetFieldData()->AddArray(names);
  }

  void add_array(const CellArray &array) {
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
    grid->GetCellData()->AddArray(values);
  }

  void set_time(double time_s) {
    vtkNew<vtkDoubleArray> time; // the name by which ParaView's reader knows it
    time->SetName("TimeValue");
    time->InsertNextValue(time_s);
    grid->GetFieldData()->AddArray(time);
  }

  void run_writer(const std::filesystem::path &path) {
    const std::filesystem::path partial = partial_name(path);
    // VTK's own message for a folder that is gone names no reason.
    OutputFile(partial, OutputFile::Mode::create).close();
    std::string errors;
    vtkNew<vtkCallbackCommand> observer;
    observer->SetCallback(append_error);
    observer->SetClientData(&errors);
    vtkNew<vtkXMLUnstructuredGridWriter> writer;
    writer->AddObserver(vtkCommand::ErrorEvent, observer);
    // The pipeline only repeats that its writer failed, on stderr unless someone listens.
    vtkNew<vtkCallbackCommand> silence;
    writer->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, silence);
    writer->SetFileName(partial.c_str());
    writer->SetInputData(grid);
    writer->SetDataModeToAppended();
    writer->EncodeAppendedDataOff();
    writer->SetCompressorTypeToZLib();
    writer->SetHeaderTypeToUInt64();
    writer->SetIdTypeToInt32();
    errno = 0;
    const bool written = writer->Write() == 1;
    const int error = errno;
    const auto code = writer->GetErrorCode();
    if (!written || code != vtkErrorCode::NoError || !errors.empty()) {
      std::error_code ignored; // VTK may have removed it already
      std::filesystem::remove(partial, ignored);
      std::string reason = errors.empty() ? vtkErrorCode::GetStringFromErrorCode(code) : errors;
      const std::string system = std::generic_category().message(error);
      if (error != 0 && reason.find(system) == std::string::npos) {
        reason += " (" + system + ")";
      }
      fail(path, reason);
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
};

VtuFile::VtuFile(const FieldGrid &grid) : state_(std::make_unique<State>()) {
  require_length("material", grid.material.size(), grid.tets->size());
  state_->material = grid.material;
  state_->material_names = grid.material_names;
  state_->add_points(*grid.points);
  state_->add_cells(*grid.tets);
  state_->add_material();
}
VtuFile::~VtuFile() = default;
VtuFile::VtuFile(VtuFile &&) noexcept = default;

void VtuFile::write(const std::filesystem::path &path, const std::vector<CellArray> &arrays,
                    double time_s) {
  for (const CellArray &array : arrays) {
    require_length(array.name, array.values.size(),
                   state_->material.size() * static_cast<std::size_t>(array.components));
  }
  // The arrays belong to the caller: they leave the grid before this returns or throws.
  struct Guard {
    State &state;
    const std::vector<CellArray> &arrays;
    ~Guard() {
      for (const CellArray &array : arrays) {
        state.grid->GetCellData()->RemoveArray(array.name.c_str());
      }
    }
  } guard{*state_, arrays};
  for (const CellArray &array : arrays) {
    state_->add_array(array);
  }
  state_->set_time(time_s);
  state_->run_writer(path);
}

void write_vtu(const std::filesystem::path &path, const FieldGrid &grid,
               const std::vector<CellArray> &arrays, double time_s) {
  VtuFile(grid).write(path, arrays, time_s);
}

} // namespace curlew
