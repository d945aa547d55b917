#pragma once

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/layers/layer_matrices.hpp>
#include <curlew/methods/dgtd/layers/layer_weights.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>

namespace curlew::dgtd {

// Tables of one side that the kernels of a layer read and write. A row of matrices belongs to one
// unknown of one tet; the space chooses the layout in memory.
template <class Space> struct LayerTables {
  using Values = Kokkos::View<double *, Space>;
  Kokkos::View<const Index *, Space> slots;     // [tet of the layer]
  Kokkos::View<const Index *[4], Space> behind; // slots of neighbours in the layer; -1: none
  Kokkos::View<const int *[4], Space> local;    // index of the face in these neighbours
  Kokkos::View<const int **, Space> numbers;    // [face][trace]: functions with a trace there
  // Full spaces: matrices of components, and their weights. Mixed ones: both multiplied, in steps.
  Kokkos::View<const double ***, Space> components;  // [tet n + i][component][j]
  Kokkos::View<const double ***, Space> weights;     // [tet][k (blocks + 1) + l][component]
  Kokkos::View<const double ***, Space> steps;       // [tet n + i][k (blocks + 1) + l][j]
  Kokkos::View<const double **, Space> unstretched;  // [tet n + i][j]
  Kokkos::View<const double *, Space> loss_share;    // [tet]
  Kokkos::View<const int *, Space> is_used;          // [tet]: bit l of block l
  Kokkos::View<const double **, Space> own_rows;     // [tet n + i][j]: penalty
  Kokkos::View<const double ***, Space> behind_rows; // [tet n + i][face][trace]
  Kokkos::View<double **, Space> z, next;            // [tet n + i][block]: x and memories
  Kokkos::View<double **, Space> increments; // stages: increments of memories, from block 1 on
  Values drive, moved;                       // [tet n + i]
  int n = 0, nf = 0, blocks = 1;
  bool has_jumps = false, is_stretched = false, is_mixed = false;

  KOKKOS_INLINE_FUNCTION Offset at(Offset item) const {
    return Packs<Space>::at(slots(item / n), static_cast<int>(item % n), n);
  }
  // Returns row i of the matrix `unstretched` times a vector of the tet.
  KOKKOS_INLINE_FUNCTION double unstretch(Offset item, const Values &of) const {
    const Offset first = item - item % n;
    double sum = 0;
    for (int j = 0; j < n; ++j)
      sum += unstretched(item, j) * of(first + j);
    return sum;
  }
  // Adds out[k] += sum over l of weights[k][l] z[l], and for l = blocks of the drive.
  KOKKOS_INLINE_FUNCTION void apply(Offset item, bool has_drive, const Values &from,
                                    double (&out)[k_most_layer_blocks]) const {
    const Offset tet = item / n, first = item - item % n;
    const int used = is_used(tet);
    for (int l = 0; l < blocks + (has_drive ? 1 : 0); ++l) {
      if ((used >> l) % 2 == 0)
        continue;
      const auto value = [&](int j) { return l < blocks ? z(first + j, l) : from(first + j); };
      if (is_mixed) {
        for (int k = 0; k < blocks; ++k)
          for (int j = 0; j < n; ++j)
            out[k] += steps(item, k * (blocks + 1) + l, j) * value(j);
        continue;
      }
      double parts[3] = {0, 0, 0};
      for (int j = 0; j < n; ++j)
        for (int c = 0; c < 3; ++c)
          parts[c] += components(item, c, j) * value(j);
      for (int k = 0; k < blocks; ++k)
        for (int c = 0; c < 3; ++c)
          out[k] += weights(tet, k * (blocks + 1) + l, c) * parts[c];
    }
  }
};

// Maker of the tables of a problem's layers on one side, without numbers to step.
template <class Space> class LayerTableMaker {
public:
  LayerTableMaker(const Problem &problem, const Slots &slots) : problem_(problem), slots_(slots) {}

  // Makes the tables that E and H share.
  LayerTables<Space> make_common() const {
    LayerTables<Space> tables;
    tables.n = problem_.per_tet();
    tables.nf = problem_.choices.space.per_triangle();
    tables.has_jumps = has_layer_penalty(problem_);
    tables.is_stretched = problem_.layers.has_real_stretch();
    tables.is_mixed = problem_.choices.space.mixed;
    fill_faces(tables);
    fill_matrices(tables);
    return tables;
  }

  LayerTables<Space> make(const LayerTables<Space> &common, Side side, double dt_s) const {
    LayerTables<Space> tables = common;
    const LayerBlocks blocks = layer_blocks(problem_, side);
    tables.blocks = blocks.count();
    if (tables.is_mixed)
      fill_steps(side, blocks, dt_s, tables);
    else
      fill_weights(side, blocks, dt_s, tables);
    if (tables.has_jumps)
      fill_jumps(side, dt_s, tables);
    return tables;
  }

private:
  Offset items(const LayerTables<Space> &tables) const {
    return static_cast<Offset>(problem_.layers.tets.size()) * tables.n;
  }

  // Calls put(k, tet) for each tet of the layers, in threads.
  template <class Put> void for_each_tet(const Put &put) const {
    const auto &tets = problem_.layers.tets;
    parallel_chunks(tets.size(), problem_.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k)
        put(k, tets[k]);
    });
  }

  void fill_faces(LayerTables<Space> &tables) const {
    const auto &tets = problem_.layers.tets;
    std::vector<Index> of_tets;
    Kokkos::View<Index *[4], Space> behind("curlew::dgtd::layer_behind", tets.size());
    Kokkos::View<int *[4], Space> local("curlew::dgtd::layer_faces", tets.size());
    Kokkos::View<int **, Space> numbers("curlew::dgtd::layer_traces", 4, tables.nf);
    const auto host_behind = Kokkos::create_mirror_view(behind);
    const auto host_local = Kokkos::create_mirror_view(local);
    const auto host_numbers = Kokkos::create_mirror_view(numbers);
    for (std::size_t k = 0; k < tets.size(); ++k) {
      of_tets.push_back(slots_.of_tet[tets[k]]);
      for (int f = 0; f < 4; ++f) {
        const TetFace &to = problem_.faces[tets[k]][f];
        const bool is_inside = to.kind == FaceKind::inner && problem_.layers.is_inside[to.tet];
        host_behind(k, f) = is_inside ? slots_.of_tet[to.tet] : -1;
        host_local(k, f) = to.local;
      }
    }
    for (int f = 0; f < 4; ++f)
      for (int j = 0; j < tables.nf; ++j)
        host_numbers(f, j) = problem_.choices.space.trace(f, j);
    Kokkos::deep_copy(behind, host_behind);
    Kokkos::deep_copy(local, host_local);
    Kokkos::deep_copy(numbers, host_numbers);
    tables.slots = to_view<Space>("curlew::dgtd::layer_slots", of_tets);
    tables.behind = behind;
    tables.local = local;
    tables.numbers = numbers;
  }

  void fill_matrices(LayerTables<Space> &tables) const {
    if (tables.is_mixed && !tables.is_stretched)
      return; // the steps contain all
    const int n = tables.n;
    Kokkos::View<double ***, Space> components("curlew::dgtd::layer_components",
                                               tables.is_mixed ? 0 : items(tables), 3, n);
    Kokkos::View<double **, Space> unstretched("curlew::dgtd::layer_unstretched",
                                               tables.is_stretched ? items(tables) : 0, n);
    const auto host_components = Kokkos::create_mirror_view(components);
    const auto host_unstretched = Kokkos::create_mirror_view(unstretched);
    for_each_tet([&](std::size_t k, Index tet) {
      const LayerMatrices matrices = layer_matrices(problem_, tet);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          for (int c = 0; c < 3 && !tables.is_mixed; ++c)
            host_components(k * n + i, c, j) = matrices.component[c][i * n + j];
          if (tables.is_stretched)
            host_unstretched(k * n + i, j) = matrices.unstretch[i * n + j];
        }
    });
    Kokkos::deep_copy(components, host_components);
    Kokkos::deep_copy(unstretched, host_unstretched);
    tables.components = components;
    tables.unstretched = unstretched;
  }

  // Fills in the loss shares and used blocks of each tet; put(k, tet) writes the tet's weights or
  // step and returns it.
  template <class Put> void fill_uses(LayerTables<Space> &tables, const Put &put) const {
    const std::size_t tets = problem_.layers.tets.size();
    std::vector<double> shares(tets);
    std::vector<int> used(tets);
    for_each_tet([&](std::size_t k, Index tet) {
      const auto of_tet = put(k, tet);
      shares[k] = of_tet.loss_share;
      used[k] = of_tet.used;
    });
    tables.loss_share = to_view<Space>("curlew::dgtd::layer_losses", shares);
    tables.is_used = to_view<Space>("curlew::dgtd::layer_used", used);
  }

  void fill_weights(Side side, const LayerBlocks &blocks, double dt_s,
                    LayerTables<Space> &tables) const {
    const std::size_t tets = problem_.layers.tets.size(),
                      pairs = static_cast<std::size_t>(tables.blocks) * (tables.blocks + 1);
    Kokkos::View<double ***, Space> weights("curlew::dgtd::layer_weights", tets, pairs, 3);
    const auto host = Kokkos::create_mirror_view(weights);
    fill_uses(tables, [&](std::size_t k, Index tet) {
      LayerWeights of_tet = layer_weights(problem_, tet, side, blocks, dt_s);
      for (std::size_t pair = 0; pair < pairs; ++pair)
        for (int c = 0; c < 3; ++c)
          host(k, pair, c) = of_tet.weight[3 * pair + c];
      return of_tet;
    });
    Kokkos::deep_copy(weights, host);
    tables.weights = weights;
  }

  void fill_steps(Side side, const LayerBlocks &blocks, double dt_s,
                  LayerTables<Space> &tables) const {
    const int n = tables.n, count = tables.blocks;
    Kokkos::View<double ***, Space> steps("curlew::dgtd::layer_steps", items(tables),
                                          count * (count + 1), n);
    const auto host = Kokkos::create_mirror_view(steps);
    fill_uses(tables, [&](std::size_t t, Index tet) {
      LayerStep of_tet = layer_step(problem_, tet, side, blocks, dt_s);
      const int columns = static_cast<int>(of_tet.matrix.size()) / (count * n);
      for (int k = 0; k < count; ++k)
        for (int i = 0; i < n; ++i)
          for (int column = 0; column < columns; ++column)
            host(t * n + i, k * (count + 1) + column / n, column % n) =
                of_tet.matrix[(k * n + i) * columns + column];
      return of_tet;
    });
    Kokkos::deep_copy(steps, host);
    tables.steps = steps;
  }

  void fill_jumps(Side side, double dt_s, LayerTables<Space> &tables) const {
    const int n = tables.n, nf = tables.nf;
    Kokkos::View<double **, Space> own("curlew::dgtd::layer_own_rows", items(tables), n);
    Kokkos::View<double ***, Space> behind("curlew::dgtd::layer_behind_rows", items(tables), 4, nf);
    const auto host_own = Kokkos::create_mirror_view(own);
    const auto host_behind = Kokkos::create_mirror_view(behind);
    for_each_tet([&](std::size_t k, Index tet) {
      const LayerJumps jumps = layer_jumps(problem_, tet, side, dt_s);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
          host_own(k * n + i, j) = jumps.own[i * n + j];
        for (int face = 0; face < 4; ++face)
          for (int j = 0; j < nf; ++j)
            host_behind(k * n + i, face, j) = jumps.behind[face][i * nf + j];
      }
    });
    Kokkos::deep_copy(own, host_own);
    Kokkos::deep_copy(behind, host_behind);
    tables.own_rows = own;
    tables.behind_rows = behind;
  }

  const Problem &problem_;
  const Slots &slots_;
};

} // namespace curlew::dgtd
