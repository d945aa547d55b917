#include <curlew/io/gmsh/gmsh_elements.hpp>

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace curlew::gmsh {
namespace {

struct Refused {
  int type;
  std::string_view name;
  bool curved; // a line, triangle or tet of higher order: only the order must change
};

// Gmsh reference manual, "MSH file format", list of element types.
constexpr std::array k_refused = {
    Refused{3, "4-node quadrangle", false},    Refused{5, "8-node hexahedron", false},
    Refused{6, "6-node prism", false},         Refused{7, "5-node pyramid", false},
    Refused{8, "3-node line", true},           Refused{9, "6-node triangle", true},
    Refused{10, "9-node quadrangle", false},   Refused{11, "10-node tetrahedron", true},
    Refused{12, "27-node hexahedron", false},  Refused{13, "18-node prism", false},
    Refused{14, "14-node pyramid", false},     Refused{16, "8-node quadrangle", false},
    Refused{17, "20-node hexahedron", false},  Refused{18, "15-node prism", false},
    Refused{19, "13-node pyramid", false},     Refused{20, "9-node triangle", true},
    Refused{21, "10-node triangle", true},     Refused{22, "12-node triangle", true},
    Refused{23, "15-node triangle", true},     Refused{24, "15-node triangle", true},
    Refused{25, "21-node triangle", true},     Refused{26, "4-node line", true},
    Refused{27, "5-node line", true},          Refused{28, "6-node line", true},
    Refused{29, "20-node tetrahedron", true},  Refused{30, "35-node tetrahedron", true},
    Refused{31, "56-node tetrahedron", true},  Refused{92, "64-node hexahedron", false},
    Refused{93, "125-node hexahedron", false},
};

} // namespace

const ElementShape *element_shape(int type, bool may_be_curved) {
  static constexpr ElementShape k_line{ElementType::line, 1, 2, "line", "lines"};
  static constexpr ElementShape k_triangle{ElementType::triangle, 2, 3, "triangle", "triangles"};
  static constexpr ElementShape k_tet{ElementType::tet, 3, 4, "tetrahedron", "tetrahedra"};
  static constexpr ElementShape k_point{ElementType::point, 0, 1, "point", "points"};
  static constexpr ElementShape k_curved_line{ElementType::curved_line, 1, 3, "3-node line",
                                              "3-node lines"};
  static constexpr ElementShape k_curved_triangle{ElementType::curved_triangle, 2, 6,
                                                  "6-node triangle", "6-node triangles"};
  static constexpr ElementShape k_curved_tet{ElementType::curved_tet, 3, 10, "10-node tetrahedron",
                                             "10-node tetrahedra"};
  switch (type) {
  case static_cast<int>(ElementType::curved_line):
    return may_be_curved ? &k_curved_line : nullptr;
  case static_cast<int>(ElementType::curved_triangle):
    return may_be_curved ? &k_curved_triangle : nullptr;
  case static_cast<int>(ElementType::curved_tet):
    return may_be_curved ? &k_curved_tet : nullptr;
  case static_cast<int>(ElementType::line):
    return &k_line;
  case static_cast<int>(ElementType::triangle):
    return &k_triangle;
  case static_cast<int>(ElementType::tet):
    return &k_tet;
  case static_cast<int>(ElementType::point):
    return &k_point;
  default:
    return nullptr;
  }
}

void refuse_element(const Cursor &cursor, const char *where, int type, const std::string &element,
                    const Wanted &wanted) {
  for (const Refused &refused : k_refused) {
    if (refused.type == type) {
      cursor.fail(
          where,
          fmt::format("{} is a {} (type {}): {}", element, refused.name, type,
                      refused.curved
                          ? "this method reads straight elements; use Mesh.ElementOrder = 1 and "
                            "mesh again"
                          : fmt::format("Curlew reads only {}; mesh without recombination "
                                        "or extruded layers",
                                        wanted.elements)));
    }
  }
  cursor.fail(where, fmt::format("{} has the unknown element type {}; Curlew reads {}", element,
                                 type, wanted.types));
}

} // namespace curlew::gmsh
