#pragma once

#include <curlew/methods/dgatd/published/block_faraday.hpp>
#include <curlew/methods/dgatd/published/face_matrices.hpp>
#include <curlew/methods/dgatd/ranks/value_halo.hpp>
#include <curlew/methods/dgatd/scheme/scheme.hpp>

#include <memory>

namespace curlew::dgatd {

// The variant `paper`: the fractioned scheme in its authors' implementation (@cite cicuttin2018,
// sec. V): stored 4 x 6 Faraday blocks by a kernel of their own, Ampere's law by a library's sparse
// product. Faraday's law needs the sum of an edge's halves, so the sparse matrix gives full edges;
// its columns are the full dual edges, sums of two fractions. Lossless, like the paper.
template <class Space> class PaperScheme {
public:
  static constexpr const char *k_name = "paper";
  static constexpr bool k_has_halves = false;
  static constexpr bool k_tracks_magnetic = false;

  struct Reader {
    Kokkos::View<const double *, Space> e;
    FractionReader<Space> h;
    KOKKOS_INLINE_FUNCTION double circulation(Index edge) const { return e(edge); }
    KOKKOS_INLINE_FUNCTION void magnetic(Index tet, double (&field)[3]) const {
      h.magnetic(tet, field);
    }
  };

  PaperScheme(const Problem &problem, double dt_s, const std::vector<Source> &sources,
              int threads = 0);

  void advance_h(const Space &space);
  void advance_e(const Space &space, const std::vector<double> &values);

  Reader reader() const;
  State save() const;
  void load(const State &state);
  std::uint64_t stored_unknowns() const { return e_.extent(0) + faraday_.fractions.extent(0); }
  MinimumBytes minimum_bytes() const { return bytes_; }

private:
  const Problem &problem_;
  Kokkos::View<double *, Space> e_, h_; // edges; full dual edges
  Kokkos::View<Index *[2], Space> face_fractions_;
  Kokkos::View<double *, Space> sign_;
  BlockFaraday<Space> faraday_;
  SparseMatrix<Space> ampere_;
  EdgeCurrents<Space> responses_;
  EdgeHalo<Space> halo_;
  MinimumBytes bytes_;
};

} // namespace curlew::dgatd
