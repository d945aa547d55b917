#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>

#include <algorithm>
#include <vector>

namespace curlew::dgtd {

// Entries that all ports add to one array of unknowns, a number to each port. Entries are sorted by
// place: a place that several faces touch is written once.
template <class Space> class PortSources {
public:
  struct Entry {
    Offset at = 0;
    int port = 0;
    double weight = 0;
  };

  PortSources() = default;
  // `entries`: port by port.
  explicit PortSources(std::vector<Entry> entries) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry &a, const Entry &b) { return a.at < b.at; });
    std::vector<Offset> places, starts;
    std::vector<int> ports;
    std::vector<double> weights;
    for (const Entry &entry : entries) {
      if (places.empty() || places.back() != entry.at) {
        places.push_back(entry.at);
        starts.push_back(static_cast<Offset>(weights.size()));
      }
      ports.push_back(entry.port);
      weights.push_back(entry.weight);
    }
    starts.push_back(static_cast<Offset>(weights.size()));
    places_ = to_view<Space>("curlew::dgtd::port_places", places);
    starts_ = to_view<Space>("curlew::dgtd::port_place_starts", starts);
    ports_ = to_view<Space>("curlew::dgtd::port_numbers", ports);
    weights_ = to_view<Space>("curlew::dgtd::port_source_weights", weights);
  }

  // Computes target += sum over ports of factor values(port) times the port's weights.
  void add(const Space &space, double factor, const Kokkos::View<const double *, Space> &values,
           const Kokkos::View<double *, Space> &target) const {
    if (places_.extent(0) > 0)
      Kokkos::parallel_for("curlew::dgtd::port_source",
                           RangePolicy<Space>(space, 0, places_.extent(0)),
                           Kernel{places_, starts_, ports_, weights_, values, target, factor});
  }

  struct Kernel {
    Kokkos::View<const Offset *, Space> places, starts;
    Kokkos::View<const int *, Space> ports;
    Kokkos::View<const double *, Space> weights, values;
    Kokkos::View<double *, Space> target;
    double factor;

    KOKKOS_INLINE_FUNCTION void operator()(const Offset place) const {
      double value = target(places(place));
      for (Offset k = starts(place); k < starts(place + 1); ++k)
        value += factor * values(ports(k)) * weights(k);
      target(places(place)) = value;
    }
  };

private:
  Kokkos::View<const Offset *, Space> places_, starts_;
  Kokkos::View<const int *, Space> ports_;
  Kokkos::View<const double *, Space> weights_;
};

} // namespace curlew::dgtd
