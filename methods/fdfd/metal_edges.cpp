#include <curlew/methods/fdfd/metal_edges.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/methods/fdfd/faces_off_nodes.hpp>
#include <curlew/methods/fdfd/grid/objects.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>
#include <curlew/methods/shared/setup/edge_exponent.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace curlew::fdfd {
namespace {

constexpr double k_plasma_loss = 1; // -Im eps over -Re eps; with more losses it is a conductor
// Error of the extinction and the absorption of bars of two cells in a side, in %, most often right
// to a factor of two, with faces on nodes and between them.
constexpr double k_percent_of_two = 60, k_percent_of_two_off = 80;
constexpr double k_order_off = 1.1; // with faces between nodes at most
constexpr double k_noticeable_percent = 5;
constexpr double k_slow = 0.3;         // exponents below which finer cells do not help
constexpr double k_beside_cells = 0.1; // distance of the samples around an edge
constexpr int k_most_boxes = 200;      // of a material that are looked at

// A metal's edge beside a medium, at one frequency.
struct MetalEdge {
  double frequency_hz = 0;
  complex eps, ratio;
  std::string beside;
  double exponent = 1;
};

// The box of a metal with the largest error.
struct WorstMetal {
  std::size_t object = 0;
  double cells = 0, percent = 0;
  BoxFaces faces;
  MetalEdge edge;
};

double percent_for(double cells, double exponent, bool is_off_nodes) {
  const double order = is_off_nodes ? std::min(2 * exponent, k_order_off) : 2 * exponent;
  return (is_off_nodes ? k_percent_of_two_off : k_percent_of_two) *
         std::pow(2 / std::max(cells, 2.0), order);
}

// Returns true where E is along an axis of one cell in all waves: it then has no singularities.
bool is_along_only(const Case &input, const Problem &problem, int axis) {
  if (problem.count(axis) != 1)
    return false;
  constexpr double k_across = 1e-6;
  for (const Excitation &excitation : input.excitations) {
    const auto *source = std::get_if<PlaneWaveSource>(&excitation.source);
    if (source == nullptr)
      return false;
    for (const PlaneWave &wave : source->waves)
      for (int d = 0; d < 3; ++d)
        if (d != axis && std::abs(wave.polarization[d]) > k_across)
          return false;
  }
  return true;
}

bool is_plasmonic(const complex &eps) {
  return eps.real() < 0 && -eps.imag() < k_plasma_loss * -eps.real();
}

class MetalEdges {
public:
  MetalEdges(const Case &input, const Problem &problem)
      : input_(input), problem_(problem), far_m_(far_corner(input.grid)) {}

  std::vector<std::string> warnings() {
    for (std::size_t number = 0; number < input_.objects.size(); ++number)
      if (const auto *box = std::get_if<BoxObject>(&input_.objects[number]))
        look_at(number, *box);
    std::vector<std::string> texts;
    for (const auto &[material, worst] : worst_)
      if (worst.faces.are_off_nodes() || worst.percent > k_noticeable_percent)
        texts.push_back(text_of(worst, material));
    return texts;
  }

private:
  void look_at(std::size_t number, const BoxObject &box) {
    const auto found = std::find_if(input_.materials.begin(), input_.materials.end(),
                                    [&](const Material &one) { return one.name == box.material; });
    if (found == input_.materials.end() || found->pec || !is_plasmonic_somewhere(*found))
      return;
    const double cells = cells_of(box);
    if (cells == 0 || ++seen_[box.material] > k_most_boxes)
      return;
    for (const int material : materials_around(box, found - input_.materials.begin())) {
      const MetalEdge edge = worst_edge(*found, material);
      if (edge.exponent >= 1)
        continue;
      const BoxFaces faces = faces_of(input_, box);
      const double percent = percent_for(cells, edge.exponent, faces.are_off_nodes());
      if (WorstMetal &worst = worst_[box.material]; percent > worst.percent)
        worst = {number, cells, percent, faces, edge};
    }
  }

  bool is_plasmonic_somewhere(const Material &material) const {
    return std::any_of(input_.frequencies_hz.begin(), input_.frequencies_hz.end(),
                       [&](double f) { return is_plasmonic(permittivity(material, f)[0]); });
  }

  bool ends_along(const BoxObject &box, int axis) const {
    return problem_.count(axis) > 1 && !goes_through(input_, extent_of(box), axis);
  }

  // Returns the mean of a box' two least sides, 0 for films.
  double cells_of(const BoxObject &box) const {
    std::vector<double> sides;
    for (int d = 0; d < 3; ++d)
      if (ends_along(box, d))
        sides.push_back((box.max_m[d] - box.min_m[d]) / input_.grid.cell_m[d]);
    std::sort(sides.begin(), sides.end());
    return sides.size() < 2 ? 0 : std::sqrt(sides[0] * sides[1]);
  }

  // Returns the materials outside of a box' edges, where both of its faces are free.
  std::vector<int> materials_around(const BoxObject &box, std::ptrdiff_t own) {
    std::vector<int> found;
    for (int along = 0; along < 3; ++along) {
      const int u = (along + 1) % 3, v = (along + 2) % 3;
      if (!ends_along(box, u) || !ends_along(box, v) || is_along_only(input_, problem_, along))
        continue;
      const double low = std::max(box.min_m[along], input_.grid.corner_m[along]),
                   high = std::min(box.max_m[along], far_m_[along]);
      for (const double part : {0.1, 0.5, 0.9})
        for (int edge = 0; edge < 4; ++edge) {
          Point at;
          at[along] = low + part * (high - low);
          at[u] = (edge & 1) != 0 ? box.max_m[u] : box.min_m[u];
          at[v] = (edge & 2) != 0 ? box.max_m[v] : box.min_m[v];
          add_materials_at(at, {u, v}, {(edge & 1) != 0 ? 1 : -1, (edge & 2) != 0 ? 1 : -1}, own,
                           found);
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // Adds the dielectrics around a point of an edge, of which `outwards` has the directions along
  // two axes.
  void add_materials_at(const Point &edge, const std::array<int, 2> &axes,
                        const std::array<int, 2> &outwards, std::ptrdiff_t own,
                        std::vector<int> &found) {
    const auto beside = [&](int first, int second) {
      Point at = edge;
      const std::array<int, 2> steps{first, second};
      for (std::size_t i = 0; i < 2; ++i)
        at[axes[i]] += steps[i] * outwards[i] * k_beside_cells * input_.grid.cell_m[axes[i]];
      return at;
    };
    for (const int d : axes)
      if (edge[d] <= input_.grid.corner_m[d] || edge[d] >= far_m_[d])
        return;
    if (!scene_)
      scene_.emplace(input_);
    const std::array<int, 3> outside{scene_->material_at(beside(1, -1)),
                                     scene_->material_at(beside(-1, 1)),
                                     scene_->material_at(beside(1, 1))};
    const auto is_dielectric = [&](int material) {
      return material == Scene::k_vacuum || (!input_.materials[material].pec &&
                                             !is_plasmonic_somewhere(input_.materials[material]));
    };
    if (scene_->material_at(beside(-1, -1)) == own &&
        std::all_of(outside.begin(), outside.end(), is_dielectric))
      found.insert(found.end(), outside.begin(), outside.end());
  }

  MetalEdge worst_edge(const Material &metal, int beside) const {
    MetalEdge worst;
    for (const double frequency_hz : input_.frequencies_hz) {
      const complex eps = permittivity(metal, frequency_hz)[0];
      const complex around =
          beside < 0 ? complex(1) : permittivity(input_.materials[beside], frequency_hz)[0];
      const complex ratio = eps / around;
      const double exponent = edge_exponent(ratio);
      if (is_plasmonic(eps) && around.real() > 0 && exponent < worst.exponent)
        worst = {frequency_hz, eps, ratio, beside < 0 ? "vacuum" : input_.materials[beside].name,
                 exponent};
    }
    return worst;
  }

  // Returns the cells in a side from which on the error is not noticeable.
  std::string cure(const WorstMetal &one) const {
    if (one.edge.exponent < k_slow)
      return "Finer cells hardly help, since fields oscillate towards such edges: give the metal "
             "its losses or its real rounding";
    const double enough =
        2 * std::pow(k_percent_of_two / k_noticeable_percent, 0.5 / one.edge.exponent);
    const Vector3 &cell = input_.grid.cell_m;
    const std::string fewer =
        enough > one.cells
            ? fmt::format("Take cells of {:.3g} m or less ({:.2g} in a side) for {:g} %",
                          *std::min_element(cell.begin(), cell.end()) * one.cells / enough, enough,
                          k_noticeable_percent)
            : "";
    return one.faces.are_off_nodes() ? faces_onto_nodes() + (fewer.empty() ? "" : ". " + fewer)
                                     : fewer;
  }

  std::string text_of(const WorstMetal &one, const std::string &material) const {
    const std::string off =
        one.faces.are_off_nodes()
            ? fmt::format(
                  " (the face at {} = {:.6g} m lies {:.2g} cells off the nodes, where walls "
                  "of metal are right to first order only)",
                  "xyz"[one.faces.axis], one.faces.at_m, one.faces.off_cells)
            : "";
    return fmt::format(
        "{}: the box of the metal \"{}\" (eps {:.3g}{:+.2g}j at {:.4g} Hz, {:.3g} times that of "
        "\"{}\") is {:.3g} cells in its least sides{}: the fields at its edges leave scattered and "
        "absorbed powers off by up to about {:.2g} %. {}",
        input_.where(fmt::format("/objects/{}", one.object)), material, one.edge.eps.real(),
        one.edge.eps.imag(), one.edge.frequency_hz, one.edge.ratio.real(), one.edge.beside,
        one.cells, off, one.percent, cure(one));
  }

  const Case &input_;
  const Problem &problem_;
  Vector3 far_m_;
  std::optional<Scene> scene_;
  std::map<std::string, WorstMetal> worst_;
  std::map<std::string, int> seen_;
};

} // namespace

std::vector<std::string> metal_edge_warnings(const Case &input, const Problem &problem) {
  return MetalEdges(input, problem).warnings();
}

} // namespace curlew::fdfd
