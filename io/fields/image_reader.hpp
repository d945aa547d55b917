#pragma once

#include <memory>
#include <string>

class vtkXMLImageDataReader;

namespace curlew {

// VTK's reader of .vti files, with checks of what VTK does not check: unreadable numbers of the
// header become defaults, cells that no piece covers stay uninitialised, and an array that is short
// or that some piece lacks, or an unknown compressor, ends the program (VTK 9.1). Only cell data is
// read, no field data.
class ImageReader {
public:
  ImageReader();
  ~ImageReader();

  vtkXMLImageDataReader &vtk() const;
  // Returns the fault of the file, empty for a good one. Faults of the header are found by VTK's
  // UpdateInformation(), faults of the data by its Update().
  const std::string &complaint() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace curlew
