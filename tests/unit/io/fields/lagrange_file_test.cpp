// Fields at the nodes of Lagrange tetrahedra: VTK's own shape functions find what was written.
#include "fields_fixture.hpp"

#include <curlew/io/fields/lagrange_file.hpp>

#include <vtkCell.h>
#include <vtkPointData.h>

#include <array>
#include <cmath>
#include <stdexcept>

using namespace curlew;
using namespace curlew::test;

namespace {

// A polynomial of the order; in a straight tet the cell of this order has it exactly.
double polynomial(const Point &p, int order) {
  return std::pow(p[0] - 2 * p[1] + 0.5 * p[2], order) + p[1] - 3;
}

Point in_tet(const std::array<Point, 4> &corners, const std::array<double, 4> &barycentric) {
  Point p{0, 0, 0};
  for (std::size_t v = 0; v < 4; ++v)
    for (std::size_t d = 0; d < 3; ++d)
      p[d] += barycentric[v] * corners[v][d];
  return p;
}

TEST(LagrangeFile, ShapeFunctionsOfVtkInterpolateTheFields) {
  const std::array<std::array<Point, 4>, 2> tets = {
      {{{{0, 0, 0}, {1, 0.1, 0}, {0.2, 1, 0}, {0.1, 0.3, 1.5}}},
       {{{1, 0.1, 0}, {0.2, 1, 0}, {0.1, 0.3, 1.5}, {1, 1, 1}}}}};
  for (const int order : {1, 2, 3, 4}) {
    SCOPED_TRACE(order);
    const auto nodes = lagrange_nodes(order);
    LagrangeGrid grid;
    grid.order = order;
    grid.material = {0, 0};
    grid.material_names = {"air"};
    CellArray array{"E_real", 1, {}, "V/m"};
    for (const auto &corners : tets)
      for (const auto &node : nodes) {
        grid.points.push_back(in_tet(corners, node));
        array.values.push_back(polynomial(grid.points.back(), order));
      }
    const auto path = scratch() / "fields.vtu";
    LagrangeFile(grid).write(path, {array}, 1e9);
    const auto read = read_back(path);
    ASSERT_EQ(read->GetNumberOfCells(), 2);
    auto *values = read->GetPointData()->GetArray("E_real");
    ASSERT_NE(values, nullptr);
    for (vtkIdType c = 0; c < 2; ++c) {
      vtkCell *cell = read->GetCell(c);
      double place[3] = {0.2, 0.3, 0.1}, weights[64] = {};
      cell->InterpolateFunctions(place, weights);
      double found = 0;
      for (vtkIdType n = 0; n < cell->GetNumberOfPoints(); ++n)
        found += weights[n] * values->GetTuple1(cell->GetPointId(n));
      // VTK's parameters are the barycentric coordinates of the second to fourth vertex.
      const Point p = in_tet(tets[static_cast<std::size_t>(c)], {0.4, 0.2, 0.3, 0.1});
      EXPECT_NEAR(found, polynomial(p, order), 1e-12);
    }
  }
}

TEST(LagrangeFile, PointsThatDoNotFitAreRefused) {
  LagrangeGrid grid;
  grid.order = 2;
  grid.material = {0};
  grid.points.resize(4);
  EXPECT_THROW(LagrangeFile{grid}, std::invalid_argument);
}

} // namespace
