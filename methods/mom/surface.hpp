#pragma once

#include <curlew/core/mesh/surface_topology.hpp>
#include <curlew/methods/mom/integrals/face.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>

#include <array>
#include <string>
#include <vector>

namespace curlew::mom {

// The basis function of @cite rao1982 on two faces that share an edge of length l: a current
// l / 2A (r - v) away from the corner v of the first face, and l / 2A (v' - r) towards that of the
// second, of faces with areas A; 1 A/m flows across the edge for a coefficient of 1 A/m.
//
// At an edge in a conducting plane of symmetry the second face is the first one's image.
struct BasisFunction {
  std::array<Index, 2> face; // the second may be that of an image: own_faces() and more
  std::array<int, 2> corner; // of the faces, opposite to the edge
  double length_m = 0;
  Index edge = 0;
};

// The part of a basis function on one face.
struct Half {
  Index basis = 0;
  double weight = 0; // the edge's length, m; negative on the second face
};

// Conducting surfaces as the method sees them: faces, and basis functions numbered by their first
// face.
struct Surface {
  TriMesh mesh;
  SurfaceTopology topology;
  std::vector<Face> faces;
  std::vector<BasisFunction> basis;
  // Halves at corner i of face f: halves[slot_offset[3 f + i]] ... [slot_offset[3 f + i + 1] - 1].
  // Usually one; none at a boundary; one less than the faces at an edge where several meet.
  std::vector<Index> slot_offset;
  std::vector<Half> halves;
  bool is_closed = false; // every part, with its images
  // Planes of symmetry, at which all currents have images. Faces and halves are those of the
  // currents themselves; with_images() has the others too.
  std::vector<ImagePlane> planes;
  int copies = 1;                    // of all faces: 1, or with images 2, 4, 8
  std::vector<double> image_sign{1}; // of the halves of each copy

  Index face_count() const { return static_cast<Index>(faces.size()); }
  Index own_faces() const { return face_count() / copies; } // those before all images
  Index unknowns() const { return static_cast<Index>(basis.size()); }
};

// Normals agree across edges, and point outwards of closed parts. An edge of n faces has n - 1
// basis functions, each between the first face and another one: the currents of any n - 1 faces
// decide that of the last. Throws InputError for a surface with one side only, and for one without
// any edge between two faces.
//
// With planes of symmetry currents may flow through edges in a conducting plane into their image,
// and a part is closed where it is so together with its images; see unfold() for what it throws.
Surface make_surface(TriMesh mesh, int threads = 0, const std::vector<ImagePlane> &planes = {});

enum class Current { electric, magnetic };

// The surface with the basis functions of both kinds of current: electric ones flow through edges
// in conducting planes into their images, magnetic ones through edges in magnetic planes.
Surface all_functions(const Surface &surface);
bool carries(const Surface &surface, const BasisFunction &function, Current current);
// The same basis functions on all faces: image g of face f is face f + g own_faces(), g counts
// planes in bits, and carries the halves of f times +1 or -1: currents parallel to a conducting
// plane change their sign, magnetic ones do not.
Surface with_images(const Surface &surface, Current current = Current::electric);

// On which side of a plane the faces are: 1, or -1 below it.
int side_of(const Surface &surface, const ImagePlane &plane);

double mean_edge_m(const Surface &surface);

// For messages: "the edge from (0, 0, 0) to (1, 0, 0) m".
std::string edge_text(const Surface &surface, Index edge);

} // namespace curlew::mom
