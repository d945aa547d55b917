#include <curlew/methods/dgtd/ranks/load_problem.hpp>

#include <curlew/core/memory.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/array/array_problem.hpp>
#include <curlew/methods/dgtd/local_steps/local_step_plan.hpp>
#include <curlew/methods/dgtd/make_problem.hpp>
#include <curlew/methods/dgtd/ranks/divide_problem.hpp>
#include <curlew/methods/dgtd/ranks/share_classes.hpp>
#include <curlew/methods/dgtd/ranks/share_surfaces.hpp>

#include <algorithm>
#include <utility>

namespace curlew::dgtd {

LoadedCase load_problem(const Case &input, const Communicator &ranks, int threads,
                        double bytes_per_tet, double shared_bytes) {
  LoadedCase whole;
  if (is_repeated(input, ranks)) {
    whole.problem = load_array_problem(input, ranks, threads);
    run_collectively(ranks, [&] { whole.surfaces = find_surfaces(input, whole.problem); });
    return whole;
  }
  std::vector<int> owner;
  if (ranks.is_root()) {
    auto [mesh, copies] = load_cells(input);
    const double here = static_cast<double>(node_local_rank().size) / ranks.size();
    const auto tets = static_cast<double>(mesh.tets.size());
    const double copied = ranks.is_alone() ? copied_tets(copies) / tets : 0;
    require_memory(tets * std::min(here, 1.0), "tets", bytes_per_tet - copied * shared_bytes,
                   input.where("/mesh"));
    whole.problem = make_problem(input, std::move(mesh), threads, std::move(copies));
    whole.surfaces = find_surfaces(input, whole.problem);
    whole.classes = find_local_steps(input, whole.problem);
    if (!ranks.is_alone())
      owner = assign_tets(whole.problem, ranks.size(), input.run.partition,
                          whole.classes ? &*whole.classes : nullptr);
  }
  if (ranks.is_alone())
    return whole;
  LoadedCase part;
  part.surfaces = share_surfaces(whole.surfaces, owner, ranks);
  part.problem = divide_problem(input, std::move(whole.problem), owner, ranks, threads);
  if (choices_of(input).local_steps.active)
    part.classes = share_classes(whole.classes ? *whole.classes : StepClasses(), part.problem);
  return part;
}

} // namespace curlew::dgtd
