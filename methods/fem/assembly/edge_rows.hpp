#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/methods/fem/assembly/assemble.hpp>

namespace curlew::fem {

// Edge ab of a straight tet abcd, with the vectors from which the integrals of its function with
// those of the six edges ab, ac, ad, bc, bd, cd (each directed like its name) are made.
struct EdgeOfTet {
  double to_b[3], to_c[3], to_d[3];                  // from a
  double area_a[3], area_b[3], area_c[3], area_d[3]; // 6 V grad l
  double per_six_volumes = 0;                        // positive

  KOKKOS_INLINE_FUNCTION static void cross(const double *u, const double *v, double *w) {
    w[0] = u[1] * v[2] - u[2] * v[1];
    w[1] = u[2] * v[0] - u[0] * v[2];
    w[2] = u[0] * v[1] - u[1] * v[0];
  }
  KOKKOS_INLINE_FUNCTION static double dot(const double *u, const double *v) {
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  }
  KOKKOS_INLINE_FUNCTION void set_areas() {
    cross(to_c, to_d, area_b);
    cross(to_d, to_b, area_c);
    cross(to_b, to_c, area_d);
    for (int x = 0; x < 3; ++x)
      area_a[x] = -area_b[x] - area_c[x] - area_d[x];
    const double determinant = dot(to_b, area_b);
    per_six_volumes = 1 / (determinant < 0 ? -determinant : determinant);
  }

  // Computes the integrals of N_ab . (tensor N), from the images `of_a` and `of_b` of area_a and
  // area_b under the tensor and the integrals of l_p l_q, (1 + [p = q]) V / 20; N_pq = l_p grad l_q
  // - l_q grad l_p.
  KOKKOS_INLINE_FUNCTION void mass(const double *of_a, const double *of_b, double *row) const {
    const double aa = dot(of_a, area_a), ab = dot(of_a, area_b), ac = dot(of_a, area_c),
                 ad = dot(of_a, area_d), bb = dot(of_b, area_b), bc = dot(of_b, area_c),
                 bd = dot(of_b, area_d);
    const double scale = per_six_volumes / 120;
    row[0] = scale * 2 * (aa - ab + bb);
    row[1] = scale * (aa - ab - ac + 2 * bc);
    row[2] = scale * (aa - ab - ad + 2 * bd);
    row[3] = scale * (ab - bb - 2 * ac + bc);
    row[4] = scale * (ab - bb - 2 * ad + bd);
    row[5] = scale * (ac - ad - bc + bd);
  }

  // Computes the integrals of curl N_ab . (tensor curl N): curl N_pq = 2 grad l_p x grad l_q is
  // along the opposite edge. `image`: the image of c_to_d() under the tensor.
  KOKKOS_INLINE_FUNCTION void c_to_d(double *vector) const {
    for (int x = 0; x < 3; ++x)
      vector[x] = to_d[x] - to_c[x];
  }
  KOKKOS_INLINE_FUNCTION void curl(const double *image, double *row) const {
    const double scale = per_six_volumes * (2.0 / 3);
    const double b = scale * dot(image, to_b), c = scale * dot(image, to_c),
                 d = scale * dot(image, to_d);
    row[0] = d - c;
    row[1] = b - d;
    row[2] = c - b;
    row[3] = d;
    row[4] = -c;
    row[5] = b;
  }
};

// Assembles rows of mixed first order, where a row is an edge, by closed forms instead of the table
// of pairs. A team takes a tile of rows and gathers it in scratch memory, a row to a thread; then
// lanes write the rows side by side. k_plain: all media are isotropic, for a kernel of few
// registers.
template <class Space, bool k_plain> struct AssembleEdgeRows {
  using Complex = Kokkos::complex<double>;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int k_team = is_device<Space> ? 128 : 1;
  static constexpr int k_lanes = is_device<Space> ? 8 : 1; // lanes that write one row
  using Bounds = Kokkos::LaunchBounds<k_team, DeviceTraits<Space>::teams_at_a_time(k_team, 96)>;

  TetTables<Space> tables;
  RowTables<Space> around;
  Weights weights;
  SparseMatrix<Space, Complex> matrix;
  int level = 0; // level of scratch memory

  void launch(const Space &space) {
    const std::size_t bytes = 2 * Scratch::shmem_size(scratch_entries());
    // Tiles with edges of hundreds of tets do not fit into the fast level.
    level = bytes <= DeviceTraits<Space>::k_team_scratch_bytes ? 0 : 1;
    const Index tiles = (matrix.rows + k_tile_rows<Space> - 1) / k_tile_rows<Space>;
    Kokkos::parallel_for(
        "curlew::fem::assemble_edge_rows",
        compat::light_weight(Kokkos::TeamPolicy<Space, Bounds>(space, tiles, k_team)
                                 .set_scratch_size(level, Kokkos::PerTeam(bytes))),
        *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Index first = team.league_rank() * k_tile_rows<Space>, left = matrix.rows - first;
    const Index rows = left < k_tile_rows<Space> ? left : k_tile_rows<Space>;
    const Offset begin = matrix.row_begin(first);
    const Scratch real(team.team_scratch(level), scratch_entries());
    const Scratch imag(team.team_scratch(level), scratch_entries());
    for (Index r = team.team_rank(); r < rows; r += team.team_size()) {
      const Offset at = matrix.row_begin(first + r) - begin + r;
      gather(first + r, &real(at), &imag(at));
    }
    team.team_barrier();
    const int lane = team.team_rank() % k_lanes;
    for (Index r = team.team_rank() / k_lanes; r < rows; r += team.team_size() / k_lanes)
      for (Offset k = matrix.row_begin(first + r) + lane; k < matrix.row_begin(first + r + 1);
           k += k_lanes)
        matrix.values(k) = Complex(real(k - begin + r), imag(k - begin + r));
  }

private:
  // An unused entry lies between rows: otherwise rows of 16 entries would lie in the same banks.
  KOKKOS_INLINE_FUNCTION std::size_t scratch_entries() const {
    return static_cast<std::size_t>(around.tile_entries + k_tile_rows<Space>);
  }

  KOKKOS_INLINE_FUNCTION void gather(Index row, double *real, double *imag) const {
    const auto entries = static_cast<int>(matrix.row_begin(row + 1) - matrix.row_begin(row));
    for (int k = 0; k < entries; ++k)
      real[k] = imag[k] = 0;
    const Offset begin = around.begin(row), end = around.begin(row + 1);
    if (begin == end)
      return;
    const EdgeNodes nodes = around.edges(row);
    double a[3], to_b[3];
    for (int x = 0; x < 3; ++x) {
      a[x] = tables.points(nodes.a, x);
      to_b[x] = tables.points(nodes.b, x) - a[x];
    }
    TetOfEdge next = around.tets_of_edges(begin);
    Index medium = tables.medium(around.tets(begin));
    for (Offset k = begin; k < end; ++k) {
      const TetOfEdge tet = next;
      const Index its_medium = medium;
      if (k + 1 < end) { // loads the next tet while this one is computed
        next = around.tets_of_edges(k + 1);
        medium = tables.medium(around.tets(k + 1));
      }
      if (tet.c < 0)
        continue; // curved
      EdgeOfTet edge;
      for (int x = 0; x < 3; ++x) {
        edge.to_b[x] = to_b[x];
        edge.to_c[x] = tables.points(tet.c, x) - a[x];
        edge.to_d[x] = tables.points(tet.d, x) - a[x];
      }
      edge.set_areas();
      add_tet(tet, edge, tables.eps(its_medium), tables.inverse_mu(its_medium), real, imag);
    }
  }

  KOKKOS_INLINE_FUNCTION void add_tet(const TetOfEdge &tet, const EdgeOfTet &edge,
                                      const DeviceTensor &eps, const DeviceTensor &inverse_mu,
                                      double *real, double *imag) const {
    double mass[6], curl[6], image[3];
    edge.c_to_d(image);
    if constexpr (k_plain) {
      edge.mass(edge.area_a, edge.area_b, mass);
      edge.curl(image, curl);
      add_row(tet, weights.mass * eps.entries[0], mass, weights.curl * inverse_mu.entries[0], curl,
              real, imag);
    } else {
      double of_a[3], of_b[3], of_curl[3];
      for (int part = 0; part < parts_of(eps, inverse_mu); ++part) {
        eps.times(part, edge.area_a, of_a);
        eps.times(part, edge.area_b, of_b);
        edge.mass(of_a, of_b, mass);
        inverse_mu.times(part, image, of_curl);
        edge.curl(of_curl, curl);
        add_row(tet, factor_of(eps, part, weights.mass), mass,
                factor_of(inverse_mu, part, weights.curl), curl, real, imag);
      }
    }
  }

  KOKKOS_INLINE_FUNCTION static void add_row(const TetOfEdge &tet, const Complex &mass_factor,
                                             const double *mass, const Complex &curl_factor,
                                             const double *curl, double *real, double *imag) {
    CURLEW_UNROLL
    for (int m = 0; m < 6; ++m) {
      const int slot = tet.slots[m] & TetOfEdge::k_position;
      if (slot == TetOfEdge::k_position)
        continue; // fixed
      const Complex value = mass_factor * mass[m] + curl_factor * curl[m];
      const double sign = (tet.slots[m] & TetOfEdge::k_reversed) != 0 ? -1 : 1;
      real[slot] += sign * value.real();
      imag[slot] += sign * value.imag();
    }
  }
};

// Fills the tables that AssembleEdgeRows reads for each row and each of its tets.
template <class Space> struct FindTetsOfEdges {
  TetTables<Space> tables;
  RowTables<Space> around;
  SparseMatrix<Space, Kokkos::complex<double>> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Index row) const {
    for (Offset k = around.begin(row); k < around.begin(row + 1); ++k) {
      const Index tet = around.tets(k);
      int a = 0, b = 1; // positions among the tet's nodes, which ascend
      for (int p = 0; p < 3; ++p)
        for (int q = p + 1; q < 4; ++q)
          if (tables.rows(tet, edge_number(p, q)) == row) {
            a = p;
            b = q;
          }
      const int c = a != 0 ? 0 : b != 1 ? 1 : 2, d = b != 3 ? 3 : a != 2 ? 2 : 1;
      around.edges(row) = {tables.nodes(tet, a), tables.nodes(tet, b)};
      TetOfEdge found{tables.nodes(tet, c), tables.nodes(tet, d), {}};
      found.slots[0] = slot(row, tet, a, b);
      found.slots[1] = slot(row, tet, a, c);
      found.slots[2] = slot(row, tet, a, d);
      found.slots[3] = slot(row, tet, b, c);
      found.slots[4] = slot(row, tet, b, d);
      found.slots[5] = slot(row, tet, c, d);
      if (tables.is_curved.extent(0) > 0 && tables.is_curved(tet) != 0)
        found.c = found.d = -1;
      around.tets_of_edges(k) = found;
    }
  }

private:
  KOKKOS_INLINE_FUNCTION static int edge_number(int p, int q) { // p < q
    return p * (5 - p) / 2 + q - 1;
  }
  KOKKOS_INLINE_FUNCTION std::uint16_t slot(Index row, Index tet, int p, int q) const {
    const Index column = tables.rows(tet, p < q ? edge_number(p, q) : edge_number(q, p));
    const auto position =
        column < 0 ? TetOfEdge::k_position
                   : static_cast<int>(position_in(matrix, row, column) - matrix.row_begin(row));
    return static_cast<std::uint16_t>(position | (p < q ? 0 : TetOfEdge::k_reversed));
  }
};

} // namespace curlew::fem
