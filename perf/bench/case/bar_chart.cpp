#include <curlew/perf/bench/case/bar_chart.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace curlew::bench {
namespace {

using nlohmann::ordered_json;

// Colours that the colour-blind can tell apart (Okabe and Ito); the last is for all other phases.
constexpr const char *k_colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                     "#56b4e9", "#d55e00", "#999999"};
constexpr std::size_t k_named = std::size(k_colours) - 1;
constexpr double k_width = 800, k_left = 190, k_right = 90, k_bar = 24, k_gap = 12, k_top = 60;

std::string escaped(const std::string &text) {
  std::string result;
  for (const char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

std::string text_at(double x, double y, const char *anchor, const std::string &text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped(text));
}

std::string bar_at(double x, double y, double width, double height, const char *colour,
                   const std::string &tip) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                     "fill=\"{}\"><title>{}</title></rect>\n",
                     x, y, width, height, colour, escaped(tip));
}

// Returns the phases with the most seconds in all runs.
std::vector<std::string> longest_phases(const ordered_json &rows) {
  std::map<std::string, double> sums;
  for (const ordered_json &row : rows)
    for (const auto &[phase, seconds] : row["phase_seconds"].items())
      sums[phase] += seconds.get<double>();
  std::vector<std::string> phases;
  for (const auto &[phase, seconds] : sums)
    phases.push_back(phase);
  std::sort(phases.begin(), phases.end(),
            [&](const std::string &a, const std::string &b) { return sums[a] > sums[b]; });
  phases.resize(std::min(phases.size(), k_named));
  return phases;
}

// Returns the seconds of each of these phases, and last of all others.
std::vector<double> seconds_of(const ordered_json &row, const std::vector<std::string> &phases) {
  std::vector<double> seconds(phases.size() + 1, 0.0);
  for (const auto &[phase, value] : row["phase_seconds"].items())
    seconds[std::find(phases.begin(), phases.end(), phase) - phases.begin()] += value.get<double>();
  return seconds;
}

} // namespace

std::string bar_chart(const std::string &title, const ordered_json &rows) {
  const std::vector<std::string> phases = longest_phases(rows);
  double longest_s = 0;
  for (const ordered_json &row : rows)
    longest_s = std::max(longest_s, row["run_seconds"].get<double>());
  const double scale = (k_width - k_left - k_right) / std::max(longest_s, 1e-12);
  std::string bars;
  double y = k_top;
  for (const ordered_json &row : rows) {
    bars += text_at(k_left - 8, y + 0.7 * k_bar, "end", row["run"]);
    const std::vector<double> seconds = seconds_of(row, phases);
    double x = k_left;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const std::string phase = i < phases.size() ? phases[i] : "other phases";
      const char *colour = k_colours[i < phases.size() ? i : k_named];
      bars += bar_at(x, y, seconds[i] * scale, k_bar, colour,
                     fmt::format("{}: {:.3g} s", phase, seconds[i]));
      x += seconds[i] * scale;
    }
    bars += text_at(x + 6, y + 0.7 * k_bar, "start",
                    fmt::format("{:.3g} s", row["run_seconds"].get<double>()));
    y += k_bar + k_gap;
  }
  std::string legend;
  double x = k_left;
  y += k_gap;
  for (std::size_t i = 0; i <= phases.size(); ++i) {
    const std::string phase = i < phases.size() ? phases[i] : "other phases";
    const double width = 30 + 7.5 * static_cast<double>(phase.size());
    if (x + width > k_width) {
      x = k_left;
      y += 20;
    }
    legend += bar_at(x, y, 12, 12, k_colours[i < phases.size() ? i : k_named], phase);
    legend += text_at(x + 17, y + 11, "start", phase);
    x += width;
  }
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                     "font-family=\"sans-serif\" font-size=\"13\">\n"
                     "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n",
                     k_width, y + 40) +
         text_at(k_left, 24, "start", title + ": seconds by phase") + bars + legend + "</svg>\n";
}

} // namespace curlew::bench
