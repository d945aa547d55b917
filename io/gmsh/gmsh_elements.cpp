#include <curlew/io/gmsh/gmsh_elements.hpp>

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace curlew::gmsh {
namespace {

// Gmsh reference manual, "MSH file format", list of element types.
using Type = ElementType;
constexpr std::array k_shapes = {
    ElementShape{Type::line, 1, 1, 2, "line", "lines"},
    ElementShape{Type::triangle, 2, 1, 3, "triangle", "triangles"},
    ElementShape{Type::quadrangle, 2, 1, 4, "4-node quadrangle", "quadrangles"},
    ElementShape{Type::tet, 3, 1, 4, "tetrahedron", "tetrahedra"},
    ElementShape{Type::hexahedron, 3, 1, 8, "8-node hexahedron", "hexahedra", &k_hexahedron},
    ElementShape{Type::prism, 3, 1, 6, "6-node prism", "prisms", &k_prism},
    ElementShape{Type::pyramid, 3, 1, 5, "5-node pyramid", "pyramids", &k_pyramid},
    ElementShape{Type::point, 0, 1, 1, "point", "points"},
    ElementShape{Type::curved_line, 1, 2, 3, "3-node line", "3-node lines"},
    ElementShape{Type::curved_triangle, 2, 2, 6, "6-node triangle", "6-node triangles"},
    ElementShape{Type::curved_quadrangle, 2, 2, 8, "8-node quadrangle", "8-node quadrangles"},
    ElementShape{Type::complete_quadrangle, 2, 2, 9, "9-node quadrangle", "9-node quadrangles"},
    ElementShape{Type::curved_tet, 3, 2, 10, "10-node tetrahedron", "10-node tetrahedra"},
    ElementShape{Type::curved_hexahedron, 3, 2, 20, "20-node hexahedron", "20-node hexahedra",
                 &k_hexahedron},
    ElementShape{Type::complete_hexahedron, 3, 2, 27, "27-node hexahedron", "27-node hexahedra",
                 &k_hexahedron},
    ElementShape{Type::curved_prism, 3, 2, 15, "15-node prism", "15-node prisms", &k_prism},
    ElementShape{Type::complete_prism, 3, 2, 18, "18-node prism", "18-node prisms", &k_prism},
    ElementShape{Type::curved_pyramid, 3, 2, 13, "13-node pyramid", "13-node pyramids", &k_pyramid},
    ElementShape{Type::complete_pyramid, 3, 2, 14, "14-node pyramid", "14-node pyramids",
                 &k_pyramid},
};

struct HigherOrder {
  int type;
  std::string_view name;
};

constexpr std::array k_higher_orders = {
    HigherOrder{20, "9-node triangle"},     HigherOrder{21, "10-node triangle"},
    HigherOrder{22, "12-node triangle"},    HigherOrder{23, "15-node triangle"},
    HigherOrder{24, "15-node triangle"},    HigherOrder{25, "21-node triangle"},
    HigherOrder{26, "4-node line"},         HigherOrder{27, "5-node line"},
    HigherOrder{28, "6-node line"},         HigherOrder{29, "20-node tetrahedron"},
    HigherOrder{30, "35-node tetrahedron"}, HigherOrder{31, "56-node tetrahedron"},
    HigherOrder{36, "16-node quadrangle"},  HigherOrder{37, "25-node quadrangle"},
    HigherOrder{39, "12-node quadrangle"},  HigherOrder{90, "40-node prism"},
    HigherOrder{91, "75-node prism"},       HigherOrder{92, "64-node hexahedron"},
    HigherOrder{93, "125-node hexahedron"}, HigherOrder{99, "32-node hexahedron"},
    HigherOrder{118, "30-node pyramid"},    HigherOrder{119, "55-node pyramid"},
};

} // namespace

const ElementShape *element_shape(int type, bool may_be_curved) {
  for (const ElementShape &shape : k_shapes) {
    if (static_cast<int>(shape.type) == type) {
      return shape.order == 1 || may_be_curved ? &shape : nullptr;
    }
  }
  return nullptr;
}

bool is_quadrangle(ElementType type) {
  return type == Type::quadrangle || type == Type::curved_quadrangle ||
         type == Type::complete_quadrangle;
}

void refuse_element(const Cursor &cursor, const char *where, int type, const std::string &element,
                    const Wanted &wanted) {
  if (const ElementShape *shape = element_shape(type, true)) {
    cursor.fail(where, fmt::format("{} is a {} (type {}): this method reads straight elements; use "
                                   "Mesh.ElementOrder = 1 and mesh again",
                                   element, shape->name, type));
  }
  for (const HigherOrder &higher : k_higher_orders) {
    if (higher.type == type) {
      cursor.fail(where, fmt::format("{} is a {} (type {}): Curlew reads elements of first order, "
                                     "and of second order for methods with curved elements; use "
                                     "Mesh.ElementOrder = 1 and mesh again",
                                     element, higher.name, type));
    }
  }
  cursor.fail(where, fmt::format("{} has the unknown element type {}; Curlew reads {}", element,
                                 type, wanted.types));
}

} // namespace curlew::gmsh
