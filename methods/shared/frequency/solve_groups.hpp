#pragma once

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/frequency/group_files.hpp>
#include <curlew/methods/shared/frequency/solve_record.hpp>

#include <optional>
#include <vector>

namespace curlew {

// The groups of ranks that share the solves of a sweep, as one of them sees it. With one group
// nothing is exchanged and the folder of the results is the group's own.
class SolveGroups {
public:
  // `groups`: one rank of each group. `results`: the folder of all, which is ready. Collective.
  // Throws OutputError where a group's own folder cannot be made.
  SolveGroups(const Communicator &groups, const ResultsDirectory &results);

  bool is_alone() const { return groups_.is_alone(); }
  bool is_first() const { return groups_.is_root(); }
  bool is_own(const SolveRecord &record) const { return record.group == groups_.rank(); }
  // Returns the folder into which this group writes.
  const ResultsDirectory &results() const { return own_results_; }

  // Gives the open solves from `first` on to the groups: by frequency, or one by one where
  // `apart` and there are fewer frequencies than groups.
  void assign(std::vector<SolveRecord> &records, std::size_t first, bool apart) const;

  // Begins the list of files by solve, once the tables are open.
  void watch_files();
  // Notes what this group's folder has got since the last call as files of this solve.
  void note_files(std::size_t solve);

  // Exchanges the group's own solves in [first, end) and the failure that ended them: the records
  // of all solves are then known to all groups. Returns the numbers of the solves that others
  // finished. Collective. Throws the failure of the first group that has one.
  std::vector<std::size_t> exchange(std::vector<SolveRecord> &records, std::size_t first,
                                    std::size_t end, const std::optional<Error> &failure,
                                    const Summary &summary, const std::string &solver);

  // Joins the files of all groups, and adds the warnings and the lists by frequency of the other
  // groups to the summary. Called by the first group after exchange(). Throw as join_groups().
  void join_files();
  void join_summaries(Summary &summary) const;
  // Waits for the other groups. Collective.
  void wait() const { groups_.idle_barrier(); }

private:
  std::vector<nlohmann::ordered_json> gather(const nlohmann::ordered_json &mine) const;

  Communicator groups_;
  ResultsDirectory results_, own_results_;
  std::optional<FolderWatch> watch_;              // set where there are several groups
  std::vector<SolveFiles> files_;                 // by solve
  std::vector<nlohmann::ordered_json> summaries_; // of the other groups
};

// The ranks of a run: those that divide the problem of one solve, and the first ranks of all groups
// that share the solves.
struct RankGroups {
  Communicator inside;
  Communicator between; // of use in the first rank of a group only
};

// When a method divides one problem among ranks: where run.groups asks for fewer groups than ranks,
// or unless run.groups asks for more than one group.
enum class DividesProblem { on_request, by_default };

// Divides the ranks of the run into run.groups groups; without it each rank is a group, or all are
// one (DividesProblem::by_default). Collective. Throws InputError for a number of groups that does
// not fit.
RankGroups make_rank_groups(const Case &input, DividesProblem divides);

} // namespace curlew
