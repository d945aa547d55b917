#include <curlew/methods/dgtd/ports/find_ports.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/methods/dgtd/ports/guide_modes.hpp>
#include <curlew/methods/dgtd/ports/port_walls.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace curlew::dgtd {
namespace {

// Measures a lumped part, with a warning for loose ends.
LumpedShape measure(const PortFace &face, const std::optional<Point> &direction, Problem &problem) {
  LumpedShape shape = measure_lumped(face, direction);
  if (std::string text = loose_ends_warning(shape, face.location); !text.empty())
    problem.mesh_warnings.push_back(std::move(text));
  return shape;
}

int add_sheet(SquareNetwork network, const std::vector<FaceOfTet> &faces, Problem &problem) {
  for (const auto &[tet, local] : faces)
    problem.faces.table[tet][local].sheet = static_cast<std::int16_t>(problem.sheets.size());
  problem.sheets.push_back({std::move(network), faces});
  return static_cast<int>(problem.sheets.size()) - 1;
}

// Returns the network of one square of an element `squares` long over its width.
SquareNetwork of_square(const LumpedSpec &lumped, double squares) {
  SquareNetwork network;
  if (lumped.resistance_ohm)
    network.resistance_ohm = *lumped.resistance_ohm / squares;
  if (lumped.inductance_h)
    network.inductance_h = *lumped.inductance_h / squares;
  if (lumped.capacitance_f)
    network.capacitance_f = *lumped.capacitance_f * squares;
  network.is_parallel = lumped.is_parallel;
  return network;
}

SquareNetwork of_impedance(const Case &input, const Boundary &boundary,
                           const SurfaceImpedanceSpec &spec) {
  SquareNetwork network;
  if (spec.ohm && spec.ohm->imag() == 0) {
    network.resistance_ohm = spec.ohm->real();
  } else {
    if (input.frequencies_hz.size() != 1)
      throw InputError(fmt::format(
          "{}: this impedance is that of one frequency; in time it is a resistance and an "
          "inductance, taken at the \"frequency\" of the case, of which there must be one; give "
          "one, or a resistance as \"surface_impedance\"",
          where(input, boundary)));
    const double hz = input.frequencies_hz.front();
    const std::complex<double> ohm = surface_impedance_ohm(spec, hz);
    if (ohm.imag() < 0)
      throw InputError(where(input, boundary) +
                       ": a capacitive surface impedance is planned; take a \"lumped\" element "
                       "with \"C\"");
    network.resistance_ohm = ohm.real();
    network.inductance_h = ohm.imag() / (2 * k_pi * hz);
  }
  if (*network.resistance_ohm == 0 && network.inductance_h.value_or(0) == 0)
    throw InputError(where(input, boundary) + ": an impedance of 0 is a perfect conductor; take "
                                              "\"pec\"");
  return network;
}

void add_element(const PortFace &face, const LumpedBoundarySpec &lumped,
                 const std::vector<FaceOfTet> &of_tets, Problem &problem) {
  const LumpedShape shape = measure(face, lumped.direction, problem);
  add_sheet(of_square(lumped.element, shape.squares), of_tets, problem);
}

class PortFinder {
public:
  PortFinder(const PortScene &scene, const Boundary &boundary, const WallFaces &wall,
             const Conductors &conductors, Problem &problem)
      : scene_(scene), spec_(std::get<PortSpec>(boundary.condition)), problem_(problem),
        face_(conductors.face_of(scene, boundary, wall)) {
    port_.kind = spec_.kind();
    port_.group = boundary.group;
    port_.location = face_.location;
    port_.index = spec_.index;
    port_.is_excited = spec_.excited;
    port_.reference_ohm = spec_.impedance_ohm;
    port_.deembed_m = spec_.deembed_m;
    port_.faces = wall.of_tets;
  }

  Port find() {
    const PortPlane plane = measure_plane(face_);
    port_.area_m2 = plane.area_m2;
    port_.middle = plane.middle;
    port_.inwards = plane.normal;
    const auto [tet, local] = port_.faces.front();
    port_.material = problem_.material[tet];
    if (dot(scene_.mesh.points[problem_.nodes[tet][local]] - plane.middle, plane.normal) < 0)
      port_.inwards = -1.0 * plane.normal;
    find_mode(plane);
    return std::move(port_);
  }

private:
  void find_mode(const PortPlane &plane) {
    std::visit(Overloaded{[&](const CoaxialPort &) {
                            require_medium();
                            const PortRing ring = measure_ring(face_, plane);
                            port_.second_mode = second_mode_of_ring(ring.inner_m, ring.outer_m);
                            find_potential();
                            refuse_direction();
                          },
                          [&](const TemPort &) {
                            require_medium();
                            find_potential();
                            give_sign();
                          },
                          [&](const ParallelPlatePort &) {
                            require_medium();
                            find_potential();
                            const double height = std::sqrt(port_.area_m2 / port_.norm);
                            port_.second_mode =
                                second_mode_between_plates(height, port_.area_m2 / height);
                            give_sign();
                          },
                          [&](const RectangularPort &one) {
                            require_medium();
                            find_guide(plane, one.mode.value_or(GuideMode()));
                            give_sign();
                          },
                          [&](const LumpedPort &one) { find_lumped(one); },
                          [](const CircularPort &) { refuse(); },
                          [](const ModalPort &) { refuse(); }, [](const GapPort &) { refuse(); }},
               spec_.form);
  }

  [[noreturn]] static void refuse() {
    throw std::logic_error("a kind of port that the schema of dgtd does not list");
  }

  void find_lumped(const LumpedPort &spec) {
    LumpedSheet lumped;
    lumped.shape = measure(face_, spec_.direction, problem_);
    constexpr double k_default_ohm = 50;
    port_.impedance_ohm = spec_.impedance_ohm.value_or(k_default_ohm);
    port_.norm = 1 / lumped.shape.squares;
    LumpedSpec source;
    source.resistance_ohm = port_.impedance_ohm;
    if (spec.source) {
      source = *spec.source;
      lumped.is_matched = !source.inductance_h && !source.capacitance_f &&
                          *source.resistance_ohm == port_.impedance_ohm;
    }
    lumped.sheet = add_sheet(of_square(source, lumped.shape.squares), port_.faces, problem_);
    port_.mode = std::move(lumped);
  }

  void find_guide(const PortPlane &plane, const GuideMode &mode) {
    const ScaledMode scaled = find_guide_mode(face_, plane, mode);
    const PortRectangle &rectangle = scaled.guide.rectangle;
    port_.mode = scaled;
    port_.norm = 1;
    port_.second_mode =
        second_mode_of_rectangle(rectangle.length_m, rectangle.width_m, mode.m, mode.n);
    port_.impedance_ohm = 1 / admittance_of(problem_.materials[port_.material]);
  }

  // Returns the conductors of a line. An impedance that joins both perfect ones is a wall at the
  // side of the line, whose losses the mode does not have.
  std::vector<Conductor> conductors_of_line() {
    PortFace perfect = face_;
    perfect.lossy_edges.clear();
    std::vector<Conductor> conductors = conductors_of(face_), perfect_ones = conductors_of(perfect);
    if (conductors.size() == 1 && perfect_ones.size() == 2) {
      problem_.mesh_warnings.push_back(fmt::format(
          "{}: an \"impedance\" joins both conductors of the {} port: its mode is the one without "
          "that wall, and reflects where the wall takes power",
          port_.location, word_of(port_.kind)));
      return perfect_ones;
    }
    if (std::any_of(conductors.begin(), conductors.end(),
                    [](const Conductor &one) { return one.is_lossy; }))
      throw InputError(fmt::format(
          "{}: a conductor of the {} port is an \"impedance\", so that its wave depends on the "
          "frequency, which runs in time do not have; make the conductor \"pec\" up to the port, "
          "or take a \"lumped\" port",
          port_.location, word_of(port_.kind)));
    return conductors;
  }

  void find_potential() {
    const std::vector<Conductor> conductors = conductors_of_line();
    if (conductors.size() != 2)
      throw InputError(fmt::format(
          "{}: a {} port lies between two conductors, and {} touch its face; they are the faces "
          "with \"pec\" (and perfectly conducting volumes) at its edges",
          port_.location, word_of(port_.kind),
          conductors.empty() ? "none" : std::to_string(conductors.size())));
    solve_potential(face_, conductors, port_);
    port_.impedance_ohm = 1 / (admittance_of(problem_.materials[port_.material]) * port_.norm);
  }

  void require_medium() const {
    for (const FaceOfTet &face : port_.faces)
      if (problem_.material[face.tet] != port_.material)
        throw InputError(fmt::format(
            "{}: a {} port has one medium in front of it, and this one has \"{}\" and \"{}\"",
            port_.location, word_of(port_.kind), problem_.materials[port_.material].name,
            problem_.materials[problem_.material[face.tet]].name));
    const Material &medium = problem_.materials[port_.material];
    if (medium.chi3 != 0)
      throw InputError(fmt::format("{}: a {} port lies in a linear medium, and \"{}\" has "
                                   "\"chi3\"; put a linear piece of line before it",
                                   port_.location, word_of(port_.kind), medium.name));
    if (medium.is_dispersive() || !medium.sigma.is_zero() || !medium.sigma_m.is_zero())
      throw InputError(fmt::format(
          "{}: the medium in front, \"{}\", has an impedance that depends on the frequency, which "
          "waves of ports in time do not have; put a layer without losses in front",
          port_.location, medium.name));
  }

  void refuse_direction() const {
    if (spec_.direction)
      throw InputError(port_.location + ": the field of a coaxial port points from its inner "
                                        "conductor to the outer one; take \"direction\" out");
  }

  // Gives the mode its sign by the mean of the field, or, where that is 0, by its first moments.
  void give_sign() {
    Point moments[4] = {};
    for (std::size_t f = 0; f < port_.faces.size(); ++f) {
      const auto &n = scene_.topology.faces[face_.faces[f]];
      const Point &a = scene_.mesh.points[n[0]], &b = scene_.mesh.points[n[1]],
                  &c = scene_.mesh.points[n[2]];
      const PortPoint at = middle_of(f);
      const double area = 0.5 * norm(cross(b - a, c - a));
      moments[0] = moments[0] + area * at.field;
      for (int x = 0; x < 3; ++x)
        moments[1 + x] =
            moments[1 + x] +
            (area * (at.place[x] - port_.middle[x]) / std::sqrt(port_.area_m2)) * at.field;
    }
    constexpr double k_nothing = 1e-6;
    const double scale = k_nothing * std::sqrt(port_.norm * port_.area_m2);
    for (const Point &moment : moments) {
      if (spec_.direction) {
        if (const double along = dot(*spec_.direction, moment);
            std::abs(along) > scale * norm(*spec_.direction))
          return set_sign(along);
        continue;
      }
      for (const double component : moment)
        if (std::abs(component) > scale)
          return set_sign(component);
    }
    if (spec_.direction)
      throw InputError(fmt::format(
          "{}: the direction ({:g}, {:g}, {:g}) is at right angles to the field of the port's "
          "mode, whose sign it is to give",
          port_.location, (*spec_.direction)[0], (*spec_.direction)[1], (*spec_.direction)[2]));
  }

  struct PortPoint {
    Point place, field;
  };
  PortPoint middle_of(std::size_t f) const {
    const auto [tet, local] = port_.faces[f];
    std::array<Point, 3> corners;
    for (int v = 0, at = 0; v < 4; ++v)
      if (v != local)
        corners[at++] = scene_.mesh.points[problem_.nodes[tet][v]];
    PortPoint at{};
    for (const Point &corner : corners)
      at.place = at.place + (1.0 / 3) * corner;
    at.field = mode_field(port_, f, corners, {1.0 / 3, 1.0 / 3, 1.0 / 3});
    return at;
  }

  void set_sign(double sign) {
    if (sign > 0)
      return;
    if (auto *scaled = std::get_if<ScaledMode>(&port_.mode))
      scaled->scale = -scaled->scale;
    if (auto *tem = std::get_if<TemPotential>(&port_.mode))
      for (auto &volts : tem->potential)
        for (double &value : volts)
          value = -value;
  }

  const PortScene &scene_;
  const PortSpec &spec_;
  Problem &problem_;
  PortFace face_;
  Port port_;
};

} // namespace

std::vector<Branch> branches_of(const SquareNetwork &network) {
  return curlew::branches_of(LumpedSpec{network.resistance_ohm, network.inductance_h,
                                        network.capacitance_f, network.is_parallel},
                             1);
}

void find_ports(const PortScene &scene, Problem &problem) {
  const auto walls = walls_of(scene, problem);
  const Conductors conductors(scene, walls);
  std::map<int, Port> ports;
  for (const Boundary &boundary : scene.input.boundaries) {
    if (!is_wall(boundary))
      continue;
    const auto wall = walls.find(&boundary);
    if (wall == walls.end()) {
      if (role_of(boundary) == FaceRole::impedance)
        continue;
      throw InputError(fmt::format("{}: no face of \"{}\" has a solved volume beside it",
                                   where(scene.input, boundary), boundary.group));
    }
    const std::vector<FaceOfTet> &of_tets = wall->second.of_tets;
    std::visit(
        Overloaded{[&](const SurfaceImpedanceSpec &impedance) {
                     add_sheet(of_impedance(scene.input, boundary, impedance), of_tets, problem);
                   },
                   [&](const LumpedBoundarySpec &lumped) {
                     add_element(conductors.face_of(scene, boundary, wall->second), lumped, of_tets,
                                 problem);
                   },
                   [&](const PortSpec &port) {
                     ports[port.index] =
                         PortFinder(scene, boundary, wall->second, conductors, problem).find();
                   },
                   [](const Pec &) {}, [](const Pmc &) {}, [](const Abc &) {},
                   [](const PmlSpec &) {}, [](const PeriodicSpec &) {}, [](const SymmetrySpec &) {},
                   [](const ImposedFieldSpec &) {}},
        boundary.condition);
  }
  for (auto &[index, port] : ports)
    problem.ports.push_back(std::move(port));
}

} // namespace curlew::dgtd
