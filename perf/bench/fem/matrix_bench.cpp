#include <curlew/perf/bench/fem/matrix_bench.hpp>

#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fem/assembly/element_product.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>
#include <curlew/methods/shared/run/copy_rate.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace curlew::fem {
namespace {

using complex = Kokkos::complex<double>;

constexpr int k_repetitions = 7;

template <class Space, class Work> double median_seconds(const Space &space, const Work &work) {
  std::vector<double> seconds;
  for (int i = -1; i < k_repetitions; ++i) { // the first one warms up
    space.fence();
    const Kokkos::Timer timer;
    work();
    space.fence();
    if (i >= 0)
      seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + k_repetitions / 2, seconds.end());
  return seconds[k_repetitions / 2];
}

bool is_assembly(const std::string &variant) {
  return variant == "atomic" || variant == "by-dof" || variant == "row";
}

// One backend's tables and the results computed from them.
template <class Space> class MatrixOn {
public:
  using Column = Kokkos::View<complex *, Space>;

  explicit MatrixOn(const OpenBox &box)
      : problem_(box.problem), tables_(make_tables<Space>(problem_)),
        faces_(make_face_tables<Space>(problem_)),
        pattern_(make_pattern(space_, tables_.rows, problem_.unknowns.count)),
        matrix_(make_matrix(pattern_)),
        rows_(make_row_tables(space_, pattern_, tables_, Assembly::row, matrix_)),
        weights_{box.coefficients.curl, box.coefficients.mass} {
    set_media(problem_, box.media, tables_);
    faces_.factor = to_view<Space>(
        "curlew::fem::face_factors",
        std::vector<complex>(box.coefficients.faces.begin(), box.coefficients.faces.end()));
  }

  double pattern_seconds() {
    return median_seconds(space_,
                          [&] { make_pattern(space_, tables_.rows, problem_.unknowns.count); });
  }
  double assemble_seconds(Assembly how) {
    return median_seconds(space_, [&] {
      assemble(space_, tables_, rows_, weights_, how, matrix_);
      add_faces(space_, faces_, matrix_);
    });
  }
  double assembled_bytes() const {
    return assembly_bytes(static_cast<double>(problem_.pattern.columns.size()),
                          static_cast<double>(problem_.tets.size()), problem_.dofs.per_tet);
  }

  // Returns the seconds of a product, and the least bytes that it moves.
  std::pair<double, double> product_seconds(const std::string &variant) {
    const double vectors = 2.0 * sizeof(complex) * problem_.unknowns.count;
    assemble(space_, tables_, rows_, weights_, Assembly::row, matrix_);
    add_faces(space_, faces_, matrix_);
    if (variant == "csr")
      return {apply_seconds(sparse_operator(matrix_)), matrix_.bytes() + vectors};
    if (variant == "jad") {
      const auto sell = make_sell<complex>(space_, matrix_);
      return {apply_seconds(sell_operator(sell)), sell.bytes() + vectors};
    }
    const ElementProduct<Space> elements(problem_.pattern, problem_.tet_rows, problem_.dofs.per_tet,
                                         face_rows(problem_), problem_.threads);
    // Nodes, rows and media of the tets, and the points.
    const double bytes = static_cast<double>(problem_.tets.size()) *
                             (4 + problem_.dofs.per_tet + 1) * sizeof(Index) +
                         static_cast<double>(problem_.dofs.nodes) * 3 * sizeof(double);
    return {apply_seconds(elements.product(tables_, problem_.dofs.space, faces_, weights_)),
            bytes + vectors};
  }

private:
  double apply_seconds(const LinearOperator<Space, complex> &a) {
    const Column x("curlew::fem::x", problem_.unknowns.count),
        y("curlew::fem::y", problem_.unknowns.count);
    Kokkos::deep_copy(space_, x, complex(1, 2));
    return median_seconds(space_, [&] { a.apply(space_, x, y); });
  }

  const Problem &problem_;
  Space space_;
  TetTables<Space> tables_;
  FaceTables<Space> faces_;
  SpacePattern<Space> pattern_;
  SparseMatrix<Space, complex> matrix_;
  RowTables<Space> rows_;
  Weights weights_;
};

nlohmann::ordered_json new_row(const Problem &problem, const std::string &step,
                               const std::string &variant, const std::string &backend,
                               int threads) {
  nlohmann::ordered_json row;
  row["method"] = "fem";
  row["variant"] = variant;
  row["solver"] = step;
  row["backend"] = backend;
  row["threads"] = threads;
  row["ranks"] = 1;
  row["elements"] = problem.tets.size();
  row["dofs"] = problem.dofs.edges;
  row["stored_unknowns"] = problem.unknowns.count;
  return row;
}

} // namespace

void bench_matrix(const OpenBox &box, const BenchOptions &options, const LogFunction &say,
                  nlohmann::ordered_json &rows) {
  const Problem &problem = box.problem;
  const auto add_pattern = [&](const std::string &backend, int threads, double seconds) {
    auto row = new_row(problem, "pattern", "rows", backend, threads);
    row["seconds"] = seconds;
    row["elements_per_s"] = static_cast<double>(problem.tets.size()) / seconds;
    row["init_seconds"] = box.prepare_s;
    say(fmt::format("{} tets, {} unknowns: mesh and faces {:.3g} s, pattern ({}) {:.3g} s",
                    problem.tets.size(), problem.unknowns.count, box.prepare_s, backend, seconds));
    rows.push_back(std::move(row));
  };
  const Kokkos::Timer timer;
  make_pattern(problem.tet_rows, problem.dofs.per_tet, problem.unknowns.count, options.threads);
  add_pattern("host", options.threads, timer.seconds());
  double baseline_s = 0;
  if (options.baseline) {
    baseline_s = MatrixOn<Host>(box).assemble_seconds(Assembly::atomic);
    say(fmt::format("  assembly by atomic on one core: {:.4g} s", baseline_s));
  }
  for (const Backend backend : options.backends)
    with_backend(backend, [&](auto space) {
      MatrixOn<decltype(space)> matrix(box);
      const int threads = backend == Backend::serial ? 1 : options.threads;
      add_pattern(to_string(backend), threads, matrix.pattern_seconds());
      for (const std::string &variant : options.variants) {
        const bool assembles = is_assembly(variant);
        auto row = new_row(problem, assembles ? "assembly" : "product", variant, to_string(backend),
                           threads);
        const auto [seconds, bytes] =
            assembles ? std::pair(matrix.assemble_seconds(parse_assembly(variant)),
                                  matrix.assembled_bytes())
                      : matrix.product_seconds(variant);
        const double copy = measure_copy(backend, bytes);
        row["seconds"] = seconds;
        row["elements_per_s"] = static_cast<double>(problem.tets.size()) / seconds;
        row["rows_per_s"] = problem.unknowns.count / seconds;
        row["minimum_bytes"] = bytes;
        row["copy_gbytes_per_s"] = copy / 1e9;
        row["fraction_of_copy"] = bytes / seconds / copy;
        if (assembles && baseline_s > 0)
          row["baseline_ratio"] = baseline_s / seconds;
        say(fmt::format("  {} {} ({}): {:.4g} s, {:.0f} % of copy",
                        row["solver"].get<std::string>(), variant, to_string(backend), seconds,
                        100 * bytes / seconds / copy));
        rows.push_back(std::move(row));
      }
    });
}

} // namespace curlew::fem
