#include <curlew/core/mpi/placement.hpp>

#include <curlew/core/host_name.hpp>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace curlew {
namespace {

constexpr std::array k_members = {&Placement::host, &Placement::device, &Placement::device_uuid,
                                  &Placement::processors, &Placement::numa_nodes};

// Linux has a link node<N> in the folder of each processor.
std::vector<int> numa_nodes_of(const ProcessorList &processors) {
  namespace fs = std::filesystem;
  std::set<int> nodes;
  for (const int processor : processors) {
    std::error_code error;
    const fs::path folder = fmt::format("/sys/devices/system/cpu/cpu{}", processor);
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (name.rfind("node", 0) == 0 && name.size() > 4 &&
          name.find_first_not_of("0123456789", 4) == std::string::npos)
        nodes.insert(std::stoi(name.substr(4)));
    }
  }
  return {nodes.begin(), nodes.end()};
}

// Ranks by host and GPU.
std::map<std::pair<std::string, std::string>, std::vector<int>>
ranks_by_device(const std::vector<Placement> &places) {
  std::map<std::pair<std::string, std::string>, std::vector<int>> ranks;
  for (std::size_t rank = 0; rank < places.size(); ++rank)
    if (!places[rank].device_uuid.empty())
      ranks[{places[rank].host, places[rank].device_uuid}].push_back(static_cast<int>(rank));
  return ranks;
}

} // namespace

std::string range_text(const std::vector<int> &ascending) {
  std::string text;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t last = i;
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1)
      ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", ascending[i]);
    if (last > i)
      text += fmt::format("-{}", ascending[last]);
    i = last + 1;
  }
  return text;
}

Placement own_placement(Backend backend) {
  Placement own;
  own.host = host_name();
  own.processors = range_text(usable_processors());
  own.numa_nodes = range_text(numa_nodes_of(usable_processors()));
  if (is_device_backend(backend)) {
    const Device device = find_device(backend);
    own.device = device.name;
    own.device_uuid = device.uuid;
  }
  return own;
}

std::vector<Placement> gather_placements(const Communicator &ranks, const Placement &own) {
  std::vector<char> mine;
  for (const auto member : k_members) {
    const std::string &text = own.*member;
    mine.insert(mine.end(), text.begin(), text.end());
    mine.push_back('\0');
  }
  std::vector<Placement> places;
  for (const std::vector<char> &text : ranks.gather(mine)) {
    Placement &place = places.emplace_back();
    std::size_t begin = 0;
    for (const auto member : k_members) {
      place.*member = text.data() + begin;
      begin += (place.*member).size() + 1;
    }
  }
  return places;
}

std::vector<std::string> placement_lines(const std::vector<Placement> &places) {
  std::vector<std::string> lines;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    const Placement &place = places[rank];
    std::string line = fmt::format("rank {} on {}", rank, place.host);
    if (!place.device.empty())
      line += fmt::format(", {} {}", place.device, place.device_uuid);
    line += fmt::format(", processors {}", place.processors);
    if (!place.numa_nodes.empty())
      line += fmt::format(", NUMA node {}", place.numa_nodes);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<int> ranks_on_devices(const std::vector<Placement> &places) {
  std::vector<int> counts(places.size(), 1);
  for (const auto &[device, ranks] : ranks_by_device(places))
    for (const int rank : ranks)
      counts[rank] = static_cast<int>(ranks.size());
  return counts;
}

std::string shared_device_text(const std::vector<Placement> &places) {
  std::string text;
  for (const auto &[device, ranks] : ranks_by_device(places))
    if (ranks.size() > 1)
      text += fmt::format("{}ranks {} share {} of {}", text.empty() ? "" : ", ", range_text(ranks),
                          device.second, device.first);
  return text.empty() ? text
                      : text + ": they take turns; start as many ranks on a host as it has GPUs";
}

} // namespace curlew
