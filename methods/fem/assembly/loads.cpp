#include <curlew/methods/fem/assembly/loads.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/interpolation.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

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
void add_tet(const Problem &problem, Index tet, const std::vector<complex> &part,
             PhasorField &load) {
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
    add_tet(problem, tets[k], parts[k], load);
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

// Adds the integral of f . phi_i over a face.
void add_face(const Problem &problem, Index face,
              const std::function<ComplexPoint(const Point &, const Point &)> &f,
              PhasorField &load) {
  const Model &model = problem.model;
  const auto part =
      face_load(problem.dofs.space, shape_of_face(model.mesh, problem.dofs, model.topology, face),
                f, degree_of(problem));
  const auto dofs = dofs_of_face(problem.dofs, model.topology, face);
  for (std::size_t i = 0; i < part.size(); ++i)
    load[dofs[i]] += part[i];
}

// Adds the load n x curl E of a wave on a face, n out of the face's tet.
void add_curl(const Problem &problem, const FaceTerm &term, const IncidentWave &incident,
              double wavenumber, PhasorField &load) {
  const double out = points_out(problem.model, term) ? 1 : -1;
  add_face(
      problem, term.face,
      [&](const Point &p, const Point &normal) {
        return times(out, complex_cross(normal, curl_of(incident, p, wavenumber)));
      },
      load);
}

// Adds the load of a wall of relative admittance y from the wave: n x curl E - j k0 y E.
void add_wall(const Problem &problem, const FaceTerm &term, complex y, const IncidentWave &incident,
              double wavenumber, PhasorField &load) {
  const Model &model = problem.model;
  if (has_total_field(problem, term.face))
    return;
  // The wave's curl is the same on both sides of a sheet, so its contributions cancel.
  const auto &[first, second] = model.topology.face_tets[term.face];
  if (second < 0 || !model.solved[first] || !model.solved[second])
    add_curl(problem, term, incident, wavenumber, load);
  if (y != 0.0)
    add_face(
        problem, term.face,
        [&](const Point &p, const Point &) {
          return times(complex(0, -wavenumber) * y, electric(incident, p));
        },
        load);
}

// Calls f(dof, value) with the interpolant of E of the wave on each function of a face.
template <class F>
void interpolate_on(const Problem &problem, const Interpolation &interpolation,
                    const IncidentWave &incident, Index face, F &&f) {
  const auto side = face_of_tet(problem.dofs, problem.model.topology, face);
  const auto values = interpolation.of_tet(shape_of(problem, side.tet),
                                           [&](const Point &p) { return electric(incident, p); });
  const Index *dofs = problem.dofs.of_tet(side.tet);
  for (int j = 0; j < problem.dofs.space.per_triangle(); ++j) {
    const int i = trace_function(side.local, j);
    f(dofs[i], values[i]);
  }
}

// Marks the dofs whose counterparts on other periodic faces are marked.
void mark_counterparts(const Problem &problem, std::vector<char> &has) {
  if (problem.periodic.empty())
    return;
  std::vector<char> has_one(problem.periodic.count, 0);
  const auto for_each_unknown = [&](const auto &f) {
    for (std::size_t d = 0; d < has.size(); ++d)
      if (const Index unknown = problem.unknowns.number[d]; unknown >= 0)
        f(has[d], has_one[problem.periodic.number[unknown]]);
  };
  for_each_unknown([](char mark, char &one) { one |= mark; });
  for_each_unknown([](char &mark, char one) { mark |= one; });
}

// Returns 1 for the dofs of tets of the total field, or of the others.
std::vector<char> dofs_of_tets(const Problem &problem, bool total) {
  std::vector<char> has(problem.dofs.dofs, 0);
  for (const Index tet : problem.tets)
    if ((problem.has_total_field[tet] != 0) == total)
      for (int i = 0; i < problem.dofs.per_tet; ++i)
        has[problem.dofs.of_tet(tet)[i]] = 1;
  mark_counterparts(problem, has);
  return has;
}

// Returns -E of the wave on perfect conductors, except behind absorbing layers, where the scattered
// field is 0, and where only tets of the total field are, which is 0 there.
PhasorField scattered_on_conductors(const Problem &problem, const IncidentWave &incident) {
  const Model &model = problem.model;
  const Interpolation interpolation(problem.dofs.space, degree_of(problem));
  std::vector<char> is_zero(problem.dofs.dofs, 0);
  if (!problem.has_total_field.empty()) {
    is_zero = dofs_of_tets(problem, false);
    for (char &one : is_zero)
      one = !one;
  }
  for (const FaceTerm &term : model.layers)
    for (const Index dof : dofs_of_face(problem.dofs, model.topology, term.face))
      is_zero[dof] = 1;
  PhasorField fixed(problem.dofs.dofs, 0);
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
    if (model.face_is_pec[f])
      interpolate_on(problem, interpolation, incident, static_cast<Index>(f),
                     [&](Index dof, complex value) {
                       if (!is_zero[dof])
                         fixed[dof] = -value;
                     });
  return fixed;
}

// Adds the load of the wave's curl on the faces between tets of the total field and others.
void add_huygens_surface(const Problem &problem, const IncidentWave &incident, double wavenumber,
                         PhasorField &load) {
  const Model &model = problem.model;
  for (std::size_t f = 0; f < model.topology.faces.size(); ++f) {
    const auto [first, second] = model.topology.face_tets[f];
    if (second < 0 || !model.solved[first] || !model.solved[second] ||
        problem.has_total_field[first] == problem.has_total_field[second])
      continue;
    // The normal out of the tets of the scattered field: n x curl E, as on a wall.
    FaceTerm term;
    term.face = static_cast<Index>(f);
    term.tet = problem.has_total_field[first] ? second : first;
    add_curl(problem, term, incident, wavenumber, load);
  }
}

} // namespace

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
    add_tet(problem, at.tet,
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
        !is_vacuum(media, medium) && medium < media.layers_from &&
        (problem.has_total_field.empty() || !problem.has_total_field[tet]))
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
  WaveLoad wave{
      {}, scattered_on_conductors(problem, incident), wave_at_total_field(problem, incident)};
  if (!problem.has_total_field.empty()) {
    add_huygens_surface(problem, incident, wavenumber, load);
    for (std::size_t d = 0; d < wave.total.size(); ++d)
      wave.total[d] += wave.fixed[d];
  }
  wave.load = without_fixed(problem, load);
  return wave;
}

PhasorField wave_at_total_field(const Problem &problem, const IncidentWave &incident) {
  if (problem.has_total_field.empty())
    return {};
  const std::vector<char> is_inside = dofs_of_tets(problem, true),
                          is_outside = dofs_of_tets(problem, false);
  const Interpolation interpolation(problem.dofs.space, degree_of(problem));
  PhasorField shared(problem.dofs.dofs, 0);
  for (const Index tet : problem.tets) {
    const Index *dofs = problem.dofs.of_tet(tet), *end = dofs + problem.dofs.per_tet;
    const auto is_shared = [&](Index dof) { return is_inside[dof] && is_outside[dof]; };
    if (!problem.has_total_field[tet] || std::none_of(dofs, end, is_shared))
      continue;
    const auto values = interpolation.of_tet(shape_of(problem, tet),
                                             [&](const Point &p) { return electric(incident, p); });
    for (std::size_t i = 0; i < values.size(); ++i)
      if (is_shared(dofs[i]))
        shared[dofs[i]] = values[i];
  }
  return shared;
}

Load wave_on_ports(const Problem &problem, const IncidentWave &incident) {
  const Interpolation interpolation(problem.dofs.space, degree_of(problem));
  PhasorField field(problem.dofs.dofs, 0);
  for (const FaceTerm &term : problem.model.terms)
    if (term.law->is_modal() && !has_total_field(problem, term.face))
      interpolate_on(problem, interpolation, incident, term.face,
                     [&](Index dof, complex value) { field[dof] = value; });
  return without_fixed(problem, field);
}

} // namespace curlew::fem
