#include <curlew/methods/dgatd/published/spmv_scheme.hpp>

#include <curlew/methods/dgatd/published/instantiate.hpp>

#include <KokkosSparse_spmv.hpp>

namespace curlew::dgatd {

template <class Space>
SpmvScheme<Space>::SpmvScheme(const Problem &problem, double dt_s,
                              const std::vector<Source> &sources, int threads)
    : dt_s_(dt_s), e_("curlew::dgatd::e", problem.edge_count()) {
  const FaceTable faces = make_face_table(problem, threads);
  h_ = Kokkos::View<double *, Space>("curlew::dgatd::h", faces.fractions.size());
  face_of_ = faces.face_of;
  const NodeInverses inverses = invert_dual_volumes(problem, dt_s, threads);
  const double vectors =
      8.0 * (3 * e_.extent(0) + 3 * h_.extent(0)); // each read twice, written once
  {
    const RowMatrix rows = faraday_matrix(problem, faces, dt_s, threads);
    bytes_.faraday = rows.bytes() + 8.0 * (e_.extent(0) + 2 * h_.extent(0));
    faraday_ = to_sparse<Space>("curlew::dgatd::faraday", rows);
  }
  {
    const RowMatrix rows = ampere_matrix(problem, faces, inverses, threads);
    bytes_.ampere = rows.bytes() + vectors - 8.0 * (e_.extent(0) + 2 * h_.extent(0));
    ampere_ = to_sparse<Space>("curlew::dgatd::ampere", rows);
  }
  responses_ = EdgeCurrents<Space>(edge_responses(problem, inverses, sources));
  if (!problem.ownership.is_alone())
    halo_ = EdgeHalo<Space>(problem);
}

template <class Space> void SpmvScheme<Space>::track_magnetic(const Problem &problem) {
  tracker_.start(problem, dt_s_);
}

template <class Space> void SpmvScheme<Space>::advance_h(const Space &space) {
  KokkosSparse::spmv("N", -1.0, faraday_, e_, 1.0, h_);
  if (tracker_.active())
    tracker_.advance(space, e_);
}

template <class Space>
void SpmvScheme<Space>::advance_e(const Space &space, const std::vector<double> &values) {
  if (halo_.active())
    halo_.set_aside(space, e_);
  KokkosSparse::spmv("N", 1.0, ampere_, h_, 1.0, e_);
  responses_.subtract(space, values, e_);
  if (halo_.active()) {
    halo_.start(space, e_);
    halo_.finish(space, e_);
  }
}

template <class Space> State SpmvScheme<Space>::save() const {
  const auto h = to_vector(h_);
  State state{{"circulations", to_vector(e_)}, {"dual_circulations", {}}};
  for (const Index face : face_of_)
    state["dual_circulations"].push_back(h[face]);
  if (tracker_.active())
    state["magnetic"] = to_rows(tracker_.field());
  return state;
}

template <class Space> void SpmvScheme<Space>::load(const State &state) {
  Kokkos::deep_copy(e_, to_view<Space>("curlew::dgatd::e_loaded", state.at("circulations")));
  std::vector<double> h(h_.extent(0));
  for (std::size_t k = 0; k < face_of_.size(); ++k)
    h[face_of_[k]] = state.at("dual_circulations").at(k);
  Kokkos::deep_copy(h_, to_view<Space>("curlew::dgatd::h_loaded", h));
  if (tracker_.active())
    from_rows(state.at("magnetic"), tracker_.field());
}

CURLEW_DGATD_INSTANTIATE(SpmvScheme)

} // namespace curlew::dgatd
