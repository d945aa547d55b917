#include <curlew/methods/fem/periodic/orbits.hpp>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace curlew::fem {

Orbits find_orbits(std::size_t items, const std::vector<PeriodLink> &links) {
  std::unordered_map<Index, std::vector<std::size_t>> links_of;
  std::vector<Index> linked;
  for (std::size_t k = 0; k < links.size(); ++k)
    for (const Index item : {links[k].here, links[k].there}) {
      links_of[item].push_back(k);
      linked.push_back(item);
    }
  std::sort(linked.begin(), linked.end()); // makes the lowest item the root
  Orbits orbits;
  orbits.root.resize(items);
  std::iota(orbits.root.begin(), orbits.root.end(), 0);
  orbits.steps.assign(items, {});
  std::vector<char> is_seen(items, 0);
  for (const Index first : linked) {
    std::vector<Index> open;
    if (!is_seen[first])
      open.push_back(first);
    is_seen[first] = 1;
    while (!open.empty()) {
      const Index item = open.back();
      open.pop_back();
      for (const std::size_t k : links_of[item]) {
        const bool is_forward = links[k].here == item;
        const Index next = is_forward ? links[k].there : links[k].here;
        if (is_seen[next])
          continue;
        is_seen[next] = 1;
        orbits.root[next] = first;
        orbits.steps[next] = orbits.steps[item];
        orbits.steps[next][links[k].period] += is_forward ? 1 : -1;
        open.push_back(next);
      }
    }
  }
  return orbits;
}

} // namespace curlew::fem
