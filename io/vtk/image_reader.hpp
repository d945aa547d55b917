#pragma once

#include <vtkXMLImageDataReader.h>

#include <string>
#include <vector>

namespace curlew {

// VTK's reader of .vti files, with checks of what it takes for granted: numbers of the header that
// it cannot read become its defaults, cells that no piece covers keep what the memory held, and an
// array that is short or that some piece lacks, or an unknown compressor, ends the program
// (VTK 9.1). Only cell data is of interest: field data is not read at all.
class ImageReader : public vtkXMLImageDataReader {
public:
  static ImageReader *New();
  vtkTypeMacro(ImageReader, vtkXMLImageDataReader);

  // What is wrong with the file, empty for a good one: known of the header after
  // UpdateInformation(), of the data after Update().
  const std::string &complaint() const { return complaint_; }

protected:
  int ReadVTKFile(vtkXMLDataElement *file) override;
  int ReadPrimaryElement(vtkXMLDataElement *image) override;
  int ReadArrayForCells(vtkXMLDataElement *element, vtkAbstractArray *array) override;

private:
  void complain(const std::string &text);
  void check_numbers(vtkXMLDataElement &image);
  void check_arrays();
  void check_cover();

  std::string complaint_;
};

} // namespace curlew
