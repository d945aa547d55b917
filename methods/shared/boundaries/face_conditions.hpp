#pragma once

#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/case/case.hpp>

#include <cstdint>
#include <vector>

// Sorts the faces of a mesh of tets by the conditions of a case. This is the one place that gives
// the kinds of "boundaries" a meaning: a new kind does not compile until it has one here, and a new
// role until each method says what it does with it.
namespace curlew {

// Role of a face for the fields.
enum class FaceRole : std::uint8_t {
  unsolved,      // no tet beside it is solved
  inner,         // between solved tets, without a condition
  electric_wall, // n x E = 0; also faces of perfectly conducting volumes
  magnetic_wall, // n x H = 0
  absorbing,
  impedance,
  lumped, // an element, or a port that is one
  wave_port,
  layer_end, // behind an absorbing layer
  periodic,  // identified with another face
  imposed    // its tangential E is given
};

// Returns the role that a condition gives to an outer face.
FaceRole role_of(const Boundary &boundary);

// Conditions that may stand between solved tets: perfect conductors, or all sheets, which are
// impedances given by a number, elements and lumped ports too.
enum class InnerConditions { conductors, sheets };

struct FaceCondition {
  FaceRole role = FaceRole::unsolved;
  const Boundary *boundary = nullptr; // none inside of the mesh and on conducting volumes
};

// Conditions of the faces of a mesh. All arguments of the constructor must outlive it.
class FaceConditions {
public:
  const Case &input;
  const TetMesh &mesh;
  const TetTopology &topology;
  const std::vector<std::uint8_t> &solved;      // [tet]
  const std::vector<const Boundary *> &of_face; // boundaries_of_faces() (run/volume_groups.hpp)
  const Boundary *rest; // condition of boundary faces that the case does not name
  InnerConditions inner = InnerConditions::conductors;

  // Throws InputError for a boundary face without condition, and for a condition where it is not
  // allowed: on a conducting volume all but "pec", inside of the mesh all but `inner`. May be
  // called by several threads at once.
  FaceCondition of(Index face) const;

  // Throws InputError for a condition that a method does not have.
  [[noreturn]] void refuse(const Boundary &boundary) const;

private:
  FaceCondition between(Index face, bool is_inside) const;
};

} // namespace curlew
