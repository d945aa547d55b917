#pragma once

#include <curlew/core/material.hpp>
#include <curlew/core/mesh/array_mesh.hpp>
#include <curlew/core/mesh/local_mesh.hpp>
#include <curlew/core/mesh/locate.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/methods/dgtd/choices.hpp>
#include <curlew/methods/dgtd/imposed/imposed_field.hpp>
#include <curlew/methods/dgtd/layers/absorbing_layers.hpp>
#include <curlew/methods/dgtd/per_tet.hpp>
#include <curlew/methods/dgtd/ports/port.hpp>
#include <curlew/methods/shared/elements/simplex_shape.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgtd {

// Neighbour of a tet behind a face. `sheet`: a wall with the current of an impedance or a lumped
// port. To leapfrog schemes it is a magnetic wall, along which that current flows; to upwind fluxes
// an absorbing one, which reflects as the impedance does.
enum class FaceKind : std::uint8_t { inner, pec, pmc, absorbing, sheet };

KOKKOS_INLINE_FUNCTION constexpr bool has_loss(FaceKind kind) {
  return kind == FaceKind::absorbing || kind == FaceKind::sheet;
}

struct TetFace {
  FaceKind kind = FaceKind::inner;
  Index tet = 0;           // the neighbour; on walls the tet itself
  std::int8_t local = 0;   // index of the face in that tet: opposite its ascending vertex `local`
  std::int16_t sheet = -1; // index in Problem::sheets
};

// Faces of a tet, as values.
class TetFaces {
public:
  explicit TetFaces(const std::array<TetFace, 4> &faces) : faces_(faces) {}
  TetFace operator[](int face) const { return faces_[face]; }
  auto begin() const { return faces_.begin(); }
  auto end() const { return faces_.end(); }

private:
  std::array<TetFace, 4> faces_;
};

struct FacesInCell {
  using Faces = std::array<TetFace, 4>;
  static TetFaces own(const Faces &faces) { return TetFaces(faces); }
  static TetFaces in_cell(const RepeatedCells &cells, const RepeatedCells::Cell &cell, Index tet,
                          Faces faces) {
    for (TetFace &face : faces) {
      const Index behind = face.kind == FaceKind::inner ? cells.tet_in(cell, face.tet) : tet;
      face.tet = behind < 0 ? tet : behind; // ghosts: some lead to tets not on this rank
    }
    return TetFaces(faces);
  }
};

// Discrete problem on the host: the tets that are solved, each with its own unknowns of E and H,
// and the neighbours of each. Vertices of a tet are taken in ascending order: then both tets at a
// face number the tangential functions on it alike, and those functions agree.
//
// On several ranks a Problem is one rank's part (ranks/divide_problem.hpp): `mesh` has the tets
// that the rank owns; the tables of tets below also have ghosts behind them: tets of other ranks
// across their faces.
//
// A large array may have the tables of a small one (`cells`): `mesh`, `copies` and the members
// called `table` are then those of the small array; all else belongs to the large one.
struct Problem {
  Choices choices;
  TetMesh mesh;                                    // without conductors; their points may remain
  PerTet<std::array<Index, 4>, NodesInCell> nodes; // nodes of a tet, ascending
  PerTet<std::int8_t, SameInAllCells<std::int8_t>> orientation;  // sign of det(x1-x0, ...)
  PerTet<std::array<TetFace, 4>, FacesInCell> faces;             // faces of a tet
  PerTet<std::uint16_t, SameInAllCells<std::uint16_t>> material; // index into materials
  std::vector<Material> materials;
  std::vector<ImposedField> imposed; // on faces that are `pec` above
  std::vector<Port> ports;           // in the order of their indices
  std::vector<Sheet> sheets;
  AbsorbingLayers layers;
  CellCopies copies;                      // tets with the same matrices; empty: none
  TetMesh conductors;                     // points and tets of conductors; at the root
  std::vector<std::string> mesh_warnings; // warnings about the whole mesh; at the root
  Ownership ownership;                    // without node_owner
  std::vector<int> ghost_owner;           // rank of each ghost
  int threads = 0;                        // threads of host loops; 0: all
  KeptLocator locator, conductor_locator;
  // set for a large array with the tables of a small one
  std::shared_ptr<const RepeatedCells> cells;
  std::shared_ptr<const Problem> small; // the small array

  Index tet_count() const { return ownership.owned_tets; } // without ghosts
  std::int64_t whole_tet_count() const {                   // tets of all ranks; collective
    return ownership.ranks.sum(static_cast<std::int64_t>(tet_count()));
  }
  int per_tet() const { return choices.space.per_tet(); }
  Point point(Index node) const { return cells ? cells->point(mesh, node) : mesh.points[node]; }
  TetShape shape(Index tet) const;
  Point barycentre(Index tet) const;
  // Returns the tet of `mesh` and of the tables that has this one's shape, walls and medium.
  Index table_tet(Index tet) const { return cells ? cells->small_tet(tet) : tet; }
  Index distinct_tets() const; // tets that are no copies of others
  // Returns how many tets one tet of the tables stands for.
  Index times(Index table_tet) const { return cells ? cells->times(table_tet) : 1; }
  // Returns the problem of the small array that stands for a large one, or this one.
  const Problem &tables() const { return small ? *small : *this; }
  bool has_losses() const;   // true with conductivities or absorbing walls
  bool is_nonlinear() const; // true where any rank has tets with chi3; collective
};

// Returns the conductivity of a face, S or ohm, that stands for a wall with losses in the equation
// of one side of its tet, in the middle of a leapfrog step. `whole`: the loss acts on the
// neighbour's field alone (dfdd).
double wall_loss(const Problem &problem, Index tet, int face, bool is_electric, bool whole,
                 double dt_s);

// Returns sqrt(eps / mu) in S; its inverse is in ohm. For tensors it takes the means of the
// diagonals: any positive number makes a stable flux.
double admittance_of(const Material &material);

} // namespace curlew::dgtd
