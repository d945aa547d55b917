#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/array/shared_packs.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/space/for_each_blocks.hpp>
#include <curlew/methods/dgtd/stored/neighbour_tables.hpp>
#include <curlew/methods/dgtd/stored/stored_double.hpp>
#include <curlew/methods/dgtd/stored/stored_matrices.hpp>
#include <curlew/methods/dgtd/stored/stored_spaces.hpp>
#include <curlew/methods/dgtd/updater.hpp>

#include <stdexcept>
#include <utility>

namespace curlew::dgtd {
namespace {

// Variant `stored`: dense matrices of every tet and face, as in the thesis; oracle and baseline.
template <class Space> class StoredUpdater final : public Updater<Space> {
public:
  StoredUpdater(const Problem &problem, const Slots &slots, const UpdateOptions &options)
      : Updater<Space>(problem, slots), problem_(problem), options_(options),
        shape_(stored_shape(problem, options)), launch_(launch_of(problem.choices.space)),
        mesh_(make_neighbour_tables<Space>(problem, slots)) {
    const SharedPacks shared = share_packs(problem, slots, Layout::k_pack, Shared::neighbours);
    shared_ = to_view<Space>("curlew::dgtd::shared", shared.of_pack);
    for (const Side side : {Side::electric, Side::magnetic})
      fill_side(slots, shared, side);
  }

  bool has_jumps() const override { return shape_.has_jumps; }
  bool writes_next() const override { return true; }

  using Values = Kokkos::View<double *, Space>;

  void launch(const Space &space, Side side, Shells shells, Part part, const Fields<Space> &fields,
              double a, double b) const override {
    const bool electric = side == Side::electric;
    StoredStep<Space> step;
    step.is_stage = options_.form == Form::stages;
    step.x = electric ? fields.e : fields.h;
    step.y = electric ? fields.h : fields.e;
    step.x_out = electric ? fields.e_next : fields.h_next;
    step.own = electric ? fields.electric_own : fields.magnetic_own;
    step.a = a;
    step.b = b;
    step.dt = options_.dt_s;
    launch_ranges(space,
                  electric ? "curlew::dgtd::stored_electric" : "curlew::dgtd::stored_magnetic",
                  side, shells, part, step);
  }

  void launch_combined(const Space &space, Side side, Shells shells, Part part, const Values &out,
                       const Combination<Space> &sum, double scale,
                       const Values &y) const override {
    if (options_.form != Form::mean || has_jumps())
      throw std::logic_error("a combined step is one of central fluxes without a penalty");
    StoredStep<Space> step;
    step.is_combined = true;
    step.sum = sum;
    step.factor = scale;
    step.y = y;
    step.x_out = out;
    launch_ranges(space, "curlew::dgtd::stored_combined", side, shells, part, step);
  }

  int own_size() const override {
    return options_.form == Form::implicit || options_.form == Form::stages ? shape_.n : 0;
  }

  Response respond(Index tet, Side side, const TetCurrent &current) const override {
    const StoredTet matrices = stored_tet(problem_, tet, side, options_);
    const int n = shape_.n;
    Response response{std::vector<double>(n, 0), {}};
    std::vector<double> drive(n, 0);
    const std::vector<double> load = current_load(problem_, tet, current);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (side == Side::electric)
          response.unknowns[i] -= matrices.inverse[i * n + j] * load[j];
        else if (options_.form == Form::implicit)
          drive[i] -= matrices.double_inverse[i * n + j] * load[j];
    if (options_.form != Form::implicit)
      return response;
    if (side == Side::magnetic)
      response.unknowns = mean_drive(tet, side, matrices, drive);
    response.own = drive;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        response.own[i] += matrices.row[shape_.double_gain(i, j)] * response.unknowns[j];
    return response;
  }

  std::vector<double> respond_to_displacement(Index tet, Side side) const override {
    const StoredTet matrices = stored_tet(problem_, tet, side, options_);
    const Matrix mass = mass_matrix(problem_, tet, SymmetricTensor());
    const int n = shape_.n, own = shape_.has_double ? n : 0, size = n + own;
    std::vector<double> matrix(size * size, 0);
    for (int column = 0; column < size; ++column) {
      std::vector<double> load(n), unknowns(n, 0), drive(own, 0);
      for (int i = 0; i < n; ++i)
        load[i] = -mass[i * n + column % n];
      if (column < n) {
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j)
            unknowns[i] += matrices.inverse[i * n + j] * load[j];
      } else {
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j)
            drive[i] += matrices.double_inverse[i * n + j] * load[j];
        unknowns = mean_drive(tet, side, matrices, drive);
      }
      for (int i = 0; i < own; ++i)
        for (int j = 0; j < n; ++j)
          drive[i] += matrices.row[shape_.double_gain(i, j)] * unknowns[j];
      for (int i = 0; i < size; ++i)
        matrix[i * size + column] = i < n ? unknowns[i] : drive[i - n];
    }
    return matrix;
  }

  std::vector<double> respond_to_losses(Index tet, Side side) const override {
    const StoredTet matrices = stored_tet(problem_, tet, side, options_);
    const Material &material = problem_.materials[problem_.material[tet]];
    const Matrix loss =
        mass_matrix(problem_, tet, side == Side::electric ? material.sigma_m : material.sigma);
    const int n = shape_.n;
    std::vector<double> matrix(2 * n * n, 0);
    for (int column = 0; column < n; ++column) {
      std::vector<double> drive(n, 0);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          drive[i] -= matrices.double_inverse[i * n + j] * loss[j * n + column];
      const std::vector<double> unknowns = mean_drive(tet, side, matrices, drive);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          drive[i] += matrices.row[shape_.double_gain(i, j)] * unknowns[j];
      for (int i = 0; i < n; ++i) {
        matrix[i * n + column] = unknowns[i];
        matrix[(n + i) * n + column] = drive[i];
      }
    }
    return matrix;
  }

  Response respond(Index tet, Side side, const std::vector<double> &load) const override {
    const StoredTet matrices = stored_tet(problem_, tet, side, options_);
    const int n = shape_.n;
    const bool implicit = options_.form == Form::implicit;
    Response response{std::vector<double>(n, 0), std::vector<double>(implicit ? n : 0, 0)};
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        response.unknowns[i] += matrices.inverse[i * n + j] * load[j];
    for (std::size_t i = 0; i < response.own.size(); ++i)
      for (int j = 0; j < n; ++j)
        response.own[i] +=
            matrices.row[shape_.double_gain(static_cast<int>(i), j)] * response.unknowns[j];
    return response;
  }

  std::vector<double> double_of(Index tet, Side, const std::vector<double> &other) const override {
    return lower_degree_part(problem_, tet, other);
  }

  double minimum_bytes() const override {
    const double fields = (options_.form == Form::stages ? 5.0 : 3.0) * shape_.n;
    const double own = options_.form == Form::implicit ? 2.0 * shape_.n : 0;
    return (options_.form == Form::stages ? 2 : 1) *
           (problem_.tet_count() * (8 * (fields + own) + 20) +
            8.0 * problem_.distinct_tets() * shape_.size()); // copies share their matrices
  }

private:
  using Layout = Packs<Space>;

  // Returns the response to the mean drive of both times: +-D^T drive / 2.
  std::vector<double> mean_drive(Index tet, Side side, const StoredTet &matrices,
                                 const std::vector<double> &drive) const {
    const int n = shape_.n;
    const Matrix curl = element_matrices(problem_, tet).curl;
    std::vector<double> right(n, 0), result(n, 0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        right[i] += (side == Side::electric ? 0.5 : -0.5) * curl[j * n + i] * drive[j];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        result[i] += matrices.inverse[i * n + j] * right[j];
    return result;
  }

  void launch_ranges(const Space &space, const char *label, Side side, Shells shells, Part part,
                     const StoredStep<Space> &step) const {
    const StoredTables<Space> tables{
        shape_,           shared_,     matrices_[static_cast<int>(side)],
        mesh_.neighbours, mesh_.local, mesh_.numbers};
    for (const bool special : {false, true})
      launch_(space, label, this->slots().range(shells, part, special), tables, step);
  }

  using Launch = void (*)(const Space &, const char *, const SlotRange &,
                          const StoredTables<Space> &, const StoredStep<Space> &);
  static Launch launch_of(const FunctionSpace &space) {
    switch (space.number()) {
#define CURLEW_CASE(Blocks)                                                                        \
  case Blocks:                                                                                     \
    return launch_stored_of<Space, Blocks>;
      CURLEW_FOR_EACH_BLOCKS(CURLEW_CASE)
#undef CURLEW_CASE
    default:
      throw std::logic_error("a space that the check of the case refuses");
    }
  }

  void fill_side(const Slots &slots, const SharedPacks &shared, Side side) {
    // Kernels on devices read a column beyond the last.
    std::vector<double> values(static_cast<std::size_t>(shared.size()) * shape_.size() +
                                   stored_tile(shape_.n) * Layout::k_pack,
                               0);
    fill_matrices<Space>(
        values, shared.size(), shape_.size(), problem_.threads,
        [&](std::size_t s) { return slots.tet[shared.slots[s]]; },
        [&](Index tet) { return stored_tet(problem_, tet, side, options_).row; });
    matrices_[static_cast<int>(side)] = to_view<Space>("curlew::dgtd::stored", values);
  }

  const Problem &problem_;
  UpdateOptions options_;
  StoredRow shape_;
  Launch launch_;
  Kokkos::View<const Index *, Space> shared_;
  Kokkos::View<const double *, Space> matrices_[2];
  NeighbourTables<Space> mesh_;
};

} // namespace

template <class Space>
std::unique_ptr<Updater<Space>> make_stored(const Problem &problem, const Slots &slots,
                                            const UpdateOptions &options) {
  return std::make_unique<StoredUpdater<Space>>(problem, slots, options);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<Updater<Space>> make_stored<Space>(const Problem &, const Slots &,      \
                                                              const UpdateOptions &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
