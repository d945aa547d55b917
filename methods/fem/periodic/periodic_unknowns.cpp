#include <curlew/methods/fem/periodic/periodic_unknowns.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/host_arrays.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using Entry = std::pair<Index, Kokkos::complex<double>>;

// Returns the unknowns that each entry of z represents.
std::vector<std::vector<Index>> members_of(const PeriodicUnknowns &periodic) {
  std::vector<std::vector<Index>> members(periodic.count);
  for (std::size_t i = 0; i < periodic.number.size(); ++i)
    members[periodic.number[i]].push_back(static_cast<Index>(i));
  return members;
}

} // namespace

PeriodicUnknowns periodic_unknowns(const Case &input, const std::vector<Period> &periods,
                                   const TetMesh &mesh, const TetTopology &topology,
                                   const DofMap &dofs, const FreeNumbers &unknowns) {
  PeriodicUnknowns periodic;
  if (periods.empty())
    return periodic;
  std::vector<PeriodLink> links;
  for (std::size_t k = 0; k < periods.size(); ++k)
    for (const auto &[face, other] : periods[k].faces) {
      const std::vector<Index> here = dofs_of_face(dofs, topology, face),
                               there = dofs_of_face(dofs, topology, other);
      for (std::size_t i = 0; i < here.size(); ++i) {
        const Index a = unknowns.number[here[i]], b = unknowns.number[there[i]];
        if ((a < 0) != (b < 0))
          throw InputError(fmt::format(
              "{}: a conductor lies on one of the two periodic faces and not on the other, at the "
              "triangle {}; move the cell so that conductors cross both alike",
              where(input, *periods[k].boundary),
              describe_face(mesh, topology.faces[a < 0 ? face : other])));
        if (a >= 0)
          links.push_back({a, b, static_cast<int>(k)});
      }
    }
  const Orbits orbits = find_orbits(static_cast<std::size_t>(unknowns.count), links);
  periodic.steps = orbits.steps;
  periodic.number.resize(orbits.root.size());
  for (std::size_t i = 0; i < orbits.root.size(); ++i) // a root comes before the items of its orbit
    periodic.number[i] = orbits.root[i] == static_cast<Index>(i) ? periodic.count++
                                                                 : periodic.number[orbits.root[i]];
  return periodic;
}

std::vector<complex> factors_of(const PeriodicUnknowns &periodic,
                                const std::vector<double> &phases) {
  std::vector<complex> factors;
  for (const auto &steps : periodic.steps) {
    double phase = 0;
    for (std::size_t k = 0; k < phases.size(); ++k)
      phase += steps[k] * phases[k];
    factors.push_back(std::polar(1.0, -phase));
  }
  return factors;
}

HostSparse<Kokkos::complex<double>> folded(const HostSparse<Kokkos::complex<double>> &a,
                                           const PeriodicUnknowns &periodic,
                                           const std::vector<complex> &factors, int threads) {
  const auto members = members_of(periodic);
  HostSparse<Kokkos::complex<double>> result;
  result.column_count = periodic.count;
  while (result.rows < periodic.count && members[result.rows].front() < a.rows)
    ++result.rows;
  const auto rows = static_cast<std::size_t>(result.rows);
  std::vector<std::vector<Entry>> parts(chunk_count(rows, threads));
  result.row_begin.assign(rows + 1, 0);
  parallel_chunks(rows, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::vector<Entry> row;
    for (std::size_t r = begin; r < end; ++r) {
      row.clear();
      for (const Index i : members[r])
        for (Offset k = a.row_begin[i]; k < a.row_begin[i + 1]; ++k)
          row.emplace_back(periodic.number[a.columns[k]],
                           std::conj(factors[i]) * factors[a.columns[k]] * complex(a.values[k]));
      std::stable_sort(row.begin(), row.end(),
                       [](const Entry &x, const Entry &y) { return x.first < y.first; });
      std::size_t count = 0;
      for (const Entry &entry : row) {
        if (count > 0 && row[count - 1].first == entry.first)
          row[count - 1].second += entry.second;
        else
          row[count++] = entry;
      }
      parts[chunk].insert(parts[chunk].end(), row.begin(),
                          row.begin() + static_cast<std::ptrdiff_t>(count));
      result.row_begin[r + 1] = static_cast<Offset>(count);
    }
  });
  prefix_sum(result.row_begin, threads);
  for (const std::vector<Entry> &part : parts)
    for (const Entry &entry : part) {
      result.columns.push_back(entry.first);
      result.values.push_back(entry.second);
    }
  return result;
}

std::vector<complex> folded(const std::vector<complex> &b, const PeriodicUnknowns &periodic,
                            const std::vector<complex> &factors) {
  std::vector<complex> result(periodic.count, 0);
  for (std::size_t i = 0; i < b.size(); ++i)
    result[periodic.number[i]] += std::conj(factors[i]) * b[i];
  return result;
}

std::vector<complex> unfolded(const std::vector<complex> &z, const PeriodicUnknowns &periodic,
                              const std::vector<complex> &factors) {
  std::vector<complex> x(periodic.number.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = factors[i] * z[periodic.number[i]];
  return x;
}

std::vector<complex> representatives(const std::vector<complex> &x,
                                     const PeriodicUnknowns &periodic,
                                     const std::vector<complex> &factors) {
  std::vector<complex> z(periodic.count);
  for (std::size_t i = 0; i < x.size(); ++i)
    z[periodic.number[i]] = std::conj(factors[i]) * x[i];
  return z;
}

} // namespace curlew::fem
