#include <curlew/core/error.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/fields/pvtu_file.hpp>
#include <curlew/io/fields/snapshot_files.hpp>
#include <curlew/io/fields/vtu_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace curlew {

namespace fs = std::filesystem;

struct VtuSeries::State {
  ResultsDirectory results;
  Communicator ranks;
  std::optional<VtuFile> file;
  bool has_piece = true;
  // State at the root, which alone keeps the list:
  std::vector<int> pieces; // the ranks that write one
  std::vector<PvdEntry> entries;

  fs::path list_path() const { return results.path() / k_pvd_name; }

  void find_pieces(std::size_t tets) {
    const auto counts = ranks.gather(std::vector<std::size_t>{tets});
    for (int rank = 0; rank < static_cast<int>(counts.size()); ++rank) {
      if (counts[static_cast<std::size_t>(rank)].front() > 0) {
        pieces.push_back(rank);
      }
    }
    has_piece = tets > 0;
    if (ranks.is_root() && pieces.empty()) { // readers need one, even an empty one
      pieces.push_back(0);
      has_piece = true;
    }
  }

  void open_folder(const std::optional<double> &keep_until_s) {
    results.list({k_pvd_name});
    try {
      fs::create_directories(results.path() / k_fields_folder);
      if (keep_until_s && fs::exists(list_path())) {
        continue_until(*keep_until_s);
      }
    } catch (const fs::filesystem_error &error) {
      throw OutputError(fmt::format("cannot use the folder {}: {}",
                                    (results.path() / k_fields_folder).string(),
                                    error.code().message()));
    }
  }

  void continue_until(double time_s) {
    std::vector<std::int64_t> late;
    for (PvdEntry &entry : read_pvd(list_path())) {
      // Only names that Curlew gives are used: a list edited by hand must not cause other files to
      // be deleted.
      const auto step = step_of_snapshot(entry.file);
      if (!step) {
        throw InputError(fmt::format("{} lists {}, which is no name of a snapshot of Curlew",
                                     list_path().string(), entry.file));
      }
      if (entry.time_s <= time_s) {
        entries.push_back(std::move(entry));
      } else {
        late.push_back(*step);
      }
    }
    write_pvd(list_path(), entries);
    for (const std::int64_t step : late) {
      remove_snapshot(results, step);
    }
  }

  // The same step again (a restart writes its first snapshot twice) replaces its entry.
  bool drop_entry(std::int64_t step) {
    const auto kept = std::remove_if(entries.begin(), entries.end(), [&](const PvdEntry &entry) {
      return entry.file == whole_name(step) || entry.file == pieces_list_name(step);
    });
    const bool found = kept != entries.end();
    entries.erase(kept, entries.end());
    return found;
  }

  void list(std::int64_t step, double time_s, const std::string &name) {
    drop_entry(step);
    entries.push_back({time_s, name});
    write_pvd(list_path(), entries);
  }

  void write_whole(std::int64_t step, double time_s, const std::vector<CellArray> &arrays) {
    file->write(results.file(whole_name(step)), arrays, time_s);
    list(step, time_s, whole_name(step));
    remove_pieces(results, step);
  }

  // Pieces are replaced one by one, and there may have been more of them. Existing files of this
  // step must therefore be removed from the list first.
  void make_room(std::int64_t step) {
    if (drop_entry(step)) {
      write_pvd(list_path(), entries);
    }
    remove_snapshot(results, step);
    std::vector<std::string> names{pieces_list_name(step)};
    for (const int rank : pieces) {
      names.push_back(piece_name(step, rank));
    }
    results.list(names);
    const fs::path folder = results.path() / pieces_folder_name(step);
    std::error_code error;
    fs::create_directory(folder, error);
    if (error) {
      throw OutputError(
          fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
    }
  }

  void join_pieces(std::int64_t step, double time_s, const std::vector<CellArray> &arrays) {
    const fs::path joined = pieces_list_name(step);
    std::vector<std::string> names;
    for (const int rank : pieces) {
      names.push_back(
          fs::path(piece_name(step, rank)).lexically_relative(joined.parent_path()).string());
    }
    write_pvtu(results.path() / joined, arrays, names);
    list(step, time_s, pieces_list_name(step));
  }

  void discard(std::int64_t step) noexcept {
    try {
      drop_entry(step);
      remove_snapshot(results, step);
    } catch (const std::exception &) {
      // The error that led here is the one to report to the user.
    }
  }

  void write_pieces(std::int64_t step, double time_s, const std::vector<CellArray> &arrays) {
    run_collectively(ranks, [&] {
      if (ranks.is_root()) {
        make_room(step);
      }
    });
    try {
      run_collectively(ranks, [&] {
        if (has_piece) {
          file->write(results.path() / piece_name(step, ranks.rank()), arrays, time_s);
        }
      });
      run_collectively(ranks, [&] {
        if (ranks.is_root()) {
          join_pieces(step, time_s, arrays);
        }
      });
    } catch (...) {
      if (ranks.is_root()) {
        discard(step);
      }
      throw;
    }
  }
};

VtuSeries::VtuSeries(const fs::path &results, FieldGrid grid, std::optional<double> keep_until_s,
                     const Communicator &ranks)
    : VtuSeries(ResultsDirectory::ready(results), std::move(grid), keep_until_s, ranks) {}

VtuSeries::VtuSeries(const ResultsDirectory &results, FieldGrid grid,
                     std::optional<double> keep_until_s, const Communicator &ranks)
    : state_(new State{results, ranks, {}, true, {}, {}}) {
  run_collectively(ranks, [&] {
    state_->file.emplace(grid);
    if (ranks.is_root()) {
      state_->open_folder(keep_until_s);
    }
  });
  state_->find_pieces(grid.tets->size());
}
VtuSeries::~VtuSeries() = default;
VtuSeries::VtuSeries(VtuSeries &&) noexcept = default;

void VtuSeries::write(std::int64_t step, double time_s, const std::vector<CellArray> &arrays) {
  if (state_->ranks.is_alone()) {
    state_->write_whole(step, time_s, arrays);
  } else {
    state_->write_pieces(step, time_s, arrays);
  }
}

} // namespace curlew
