#include <curlew/methods/fem/ranks/follow.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/root_messages.hpp>

namespace curlew::fem {
namespace {

enum class Task { set, solve, apply, shares, end };

void send(const Communicator &ranks, const Coefficients &coefficients) {
  from_root<std::complex<double>>(ranks, {coefficients.curl, coefficients.mass});
  from_root(ranks, coefficients.faces);
  from_root(ranks, coefficients.phases);
  from_root(ranks, coefficients.media->of_tet);
  from_root(ranks, coefficients.media->eps);
  from_root(ranks, coefficients.media->inverse_mu);
  from_root(ranks, coefficients.media->eps_gyration);
  from_root(ranks, coefficients.media->inverse_mu_gyration);
}

Coefficients receive(const Communicator &ranks, Media &media) {
  Coefficients coefficients;
  const auto factors = from_root<std::complex<double>>(ranks);
  coefficients.curl = factors.at(0);
  coefficients.mass = factors.at(1);
  coefficients.faces = from_root<std::complex<double>>(ranks);
  coefficients.phases = from_root<double>(ranks);
  media.of_tet = from_root<Index>(ranks);
  media.eps = from_root<ComplexTensor>(ranks);
  media.inverse_mu = from_root<ComplexTensor>(ranks);
  media.eps_gyration = from_root<Gyration>(ranks);
  media.inverse_mu_gyration = from_root<Gyration>(ranks);
  coefficients.media = &media;
  return coefficients;
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
  options_from_root(ranks_, options);
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
    const Task task = next_task<Task>(ranks);
    try {
      Load nothing;
      SolveReport report;
      if (task == Task::end)
        return;
      if (task == Task::set)
        system.set(receive(ranks, media));
      else if (task == Task::solve)
        system.solve({}, nothing, options_from_root(ranks, SolveOptions()), report);
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
