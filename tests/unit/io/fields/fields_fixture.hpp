#pragma once

#include <curlew/tests/unit/io/results/scratch.hpp>

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/io/fields/field_writer.hpp>
#include <curlew/io/fields/pvd_file.hpp>

#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPUnstructuredGridReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <cmath>

namespace curlew::test {

template <class Reader>
vtkSmartPointer<vtkUnstructuredGrid> read_with(const std::filesystem::path &path) {
  vtkNew<Reader> reader;
  EXPECT_EQ(reader->CanReadFile(path.c_str()), 1) << path;
  reader->SetFileName(path.c_str());
  reader->Update();
  EXPECT_EQ(reader->GetErrorCode(), 0u) << path;
  return reader->GetOutput();
}

// Reads a .vtu or .pvtu as ParaView does.
inline vtkSmartPointer<vtkUnstructuredGrid> read_back(const std::filesystem::path &path) {
  return path.extension() == ".pvtu" ? read_with<vtkXMLPUnstructuredGridReader>(path)
                                     : read_with<vtkXMLUnstructuredGridReader>(path);
}

// A box with two materials; all values identify their tet.
class Box {
public:
  const TetMesh mesh = make_box({1, 2, 3}, {3, 4, 5}, {-1, 0, 2}, 0.2, 1);

  static double value(std::size_t i, int step) {
    return std::sin(0.37 * static_cast<double>(i) + step);
  }
  static int material_of(std::size_t tet) { return tet % 3 == 0 ? 1 : 0; }
  FieldGrid grid() const {
    FieldGrid grid;
    grid.points = &mesh.points;
    grid.tets = &mesh.tets;
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
      grid.material.push_back(material_of(i));
    }
    grid.material_names = {"air", "glass & \"water\""};
    return grid;
  }
  std::vector<CellArray> arrays(int step) const {
    std::vector<Index> all(mesh.tets.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = static_cast<Index>(i);
    }
    return arrays_of(all, step);
  }
  static std::vector<CellArray> arrays_of(const std::vector<Index> &tets, int step) {
    std::vector<CellArray> arrays{{"E", 3, {}, "V/m"}, {"H", 3, {}, "A/m"}};
    for (const Index tet : tets) {
      for (std::size_t c = 0; c < 3; ++c) {
        const double v = value(3 * static_cast<std::size_t>(tet) + c, step);
        arrays[0].values.push_back(v);
        arrays[1].values.push_back(-1e-3 * v);
      }
    }
    return arrays;
  }
};

// Some of the box's tets, as held by one rank.
class BoxPart {
public:
  BoxPart(const Box &box, const std::vector<Index> &tets)
      : part_(extract_tets(box.mesh, tets)), names_(box.grid().material_names) {}

  const std::vector<Index> &tets() const { return part_.tet_of; }
  FieldGrid grid() const {
    FieldGrid grid{&part_.points, &part_.tets, {}, names_};
    for (const Index tet : part_.tet_of) {
      grid.material.push_back(Box::material_of(static_cast<std::size_t>(tet)));
    }
    return grid;
  }
  std::vector<CellArray> arrays(int step) const { return Box::arrays_of(part_.tet_of, step); }

private:
  SubGrid part_;
  std::vector<std::string> names_;
};

// `read` holds exactly these tets of the box, in this order, with this step's values.
inline void expect_tets(vtkUnstructuredGrid *read, const Box &box, const std::vector<Index> &tets,
                        int step) {
  ASSERT_EQ(read->GetNumberOfCells(), static_cast<vtkIdType>(tets.size()));
  auto *data = read->GetCellData();
  for (const char *name : {"E", "H", "material"}) {
    ASSERT_NE(data->GetArray(name), nullptr) << name;
  }
  const auto expected = Box::arrays_of(tets, step);
  for (std::size_t i = 0; i < tets.size(); ++i) {
    const auto id = static_cast<vtkIdType>(i);
    const auto tet = static_cast<std::size_t>(tets[i]);
    for (int c = 0; c < 3; ++c) {
      const std::size_t at = 3 * i + static_cast<std::size_t>(c);
      ASSERT_EQ(data->GetArray("E")->GetComponent(id, c), expected[0].values[at]);
      ASSERT_EQ(data->GetArray("H")->GetComponent(id, c), expected[1].values[at]);
    }
    ASSERT_EQ(data->GetArray("material")->GetTuple1(id), Box::material_of(tet));
    ASSERT_EQ(read->GetCellType(id), VTK_TETRA);
    auto *nodes = read->GetCell(id)->GetPointIds();
    for (std::size_t k = 0; k < 4; ++k) {
      const double *p = read->GetPoint(nodes->GetId(static_cast<vtkIdType>(k)));
      ASSERT_EQ((Point{p[0], p[1], p[2]}),
                box.mesh.points[static_cast<std::size_t>(box.mesh.tets[tet][k])]);
    }
  }
}

} // namespace curlew::test
