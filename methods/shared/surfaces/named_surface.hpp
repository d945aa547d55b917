#pragma once

#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Mesh of tets as a surface of the far field sees it. Ports of all kinds are wave_port, elements
// and impedances are impedance, and faces on which the tangential E is given electric_wall.
struct SurfaceMesh {
  struct Face {
    std::array<Index, 3> nodes{}; // ascending
    std::array<Index, 2> tets{};  // solved ones, ascending; -1: none
    FaceRole role = FaceRole::inner;
  };
  struct Medium {
    std::string name;
    bool is_vacuum = false;
  };

  std::vector<Point> points;
  std::vector<Face> faces;
  std::vector<std::array<Index, 4>> tet_faces;
  std::vector<std::uint16_t> medium; // tet -> index into media
  std::vector<Medium> media;
  std::vector<std::uint8_t> is_in_layer; // tet -> 1 in an absorbing layer; empty: no layer
  std::vector<ImagePlane> images;        // planes whose images radiate too

  bool lies_in_layer(Index tet) const { return !is_in_layer.empty() && is_in_layer[tet] != 0; }
  // Returns the distance within which points lie in one plane: 1e-6 of the mesh's size.
  double rounding_m() const;
  // True for a face in the plane at_m across an axis, to `slack_m`.
  bool lies_in_plane(const Face &face, int axis, double at_m, double slack_m) const;
};

// Face of a surface with the solved tets on its sides.
struct SurfaceFace {
  Index face = -1;
  Index inside = -1, outside = -1; // tets; outside -1 at the end of the mesh
};

// The surface of outputs.far_field.surface on the mesh.
struct NamedSurface {
  std::vector<SurfaceFace> faces;
  std::vector<std::uint8_t> is_outside; // tet -> 1 where absorbing faces and layers reach it
  std::string text;                     // for messages, as in: case.json:3:5: the surface "hull"
};

// Finds the surface. `named`: its faces, each once, with -1 for a triangle between perfect
// conductors. The outside is found by going from absorbing faces and layers through the mesh up to
// the surface. Verified by NamedSurface.*.
//
// Throws InputError, with the surface's name, where the surface is open and no image plane closes
// it, where it meets a conductor, a wall, a port, an absorbing layer or a medium other than vacuum,
// where it does not separate inside from outside, and as require_vacuum_outside() does.
NamedSurface find_named_surface(const Case &input, const SurfaceMesh &mesh,
                                const std::vector<Index> &named);

// Throws InputError, which `text` begins (`case.json:3:5: the surface "hull"`), where a conductor,
// a wall, a port or a medium other than vacuum lies outside of a surface, up to absorbing faces,
// ends of layers and planes of images: the far field is computed from currents in unbounded vacuum.
void require_vacuum_outside(const SurfaceMesh &mesh, const std::vector<std::uint8_t> &is_outside,
                            const std::string &text);

// Throws InputError, which `text` begins, where the current `name` flows in one of these tets and
// the tet is outside.
void require_inside(const std::vector<std::uint8_t> &is_outside, const std::string &text,
                    const std::string &name, const std::vector<Index> &tets);

// Throws InputError, which `text` begins: the face lies in an absorbing layer.
[[noreturn]] void refuse_in_layer(const SurfaceMesh &mesh, Index face, const std::string &text);

} // namespace curlew
