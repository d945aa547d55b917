#pragma once

#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <array>
#include <complex>
#include <functional>
#include <vector>

namespace curlew {

using ComplexPoint = std::array<std::complex<double>, 3>;
using VectorField = std::function<ComplexPoint(const Point &)>; // argument: position in m

// Function i of a tet and its curl at barycentric coordinates l (of the ascending vertices):
// frame = frame_at(shape, l). The curl in 1/m of the value's unit.
template <int Blocks>
KOKKOS_INLINE_FUNCTION void tet_functions(const TetFrame &frame, const double *l,
                                          double (*values)[3], double (*curls)[3]) {
  for (int i = 0; i < basis_size<3>(Blocks); ++i) {
    const BasisFunction f = basis_function<3>(i);
    double reference[3];
    reference_value<3>(f, l, reference);
    frame.map_value(reference, values[i]);
    reference_curl<3>(f, l, reference);
    frame.map_curl(reference, curls[i]);
  }
}

// E and curl E.
struct FieldAndCurl {
  ComplexPoint field{}, curl{};
};

// The functions of a tet and their curls at fixed points, in reference coordinates.
class BasisTable {
public:
  // `points`: barycentric coordinates of the ascending vertices.
  BasisTable(int per_tet, std::vector<std::array<double, 4>> points);

  struct Entry {
    double value[3], curl[3];
  };
  const Entry *at(std::size_t point) const { return entries_.data() + point * per_tet_; }
  const std::vector<std::array<double, 4>> &points() const { return points_; }

private:
  std::vector<std::array<double, 4>> points_;
  std::size_t per_tet_;
  std::vector<Entry> entries_; // [point][function]
};

// Writes the fields of the whole mesh's unknowns x (in V/m times m) at the table's points of a tet.
void fields_in_tet(const DofMap &map, const TetShape &shape,
                   const std::vector<std::complex<double>> &x, Index tet, const BasisTable &table,
                   FieldAndCurl *fields);

// Returns the field of the whole mesh's unknowns x (in V/m times m) in one tet. `barycentric`
// belongs to the tet's nodes as the mesh lists them.
FieldAndCurl field_in_tet(const DofMap &map, const TetShape &shape,
                          const std::vector<std::complex<double>> &x, Index tet,
                          const std::array<double, 4> &barycentric);
// Returns barycentric coordinates of the basis (ascending nodes) for those of the mesh.
std::array<double, 4> ascending(const DofMap &map, Index tet,
                                const std::array<double, 4> &barycentric);

// Returns the integral of E . dl along edges of the mesh, through these nodes. Higher functions add
// nothing along a whole edge. Throws std::invalid_argument where two nodes in a row share no edge.
// Needs the topology's node_edges.
std::complex<double> path_integral(const TetTopology &topology,
                                   const std::vector<std::complex<double>> &x,
                                   const std::vector<Index> &nodes);

// Loads of the functions of a tet: the integral of phi_i . f over it, by the rule of this degree;
// and phi_i . p at one point of it (barycentric coordinates of the ascending vertices).
std::vector<std::complex<double>> tet_load(const ElementSpace &space, const TetShape &shape,
                                           const VectorField &f, int degree);
std::vector<std::complex<double>> point_load(const ElementSpace &space, const TetShape &shape,
                                             const std::array<double, 4> &l, const ComplexPoint &p);

// The integral over a face of phi_i . f for the functions with a trace there; only the tangential
// part of f counts. f is called with the position and the unit normal that is right-handed about
// the face's ascending nodes; for the integral of (n x phi_i) . F give F x n.
using SurfaceField = std::function<ComplexPoint(const Point &, const Point &normal)>;
std::vector<std::complex<double>> face_load(const ElementSpace &space, const TriangleShape &shape,
                                            const SurfaceField &f, int degree);

} // namespace curlew
