#include <curlew/methods/mom/media/both_currents.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/methods/mom/media/blocks.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

// Surface of one body, and the numbers of its basis functions among all functions.
struct Body {
  const Material *material = nullptr;
  Surface surface;
  std::vector<Index> functions;
};

Body make_body(const Surface &all, const Media &media, Index part, int threads) {
  Body body;
  body.material = media.material[part];
  TriMesh mesh;
  mesh.points = all.mesh.points;
  mesh.groups = all.mesh.groups;
  for (std::size_t f = 0; f < all.faces.size(); ++f)
    if (all.topology.triangle_part[f] == part) {
      mesh.triangles.push_back(all.mesh.triangles[f]);
      mesh.triangle_group.push_back(all.mesh.triangle_group[f]);
    }
  body.surface = all_functions(make_surface(std::move(mesh), threads, all.planes));
  // Faces keep their order, and basis functions are sorted by faces.
  for (Index n = 0; n < all.unknowns(); ++n)
    if (all.topology.triangle_part[all.basis[n].face[0]] == part)
      body.functions.push_back(n);
  return body;
}

// Row and column of each function of a list in the matrix, for J and for M.
struct Numbers {
  std::vector<Index> electric, magnetic;

  Numbers of(const std::vector<Index> &functions) const {
    Numbers part;
    for (const Index n : functions) {
      part.electric.push_back(electric[n]);
      part.magnetic.push_back(magnetic[n]);
    }
    return part;
  }
};

// Returns the place of each number, -1 where it has none.
std::vector<Index> filtered(const std::vector<Index> &numbers, const std::vector<Index> &places) {
  std::vector<Index> found;
  for (const Index number : numbers)
    found.push_back(number < 0 ? -1 : places[number]);
  return found;
}

// The functions that have a column, and its place.
struct ListedColumns {
  std::vector<Index> functions, places;

  explicit ListedColumns(const std::vector<Index> &place_of) {
    for (std::size_t n = 0; n < place_of.size(); ++n)
      if (place_of[n] >= 0) {
        functions.push_back(static_cast<Index>(n));
        places.push_back(place_of[n]);
      }
  }
  std::size_t size() const { return functions.size(); }
};

template <class Space> class BothCurrents final : public MatrixSource<Space> {
public:
  using Values = typename MatrixSource<Space>::Values;

  BothCurrents(const Surface &surface, const Spec &spec, int threads)
      : spec_(spec), threads_(threads), functions_(both_functions(surface, spec.media)) {
    for (Index part = 0; part < surface.topology.parts; ++part)
      if (spec.media.material[part] != nullptr)
        bodies_.push_back(make_body(functions_.all, spec.media, part, threads));
  }

  Index unknowns() const override {
    return static_cast<Index>(functions_.electric.size() + functions_.magnetic.size());
  }

  void fill(const Space &space, const Combination &with, const Values &values) override {
    Kokkos::deep_copy(space, values, Complex(0));
    const Numbers numbers = all_numbers();
    add_medium(space, functions_.all, {with.wavenumber, 1}, numbers, values);
    const double frequency_hz = frequency_of(with.wavenumber);
    for (const Body &body : bodies_)
      add_medium(space, body.surface, Media::inside_of(*body.material, frequency_hz),
                 numbers.of(body.functions), values);
    add_impedances(space, spec_.media.impedances(frequency_hz), numbers, numbers, values);
  }

  bool can_fill_columns() const override { return true; }
  void fill_columns(const Space &space, const Combination &with, const std::vector<Index> &columns,
                    const Values &values) override {
    Kokkos::deep_copy(space, values, Complex(0));
    const Numbers rows = all_numbers();
    const std::vector<Index> places = places_in(columns, unknowns());
    const Numbers own{filtered(rows.electric, places), filtered(rows.magnetic, places)};
    add_medium_columns(space, functions_.all, {with.wavenumber, 1}, rows, own, values);
    const double frequency_hz = frequency_of(with.wavenumber);
    for (const Body &body : bodies_)
      add_medium_columns(space, body.surface, Media::inside_of(*body.material, frequency_hz),
                         rows.of(body.functions), own.of(body.functions), values);
    add_impedances(space, spec_.media.impedances(frequency_hz), rows, own, values);
  }

private:
  Numbers all_numbers() const {
    Numbers numbers;
    numbers.electric.assign(functions_.all.unknowns(), -1);
    numbers.magnetic.assign(functions_.all.unknowns(), -1);
    Index number = 0;
    for (const Index n : functions_.electric)
      numbers.electric[n] = number++;
    for (const Index n : functions_.magnetic)
      numbers.magnetic[n] = number++;
    return numbers;
  }

  // Adds the columns of `own`, of a matrix whose rows have the numbers `rows`.
  void add_medium_columns(const Space &space, const Surface &surface, const Media::Inside &medium,
                          const Numbers &rows, const Numbers &own, const Values &values) const {
    const ListedColumns electric(own.electric), magnetic(own.magnetic);
    const auto j = to_view<Space>("curlew::mom::electric_numbers", rows.electric);
    const auto m = to_view<Space>("curlew::mom::magnetic_numbers", rows.magnetic);
    const auto j_columns = to_view<Space>("curlew::mom::electric_columns", electric.places);
    const auto m_columns = to_view<Space>("curlew::mom::magnetic_columns", magnetic.places);
    Combination with{medium.wavenumber.real(), 1, 0};
    with.decay = -medium.wavenumber.imag();
    const std::size_t n = surface.unknowns(), most = std::max(electric.size(), magnetic.size());
    const Kokkos::View<Complex *, Space> memory(
        Kokkos::view_alloc("curlew::mom::medium", Kokkos::WithoutInitializing), n * most);
    const Values of_j(memory.data(), n, electric.size()), of_m(memory.data(), n, magnetic.size());
    const MatrixFill<Space> fill(surface, spec_.quadrature, threads_);
    fill.fill_columns(space, with, spec_.variant, electric.functions, of_j);
    add_matrix<Space>(space, medium.impedance, of_j, false, {values, j, j_columns});
    std::optional<MatrixFill<Space>> other; // magnetic currents have other images in the planes
    if (!surface.planes.empty())
      other.emplace(surface, spec_.quadrature, threads_, Current::magnetic);
    (other ? *other : fill).fill_columns(space, with, spec_.variant, magnetic.functions, of_m);
    add_matrix<Space>(space, 1.0 / medium.impedance, of_m, false, {values, m, m_columns});
    with.electric = 0;
    with.magnetic = 1;
    with.turned = false;
    fill.fill_columns(space, with, spec_.variant, electric.functions, of_j);
    add_matrix<Space>(space, 1, of_j, false, {values, m, j_columns});
    if (magnetic.size() == 0) // no rows would be all rows
      return;
    const Values rows_of_m(memory.data(), magnetic.size(), n);
    fill.fill_rows(space, with, spec_.variant, magnetic.functions, rows_of_m);
    add_matrix<Space>(space, -1, rows_of_m, true, {values, j, m_columns});
  }

  void add_medium(const Space &space, const Surface &surface, const Media::Inside &medium,
                  const Numbers &numbers, const Values &values) const {
    const Values one(Kokkos::view_alloc("curlew::mom::medium", Kokkos::WithoutInitializing),
                     surface.unknowns(), surface.unknowns());
    const auto j = to_view<Space>("curlew::mom::electric_numbers", numbers.electric);
    const auto m = to_view<Space>("curlew::mom::magnetic_numbers", numbers.magnetic);
    Combination with{medium.wavenumber.real(), 1, 0};
    with.decay = -medium.wavenumber.imag();
    const MatrixFill<Space> fill(surface, spec_.quadrature, threads_);
    fill.fill(space, with, spec_.variant, one);
    add_matrix<Space>(space, medium.impedance, one, false, {values, j, j});
    if (!surface.planes.empty()) // magnetic currents have other images in the planes
      MatrixFill<Space>(surface, spec_.quadrature, threads_, Current::magnetic)
          .fill(space, with, spec_.variant, one);
    add_matrix<Space>(space, 1.0 / medium.impedance, one, false, {values, m, m});
    with.electric = 0;
    with.magnetic = 1;
    with.turned = false;
    fill.fill(space, with, spec_.variant, one);
    add_matrix<Space>(space, 1, one, false, {values, m, j});
    // f.(R x f') is symmetric; the sign of the images of M makes it symmetric with planes too.
    add_matrix<Space>(space, -1, one, true, {values, j, m});
  }

  void add_impedances(const Space &space, const std::vector<complex> &z, const Numbers &rows,
                      const Numbers &columns, const Values &values) const {
    if (z.empty())
      return;
    std::vector<complex> electric(z.size()), magnetic(z.size());
    for (std::size_t f = 0; f < z.size(); ++f) {
      const bool both =
          z[f] != 0.0 && has_both_currents(functions_.all, spec_.media, static_cast<Index>(f));
      electric[f] = both ? 0.5 * z[f] : z[f];
      magnetic[f] = both ? 0.5 / z[f] : 0;
    }
    const auto part = [&](const std::vector<Index> &row_of, const std::vector<Index> &column_of) {
      return MatrixPart<Space>{values, to_view<Space>("curlew::mom::row_numbers", row_of),
                               to_view<Space>("curlew::mom::column_numbers", column_of)};
    };
    add_gram<Space>(space, functions_.all, Testing::galerkin, electric,
                    part(rows.electric, columns.electric));
    add_gram<Space>(space, functions_.all, Testing::galerkin, magnetic,
                    part(rows.magnetic, columns.magnetic));
  }

  const Spec &spec_;
  int threads_;
  BothFunctions functions_;
  std::vector<Body> bodies_;
};

} // namespace

bool has_both_currents(const Surface &surface, const Media &media, Index face) {
  const Index part = surface.topology.triangle_part[face];
  return media.material[part] != nullptr || (surface.topology.part_is_closed[part] != 0 &&
                                             holds<SurfaceImpedanceSpec>(*media.boundary[face]));
}

BothFunctions both_functions(const Surface &surface, const Media &media) {
  BothFunctions functions;
  functions.all = all_functions(surface);
  std::map<std::pair<Index, Index>, Index> number; // (edge, second face) -> function
  const auto key = [&](const BasisFunction &f) {
    return std::pair(f.edge, f.face[1] < surface.face_count() ? f.face[1] : -1);
  };
  for (Index n = 0; n < functions.all.unknowns(); ++n) {
    const BasisFunction &f = functions.all.basis[n];
    number[key(f)] = n;
    if (has_both_currents(surface, media, f.face[0]) &&
        has_both_currents(surface, media, f.face[1] % surface.face_count()) &&
        carries(surface, f, Current::magnetic))
      functions.magnetic.push_back(n);
  }
  for (const BasisFunction &f : surface.basis)
    functions.electric.push_back(number.at(key(f)));
  return functions;
}

Index unknowns_of(const Surface &surface, const Spec &spec) {
  return surface.unknowns() +
         (spec.formulation != Formulation::pmchwt
              ? 0
              : static_cast<Index>(both_functions(surface, spec.media).magnetic.size()));
}

Currents split_solution(const Surface &surface, const Spec &spec, const std::vector<complex> &x) {
  if (spec.formulation != Formulation::pmchwt)
    return {surface, x, {}};
  const BothFunctions functions = both_functions(surface, spec.media);
  Currents currents{functions.all, {}, {}};
  currents.J.assign(functions.all.unknowns(), 0);
  currents.M.assign(functions.all.unknowns(), 0);
  std::size_t next = 0;
  for (const Index n : functions.electric)
    currents.J[n] = x[next++];
  for (const Index n : functions.magnetic)
    currents.M[n] = x[next++];
  return currents;
}

template <class Space>
std::unique_ptr<MatrixSource<Space>> make_both_currents(const Surface &surface, const Spec &spec,
                                                        int threads) {
  return std::make_unique<BothCurrents<Space>>(surface, spec, threads);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<MatrixSource<Space>> make_both_currents<Space>(const Surface &,         \
                                                                          const Spec &, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
