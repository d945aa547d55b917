#pragma once

#include <memory>
#include <string>

class vtkXMLImageDataReader;

namespace curlew {

// VTK's reader of .vti files, with checks of what it takes for granted: numbers of the header that
// it cannot read become its defaults, cells that no piece covers keep what the memory held, and an
// array that is short or that some piece lacks, or an unknown compressor, ends the program (VTK
// 9.1). Only cell data is of interest: field data is not read at all.
class ImageReader {
public:
  ImageReader();
  ~ImageReader();

  vtkXMLImageDataReader &vtk() const;
  // What is wrong with the file, empty for a good one: known of the header after VTK's
  // UpdateInformation(), of the data after its Update().
  const std::string &complaint() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace curlew
