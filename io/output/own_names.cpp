#include <curlew/io/output/own_names.hpp>

#include <algorithm>

namespace curlew {
namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The middle of "prefix...suffix", empty if `name` is not of that form.
std::string_view between(std::string_view name, std::string_view prefix, std::string_view suffix) {
  if (name.size() <= prefix.size() + suffix.size() || !starts_with(name, prefix) ||
      !ends_with(name, suffix)) {
    return {};
  }
  return name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
}

// What a name stands for when it is that of a file left behind unfinished.
std::string_view without_partial(std::string_view name) {
  const std::string_view inner = between(name, ".", ".partial");
  return inner.empty() ? name : inner;
}

// "prefix<digits>_<digits>suffix"
bool has_two_numbers(std::string_view name, std::string_view prefix, std::string_view suffix) {
  const std::string_view middle = between(name, prefix, suffix);
  const std::size_t bar = middle.find('_');
  return bar != std::string_view::npos && all_digits(middle.substr(0, bar)) &&
         all_digits(middle.substr(bar + 1));
}

} // namespace

bool is_result_file_name(std::string_view name) {
  name = without_partial(name);
  for (const std::string_view own :
       {"case.resolved.json", "summary.json", "run.log", "rcs.csv", "far_field.csv", "port-S.csv",
        "convergence.csv", "energy.csv", "fields.pvd", "fields.vtu", "fields.vti", "fields.vtp"}) {
    if (name == own) {
      return true;
    }
  }
  return !between(name, "probe_", ".csv").empty() || !between(name, "spectrum_", ".csv").empty() ||
         !between(name, "peaks_", ".csv").empty() ||
         all_digits(between(name, "convergence_", ".csv"));
}

bool is_field_file_name(std::string_view name) {
  name = without_partial(name);
  for (const std::string_view suffix : {".vtu", ".vti", ".vtp", ".pvtu"}) {
    if (all_digits(between(name, "fields_", suffix))) {
      return true;
    }
  }
  return has_two_numbers(name, "fields_", ".vti"); // a slice
}

bool is_pieces_folder_name(std::string_view name) {
  return all_digits(between(name, "fields_", ""));
}

bool is_piece_name(std::string_view name) {
  return has_two_numbers(without_partial(name), "fields_", ".vtu");
}

bool is_slot_name(std::string_view name) {
  name = without_partial(name);
  return starts_with(name, "slot-") && all_digits(name.substr(5));
}

} // namespace curlew
