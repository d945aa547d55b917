#include <curlew/methods/dgtd/initial/initial_fields.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/expression.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/initial/box_mode.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

namespace curlew::dgtd {
namespace {

using Vector = Point;
struct FieldsAtPoint {
  Vector electric{0, 0, 0}, magnetic{0, 0, 0};
};
// Field function for one thread; each thread has its own.
using FieldFunction = std::function<FieldsAtPoint(const Point &)>;
using MakeFunction = std::function<FieldFunction()>;

// Degrees of the rule above twice that of the functions, for fields that are no polynomials.
constexpr int k_more_degrees = 4;
// Largest unknown that may lie in a layer, over the largest of all.
constexpr double k_in_layer = 1e-6;

[[noreturn]] void refuse_value(const Case &input, const std::string &pointer,
                               const std::string &formula, const Point &x, double value) {
  throw InputError(fmt::format("{}: the formula \"{}\" is {} at ({:.6g}, {:.6g}, {:.6g}) m; it "
                               "must be finite in the whole mesh",
                               input.where(pointer), formula, value, x[0], x[1], x[2]));
}

FieldFunction function_of(const Case &input, const std::string &pointer,
                          const InitialFieldSource &source) {
  struct Side {
    std::array<std::string, 3> texts;
    bool is_electric;
    std::vector<Expression> formulas;
  };
  auto sides = std::make_shared<std::array<Side, 2>>(
      std::array<Side, 2>{Side{source.electric, true, {}}, Side{source.magnetic, false, {}}});
  for (Side &side : *sides)
    for (const std::string &text : side.texts)
      if (text != "0")
        side.formulas.emplace_back(text);
  return [&input, pointer, sides](const Point &x) {
    FieldsAtPoint fields;
    for (Side &side : *sides) {
      Vector &values = side.is_electric ? fields.electric : fields.magnetic;
      std::size_t next = 0;
      for (int d = 0; d < 3; ++d) {
        if (side.texts[d] == "0")
          continue;
        values[d] = side.formulas[next++](x[0], x[1], x[2]);
        if (!std::isfinite(values[d]))
          refuse_value(input, pointer + (side.is_electric ? "/E/" : "/H/") + std::to_string(d),
                       side.texts[d], x, values[d]);
      }
    }
    return fields;
  };
}

// Adds the L2 projection of the field to the unknowns of tets.
void add_projection(const Problem &problem, const MakeFunction &make, InitialFields &fields) {
  const int n = problem.per_tet();
  const FunctionSpace &space = problem.choices.space;
  const SimplexRule<4> rule = tet_rule(2 * space.degree() + k_more_degrees);
  parallel_chunks(problem.tet_count(), problem.threads, [&](std::size_t begin, std::size_t end) {
    const FieldFunction function = make();
    for (std::size_t at = begin; at < end; ++at) {
      const auto tet = static_cast<Index>(at);
      const TetShape shape = problem.shape(tet);
      const double corner[4] = {1, 0, 0, 0};
      const double volume = frame_at(shape, corner).volume_factor() / 6;
      std::vector<double> electric(n, 0), magnetic(n, 0);
      for (std::size_t q = 0; q < rule.points.size(); ++q) {
        Point x{0, 0, 0};
        for (int v = 0; v < 4; ++v)
          for (int d = 0; d < 3; ++d)
            x[d] += rule.points[q][v] * shape.vertices[v][d];
        const FieldsAtPoint here = function(x);
        const auto functions = function_values(space, shape, rule.points[q]);
        for (int i = 0; i < n; ++i)
          for (int d = 0; d < 3; ++d) {
            electric[i] += volume * rule.weights[q] * functions[i][d] * here.electric[d];
            magnetic[i] += volume * rule.weights[q] * functions[i][d] * here.magnetic[d];
          }
      }
      Matrix inverse = mass_matrix(problem, tet, SymmetricTensor());
      invert_positive(n, inverse);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          fields.e[at * n + i] += inverse[i * n + j] * electric[j];
          fields.h[at * n + i] += inverse[i * n + j] * magnetic[j];
        }
    }
  });
}

// Throws InputError for a field in a layer of a leapfrog scheme: there H half a step back is found
// without the layer's memory.
void require_free_layers(const Case &input, const Problem &problem, const std::string &pointer,
                         const InitialFields &fields) {
  if (problem.choices.scheme == SchemeKind::upwind)
    return;
  const Communicator &ranks = problem.ownership.ranks;
  const int n = problem.per_tet();
  double inside[2] = {0, 0}, all[2] = {0, 0};
  for (Index t = 0; t < problem.tet_count(); ++t)
    for (int i = 0; i < n; ++i)
      for (int side = 0; side < 2; ++side) {
        const double size =
            std::abs((side == 0 ? fields.e : fields.h)[static_cast<std::size_t>(t) * n + i]);
        all[side] = std::max(all[side], size);
        if (!problem.layers.empty() && problem.layers.is_inside[t] != 0)
          inside[side] = std::max(inside[side], size);
      }
  for (int side = 0; side < 2; ++side) {
    const double here = ranks.max(inside[side]), largest = ranks.max(all[side]);
    if (here > k_in_layer * largest)
      throw InputError(fmt::format("{}: the initial field reaches into an absorbing layer with "
                                   "{:.2g} of its largest value; leapfrog schemes take less than "
                                   "{:g}: make it 0 there, or take \"scheme\": \"upwind\"",
                                   input.where(pointer), here / largest, k_in_layer));
  }
}

} // namespace

InitialFields find_initial_fields(const Case &input, const Problem &problem) {
  InitialFields fields;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *source = std::get_if<InitialFieldSource>(&input.excitations[i].source);
    if (source == nullptr)
      continue;
    const std::string pointer = "/excitations/" + std::to_string(i);
    const std::size_t size = static_cast<std::size_t>(problem.tet_count()) * problem.per_tet();
    fields.e.resize(size, 0);
    fields.h.resize(size, 0);
    std::optional<BoxMode> mode;
    if (!source->mode.empty())
      mode = find_box_mode(input, problem, pointer, *source);
    run_collectively(problem.ownership.ranks, [&] {
      add_projection(
          problem,
          [&]() -> FieldFunction {
            if (mode)
              return [&](const Point &x) { return FieldsAtPoint{mode->electric(x), {0, 0, 0}}; };
            return function_of(input, pointer, *source);
          },
          fields);
    });
    require_free_layers(input, problem, pointer, fields);
    fields.texts.push_back(
        mode ? fmt::format("initial field \"{}\": mode {}, {:.6g} Hz by formula",
                           input.excitations[i].name, source->mode, mode->frequency_hz())
             : fmt::format("initial field \"{}\": by formulas", input.excitations[i].name));
  }
  return fields;
}

} // namespace curlew::dgtd
