#include "commands.hpp"
#include "manual.hpp"

#include <curlew/core/backend.hpp>
#include <curlew/core/bandwidth.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/ranks/communicator.hpp>
#include <curlew/core/ranks/partition.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/io/output/atomic_file.hpp>
#include <curlew/methods/dgatd/bench/bench.hpp>
#include <curlew/methods/dgatd/bench/scaling.hpp>
#include <curlew/methods/dgatd/variants.hpp>
#include <curlew/methods/fdfd/bench/bench.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <memory>
#include <set>

namespace curlew::app {
namespace {

// Table I of the paper, and a small case that lives in the caches.
const std::vector<double> k_paper_sizes = {100e3, 854752, 2625360};

struct BenchArguments {
  std::string name = "all", output, case_file;
  std::vector<std::string> backends;
  dgatd::BenchOptions dgatd{{}, 0, k_paper_sizes, {}, false, {}, 0};
  fdfd::BenchOptions fdfd{
      {},   0, {64, 80, 96}, {}, {"cas", "cis", "fused"}, {"background", "cocg", "bicgstab-fused"},
      false};
  std::vector<std::string> variants; // of the method that is benched
  bool baseline = false;
  std::string partition = "auto";
  int threads = 0;
};

std::vector<Backend> chosen_backends(const BenchArguments &arguments) {
  if (arguments.backends.empty())
    return compiled_backends();
  std::vector<Backend> backends;
  for (const std::string &name : arguments.backends)
    backends.push_back(parse_backend(name));
  return backends;
}

// One line per row, columns in the order of the first one.
std::string to_csv(const nlohmann::ordered_json &rows) {
  std::vector<std::string> columns;
  std::set<std::string> known;
  for (const auto &row : rows)
    for (const auto &[key, value] : row.items())
      if (known.insert(key).second)
        columns.push_back(key);
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i)
    text += (i ? "," : "") + columns[i];
  for (const auto &row : rows) {
    text += "\n";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      text += i ? "," : "";
      if (row.contains(columns[i]))
        text += row[columns[i]].is_string() ? row[columns[i]].get<std::string>()
                                            : row[columns[i]].dump();
    }
  }
  return text + "\n";
}

nlohmann::ordered_json machine() {
  nlohmann::ordered_json devices;
  for (const Backend backend : compiled_backends())
    devices[to_string(backend)] = find_device(backend).name;
  return {{"devices", devices}, {"threads", default_threads()}};
}

nlohmann::ordered_json versions() {
  const Provenance provenance = program_provenance();
  nlohmann::ordered_json json = {{"curlew", provenance.version},
                                 {"git", provenance.git_hash},
                                 {"compiler", provenance.compiler},
                                 {"build_type", provenance.build_type}};
  for (const auto &[name, version] : provenance.libraries)
    json[name] = version;
  return json;
}

void write_bench(const std::string &directory, const std::string &name,
                 const nlohmann::ordered_json &copy, const nlohmann::ordered_json &rows,
                 const std::string &table) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw OutputError("cannot make the folder " + directory + ": " + error.message());
  const std::filesystem::path base = directory;
  const nlohmann::ordered_json json = {{"machine", machine()},
                                       {"versions", versions()},
                                       {"copy_gbytes_per_s", copy},
                                       {"rows", rows}};
  write_file_atomically(base / (name + ".json"), json.dump(2) + "\n");
  write_file_atomically(base / (name + ".csv"), to_csv(rows));
  write_file_atomically(base / (name + ".md"), table);
}

nlohmann::ordered_json bench_copy(const std::vector<Backend> &backends) {
  nlohmann::ordered_json copy;
  for (const Backend backend : backends)
    copy[to_string(backend)] =
        with_backend(backend, [](auto space) { return copy_bandwidth<decltype(space)>() / 1e9; });
  return copy;
}

// The kernels of iterative solvers against the copy.
nlohmann::ordered_json bench_vectors(const std::vector<Backend> &backends,
                                     const nlohmann::ordered_json &copy) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Backend backend : backends) {
    const std::string name = to_string(backend);
    const double copy_rate = copy[name];
    const auto add = [&](const char *kernel, double rate) {
      rows.push_back({{"method", kernel},
                      {"backend", name},
                      {"gbytes_per_s", rate},
                      {"fraction_of_copy", rate / copy_rate}});
    };
    add("copy", copy_rate);
    const VectorRates rates =
        with_backend(backend, [](auto space) { return vector_bandwidth<decltype(space)>(); });
    add("axpy", rates.axpy / 1e9);
    add("dot", rates.dot / 1e9);
    add("axpy+dot", rates.axpy_dot / 1e9);
  }
  return rows;
}

std::string vector_table(const nlohmann::ordered_json &rows) {
  std::string table = "| kernel | backend | GB/s | % of copy |\n|---|---|---:|---:|\n";
  for (const auto &row : rows)
    table += fmt::format("| {} | {} | {:.1f} | {:.0f} |\n", row["method"].get<std::string>(),
                         row["backend"].get<std::string>(), row["gbytes_per_s"].get<double>(),
                         100 * row["fraction_of_copy"].get<double>());
  return table;
}

// Under mpirun: 1, 2, 4, ... ranks.
void bench_scaling(const BenchArguments &arguments) {
  const MpiRuntime mpi;
  const Communicator ranks = Communicator::world();
  start_log(false);
  if (!ranks.is_root())
    spdlog::set_level(spdlog::level::off);
  parse_partition_method(arguments.partition);
  const HostPlace place = place_on_host();
  const int threads = arguments.threads > 0 ? arguments.threads : default_threads(place.size);
  dgatd::ScalingOptions options;
  options.backends = arguments.backends.empty() ? std::vector{compiled_backends().back()}
                                                : chosen_backends(arguments);
  options.threads = threads;
  options.unknowns = arguments.dgatd.sizes.back();
  options.partition = arguments.partition;
  const KokkosRuntime runtime(threads, place.size > 1 ? place.rank : -1);
  const auto rows = dgatd::scaling(options, [](const std::string &line) { spdlog::info(line); });
  if (!ranks.is_root())
    return;
  const std::string table = dgatd::scaling_table(rows);
  fmt::print("{}", table);
  if (!arguments.output.empty())
    write_bench(arguments.output, "scaling", bench_copy(options.backends), rows, table);
}

// A case of fdfd, whole.
std::shared_ptr<const Case> bench_case(const std::string &file) {
  auto input = std::make_shared<const Case>(load_case(file, program_schema(), {}));
  if (input->method != "fdfd")
    throw InputError(fmt::format("{}: --case takes cases of method fdfd, this one is of method "
                                 "{}",
                                 input->where("/method"), input->method));
  return input;
}

// The table of a method's bench, to the screen and the folder.
void report_bench(const BenchArguments &arguments, const std::string &name,
                  const nlohmann::ordered_json &copy, const nlohmann::ordered_json &rows,
                  const std::string &table) {
  fmt::print("{}\n", table);
  if (!arguments.output.empty())
    write_bench(arguments.output, name, copy, rows, table);
}

void bench(const BenchArguments &arguments) {
  if (arguments.name == "scaling")
    return bench_scaling(arguments);
  start_log(false);
  const auto backends = chosen_backends(arguments);
  const bool all = arguments.name == "all";
  const bool with_dgatd = all || arguments.name == "dgatd";
  const bool with_fdfd = all || arguments.name == "fdfd";
  dgatd::BenchOptions dgatd_options = arguments.dgatd;
  fdfd::BenchOptions fdfd_options = arguments.fdfd;
  dgatd_options.baseline = fdfd_options.baseline = arguments.baseline;
  if (!arguments.variants.empty()) {
    if (all)
      throw InputError("--variants: those of which method? Say bench dgatd or bench fdfd");
    dgatd_options.variants = fdfd_options.variants = arguments.variants;
  }
  dgatd_options.backends = fdfd_options.backends = backends;
  dgatd_options.threads = fdfd_options.threads =
      arguments.threads > 0 ? arguments.threads : default_threads();
  if (with_dgatd)
    dgatd::check_bench(dgatd_options);
  if (with_fdfd) {
    fdfd::check_bench(fdfd_options);
    if (!arguments.case_file.empty())
      fdfd_options.input = bench_case(arguments.case_file);
  }
  const KokkosRuntime runtime(arguments.threads);
  const nlohmann::ordered_json copy = bench_copy(backends);
  const nlohmann::ordered_json vectors = bench_vectors(backends, copy);
  const std::string table = vector_table(vectors);
  fmt::print("{}\n", table);
  if (!arguments.output.empty() && (all || arguments.name == "copy"))
    write_bench(arguments.output, "copy", copy, vectors, table);
  const auto say = [](const std::string &line) { spdlog::info(line); };
  if (with_dgatd) {
    const auto rows = dgatd::bench(dgatd_options, say);
    report_bench(arguments, "dgatd", copy, rows, dgatd::bench_table(rows));
  }
  if (with_fdfd) {
    const auto rows = fdfd::bench(fdfd_options, say);
    report_bench(arguments, "fdfd", copy, rows, fdfd::bench_table(rows));
  }
}

Manual bench_manual() {
  return {"copy times the kernels of vectors against the copy bandwidth, which is the yardstick of "
          "all other tables; dgatd times every variant of the method DGATD on every backend, on "
          "jittered boxes or on a mesh; fdfd solves the sphere of the FDFD paper, or the first "
          "frequency and excitation of a case, on every backend by the variants and solvers given "
          "(background, cocg, cocr, bicgstab-fused, bicgstab, gmres, tfqmr, "
          "or bicgstab+ssor with a preconditioner); scaling, started by mpirun, times the variant "
          "fused with the "
          "largest of --sizes on every rank (weak) and in all (strong), on 1, 2, 4, ... ranks, on "
          "the fastest backend unless --backends names others. The table is printed as Markdown.",
          {ExitCode::output, ExitCode::resource},
          {{"NAME.json, NAME.csv, NAME.md", "the rows and the table, in the folder of --output"}},
          {{"curlew bench", "Everything on every backend of this program; takes minutes."},
           {"curlew bench dgatd --backends openmp,cuda --sizes 2625360 --output out",
            "CPU against GPU on a box of the paper's largest size."},
           {"curlew bench fdfd --grids 64 --solvers background,cocg --variants fused",
            "The sphere of the FDFD paper at 5 mm."},
           {"curlew bench fdfd --case case.json --solvers background,cocg",
            "The first frequency and source of a case: the head of its table 2, say."},
           {"mpirun -n 4 curlew bench scaling --output out", "One to four ranks of this host."}}};
}

} // namespace

void add_bench(CLI::App &app) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App *command = app.add_subcommand("bench", "Time the kernels and print the papers' tables");
  command
      ->add_option("name", arguments->name,
                   "copy, dgatd, fdfd, scaling, or all of one process: copy, dgatd and fdfd")
      ->check(CLI::IsMember({"copy", "dgatd", "fdfd", "scaling", "all"}));
  command->add_option("--backends", arguments->backends, "Backends to compare (default: all)")
      ->delimiter(',')
      ->type_name(choices_name(backend_names()));
  command->add_option("--sizes", arguments->dgatd.sizes, "Numbers of unknowns (E + F) of boxes")
      ->delimiter(',')
      ->check(CLI::Range(100.0, 1e10));
  command->add_option("--grids", arguments->fdfd.grids, "fdfd: cells along an edge of the domain")
      ->delimiter(',')
      ->check(CLI::Range(24, 2048));
  command->add_option("--case", arguments->case_file, "fdfd: a case instead of that sphere")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command->add_option("--solvers", arguments->fdfd.solvers, "fdfd: solvers to time")
      ->delimiter(',')
      ->type_name("NAMES");
  command
      ->add_option("--variants", arguments->variants,
                   "Variants to time: of dgatd spmv, paper, blocks, fused (default: all), of fdfd "
                   "csr, cas, cis, fused (default: all but csr)")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_flag(
      "--baseline", arguments->baseline,
      "Time what the papers' ratios refer to on one core too: spmv of dgatd, BiCGStab "
      "on csr of fdfd, which takes long");
  command->add_option("--mesh", arguments->dgatd.mesh_file, "A Gmsh mesh instead of boxes")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command->add_option("--refine", arguments->dgatd.refine, "Uniform refinements of that mesh")
      ->check(CLI::Range(0, 8));
  command->add_option("--partition", arguments->partition, "scaling: how the box is divided")
      ->type_name("{auto,metis,spatial}");
  command->add_option("--threads", arguments->threads, "Threads of the openmp backend")
      ->check(CLI::Range(1, 4096));
  command->add_option("--output", arguments->output, "Folder for JSON, CSV and Markdown")
      ->type_name("DIR");
  set_manual(*command, bench_manual());
  command->callback([arguments] { bench(*arguments); });
}

} // namespace curlew::app
