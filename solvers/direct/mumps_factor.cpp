#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/dense_product.hpp>
#include <curlew/solvers/direct/factor_library.hpp>

#include <dmumps_c.h>
#include <zmumps_c.h>

#include <fmt/format.h>

#include <cstdlib>
#include <type_traits>

namespace curlew {
namespace {

template <class Scalar> struct Mumps;
template <> struct Mumps<double> {
  using Struct = DMUMPS_STRUC_C;
  using Number = DMUMPS_COMPLEX;
  static void call(Struct *all) { dmumps_c(all); }
};
template <> struct Mumps<Kokkos::complex<double>> {
  using Struct = ZMUMPS_STRUC_C;
  using Number = ZMUMPS_COMPLEX;
  static void call(Struct *all) { zmumps_c(all); }
};

// MUMPS' control parameters by the numbers of its manual (version 5), counted from 1.
enum Control {
  k_error_stream = 1,
  k_diagnostic_stream = 2,
  k_global_stream = 3,
  k_print_level = 4,
  k_transversal = 6, // maximum transversal; for symmetric matrices a compressed ordering with it
  k_ordering = 7,
  k_memory_relaxation = 14, // percent
  k_null_pivots = 24,
  k_analysis = 28, // 1: sequential
};
constexpr int k_scotch = 3, k_own_world = -987654; // the communicator of its sequential form
constexpr int k_percent = 30, k_most_percent = 1000;
enum Failure {
  k_structurally_singular = -6,
  k_work_short = -8,
  k_room_short = -9,
  k_singular = -10,
  k_no_memory = -13,
  k_room_short_in_solve = -11,
  k_static_room_short = -14,
  k_memory_too_small = -19
};

template <class Scalar> class MumpsFactor : public FactorLibrary<Scalar> {
  using Library = Mumps<Scalar>;
  using Number = typename Library::Number;

public:
  explicit MumpsFactor(const FactorOptions &options) : options_(options) {
    this->report.library = "mumps";
    this->report.ordering = "scotch";
    all_.par = 1;
    all_.sym = is_symmetric() ? 2 : 0;
    all_.comm_fortran = k_own_world;
    run(-1);
    control(k_error_stream) = control(k_diagnostic_stream) = control(k_global_stream) = -1;
    control(k_print_level) = 0;
    control(k_ordering) = k_scotch;
    control(k_analysis) = 1;
    control(k_transversal) = is_symmetric() ? 0 : 7;
    control(k_memory_relaxation) = k_percent;
  }
  ~MumpsFactor() override {
    all_.job = -2;
    Library::call(&all_);
  }
  MumpsFactor(const MumpsFactor &) = delete;
  MumpsFactor &operator=(const MumpsFactor &) = delete;

  void analyse(const HostSparse<Scalar> &a) override {
    rows_.clear();
    columns_.clear();
    for (Index row = 0; row < a.rows; ++row)
      for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
        if (is_taken(row, a.columns[k])) {
          rows_.push_back(row + 1);
          columns_.push_back(a.columns[k] + 1);
        }
    all_.n = a.rows;
    all_.nnz = static_cast<MUMPS_INT8>(rows_.size());
    all_.irn = rows_.data();
    all_.jcn = columns_.data();
    take_values(a); // the ordering may read them
    // By default Scotch 7 takes all threads, and then another order in each run.
    setenv("SCOTCH_PTHREAD_NUMBER", "1", 0);
    run(1);
    if (all_.infog[6] != k_scotch) // INFOG(7): the ordering used
      this->report.ordering = name_of(all_.infog[6]);
  }

  void factor(const HostSparse<Scalar> &a) override {
    take_values(a);
    const BlasThreads threads(host_threads(options_.threads));
    for (int percent = k_percent;; percent *= 3) {
      control(k_memory_relaxation) = percent;
      all_.job = 2;
      Library::call(&all_);
      const int status = all_.infog[0];
      const bool is_short = status == k_work_short || status == k_room_short ||
                            status == k_static_room_short || status == k_memory_too_small;
      if (!is_short || percent > k_most_percent)
        break;
    }
    check();
    const int entries = all_.infog[28]; // INFOG(29); millions where negative
    this->report.entries = entries < 0 ? -1e6 * entries : entries;
    this->report.bytes = 1e6 * all_.infog[21]; // INFOG(22), MB used
  }

  void solve(Scalar *b, int count) override {
    const BlasThreads threads(host_threads(options_.threads));
    all_.rhs = reinterpret_cast<Number *>(b);
    all_.nrhs = count;
    all_.lrhs = all_.n;
    run(3);
    all_.rhs = nullptr;
  }

private:
  bool is_symmetric() const { return options_.symmetry == MatrixSymmetry::symmetric; }
  bool is_taken(Index row, Index column) const { return !is_symmetric() || column <= row; }
  MUMPS_INT &control(int number) { return all_.icntl[number - 1]; }

  static std::string name_of(int ordering) {
    constexpr const char *k_names[] = {"amd", "given", "amf", "scotch", "pord", "metis", "qamd"};
    return ordering >= 0 && ordering < 7 ? k_names[ordering] : "unknown";
  }

  void take_values(const HostSparse<Scalar> &a) {
    values_.clear();
    for (Index row = 0; row < a.rows; ++row)
      for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k)
        if (is_taken(row, a.columns[k]))
          values_.push_back(a.values[k]);
    all_.a = reinterpret_cast<Number *>(values_.data());
  }

  void run(int job) {
    all_.job = job;
    Library::call(&all_);
    check();
  }

  void check() const {
    const int status = all_.infog[0];
    if (status >= 0)
      return;
    if (status == k_structurally_singular || status == k_singular)
      throw NotConverged(fmt::format("the matrix of {} unknowns is singular: MUMPS found only {} "
                                     "independent rows",
                                     all_.n, all_.infog[1]));
    if (status == k_no_memory || status == k_room_short || status == k_work_short)
      throw ResourceError(fmt::format("MUMPS had too little memory for {} unknowns (its status {}, "
                                      "{}); take an iterative solver",
                                      all_.n, status, all_.infog[1]));
    throw Error(ExitCode::internal, fmt::format("MUMPS failed with status {} ({}) on {} unknowns",
                                                status, all_.infog[1], all_.n));
  }

  FactorOptions options_;
  typename Library::Struct all_{};
  std::vector<MUMPS_INT> rows_, columns_;
  std::vector<Scalar> values_;
};

} // namespace

bool has_mumps() {
  return true;
}

template <class Scalar>
std::unique_ptr<FactorLibrary<Scalar>> make_mumps_factor(const FactorOptions &options) {
  return std::make_unique<MumpsFactor<Scalar>>(options);
}

template std::unique_ptr<FactorLibrary<double>> make_mumps_factor(const FactorOptions &);
template std::unique_ptr<FactorLibrary<Kokkos::complex<double>>>
make_mumps_factor(const FactorOptions &);

} // namespace curlew
