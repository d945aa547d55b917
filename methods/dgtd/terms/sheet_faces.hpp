#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/ports/wall_loads.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <algorithm>

namespace curlew::dgtd {

// Faces with a sheet, sorted by their tets, because two faces of one tet add to the same unknowns.
template <class Space> struct SheetFaces {
  int n = 0, traces = 0;
  std::vector<FaceOfTet> faces;             // on the host
  std::vector<int> sheets;                  // the same
  Kokkos::View<const Index *, Space> first; // first face of each tet, and the end
  Kokkos::View<const Offset *, Space> at;   // unknown, [face][trace]
  Kokkos::View<const Index *, Space> slot;  // [face]
  ListedRows rows;                          // rows of states, one for each face

  Index tets() const { return static_cast<Index>(first.extent(0)) - 1; }
  Index count() const { return static_cast<Index>(faces.size()); }
};

// Collects the faces. `is_wanted(sheet)`: by its position in Problem::sheets.
template <class Space, class Predicate>
SheetFaces<Space> sheet_faces(const Problem &problem, const Slots &slots,
                              const Predicate &is_wanted) {
  SheetFaces<Space> result;
  result.n = problem.per_tet();
  result.traces = problem.choices.space.per_triangle();
  for (Index t = 0; t < problem.tet_count() && !problem.sheets.empty(); ++t) {
    const TetFaces of_tet = problem.faces[t];
    for (std::int8_t f = 0; f < 4; ++f)
      if (const int sheet = of_tet[f].sheet; sheet >= 0 && is_wanted(sheet)) {
        result.faces.push_back({t, f});
        result.sheets.push_back(sheet);
      }
  }
  std::vector<Index> first, slot;
  std::vector<Offset> at;
  for (std::size_t k = 0; k < result.faces.size(); ++k) {
    const auto [tet, local] = result.faces[k];
    if (k == 0 || result.faces[k - 1].tet != tet)
      first.push_back(static_cast<Index>(k));
    slot.push_back(slots.of_tet[tet]);
    for (const int function : trace_numbers(problem, local))
      at.push_back(Packs<Space>::at(slot.back(), function, result.n));
  }
  first.push_back(static_cast<Index>(result.faces.size()));
  std::vector<Index> tets;
  for (const FaceOfTet &face : result.faces)
    tets.push_back(face.tet);
  result.rows = ListedRows(problem, tets);
  result.first = to_view<Space>("curlew::dgtd::sheet_first", first);
  result.at = to_view<Space>("curlew::dgtd::sheet_at", at);
  result.slot = to_view<Space>("curlew::dgtd::sheet_slots", slot);
  return result;
}

// Response of tets to the loads of their sheets, as columns of matrices, [face][entry][column].
template <class Space> struct SheetResponse {
  int entries = 0, columns = 0;
  Kokkos::View<const double *, Space> values;

  KOKKOS_INLINE_FUNCTION double operator()(Index face, int entry, int column) const {
    return values((static_cast<Offset>(face) * entries + entry) * columns + column);
  }
};

// Makes the response. `column(face, c)`: the response to column c, `entries` numbers.
template <class Space, class Column>
SheetResponse<Space> make_sheet_response(std::size_t faces, int entries, int columns,
                                         const Column &column) {
  std::vector<double> values(faces * entries * columns);
  for (std::size_t f = 0; f < faces; ++f)
    for (int c = 0; c < columns; ++c) {
      const std::vector<double> one = column(f, c);
      for (int i = 0; i < entries; ++i)
        values[(f * entries + i) * columns + c] = one[i];
    }
  return {entries, columns, to_view<Space>("curlew::dgtd::sheet_response", values)};
}

// Computes target += factor response values, for the faces of each tet one after the other.
template <class Space> struct AddSheetLoads {
  Kokkos::View<const Index *, Space> first, slot;
  SheetResponse<Space> response;
  Kokkos::View<const double *, Space> values; // [face][column]
  Kokkos::View<double *, Space> target;
  double factor;

  KOKKOS_INLINE_FUNCTION void operator()(const Index tet) const {
    for (Index face = first(tet); face < first(tet + 1); ++face)
      for (int i = 0; i < response.entries; ++i) {
        double sum = 0;
        for (int c = 0; c < response.columns; ++c)
          sum += response(face, i, c) * values(static_cast<Offset>(face) * response.columns + c);
        target(Packs<Space>::at(slot(face), i, response.entries)) += factor * sum;
      }
  }
};

template <class Space>
void add_sheet_loads(const Space &space, const SheetFaces<Space> &faces,
                     const SheetResponse<Space> &response,
                     const Kokkos::View<double *, Space> &values, double factor,
                     const Kokkos::View<double *, Space> &target) {
  if (response.entries > 0 && faces.count() > 0)
    Kokkos::parallel_for(
        "curlew::dgtd::add_sheet_loads", RangePolicy<Space>(space, 0, faces.tets()),
        AddSheetLoads<Space>{faces.first, faces.slot, response, values, target, factor});
}

} // namespace curlew::dgtd
