#include <curlew/methods/fem/assembly/loads.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/methods/shared/elements/element_tables.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/interpolation.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Degree of quadrature beyond that of the functions, for fields that are no polynomials.
constexpr int k_extra_degree = 2;

ComplexPoint times(complex factor, const ComplexPoint &v) {
  return {factor * v[0], factor * v[1], factor * v[2]};
}

// Returns the tensor minus the identity.
FullTensor contrast(FullTensor t) {
  for (int d = 0; d < 3; ++d)
    t.entries[d][d] -= 1.0;
  return t;
}

bool is_zero(const FullTensor &t) {
  return std::all_of(&t.entries[0][0], &t.entries[0][0] + 9,
                     [](const complex &entry) { return entry == 0.0; });
}

ComplexPoint electric(const IncidentWave &wave, const Point &p) {
  ComplexPoint e;
  for (int d = 0; d < 3; ++d)
    e[d] = complex(wave.electric(d, p[0], p[1], p[2]));
  return e;
}

ComplexPoint curl_of(const IncidentWave &wave, const Point &p, double wavenumber) {
  ComplexPoint h;
  for (int d = 0; d < 3; ++d)
    h[d] = complex(wave.magnetic(d, p[0], p[1], p[2]));
  return times(complex(0, -wavenumber * k_eta0), h);
}

// Adds the load of a tet to the load of the mesh.
void add(const Problem &problem, Index tet, const std::vector<complex> &part, PhasorField &load) {
  const Index *dofs = problem.dofs.of_tet(tet);
  for (std::size_t i = 0; i < part.size(); ++i)
    load[dofs[i]] += part[i];
}

// Computes the loads of many tets in parallel, and adds them in the order of the tets.
template <class LoadOf>
void add_all(const Problem &problem, const std::vector<Index> &tets, const LoadOf &load_of,
             PhasorField &load) {
  std::vector<std::vector<complex>> parts(tets.size());
  parallel_chunks(
      tets.size(), problem.threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
          parts[k] = load_of(tets[k]);
      },
      64);
  for (std::size_t k = 0; k < tets.size(); ++k)
    add(problem, tets[k], parts[k], load);
}

TetShape shape_of(const Problem &problem, Index tet) {
  return shape_of_tet(problem.model.mesh, problem.dofs, tet);
}

int degree_of(const Problem &problem) {
  return 2 * problem.dofs.space.degree() + k_extra_degree;
}

// Returns the integrals of g . curl phi_i over a tet.
std::vector<complex> curl_load(const ElementSpace &space, const TetShape &shape,
                               const VectorField &g, int degree) {
  return with_blocks(space, [&](auto blocks) {
    constexpr int n = basis_size<3>(decltype(blocks)::value);
    const auto rule = tet_rule(degree);
    std::vector<complex> load(n, 0);
    for (std::size_t q = 0; q < rule.weights.size(); ++q) {
      const double *l = rule.points[q].data();
      const TetFrame frame = frame_at(shape, l);
      double values[n][3], curls[n][3];
      tet_functions<decltype(blocks)::value>(frame, l, values, curls);
      Point x;
      shape.point(l, x.data());
      const ComplexPoint at = g(x);
      for (int i = 0; i < n; ++i)
        for (int d = 0; d < 3; ++d)
          load[i] += rule.weights[q] * frame.volume_factor() / 6 * curls[i][d] * at[d];
    }
    return load;
  });
}

// Returns true where the normal that is right-handed about the face's ascending nodes points out of
// the tet.
bool points_out(const Model &model, const FaceTerm &term) {
  const auto &nodes = model.topology.faces[term.face];
  const Point &a = model.mesh.points[nodes[0]];
  const Point normal = cross(model.mesh.points[nodes[1]] - a, model.mesh.points[nodes[2]] - a);
  for (const Index node : model.mesh.tets[term.tet])
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end())
      return dot(normal, model.mesh.points[node] - a) < 0;
  return true;
}

// Adds the load of a wall of relative admittance y from the wave: n x curl E - j k0 y E.
void add_wall(const Problem &problem, const FaceTerm &term, complex y, const IncidentWave &incident,
              double wavenumber, PhasorField &load) {
  const Model &model = problem.model;
  // The wave's curl is the same on both sides of a sheet, so its contributions cancel.
  const bool is_sheet = model.topology.face_tets[term.face][1] >= 0 &&
                        model.solved[model.topology.face_tets[term.face][0]] &&
                        model.solved[model.topology.face_tets[term.face][1]];
  const double out = is_sheet ? 0 : points_out(model, term) ? 1 : -1;
  const auto part = face_load(
      problem.dofs.space, shape_of_face(model.mesh, problem.dofs, model.topology, term.face),
      [&](const Point &p, const Point &normal) {
        ComplexPoint f = times(complex(0, -wavenumber) * y, electric(incident, p));
        const ComplexPoint turned = complex_cross(normal, curl_of(incident, p, wavenumber));
        for (int d = 0; d < 3; ++d)
          f[d] += out * turned[d];
        return f;
      },
      degree_of(problem));
  const auto dofs = dofs_of_face(problem.dofs, model.topology, term.face);
  for (std::size_t i = 0; i < part.size(); ++i)
    load[dofs[i]] += part[i];
}

// Returns -E of the wave on perfect conductors, except behind absorbing layers, where the scattered
// field is 0.
PhasorField scattered_on_conductors(const Problem &problem, const IncidentWave &incident) {
  const Model &model = problem.model;
  const Interpolation interpolation(problem.dofs.space, degree_of(problem));
  std::vector<char> is_outer(problem.dofs.dofs, 0);
  for (const FaceTerm &term : model.layers)
    for (const Index dof : dofs_of_face(problem.dofs, model.topology, term.face))
      is_outer[dof] = 1;
  PhasorField fixed(problem.dofs.dofs, 0);
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f) {
    if (!model.face_is_pec[f])
      continue;
    const auto face = static_cast<Index>(f);
    const auto side = face_of_tet(problem.dofs, model.topology, face);
    const auto values = interpolation.of_tet(shape_of(problem, side.tet), [&](const Point &p) {
      return times(-1, electric(incident, p));
    });
    const Index *dofs = problem.dofs.of_tet(side.tet);
    for (int j = 0; j < problem.dofs.space.per_triangle(); ++j) {
      const int i = trace_function(side.local, j);
      if (!is_outer[dofs[i]])
        fixed[dofs[i]] = values[i];
    }
  }
  return fixed;
}

const CurrentSource &current_of(const SourceSolve &solve) {
  return std::get<CurrentSource>(solve.excitation->source);
}

Index group_of(const Model &model, const SourceSolve &solve) {
  const auto &group = std::get<CurrentGroup>(current_of(solve).extent);
  return find_group(model.mesh, 3, group.name, solve.case_location);
}

bool has_edge_on(const std::vector<char> &nodes, const std::array<Index, 3> &face) {
  return nodes[face[0]] + nodes[face[1]] + nodes[face[2]] >= 2;
}

// Returns the tangential part of the wave's E on a face, relative to its amplitude; of H for a
// magnetic wall.
double part_along(const IncidentWave &wave, const Model &model, Index face, bool is_magnetic) {
  const auto &n = model.topology.faces[face];
  const Point &a = model.mesh.points[n[0]];
  const Point normal = cross(model.mesh.points[n[1]] - a, model.mesh.points[n[2]] - a);
  const double scale = amplitude(wave) / (is_magnetic ? k_eta0 : 1);
  ComplexPoint field;
  for (int d = 0; d < 3; ++d)
    field[d] = complex(is_magnetic ? wave.magnetic_amplitude[d] : wave.electric_amplitude[d]);
  double squared = 0;
  for (const complex &component : complex_cross((1 / norm(normal)) * normal, field))
    squared += std::norm(component);
  return std::sqrt(squared) / scale;
}

// A wall that reaches an absorbing boundary continues behind it, so the wave must satisfy the
// wall's condition everywhere. The same holds for planes of symmetry.
void require_walls_of_wave(const Model &model, const SourceSolve &solve) {
  constexpr double k_small = 1e-6;
  const IncidentWave wave =
      make_incident(*solve.wave, 2 * k_pi * solve.frequency_hz / k_speed_of_light);
  std::vector<char> is_absorber(model.mesh.points.size(), 0),
      is_layer(model.topology.faces.size(), 0);
  const auto mark = [&](const FaceTerm &term) {
    for (const Index node : model.topology.faces[term.face])
      is_absorber[node] = 1;
  };
  for (const FaceTerm &term : model.layers) {
    mark(term);
    is_layer[term.face] = 1;
  }
  for (const FaceTerm &term : model.terms)
    if (term.law->is_absorbing())
      mark(term);
  const auto require = [&](Index face, bool is_magnetic) {
    if (has_edge_on(is_absorber, model.topology.faces[face]) &&
        part_along(wave, model, face, is_magnetic) > k_small)
      throw InputError(fmt::format(
          "{}: the {} face {} reaches the absorbing boundary, and {} of the wave lies along it: "
          "the wall would scatter without end. End it inside, or turn the wave so that its {} is "
          "at right angles to the wall",
          solve.case_location, is_magnetic ? "magnetic" : "conducting",
          describe_face(model.mesh, model.topology.faces[face]), is_magnetic ? "H" : "E",
          is_magnetic ? "H" : "E"));
  };
  for (const FaceTerm &term : model.natural)
    require(term.face, true);
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
    if (model.face_is_pec[f] && !is_layer[f])
      require(static_cast<Index>(f), false);
}

} // namespace

void check_current(const Case &input, const Model &model, const AbsorbingLayers &layers,
                   const CurvedLocator &locator, const SourceSolve &solve) {
  const CurrentSource &current = current_of(solve);
  if (const auto *point = std::get_if<CurrentPoint>(&current.extent)) {
    const auto location = locator.find(point->position_m);
    if (!location)
      throw InputError(fmt::format("{}: the current at {}", solve.case_location,
                                   locator.straight().describe_outside(point->position_m)));
    const Material &material = input.materials[model.material[location->tet]];
    if (!model.solved[location->tet])
      throw InputError(fmt::format("{}: the current lies in the perfect conductor \"{}\"; move it",
                                   solve.case_location, material.name));
    if (layers.contains(point->position_m))
      throw InputError(fmt::format("{}: the current lies in an absorbing layer; move it, or make "
                                   "the layer thinner",
                                   solve.case_location));
    return;
  }
  const Index group = group_of(model, solve);
  bool is_solved = false;
  for (std::size_t t = 0; t < model.solved.size(); ++t) {
    if (model.mesh.tet_group[t] != group || !model.solved[t])
      continue;
    is_solved = true;
    if (layers.contains(centroid_of(model.mesh, static_cast<Index>(t))))
      throw InputError(
          fmt::format("{}: the current in \"{}\" reaches into an absorbing layer; give "
                      "it a smaller region, or make the layer thinner",
                      solve.case_location, model.mesh.groups[group].label()));
  }
  if (is_solved)
    return;
  throw InputError(fmt::format("{}: the region \"{}\" is a perfect conductor, in which no current "
                               "can be impressed",
                               solve.case_location, model.mesh.groups[group].label()));
}

std::vector<Index> tets_of_current(const Model &model, const CurvedLocator &locator,
                                   const SourceSolve &solve) {
  if (const auto *point = std::get_if<CurrentPoint>(&current_of(solve).extent))
    return {locator.find(point->position_m)->tet};
  const Index group = group_of(model, solve);
  std::vector<Index> tets;
  for (std::size_t t = 0; t < model.solved.size(); ++t)
    if (model.solved[t] && model.mesh.tet_group[t] == group)
      tets.push_back(static_cast<Index>(t));
  return tets;
}

Load current_load(const Case &input, const Problem &problem, const CurvedLocator &locator,
                  const SourceSolve &solve) {
  check_current(input, problem.model, problem.layers, locator, solve);
  const CurrentSource &current = current_of(solve);
  const double wavenumber = wavenumber_of(solve.frequency_hz);
  const complex factor(0, -wavenumber * k_eta0 * current.amplitude);
  const ComplexPoint moment = {factor * current.direction[0], factor * current.direction[1],
                               factor * current.direction[2]};
  PhasorField load(problem.dofs.dofs, 0);
  const ElementSpace &space = problem.dofs.space;
  if (const auto *point = std::get_if<CurrentPoint>(&current.extent)) {
    const TetLocation at = *locator.find(point->position_m);
    add(problem, at.tet,
        point_load(space, shape_of(problem, at.tet),
                   ascending(problem.dofs, at.tet, at.barycentric), moment),
        load);
    return without_fixed(problem, load);
  }
  const std::vector<Index> tets = tets_of_current(problem.model, locator, solve);
  const VectorField uniform = [&](const Point &) { return moment; };
  add_all(
      problem, tets,
      [&](Index tet) { return tet_load(space, shape_of(problem, tet), uniform, space.degree()); },
      load);
  return without_fixed(problem, load);
}

WaveLoad wave_load(const Problem &problem, const Media &media,
                   const std::vector<complex> &admittances, const IncidentWave &incident,
                   double wavenumber) {
  const Model &model = problem.model;
  const ElementSpace &space = problem.dofs.space;
  const int degree = degree_of(problem);
  PhasorField load(problem.dofs.dofs, 0);
  std::vector<Index> bodies;
  for (const Index tet : problem.tets)
    if (const Index medium = media.of_tet[tet];
        !is_vacuum(media, medium) && medium < media.layers_from)
      bodies.push_back(tet);
  add_all(
      problem, bodies,
      [&](Index tet) {
        const FullTensor eps = contrast(eps_of(media, media.of_tet[tet])),
                         inverse_mu = contrast(inverse_mu_of(media, media.of_tet[tet]));
        const TetShape shape = shape_of(problem, tet);
        auto part = tet_load(
            space, shape,
            [&](const Point &p) {
              return times(wavenumber * wavenumber, eps.times(electric(incident, p)));
            },
            degree);
        if (is_zero(inverse_mu))
          return part;
        const auto curls = curl_load(
            space, shape,
            [&](const Point &p) { return inverse_mu.times(curl_of(incident, p, wavenumber)); },
            degree);
        for (std::size_t i = 0; i < part.size(); ++i)
          part[i] -= curls[i];
        return part;
      },
      load);
  // At absorbing faces only the scattered field meets the boundary condition: no load.
  for (std::size_t k = 0; k < model.terms.size(); ++k)
    if (model.terms[k].law->is_loaded_by_wave())
      add_wall(problem, model.terms[k], admittances[k], incident, wavenumber, load);
  for (const FaceTerm &term : model.natural)
    add_wall(problem, term, 0, incident, wavenumber, load);
  return {without_fixed(problem, load), scattered_on_conductors(problem, incident)};
}

void require_open_vacuum(const Case &input, const Model &model, const AbsorbingLayers &layers,
                         const SourceSolve &solve) {
  std::vector<bool> vacua;
  for (const Material &material : input.materials) {
    constexpr ComplexTensor one{1, 1, 1, 0, 0, 0};
    vacua.push_back(permittivity(material, solve.frequency_hz) == one &&
                    permeability(material, solve.frequency_hz) == one &&
                    !gyrotropic_of(input, material.name));
  }
  const auto is_vacuum = [&](Index tet) { return vacua[model.material[tet]]; };
  const auto refuse = [&](Index tet, const char *what) {
    throw InputError(fmt::format("{}: a plane wave comes through vacuum, and \"{}\" reaches {}: it "
                                 "would scatter without end; leave vacuum between them",
                                 solve.case_location, input.materials[model.material[tet]].name,
                                 what));
  };
  bool is_open = !layers.empty();
  for (const FaceTerm &term : model.terms)
    if (term.law->is_absorbing()) {
      is_open = true;
      if (!is_vacuum(term.tet))
        refuse(term.tet, "an absorbing face");
    }
  if (!is_open)
    throw InputError(fmt::format("{}: a plane wave comes from open space, and the mesh is closed: "
                                 "give its outer faces \"abc\" or \"pml\"",
                                 solve.case_location));
  for (std::size_t t = 0; t < model.solved.size() && !layers.empty(); ++t)
    if (model.solved[t] && !is_vacuum(static_cast<Index>(t)) &&
        layers.contains(centroid_of(model.mesh, static_cast<Index>(t))))
      refuse(static_cast<Index>(t), "into an absorbing layer");
  require_walls_of_wave(model, solve);
}

} // namespace curlew::fem
