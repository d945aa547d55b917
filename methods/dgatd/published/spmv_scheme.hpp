#pragma once

#include <curlew/methods/dgatd/published/face_matrices.hpp>
#include <curlew/methods/dgatd/published/field_tracker.hpp>
#include <curlew/methods/dgatd/ranks/value_halo.hpp>
#include <curlew/methods/dgatd/scheme/scheme.hpp>

namespace curlew::dgatd {

// The variant `spmv`: the original method (@cite codecasa2008, the paper's single-core baseline and
// its first GPU port): circulations of E on edges, of H on dual edges, one sparse matrix for each
// law, products through Kokkos Kernels. Lossless media, conducting and natural (PMC) walls.
template <class Space> class SpmvScheme {
public:
  static constexpr const char *k_name = "spmv";
  static constexpr bool k_has_halves = false;
  static constexpr bool k_tracks_magnetic = true;

  struct Reader {
    Kokkos::View<const double *, Space> e;
    typename FieldTracker<Space>::Reader h;
    KOKKOS_INLINE_FUNCTION double circulation(Index edge) const { return e(edge); }
    KOKKOS_INLINE_FUNCTION void magnetic(Index tet, double (&field)[3]) const {
      h.magnetic(tet, field);
    }
  };

  SpmvScheme(const Problem &problem, double dt_s, const std::vector<Source> &sources,
             int threads = 0);

  // Tracks H by an extra pass per step, because h(face) does not determine H in a tet.
  void track_magnetic(const Problem &problem);

  void advance_h(const Space &space);
  void advance_e(const Space &space, const std::vector<double> &values);

  Reader reader() const { return {e_, tracker_.reader()}; }
  State save() const;
  void load(const State &state);
  std::uint64_t stored_unknowns() const { return e_.extent(0) + h_.extent(0); }
  MinimumBytes minimum_bytes() const { return bytes_; }

private:
  double dt_s_;
  Kokkos::View<double *, Space> e_, h_;
  // [4 tet + face]: states are in the order of tets, as in other variants.
  std::vector<Index> face_of_;
  SparseMatrix<Space> faraday_, ampere_;
  EdgeCurrents<Space> responses_;
  FieldTracker<Space> tracker_;
  EdgeHalo<Space> halo_;
  MinimumBytes bytes_;
};

} // namespace curlew::dgatd
