#include <curlew/methods/fem/ranks/follow.hpp>

#include <curlew/core/error.hpp>

#include <cstring>
#include <type_traits>

namespace curlew::fem {
namespace {

enum class Task { set, solve, apply, shares, end };

// Returns the root's values on every rank.
template <class T>
std::vector<T> from_root(const Communicator &ranks, const std::vector<T> &values = {}) {
  static_assert(std::is_trivially_copyable_v<T>, "its bytes are sent");
  const std::string bytes = ranks.broadcast(
      std::string(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)));
  std::vector<T> copy(bytes.size() / sizeof(T));
  if (!copy.empty())
    std::memcpy(copy.data(), bytes.data(), bytes.size());
  return copy;
}

void announce(const Communicator &ranks, Task task) {
  ranks.idle_barrier();
  from_root<Task>(ranks, {task});
}

// Waits for the root's next task. The root writes results meanwhile, which may take long.
Task next_task(const Communicator &ranks) {
  ranks.idle_barrier();
  return from_root<Task>(ranks).at(0);
}

void send(const Communicator &ranks, const Coefficients &coefficients) {
  from_root<std::complex<double>>(ranks, {coefficients.curl, coefficients.mass});
  from_root(ranks, coefficients.faces);
  from_root(ranks, coefficients.media->of_tet);
  from_root(ranks, coefficients.media->eps);
  from_root(ranks, coefficients.media->inverse_mu);
}

Coefficients receive(const Communicator &ranks, Media &media) {
  Coefficients coefficients;
  const auto factors = from_root<std::complex<double>>(ranks);
  coefficients.curl = factors.at(0);
  coefficients.mass = factors.at(1);
  coefficients.faces = from_root<std::complex<double>>(ranks);
  media.of_tet = from_root<Index>(ranks);
  media.eps = from_root<ComplexTensor>(ranks);
  media.inverse_mu = from_root<ComplexTensor>(ranks);
  coefficients.media = &media;
  return coefficients;
}

void send(const Communicator &ranks, const SolveOptions &options) {
  from_root<double>(ranks, {options.tolerance});
  from_root<int>(ranks, {options.max_iterations, options.batch});
}

SolveOptions receive_options(const Communicator &ranks) {
  SolveOptions options;
  options.tolerance = from_root<double>(ranks).at(0);
  const auto counts = from_root<int>(ranks);
  options.max_iterations = counts.at(0);
  options.batch = counts.at(1);
  return options;
}

} // namespace

void LeadingSystem::set(const Coefficients &coefficients) {
  announce(ranks_, Task::set);
  send(ranks_, coefficients);
  system_->set(coefficients);
}

void LeadingSystem::solve(const Load &b, Load &x, const SolveOptions &options,
                          SolveReport &report) {
  announce(ranks_, Task::solve);
  send(ranks_, options);
  system_->solve(b, x, options, report);
}

Load LeadingSystem::apply(const Load &x) const {
  announce(ranks_, Task::apply);
  return system_->apply(x);
}

std::vector<RankShare> LeadingSystem::shares() const {
  announce(ranks_, Task::shares);
  return system_->shares();
}

void LeadingSystem::dismiss() const {
  announce(ranks_, Task::end);
}

void follow(RankSystem &system, const Communicator &ranks) {
  Media media;
  for (;;) {
    const Task task = next_task(ranks);
    try {
      Load nothing;
      SolveReport report;
      if (task == Task::end)
        return;
      if (task == Task::set)
        system.set(receive(ranks, media));
      else if (task == Task::solve)
        system.solve({}, nothing, receive_options(ranks), report);
      else if (task == Task::apply)
        system.apply({});
      else
        system.shares();
    } catch (const NotConverged &) { // thrown on every rank; the root's run handles it
    }
  }
}

void follow(const Case &input, Backend backend, int threads, Prepared prepared,
            const Communicator &ranks) {
  const Problem problem = make_problem(input, std::move(prepared.model), std::move(prepared.layers),
                                       threads, WholePattern::leave_out);
  follow(*make_rank_system(backend, problem, prepared.choice, ranks, input.run.partition), ranks);
}

void add_shares(const std::vector<RankShare> &shares, Summary &summary) {
  Offset entries = 0;
  auto of_unknowns = nlohmann::ordered_json::array(), of_entries = of_unknowns;
  for (const RankShare &share : shares) {
    entries += share.entries;
    of_unknowns.push_back(share.unknowns);
    of_entries.push_back(share.entries);
  }
  summary["matrix_entries"] = entries;
  summary["ranks"] = shares.size();
  summary["rank_unknowns"] = of_unknowns;
  summary["rank_entries"] = of_entries;
}

} // namespace curlew::fem
