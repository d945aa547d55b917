#include <curlew/methods/fdfd/thin/outlines.hpp>

#include <curlew/methods/fdfd/thin/constant_editor.hpp>
#include <curlew/methods/fdfd/thin/sheets.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// The entries around open outlines, with their factors.
struct Around {
  EntryFactors faces, edges;
};

class OutlineWalk {
public:
  OutlineWalk(const Case &input, const Problem &problem, const ConstantEditor &eps)
      : cell_m_(input.grid.cell_m), problem_(problem), eps_(eps) {}

  void add(const SheetObject &given) {
    const SnappedSheet sheet = snap_sheet(problem_, given);
    for (int across = 0; across < 3; ++across)
      for (const int outward : {-1, 1})
        if (across != sheet.normal) {
          const double end_m = outward > 0 ? given.max_m[across] : given.min_m[across];
          add_side(sheet, across, outward, end_m);
        }
  }
  const Around &around() const { return around_; }

private:
  void add_side(const SnappedSheet &sheet, int across, int outward, double end_m) {
    const int along = 3 - across - sheet.normal;
    Node node;
    node[sheet.normal] = sheet.first[sheet.normal];
    node[across] = outward > 0 ? sheet.last[across] : sheet.first[across];
    const double beyond_m = outward * (end_m - problem_.axes[across].node_m(node[across]));
    const double factor =
        outline_factor(cell_m_[across], cell_m_[sheet.normal], beyond_m / cell_m_[across]);
    for (node[along] = sheet.first[along]; node[along] <= sheet.last[along]; ++node[along]) {
      if (node[along] < sheet.last[along])
        add_faces(sheet.normal, across, outward, along, node, factor);
      add_edges(sheet.normal, across, outward, node, factor);
    }
  }

  // Adds the faces between the edge from a node along the outline and its three free neighbours.
  void add_faces(int normal, int across, int outward, int along, const Node &node, double factor) {
    Node out = node, up = node, down = node;
    out[across] += outward;
    ++up[normal];
    --down[normal];
    if (!is_free(along, out) || !is_free(along, up) || !is_free(along, down))
      return;
    Node corner = node;
    corner[across] += outward > 0 ? 0 : -1;
    keep(around_.faces, normal, corner, false, factor);
    keep(around_.faces, across, node, false, factor);
    keep(around_.faces, across, down, false, factor);
  }

  // Adds the edges from a node of the outline to its three free neighbours.
  void add_edges(int normal, int across, int outward, const Node &node, double factor) {
    Node corner = node, down = node;
    corner[across] += outward > 0 ? 0 : -1;
    --down[normal];
    if (!is_free(across, corner) || !is_free(normal, node) || !is_free(normal, down))
      return;
    keep(around_.edges, across, corner, true, factor);
    keep(around_.edges, normal, node, true, factor);
    keep(around_.edges, normal, down, true, factor);
  }

  bool is_free(int component, const Node &from) const {
    const auto at = stored_entry(problem_, component, from);
    return at && !eps_.is_fixed(component, *at);
  }

  void keep(EntryFactors &where, int component, const Node &from, bool is_electric,
            double factor) const {
    if (const auto at = stored_entry(problem_, component, from, is_electric))
      where[{component, *at}] = factor;
  }

  const Vector3 &cell_m_;
  const Problem &problem_;
  const ConstantEditor &eps_;
  Around around_;
};

} // namespace

double outline_factor(double across_m, double normal_m, double beyond_cells) {
  // The factors' logarithms are interpolated between these, in steps of a factor of 2 and of 1/4 of
  // a cell.
  constexpr double k_ratios[] = {0.25, 0.5, 1, 2, 4};
  constexpr double k_factors[5][5] = {{8.80, 4.21, 2.126, 1.008, 0.431},
                                      {4.45, 2.64, 1.657, 1.050, 0.649},
                                      {2.96, 2.11, 1.538, 1.135, 0.833},
                                      {2.66, 2.11, 1.688, 1.347, 1.070},
                                      {3.11, 2.65, 2.256, 1.908, 1.601}};
  const double row = std::clamp(std::log2(normal_m / across_m / k_ratios[0]), 0.0, 4.0),
               column = std::clamp(4 * (beyond_cells + 0.5), 0.0, 4.0);
  const int i = std::min(static_cast<int>(row), 3), j = std::min(static_cast<int>(column), 3);
  double sum = 0;
  for (const int di : {0, 1})
    for (const int dj : {0, 1})
      sum += (di == 1 ? row - i : 1 - (row - i)) * (dj == 1 ? column - j : 1 - (column - j)) *
             std::log(k_factors[i + di][j + dj]);
  return std::exp(sum);
}

void end_outlines(const Case &input, Problem &problem, ConstantEditor &eps) {
  OutlineWalk walk(input, problem, eps);
  for (const ObjectSpec &object : input.objects)
    if (const auto *sheet = std::get_if<SheetObject>(&object);
        sheet != nullptr && sheet->surface.is_perfect())
      walk.add(*sheet);
  scale_constants(problem, eps, walk.around().edges, walk.around().faces);
}

} // namespace curlew::fdfd
