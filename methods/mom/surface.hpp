#pragma once

#include <curlew/core/mesh/surface_topology.hpp>
#include <curlew/methods/mom/integrals/face.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <array>
#include <string>
#include <vector>

namespace curlew::mom {

// Basis function of @cite rao1982 on two faces that share an edge of length l: a current l / 2A (r
// - v) away from the corner v of the first face, and l / 2A (v' - r) towards the corner v' of the
// second, for faces with areas A; 1 A/m flows across the edge for a coefficient of 1 A/m.
//
// At an edge in a conducting plane of symmetry the second face is the image of the first one.
struct BasisFunction {
  std::array<Index, 2> face; // the second may be an image: its number is own_faces() or more
  std::array<int, 2> corner; // corners of the faces, opposite to the edge
  double length_m = 0;
  Index edge = 0;
};

// Part of a basis function on one face.
struct Half {
  Index basis = 0;
  double weight = 0; // the edge's length, m; negative on the second face
};

// Conducting surfaces for the method: faces, and basis functions numbered by their first face.
struct Surface {
  TriMesh mesh;
  SurfaceTopology topology;
  std::vector<Face> faces;
  std::vector<BasisFunction> basis;
  // Halves at corner i of face f: halves[slot_offset[3 f + i]] ... [slot_offset[3 f + i + 1] - 1].
  // Usually there is one; none at a boundary; one less than the faces at an edge where several
  // meet.
  std::vector<Index> slot_offset;
  std::vector<Half> halves;
  bool is_closed = false; // true where every part is closed, with its images
  // Planes of symmetry, at which all currents have images. Faces and halves are those of the
  // currents themselves; with_images() has the others too.
  std::vector<ImagePlane> planes;
  int copies = 1;                    // copies of all faces: 1, or with images 2, 4, 8
  std::vector<double> image_sign{1}; // [copy]: factor of its halves

  Index face_count() const { return static_cast<Index>(faces.size()); }
  Index own_faces() const { return face_count() / copies; } // faces before all images
  Index unknowns() const { return static_cast<Index>(basis.size()); }
};

// Makes the surface. Normals agree across edges, and point outwards on closed parts. An edge of n
// faces has n - 1 basis functions, each between the first face and another one: the currents of any
// n - 1 faces determine that of the last. Throws InputError for a surface with one side only, and
// for one without any edge between two faces.
//
// With planes of symmetry currents may flow through edges in a conducting plane into their image,
// and a part is closed where it is closed together with its images; see unfold() for the errors.
Surface make_surface(TriMesh mesh, int threads = 0, const std::vector<ImagePlane> &planes = {});

enum class Current { electric, magnetic };

// Returns the surface with the basis functions of both kinds of current: electric ones flow through
// edges in conducting planes into their images, magnetic ones through edges in magnetic planes.
Surface all_functions(const Surface &surface);
bool carries(const Surface &surface, const BasisFunction &function, Current current);
// Returns the same basis functions on all faces. Image g of face f is face f + g own_faces(), where
// g counts planes in bits, and carries the halves of f times +1 or -1: currents parallel to a
// conducting plane change their sign, magnetic ones do not.
Surface with_images(const Surface &surface, Current current = Current::electric);

// Returns the side of a plane that the faces are on: 1 above it, -1 below it.
int side_of(const Surface &surface, const ImagePlane &plane);

double mean_edge_m(const Surface &surface);

// Returns for messages: "the edge from (0, 0, 0) to (1, 0, 0) m".
std::string edge_text(const Surface &surface, Index edge);

} // namespace curlew::mom
