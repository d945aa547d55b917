#pragma once

#include <curlew/core/material.hpp>
#include <curlew/core/mesh/array_mesh.hpp>
#include <curlew/core/mesh/local_mesh.hpp>
#include <curlew/core/mesh/locate.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/methods/dgtd/imposed/imposed_field.hpp>
#include <curlew/methods/dgtd/kerr/nonlinear.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>
#include <curlew/methods/dgtd/per_tet.hpp>
#include <curlew/methods/dgtd/ports/port.hpp>
#include <curlew/methods/dgtd/space/function_space.hpp>
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

enum class SchemeKind { central, dfdd, upwind };

// How poles of media advance: Crank and Nicolson's rule, or the recursive convolution.
enum class Dispersion { ode, recursive };

// What lies behind a face of a tet.
// sheet: a wall with the current of an impedance or a lumped port. To leapfrog schemes it is a
// magnetic wall, along which that current flows; to upwind fluxes an absorbing one, which sends
// back what the impedance reflects.
enum class FaceKind : std::uint8_t { inner, pec, pmc, absorbing, sheet };

KOKKOS_INLINE_FUNCTION constexpr bool has_loss(FaceKind kind) {
  return kind == FaceKind::absorbing || kind == FaceKind::sheet;
}

struct TetFace {
  FaceKind kind = FaceKind::inner;
  Index tet = 0;           // the neighbour; on walls the tet itself
  std::int8_t local = 0;   // the face as that tet numbers it: opposite its ascending vertex `local`
  std::int16_t sheet = -1; // in Problem::sheets
};

// The faces of a tet, as values.
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
      face.tet = behind < 0 ? tet : behind; // of ghosts some lead to tets that this rank has not
    }
    return TetFaces(faces);
  }
};

// The choices of "discretization".
struct Choices {
  SchemeKind scheme = SchemeKind::central;
  FunctionSpace space{1, false};
  double penalty = 0; // of the jumps: 1 for upwind
  Dispersion dispersion = Dispersion::ode;
  bool published_losses = false; // of dfdd: doubles have those of the other field
  bool two_step = false;         // of dfdd: the published recursion over two steps, without doubles
  NonlinearChoices nonlinear;    // of media with chi3
};

// The discrete problem on the host: the tets that are solved, each with its own unknowns of E and
// H, and what each exchanges with its neighbours. Vertices of a tet are taken in ascending order:
// then both tets at a face number the tangential functions on it alike, and those functions agree.
//
// On several ranks it is one rank's part (ranks/divide_problem.hpp): `mesh` has the tets that it
// owns, the tables of tets below have ghosts behind them: tets of other ranks across their faces.
//
// Of a large array it may have the tables of a small one (`cells`): `mesh`, `copies` and what
// `table` names are the small array's then, all else is the large one's.
struct Problem {
  Choices choices;
  TetMesh mesh; // without conductors; points of theirs may remain
  PerTet<std::array<Index, 4>, NodesInCell> nodes;               // of a tet, ascending
  PerTet<std::int8_t, SameInAllCells<std::int8_t>> orientation;  // sign of det(x1-x0, ...)
  PerTet<std::array<TetFace, 4>, FacesInCell> faces;             // of a tet
  PerTet<std::uint16_t, SameInAllCells<std::uint16_t>> material; // index into materials
  std::vector<Material> materials;
  std::vector<ImposedField> imposed; // on faces that are `pec` above
  std::vector<Port> ports;           // by their index
  std::vector<Sheet> sheets;
  AbsorbingLayers layers;
  CellCopies copies;                      // tets with the same matrices; empty: none
  TetMesh conductors;                     // points and tets of conductors; at the root
  std::vector<std::string> mesh_warnings; // of the whole mesh; at the root
  Ownership ownership;                    // without node_owner
  std::vector<int> ghost_owner;           // rank of each ghost
  int threads = 0;                        // of host loops; 0: all
  KeptLocator locator, conductor_locator;
  std::shared_ptr<const RepeatedCells> cells; // of a large array by the tables of a small one
  std::shared_ptr<const Problem> small;       // and the problem of that

  Index tet_count() const { return ownership.owned_tets; } // without ghosts
  std::int64_t whole_tet_count() const {                   // of all ranks; collective
    return ownership.ranks.sum(static_cast<std::int64_t>(tet_count()));
  }
  int per_tet() const { return choices.space.per_tet(); }
  Point point(Index node) const { return cells ? cells->point(mesh, node) : mesh.points[node]; }
  TetShape shape(Index tet) const;
  Point barycentre(Index tet) const;
  // The tet of `mesh` and of the tables that has this one's shape, walls and medium.
  Index table_tet(Index tet) const { return cells ? cells->small_tet(tet) : tet; }
  Index distinct_tets() const; // without the copies of others
  // How many tets one of the tables stands for.
  Index times(Index table_tet) const { return cells ? cells->times(table_tet) : 1; }
  // The problem of the small array that stands for a large one, or this one.
  const Problem &tables() const { return small ? *small : *this; }
  bool has_losses() const;   // conductivities or absorbing walls
  bool is_nonlinear() const; // tets with chi3, on any rank; collective
};

// Reads the choices of a case.
Choices choices_of(const Case &input);

// Takes conductors out, resolves names of groups and finds what each face is. Throws InputError,
// with the place in the case file, for a group that the mesh lacks, a volume without material, a
// boundary face without condition, or a condition that its surface does not allow.
Problem make_problem(const Case &input, TetMesh mesh, int threads = 0, CellCopies copies = {});

// Of a wall with losses what stands in the equation of a side of its tet as a conductivity of the
// face, S or ohm, in the middle of a leapfrog's step. `whole`: of the neighbour's field alone
// (dfdd).
double wall_loss(const Problem &problem, Index tet, int face, bool is_electric, bool whole,
                 double dt_s);

// sqrt(eps / mu) in S and its inverse in ohm. Of tensors the means of the diagonals: any positive
// number there makes a stable flux.
double admittance_of(const Material &material);

} // namespace curlew::dgtd
