// outputs.far_field.surface of method fem: refused cases, and accepted twins.
#include "../../kokkos_environment.hpp"
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/tests/support/fem_case.hpp>
#include <curlew/tests/support/mark_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/fem/outputs/radiating_faces.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace curlew::fem {
namespace {

using curlew::test::mark_surface;
using nlohmann::ordered_json;
using Corners = std::array<Point, 3>;

bool all_of(const Corners &corners, const std::function<bool(const Point &)> &holds) {
  return std::all_of(corners.begin(), corners.end(), holds);
}

// Selects the faces of a cube around the middle of the mesh, the side at z = low included.
std::function<bool(const Corners &)> hull(double low, double high) {
  return [=](const Corners &corners) {
    for (int d = 0; d < 3; ++d)
      for (const double at : {low, high})
        if (all_of(corners, [&](const Point &p) {
              return p[d] == at && *std::min_element(p.begin(), p.end()) >= low &&
                     *std::max_element(p.begin(), p.end()) <= high;
            }))
          return true;
    return false;
  };
}

void mark_volume(TetMesh &mesh, const std::string &name,
                 const std::function<bool(const Point &)> &is_in) {
  mesh.groups.push_back({3, 99, name});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (is_in(centroid_of(mesh, static_cast<Index>(t))))
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
}

// A current in the middle of a box of 8 m; surfaces in it.
ordered_json open_case(const std::string &surface, const char *wall = "abc") {
  auto json = test::box_case({8, 8, 8}, {8, 8, 8}, wall);
  json["frequency"] = 2e7;
  json["excitations"] = {
      {{"name", "j"}, {"type", "current"}, {"point", {4.2, 4.15, 4.1}}, {"direction", {0, 0, 1}}}};
  json["outputs"]["far_field"] = {{"theta", {0, 90}}, {"phi", 0}, {"surface", surface}};
  return json;
}

TetMesh mesh_of() {
  TetMesh mesh = make_box({8, 8, 8}, {8, 8, 8}, {0, 0, 0}, 0, 1);
  mark_surface(mesh, "cube", hull(2, 6));
  mark_surface(mesh, "apart", hull(2, 4)); // the current is outside of it
  mark_surface(mesh, "tub", [](const Corners &corners) {
    return hull(2, 6)(corners) && !all_of(corners, [](const Point &p) { return p[2] == 6; });
  });
  mark_surface(mesh, "sheet", [](const Corners &corners) {
    return all_of(corners, [](const Point &p) {
      return p[0] == 7 && p[1] >= 3 && p[1] <= 5 && p[2] >= 3 && p[2] <= 5;
    });
  });
  return mesh;
}

std::vector<RadiatingFace> faces_of(const ordered_json &json, const TetMesh &mesh) {
  const Case input = test::make_case(json);
  const Prepared prepared = prepare_case(input, make_model(input, mesh, 1), 1);
  return radiating_faces(input, prepared.model, prepared.layers);
}

std::string message_of(const ordered_json &json, const TetMesh &mesh) {
  try {
    faces_of(json, mesh);
  } catch (const InputError &error) {
    return error.what();
  }
  return "taken";
}

TEST(FemNamedSurface, IsSeenFromInside) {
  const TetMesh mesh = mesh_of();
  const auto faces = faces_of(open_case("cube"), mesh);
  EXPECT_EQ(faces.size(), 6u * 16 * 2);
  const Point middle{4, 4, 4};
  for (const RadiatingFace &face : faces)
    EXPECT_LT(norm(centroid_of(mesh, face.tet) - middle), 3.5);
  for (const RadiatingFace &face : faces)
    EXPECT_GT(dot(face.normal, centroid_of(mesh, face.tet) - middle), 0);
}

TEST(FemNamedSurface, IsRefusedWhereItIsNotAroundAllThatRadiates) {
  const TetMesh mesh = mesh_of();
  const auto expect = [](const ordered_json &json, const TetMesh &on, const std::string &words) {
    EXPECT_THAT(message_of(json, on), ::testing::HasSubstr(words));
  };
  const ordered_json cube = open_case("cube");
  expect(cube, mesh, "taken"); // the twin
  expect(open_case("tub"), mesh, "\"tub\" is open: it ends at (");
  expect(open_case("apart"), mesh, "\"apart\" has the current \"j\" outside of it");
  ordered_json with_pec = cube;
  with_pec["boundaries"]["cube"] = {{"type", "pec"}};
  expect(with_pec, mesh, "\"cube\" lies on a perfect conductor at (");
  ordered_json with_sheet = cube;
  with_sheet["boundaries"]["sheet"] = {{"type", "pec"}};
  expect(with_sheet, mesh,
         "has a conductor, a wall or a port outside of it or crosses one, at (7,");
  with_sheet["boundaries"]["sheet"] = {{"type", "impedance"}, {"surface_impedance", {100, 0}}};
  expect(with_sheet, mesh,
         "has a conductor, a wall or a port outside of it or crosses one, at (7,");
  // A wall of the mesh, and the same as a plane of images that the surface ends on.
  ordered_json on_floor = cube;
  on_floor["boundaries"]["z-"] = {{"type", "pec"}};
  expect(on_floor, mesh, "has a conductor, a wall or a port outside of it");
  on_floor["boundaries"]["z-"] = {{"type", "symmetry"}, {"wall", "pec"}};
  expect(on_floor, mesh, "taken");
}

TEST(FemNamedSurface, IsRefusedInMediaAndLayers) {
  const auto with_glass = [](bool is_conductor) {
    ordered_json json = open_case("cube");
    json["materials"]["glass"] =
        is_conductor ? ordered_json{{"pec", true}} : ordered_json{{"eps_r", 2}};
    json["regions"]["body"] = "glass";
    return json;
  };
  const auto expect = [&](const ordered_json &json, double low, double high,
                          const std::string &words) {
    TetMesh mesh = mesh_of();
    mark_volume(mesh, "body", [&](const Point &p) {
      return p[0] > low && p[0] < high && p[1] > 3 && p[1] < 4 && p[2] > 2 && p[2] < 3;
    });
    EXPECT_THAT(message_of(json, mesh), ::testing::HasSubstr(words)) << low << " to " << high;
  };
  expect(with_glass(false), 3, 4, "\"cube\" lies at \"glass\""); // below, at z = 2
  expect(with_glass(false), 6, 7, "\"cube\" has \"glass\" outside of it");
  expect(with_glass(true), 6, 7, "\"cube\" lies on a perfect conductor at (6");
  expect(with_glass(true), 7, 8, "outside of it or crosses one, at (7");
  ordered_json layered = open_case("cube", "pml");
  for (const auto &[thickness, words] : {std::pair{1.5, "taken"},
                                         {2.0, "taken"},
                                         {3.0, "\"cube\" lies in an absorbing layer at ("},
                                         // Tets on one side are not in the layer.
                                         {2.3, "\"cube\" lies in an absorbing layer at ("}}) {
    layered["boundaries"]["default"]["thickness"] = thickness;
    EXPECT_THAT(message_of(layered, mesh_of()), ::testing::HasSubstr(words)) << thickness;
  }
}

} // namespace
} // namespace curlew::fem
