#pragma once

#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/packed/tet_update.hpp>

#include <cstdint>

namespace curlew::dgtd {

// Places of a face in a tet's word: 8 bits each, from face 0 on; the top bit of face 3 marks a
// left-handed tet.
constexpr int k_kind_shift = 2;
constexpr std::uint32_t k_kind_mask = 7u;
constexpr std::uint32_t k_left_handed = 0x80000000u;
inline std::uint32_t face_bits(const TetFace &face) {
  return static_cast<std::uint32_t>(face.local) | static_cast<std::uint32_t>(face.kind)
                                                      << k_kind_shift;
}

template <Form form_, bool jumps_, bool special_, bool combined_ = false> struct KernelMode {
  static constexpr Form form = form_;
  static constexpr bool jumps = jumps_;     // penalty on the jumps of the field itself
  static constexpr bool special = special_; // tets with matrices of their own
  // combined: the kernel adds the step, with a factor, to a sum of fields:
  // Updater::launch_combined().
  static constexpr bool combined = combined_;
  static constexpr bool stages = form == Form::stages;
  static constexpr bool own = form == Form::mean || form == Form::stages; // D and Q act
  static constexpr bool implicit = form == Form::implicit;
};

// Tables that the kernels read, on the device. `Inverse`: one of inverses.hpp.
template <class Space, int Blocks, class Inverse> struct PackedTables {
  template <class T> using Array = Kokkos::View<const T *, Space>;
  ReferenceTables<Blocks> reference;
  Index plain = 0; // stored slots before those of special tets
  // Pack of slots -> first stored slot of its matrices and shapes; empty: each slot has its own.
  Array<Index> shared;
  Array<Index> neighbours;       // slots, Packs::at(slot, face, 4)
  Array<std::uint32_t> faces;    // [slot], face_bits()
  Array<std::uint16_t> material; // [slot]
  Array<Index> nodes;            // Packs::at(stored slot, vertex, 4)
  Array<double> points;          // [node][x, y, z], m
  Inverse inverse;               // inverse of plain tets
  // Matrices of special tets, Packs::at(stored slot - plain, entry, k_special): inverse (n n), loss
  // (n n), U, V.
  Array<double> special[2]; // [side]
  Array<double> medium[2];  // [side]: [material][MediumValues]
  Array<double> admittance; // [material], S

  KOKKOS_INLINE_FUNCTION Index stored(Index slot) const { return stored_slot<Space>(shared, slot); }
};

} // namespace curlew::dgtd
