#include <curlew/methods/dgatd/published/paper_scheme.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/published/instantiate.hpp>

#include <KokkosSparse_spmv.hpp>

namespace curlew::dgatd {

template <class Space>
PaperScheme<Space>::PaperScheme(const Problem &problem, double dt_s,
                                const std::vector<Source> &sources, int threads)
    : problem_(problem), e_("curlew::dgatd::e", problem.edge_count()) {
  const FaceTable faces = make_face_table(problem, threads);
  h_ = Kokkos::View<double *, Space>("curlew::dgatd::h", faces.fractions.size());
  face_fractions_ =
      Kokkos::View<Index *[2], Space>("curlew::dgatd::face_fractions", faces.fractions.size());
  const auto host = Kokkos::create_mirror_view(face_fractions_);
  for (std::size_t f = 0; f < faces.fractions.size(); ++f)
    for (int k = 0; k < 2; ++k)
      host(f, k) = faces.fractions[f][k];
  Kokkos::deep_copy(face_fractions_, host);
  sign_ = to_view<Space>("curlew::dgatd::fraction_signs", faces.sign);
  faraday_.e = e_;
  faraday_.fill(problem, faces, dt_s);
  bytes_.faraday = faraday_.minimum_bytes();

  const NodeInverses inverses = invert_dual_volumes(problem, dt_s, threads);
  const RowMatrix rows = ampere_matrix(problem, faces, inverses, threads);
  bytes_.ampere = rows.bytes() + 8.0 * (faraday_.fractions.extent(0) + h_.extent(0)) +
                  8.0 * (2 * h_.extent(0) + 2 * e_.extent(0));
  ampere_ = to_sparse<Space>("curlew::dgatd::ampere", rows);
  responses_ = EdgeCurrents<Space>(edge_responses(problem, inverses, sources));
  if (!problem.ownership.is_alone())
    halo_ = EdgeHalo<Space>(problem);
}

template <class Space> void PaperScheme<Space>::advance_h(const Space &space) {
  Kokkos::parallel_for("curlew::dgatd::block_faraday",
                       RangePolicy<Space>(space, 0, faraday_.fractions.extent(0)), faraday_);
}

template <class Space>
void PaperScheme<Space>::advance_e(const Space &space, const std::vector<double> &values) {
  const auto h = h_;
  const auto pairs = face_fractions_;
  const auto fractions = faraday_.fractions;
  Kokkos::parallel_for(
      "curlew::dgatd::dual_edges", RangePolicy<Space>(space, 0, h.extent(0)),
      KOKKOS_LAMBDA(const Index face) {
        const Index second = pairs(face, 1);
        h(face) = fractions(pairs(face, 0)) + (second < 0 ? 0.0 : fractions(second));
      });
  if (halo_.active())
    halo_.set_aside(space, e_);
  KokkosSparse::spmv("N", 1.0, ampere_, h_, 1.0, e_);
  responses_.subtract(space, values, e_);
  if (halo_.active()) {
    halo_.start(space, e_);
    halo_.finish(space, e_);
  }
}

template <class Space> typename PaperScheme<Space>::Reader PaperScheme<Space>::reader() const {
  return {e_, {MeshTables<Space>(problem_), faraday_.fractions, sign_}};
}

template <class Space> State PaperScheme<Space>::save() const {
  return {{"circulations", to_vector(e_)}, {"fractions", to_vector(faraday_.fractions)}};
}

template <class Space> void PaperScheme<Space>::load(const State &state) {
  Kokkos::deep_copy(e_, to_view<Space>("curlew::dgatd::e_loaded", state.at("circulations")));
  Kokkos::deep_copy(faraday_.fractions,
                    to_view<Space>("curlew::dgatd::fractions_loaded", state.at("fractions")));
}

CURLEW_DGATD_INSTANTIATE(PaperScheme)

} // namespace curlew::dgatd
