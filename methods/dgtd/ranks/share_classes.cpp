#include <curlew/methods/dgtd/ranks/share_classes.hpp>

#include <curlew/methods/dgtd/ranks/packing.hpp>

namespace curlew::dgtd {

// The binding lists all members: with a new member that is missing here the code does not compile.
template <class Archive> void pass(Archive &archive, StepClasses &classes) {
  auto &[ratios, degrees, published, tets, shell, shell_tets] = classes;
  archive(ratios, degrees, published, tets, shell, shell_tets);
}

StepClasses share_classes(const StepClasses &whole, const Problem &part) {
  const Communicator &ranks = part.ownership.ranks;
  const auto numbers = ranks.gather(part.ownership.tet_number);
  return scatter_parts<StepClasses>(ranks, [&](int rank) {
    StepClasses classes = whole;
    classes.shell.clear();
    for (const Index tet : numbers[rank])
      classes.shell.push_back(whole.shell[tet]);
    return classes;
  });
}

} // namespace curlew::dgtd
