#include <curlew/core/error.hpp>
#include <curlew/io/vtk/pvd_file.hpp>
#include <curlew/io/vtk/vtu_file.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

namespace fs = std::filesystem;

constexpr const char *k_folder = "fields";

// Only names that this class gives: a list edited by hand must not make us delete anything else.
bool is_snapshot_name(const std::string &file) {
  const std::string prefix = std::string(k_folder) + "/fields_";
  const std::string suffix = ".vtu";
  if (file.size() <= prefix.size() + suffix.size() || file.rfind(prefix, 0) != 0 ||
      file.compare(file.size() - suffix.size(), suffix.size(), suffix) != 0) {
    return false;
  }
  return file.find_first_not_of("0123456789", prefix.size()) == file.size() - suffix.size();
}

} // namespace

struct VtuSeries::State {
  fs::path results;
  VtuFile file;
  std::vector<PvdEntry> entries;

  fs::path list_path() const { return results / "fields.pvd"; }

  void continue_until(double time_s) {
    if (!fs::exists(list_path())) {
      return;
    }
    std::vector<PvdEntry> late;
    for (PvdEntry &entry : read_pvd(list_path())) {
      if (!is_snapshot_name(entry.file)) {
        throw InputError(fmt::format("{} lists {}, which is no name of a snapshot of Curlew",
                                     list_path().string(), entry.file));
      }
      (entry.time_s <= time_s ? entries : late).push_back(std::move(entry));
    }
    write_pvd(list_path(), entries);
    for (const PvdEntry &entry : late) {
      fs::remove(results / entry.file);
    }
  }
};

VtuSeries::VtuSeries(const fs::path &results, FieldGrid grid, std::optional<double> keep_until_s)
    : state_(new State{results, VtuFile(grid), {}}) {
  try {
    fs::create_directories(results / k_folder);
    if (keep_until_s) {
      state_->continue_until(*keep_until_s);
    }
  } catch (const fs::filesystem_error &error) {
    throw OutputError(fmt::format("cannot use the folder {}: {}", (results / k_folder).string(),
                                  error.code().message()));
  }
}
VtuSeries::~VtuSeries() = default;
VtuSeries::VtuSeries(VtuSeries &&) noexcept = default;

void VtuSeries::write(std::int64_t step, double time_s, const std::vector<CellArray> &arrays) {
  const std::string name = fmt::format("{}/fields_{:06}.vtu", k_folder, step);
  state_->file.write(state_->results / name, arrays, time_s);
  auto &entries = state_->entries;
  // The same step again (a restart writes its first snapshot twice) replaces its entry.
  entries.erase(std::remove_if(entries.begin(), entries.end(),
                               [&](const PvdEntry &entry) { return entry.file == name; }),
                entries.end());
  entries.push_back({time_s, name});
  write_pvd(state_->list_path(), entries);
}

SubGrid extract_tets(const TetMesh &mesh, const std::vector<Index> &tets) {
  constexpr Index k_unused = -1;
  SubGrid part;
  part.tet_of = tets;
  part.tets.reserve(tets.size());
  std::vector<Index> point_here(mesh.points.size(), k_unused);
  for (const Index tet : tets) {
    std::array<Index, 4> nodes = mesh.tets[static_cast<std::size_t>(tet)];
    for (Index &node : nodes) {
      Index &here = point_here[static_cast<std::size_t>(node)];
      if (here == k_unused) {
        here = static_cast<Index>(part.points.size());
        part.points.push_back(mesh.points[static_cast<std::size_t>(node)]);
      }
      node = here;
    }
    part.tets.push_back(nodes);
  }
  return part;
}

} // namespace curlew
