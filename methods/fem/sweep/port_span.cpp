#include <curlew/methods/fem/sweep/port_span.hpp>

#include <algorithm>
#include <numeric>

namespace curlew::fem {
namespace {

// Relative tolerance of the basis. Modes are known to 1e-10.
constexpr double k_tolerance = 1e-7;

} // namespace

PortSpan::PortSpan(PortNetwork &network, const std::vector<AffineTerm> &terms,
                   const std::vector<double> &frequencies_hz, const std::vector<double> &extra_hz,
                   std::size_t most, int threads)
    : basis_(k_tolerance, threads) {
  constexpr std::size_t k_together = 32; // frequencies whose modes are found in parallel
  static_assert(k_together <= PortSection::k_most_known);
  for (std::size_t f = 0; f < frequencies_hz.size(); ++f) {
    if (f % k_together == 0) {
      const auto first = frequencies_hz.begin() + static_cast<std::ptrdiff_t>(f);
      const std::size_t count = std::min(k_together, frequencies_hz.size() - f);
      network.prepare({first, first + static_cast<std::ptrdiff_t>(count)}, threads);
    }
    add(network, terms, frequencies_hz[f]);
    if (basis_.size() > most) {
      terms_.pop_back();
      frequencies_hz_.pop_back();
      break;
    }
  }
  covered_ = frequencies_hz_.size();
  for (const double frequency_hz : extra_hz)
    if (covered_ > 0 && frequency_hz >= frequencies_hz_[0] &&
        frequency_hz <= frequencies_hz_[covered_ - 1])
      add(network, terms, frequency_hz);
  for (FrequencyTerms &one : terms_) {
    one.modes.size = size();
    for (auto &column : one.columns)
      fill_up(column);
    for (PortNetwork::Channel &channel : one.modes.channels) {
      fill_up(channel.load);
      fill_up(channel.dual);
      channel.unknowns.resize(size());
      std::iota(channel.unknowns.begin(), channel.unknowns.end(), 0);
    }
  }
}

void PortSpan::add(PortNetwork &network, const std::vector<AffineTerm> &terms,
                   double frequency_hz) {
  network.set(frequency_hz);
  if (unknowns_.empty())
    find_unknowns(network);
  terms_.push_back(in_coordinates(network));
  frequencies_hz_.push_back(frequency_hz);
  for (const AffineTerm &term : terms)
    terms_.back().factors.push_back(term.factor(frequency_hz));
}

// Finds the unknowns of the ports, which are the same at all frequencies.
void PortSpan::find_unknowns(const PortNetwork &network) {
  for (const PortNetwork::Channel &channel : network.at_frequency().channels)
    unknowns_.insert(unknowns_.end(), channel.unknowns.begin(), channel.unknowns.end());
  std::sort(unknowns_.begin(), unknowns_.end());
  unknowns_.erase(std::unique(unknowns_.begin(), unknowns_.end()), unknowns_.end());
}

std::vector<PortSpan::complex> PortSpan::coordinates(const std::vector<Index> &unknowns,
                                                     const std::vector<complex> &values) {
  RealBasis::Column real(unknowns_.size(), 0), imaginary(unknowns_.size(), 0);
  bool is_real = true;
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    const auto place = std::lower_bound(unknowns_.begin(), unknowns_.end(), unknowns[i]);
    const auto k = static_cast<std::size_t>(place - unknowns_.begin());
    real[k] = values[i].real();
    imaginary[k] = values[i].imag();
    is_real = is_real && imaginary[k] == 0;
  }
  std::vector<complex> result;
  for (const double value : basis_.add(std::move(real)))
    result.emplace_back(value);
  if (is_real)
    return result;
  const RealBasis::Column of_imaginary = basis_.add(std::move(imaginary));
  result.resize(of_imaginary.size(), 0);
  for (std::size_t i = 0; i < of_imaginary.size(); ++i)
    result[i] += complex(0, of_imaginary[i]);
  return result;
}

FrequencyTerms PortSpan::in_coordinates(const PortNetwork &network) {
  FrequencyTerms result;
  result.modes = network.at_frequency();
  for (PortNetwork::Channel &channel : result.modes.channels) {
    channel.load = coordinates(channel.unknowns, channel.load);
    channel.dual = coordinates(channel.unknowns, channel.dual);
  }
  result.modes.others.clear(); // the solutions themselves tell their powers
  const ModalFaces &faces = network.faces();
  for (std::size_t i = 0; i < faces.rank(); ++i)
    result.columns.push_back(coordinates(faces.unknowns_of(i), faces.values_of(i)));
  for (std::size_t i = 0; i < faces.rank(); ++i)
    for (std::size_t j = 0; j < faces.rank(); ++j)
      result.coefficients.push_back(faces.coefficient(i, j));
  return result;
}

RealBasis::Column PortSpan::column(std::size_t number, Index unknowns) const {
  RealBasis::Column column(static_cast<std::size_t>(unknowns), 0);
  for (std::size_t i = 0; i < unknowns_.size(); ++i)
    column[unknowns_[i]] = basis_[number][i];
  return column;
}

} // namespace curlew::fem
