#include <curlew/tests/unit/io/results/scratch.hpp>

#include <curlew/io/fields/voxel_file.hpp>

#include <vtkCellData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkShortArray.h>
#include <vtkXMLImageDataWriter.h>

#include <fmt/format.h>
#include <gmock/gmock.h>

#if defined(__SANITIZE_ADDRESS__)
// VTK 9.1 leaks its copy of an array when one piece of an image is cut off.
extern "C" const char *__lsan_default_suppressions() {
  return "leak:vtkArrayIteratorTemplate";
}
#endif

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::put;
using testing::HasSubstr;

// An image of 3 x 2 x 1 cells in plain text; every part can be replaced by a wrong one.
struct Text {
  std::string type = "ImageData", extent = "0 3 0 2 0 1", piece = "0 3 0 2 0 1";
  std::string origin = "-1 0 2", spacing = "0.5 0.25 2", more;
  std::string array_type = "Int32", name = "label", components = "1", values = "0 1 2 3 4 5";
  std::string place = "CellData", tail = "</VTKFile>\n";

  std::string str() const {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "<ImageData WholeExtent=\"{}\" Origin=\"{}\" Spacing=\"{}\" {}>\n<Piece Extent=\"{}\">\n"
        "<{}>\n<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n"
        "{}\n</DataArray>\n</{}>\n</Piece>\n</ImageData>\n{}",
        type, extent, origin, spacing, more, piece, place, array_type, name, components, values,
        place, tail);
  }
};

class Voxels : public testing::Test {
protected:
  const fs::path folder_ = test::scratch();
  const fs::path file_ = folder_ / "head.vti";

  VoxelImage read(const Text &text) const {
    put(file_, text.str());
    return read_voxel_image(file_, "label");
  }
  // The message about this file, with nothing printed beside it.
  std::string refusal(const std::string &content, const std::string &array = "label") const {
    put(file_, content);
    return refusal(file_, array);
  }
  static std::string refusal(const fs::path &file, const std::string &array = "label") {
    testing::internal::CaptureStderr();
    testing::internal::CaptureStdout();
    std::string message = test::message_of<InputError>([&] { read_voxel_image(file, array); });
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_THAT(message, testing::StartsWith(file.string() + ": "));
    return message;
  }
};

TEST_F(Voxels, AreReadWithTheirGrid) {
  const VoxelImage image = read({});
  EXPECT_EQ(image.cells, (std::array<Index, 3>{3, 2, 1}));
  EXPECT_EQ(image.cell_m, (Vector3{0.5, 0.25, 2}));
  EXPECT_EQ(image.corner_m, (Vector3{-1, 0, 2}));
  EXPECT_THAT(image.labels, testing::ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST_F(Voxels, AnExtentThatDoesNotBeginAtZeroMovesTheCorner) {
  Text text;
  text.extent = text.piece = "10 13 -2 0 1 2";
  EXPECT_EQ(read(text).corner_m, (Vector3{-1 + 5, -0.5, 2 + 2}));
}

TEST_F(Voxels, OfEveryIntegerType) {
  for (const char *type :
       {"Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64"}) {
    Text text;
    text.array_type = type;
    text.values = "0 1 2 3 4 127";
    EXPECT_THAT(read(text).labels, testing::ElementsAre(0, 1, 2, 3, 4, 127)) << type;
  }
  Text negative;
  negative.values = "-7 2147483647 -2147483648 0 0 0";
  EXPECT_THAT(read(negative).labels, testing::ElementsAre(-7, 2147483647, -2147483648LL, 0, 0, 0));
}

TEST_F(Voxels, FromTwoPieces) {
  const std::string half = "</DataArray>\n</CellData>\n</Piece>\n<Piece Extent=\"1 3 0 2 0 1\">\n"
                           "<CellData>\n<DataArray type=\"Int32\" Name=\"{}\" "
                           "NumberOfComponents=\"1\" format=\"ascii\">\n{}";
  Text text;
  text.piece = "0 1 0 2 0 1";
  text.values = "0 3\n" + fmt::format(half, "label", "1 2 4 5");
  EXPECT_THAT(read(text).labels, testing::ElementsAre(0, 1, 2, 3, 4, 5));
  text.values = "0 3\n" + fmt::format(half, "else", "1 2 4 5");
  EXPECT_THAT(refusal(text.str()), HasSubstr("piece 1 has other cell arrays"));
  text.values = "0 3\n" + fmt::format(half, "label", "1 2 4");
  EXPECT_THAT(refusal(text.str()), HasSubstr("\"label\" is cut off"));
  text.piece = "0 2 0 2 0 1"; // one column of cells twice, none missing: the label is ambiguous
  text.values = "0 9 3 9\n" + fmt::format(half, "label", "1 2 4 5");
  EXPECT_THAT(refusal(text.str()), HasSubstr("do not make up the whole image"));
}

TEST_F(Voxels, CompressedInBinary) {
  vtkNew<vtkImageData> image;
  image->SetExtent(0, 12, 0, 9, 0, 7);
  image->SetSpacing(1, 2, 3);
  vtkNew<vtkShortArray> labels, other;
  labels->SetName("label");
  other->SetName("other");
  for (int i = 0; i < 12 * 9 * 7; ++i) {
    labels->InsertNextValue(static_cast<short>(i % 251));
    other->InsertNextValue(-1);
  }
  image->GetCellData()->AddArray(other);
  image->GetCellData()->AddArray(labels);
  vtkNew<vtkXMLImageDataWriter> writer;
  writer->SetInputData(image);
  writer->SetFileName(file_.c_str());
  writer->SetCompressorTypeToZLib();
  writer->SetNumberOfPieces(3); // writes all cells thrice
  ASSERT_EQ(writer->Write(), 1);
  const VoxelImage read = read_voxel_image(file_, "label");
  ASSERT_EQ(read.labels.size(), 12u * 9 * 7);
  for (std::size_t i = 0; i < read.labels.size(); ++i)
    ASSERT_EQ(read.labels[i], static_cast<int>(i % 251)) << i;
  EXPECT_THAT(refusal(file_, "labels"), HasSubstr("there are: other, label"));

  // Cut anywhere, it is refused; so is a wrong byte in the header. (Of the sizes and offsets of its
  // blocks VTK 9.1 believes all.)
  const std::string whole = test::get(file_);
  for (const double part : {0.02, 0.1, 0.3, 0.6, 0.8, 0.9})
    EXPECT_NE(refusal(whole.substr(0, static_cast<std::size_t>(part * whole.size()))), "") << part;
  int refused = 0;
  testing::internal::CaptureStderr();
  for (std::size_t i = 0; i < whole.find("offset="); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (i % 2 == 0 ? 1 : 0x10));
    put(file_, damaged);
    refused += test::message_of<Error>([&] { read_voxel_image(file_, "label"); }).empty() ? 0 : 1;
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_GT(refused, 300);
}

TEST_F(Voxels, AFileThatIsNotThereOrNoFile) {
  EXPECT_THAT(refusal(folder_ / "absent.vti"), HasSubstr("No such file"));
  EXPECT_THAT(refusal(folder_), HasSubstr("this is a folder"));
}

TEST_F(Voxels, WhatIsNoImage) {
  for (const std::string content :
       {"", "solid sphere\n", "\x89PNG\r\n", "# vtk DataFile Version 3.0\nlabels\nASCII\n"})
    EXPECT_THAT(refusal(content), HasSubstr("no image of VTK's XML format")) << content;
  Text other;
  other.type = "UnstructuredGrid";
  EXPECT_THAT(refusal(other.str()), HasSubstr("no image of VTK's XML format"));
}

TEST_F(Voxels, AGridThatNoneCanTake) {
  for (const char *spacing : {"0 1 1", "1 -1 1", "1 1 nan", "inf 1 1"}) {
    Text text;
    text.spacing = spacing;
    EXPECT_THAT(refusal(text.str()), testing::ContainsRegex("[sS]pacing")) << spacing;
  }
  Text origin;
  origin.origin = "0 nan 0";
  EXPECT_THAT(refusal(origin.str()), HasSubstr("Origin=\"0 nan 0\" is not 3 finite numbers"));
  Text flat;
  flat.extent = flat.piece = "0 3 0 2 0 0";
  EXPECT_THAT(refusal(flat.str()), HasSubstr("extent along z is 0 to 0"));
  Text turned;
  turned.more = "Direction=\"0 -1 0 1 0 0 0 0 1\"";
  EXPECT_THAT(refusal(turned.str()), HasSubstr("is turned"));
}

TEST_F(Voxels, ArraysThatAreNoLabels) {
  EXPECT_THAT(refusal(Text().str(), "material"), HasSubstr("there are: label"));
  Text real;
  real.array_type = "Float64";
  EXPECT_THAT(refusal(real.str()), HasSubstr("of type double"));
  Text word;
  word.array_type = "String";
  word.values = "48 0 49 0 50 0 51 0 52 0 53 0";
  EXPECT_THAT(refusal(word.str()), HasSubstr("of type string"));
  Text pair;
  pair.components = "2";
  pair.values = "0 1 2 3 4 5 6 7 8 9 10 11";
  EXPECT_THAT(refusal(pair.str()), HasSubstr("2 components"));
  Text large;
  large.array_type = "Int64";
  large.values = "0 1 2 4294967296 4 5";
  EXPECT_THAT(refusal(large.str()), HasSubstr("label 4294967296 at cell 3"));
  Text points;
  points.place = "PointData";
  points.values = "0 1 2 3 4 5 6 7 8 9 10 11 0 1 2 3 4 5 6 7 8 9 10 11";
  EXPECT_THAT(refusal(points.str()), HasSubstr("belongs to the image's points"));
}

TEST_F(Voxels, DamagedOnes) {
  Text few;
  few.values = "0 1 2";
  EXPECT_THAT(refusal(few.str()), HasSubstr("is the file complete?"));
  Text words;
  words.values = "zero one two three four five";
  EXPECT_THAT(refusal(words.str()), HasSubstr("cannot read its data"));
  Text open;
  open.tail = "";
  EXPECT_NE(refusal(open.str()), "");
  Text huge; // must not be believed: 8 GB
  huge.extent = huge.piece = "0 2000 0 2000 0 2000";
  EXPECT_THAT(refusal(huge.str()), HasSubstr("2000 x 2000 x 2000 cells, too many"));
  Text piece; // leaves cells without a label
  piece.piece = "0 2 0 2 0 1";
  piece.values = "0 1 2 3";
  EXPECT_THAT(refusal(piece.str()), HasSubstr("do not make up the whole image"));
}

} // namespace
} // namespace curlew
