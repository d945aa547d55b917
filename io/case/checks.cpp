#include <curlew/io/case/checks.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/quote.hpp>
#include <curlew/io/case/waveform_file.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Rounding of a tensor that a script has rotated.
constexpr double k_asymmetry = 1e-12;
constexpr std::size_t k_longest_name =
    100; // bytes; "probe_" and ".csv" must fit a file system's 255

constexpr std::int64_t k_most_places = 1000000; // as the schema has it for a line

bool is_complete(const ordered_json &value) {
  return !value.is_null() &&
         (!value.is_structured() || std::all_of(value.begin(), value.end(), is_complete));
}

class MeaningChecks {
public:
  MeaningChecks(const Document &document, const ordered_json &resolved,
                const std::filesystem::path &base_dir, CaseErrors &errors,
                std::vector<std::string> &warnings)
      : document_(document), resolved_(resolved), base_dir_(base_dir), errors_(errors),
        warnings_(warnings) {}

  void run() {
    mesh();
    materials();
    regions();
    boundaries();
    time();
    for_each("/excitations",
             [&](const std::string &p, const ordered_json &v) { excitation(p, v); });
    unique_names("/excitations", "name", "the excitation");
    for_each("/outputs/probes", [&](const std::string &p, const ordered_json &v) { probe(p, v); });
    unique_names("/outputs/probes", "name", "the probe");
    for_each("/outputs/spectra",
             [&](const std::string &p, const ordered_json &v) { spectrum(p, v); });
    unique_names("/outputs/spectra", "probe", "the spectrum of probe");
    for (const char *output : {"fields", "energy", "checkpoint"})
      schedule(std::string("/outputs/") + output + "/every");
  }

private:
  // The resolved value at a pointer; nullptr when it is absent or wrong.
  const ordered_json *find(const std::string &pointer) const {
    const ordered_json::json_pointer p(pointer);
    return resolved_.contains(p) && is_complete(resolved_.at(p)) ? &resolved_.at(p) : nullptr;
  }
  // The same, also when parts of it are wrong.
  const ordered_json *find_partial(const std::string &pointer) const {
    const ordered_json::json_pointer p(pointer);
    return resolved_.contains(p) && !resolved_.at(p).is_null() ? &resolved_.at(p) : nullptr;
  }
  // Whether the user wrote it.
  bool is_given(const std::string &pointer) const {
    return document_.value.contains(ordered_json::json_pointer(pointer));
  }

  template <class F> void for_each(const std::string &pointer, F &&f) const {
    const ordered_json *list = find_partial(pointer);
    if (list == nullptr)
      return;
    std::size_t index = 0;
    for (const auto &[key, value] : list->items()) {
      const std::string child =
          list->is_array() ? child_pointer(pointer, index++) : child_pointer(pointer, key);
      if (!value.is_null())
        f(child, value);
    }
  }

  void warn(const std::string &pointer, const std::string &message) const {
    warnings_.push_back(document_.map.where(pointer) + ": " + message);
  }

  // Names become parts of file names: probe_<name>.csv.
  std::string fault_of_name(const std::string &name) const {
    if (name.empty())
      return "is empty";
    if (name.size() > k_longest_name)
      return "is longer than " + std::to_string(k_longest_name) + " bytes";
    if (name.front() == '.' || name.front() == ' ' || name.back() == ' ')
      return "starts with a dot or a space, or ends with a space";
    const bool bad = std::any_of(name.begin(), name.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7F ||
             std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos;
    });
    return bad ? "has a character that file names cannot have (/ \\ : * ? \" < > | or a control "
                 "character)"
               : "";
  }

  void check_name(const std::string &pointer, const ordered_json &owner) {
    if (!owner.contains("name") || owner["name"].is_null())
      return;
    const auto name = owner["name"].get<std::string>();
    if (const std::string fault = fault_of_name(name); !fault.empty())
      errors_.at_value(child_pointer(pointer, "name"), "the name " + in_quotes(name) + " " + fault);
  }

  void unique_names(const std::string &list, const std::string &key, const std::string &what) {
    std::map<std::string, std::string> first; // name -> pointer
    for_each(list, [&](const std::string &pointer, const ordered_json &value) {
      if (!value.contains(key) || value[key].is_null())
        return;
      const std::string child = child_pointer(pointer, key);
      const auto [it, is_new] = first.emplace(value[key].get<std::string>(), child);
      if (!is_new)
        errors_.at_value(child, what + " " + in_quotes(it->first) + " is given twice; first at " +
                                    document_.map.where(it->second));
    });
  }

  void mesh() {
    if (is_given("/mesh/box") && is_given("/mesh/length_unit"))
      errors_.at_key("/mesh/length_unit", "\"length_unit\" is for mesh files; the lengths of a box "
                                          "carry their own units");
    const ordered_json *file = find("/mesh/file");
    if (file == nullptr)
      return;
    const auto path = absolute_path(base_dir_, file->get<std::string>());
    std::error_code error;
    if (!std::filesystem::exists(path, error))
      errors_.at_value("/mesh/file", "there is no mesh file " + path.string());
    else if (std::filesystem::is_directory(path, error))
      errors_.at_value("/mesh/file", path.string() + " is a folder; a mesh file is expected");
  }

  void materials() {
    for_each("/materials", [&](const std::string &pointer, const ordered_json &material) {
      const std::string key = dotted(pointer.substr(pointer.rfind('/')));
      if (const std::string fault = fault_of_name(key); !fault.empty())
        errors_.at_key(pointer, "the name " + in_quotes(key) + " " + fault);
      if (material.contains("pec") && material.size() > 1)
        errors_.at_value(pointer, "material " + in_quotes(key) +
                                      " has \"pec\" and other constants; a perfect conductor has "
                                      "no others");
      if (resolved_["method"] != "fdfd")
        tensor(child_pointer(pointer, "eps_r"), true);
      tensor(child_pointer(pointer, "mu_r"), true);
      tensor(child_pointer(pointer, "sigma"), false);
    });
  }

  void tensor(const std::string &pointer, bool definite) {
    const ordered_json *value = find(pointer);
    if (value == nullptr)
      return;
    if (value->is_array() && (*value)[0].is_array() && !is_symmetric(*value)) {
      errors_.at_value(pointer, in_quotes(dotted(pointer)) + " is not symmetric: " + value->dump());
      return;
    }
    const SymmetricTensor result = to_tensor(*value);
    if (definite && !result.is_positive_definite())
      errors_.at_value(pointer, in_quotes(dotted(pointer)) + " is " + value->dump() +
                                    "; it must be " +
                                    (value->is_number() ? "above 0" : "positive definite"));
    if (!definite && !result.is_positive_semidefinite())
      errors_.at_value(pointer,
                       in_quotes(dotted(pointer)) + " is " + value->dump() + "; it must be " +
                           (value->is_number() ? "at least 0" : "positive semidefinite (no gain)"));
  }

  static bool is_symmetric(const ordered_json &rows) {
    double largest = 0, difference = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double a = rows[i][j].get<double>(), b = rows[j][i].get<double>();
        largest = std::max(largest, std::abs(a));
        difference = std::max(difference, std::abs(a - b));
      }
    return difference <= k_asymmetry * largest;
  }

  void regions() {
    const ordered_json *materials = find_partial("/materials");
    if (materials == nullptr)
      return;
    std::vector<std::string> names, used;
    for (const auto &[name, unused] : materials->items())
      names.push_back(name);
    for_each("/regions", [&](const std::string &pointer, const ordered_json &value) {
      used.push_back(value.get<std::string>());
      if (materials->contains(used.back()))
        return;
      const std::string likely = suggest(used.back(), names);
      errors_.at_value(pointer,
                       "unknown material " + in_quotes(used.back()) +
                           (likely.empty() ? "" : "; did you mean " + in_quotes(likely) + "?") +
                           " (materials: " + quoted_list(names) + ")");
    });
    empty_groups("/regions");
    if (is_given("/regions"))
      for (const std::string &name : names)
        if (std::find(used.begin(), used.end(), name) == used.end())
          warn(child_pointer("/materials", name),
               "material " + in_quotes(name) + " is in no region");
  }

  void boundaries() { empty_groups("/boundaries"); }

  void empty_groups(const std::string &pointer) {
    for_each(pointer, [&](const std::string &child, const ordered_json &) {
      if (child == pointer + "/")
        errors_.at_key(child, "the name of a mesh group is empty");
    });
  }

  void time() {
    const ordered_json *courant = find("/time/courant"), *unstable = find("/time/allow_unstable");
    if (courant != nullptr && courant->get<double>() > 1 && unstable != nullptr &&
        !unstable->get<bool>())
      errors_.at_value("/time/courant", "\"time.courant\" is " + courant->dump() +
                                            "; it must be in (0, 1] (up to 1.1 with "
                                            "\"allow_unstable\": true)");
  }

  void excitation(const std::string &pointer, const ordered_json &value) {
    check_name(pointer, value);
    if (const ordered_json *direction = find(pointer + "/direction"))
      if (*direction == ordered_json::array({0, 0, 0}))
        errors_.at_value(pointer + "/direction", "the direction is zero");
    amplitude(pointer, value);
    waveform(pointer + "/waveform");
  }

  // The schema admits both units; which one is right depends on the place.
  void amplitude(const std::string &pointer, const ordered_json &value) {
    const ordered_json::json_pointer at(pointer + "/amplitude");
    if (find(pointer + "/amplitude") == nullptr || !is_given(pointer + "/amplitude") ||
        !document_.value.at(at).is_string() || value.contains("point") == value.contains("region"))
      return;
    try {
      parse_quantity(document_.value.at(at).get<std::string>(), value.contains("point")
                                                                    ? Dimension::current_moment
                                                                    : Dimension::current_density);
    } catch (const InputError &error) {
      errors_.at_value(pointer + "/amplitude",
                       in_quotes(dotted(pointer + "/amplitude")) + ": " + error.what());
    }
  }

  void waveform(const std::string &pointer) {
    if (const ordered_json *file = find(pointer + "/file")) {
      try {
        read_waveform_file(absolute_path(base_dir_, file->get<std::string>()));
      } catch (const InputError &error) {
        errors_.at_value(pointer + "/file", std::string("the waveform file: ") + error.what());
      }
    }
    const ordered_json *f0 = find(pointer + "/f0"), *bandwidth = find(pointer + "/bandwidth");
    if (f0 != nullptr && bandwidth != nullptr && bandwidth->get<double>() > 2 * f0->get<double>())
      warn(pointer + "/bandwidth",
           "the bandwidth reaches below 0 Hz: a static field may stay behind");
  }

  void probe(const std::string &pointer, const ordered_json &value) {
    check_name(pointer, value);
    const ordered_json *start = find(pointer + "/line/start"), *stop = find(pointer + "/line/stop");
    if (start != nullptr && stop != nullptr && *start == *stop)
      errors_.at_value(pointer + "/line", "the line has no length: start equals stop");
    if (const ordered_json *counts = find(pointer + "/plane/counts")) {
      const std::int64_t places =
          (*counts)[0].get<std::int64_t>() * (*counts)[1].get<std::int64_t>();
      if (places > k_most_places)
        errors_.at_value(pointer + "/plane/counts",
                         "the plane has " + std::to_string(places) + " places; " +
                             std::to_string(k_most_places) + " are the most");
    }
    const ordered_json *u = find(pointer + "/plane/u"), *v = find(pointer + "/plane/v");
    if (u != nullptr && v != nullptr && are_parallel(*u, *v))
      errors_.at_value(pointer + "/plane", "the plane has no area: u and v are parallel or zero");
  }

  static bool are_parallel(const ordered_json &a, const ordered_json &b) {
    const auto u = a.get<std::array<double, 3>>(), v = b.get<std::array<double, 3>>();
    const double lengths = std::hypot(u[0], u[1], u[2]) * std::hypot(v[0], v[1], v[2]);
    const double area =
        std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    constexpr double k_smallest_sine = 1e-9; // below it the places of a grid fall on a line
    return !(area > k_smallest_sine * lengths);
  }

  void spectrum(const std::string &pointer, const ordered_json &value) {
    if (value.contains("probe") && !value["probe"].is_null())
      spectrum_probe(child_pointer(pointer, "probe"), value["probe"].get<std::string>());
    const ordered_json *band = find(pointer + "/band"), *expected = find(pointer + "/expected");
    if (band == nullptr) {
      const ordered_json *excitations = find_partial("/excitations");
      if (!value.contains("band") && excitations != nullptr && excitations->empty())
        errors_.at_value(pointer, "\"band\" is missing: without excitations there is no waveform "
                                  "to take it from");
      return;
    }
    const double low = (*band)[0].get<double>(), high = (*band)[1].get<double>();
    if (low >= high)
      errors_.at_value(pointer + "/band", "the band goes from " + (*band)[0].dump() + " Hz to " +
                                              (*band)[1].dump() + " Hz; the lower end comes first");
    for (std::size_t i = 0; expected != nullptr && i < expected->size(); ++i)
      if (const double f = (*expected)[i].get<double>(); f < low || f > high)
        warn(child_pointer(pointer + "/expected", i),
             "the expected peak at " + (*expected)[i].dump() + " Hz lies outside the band");
  }

  void spectrum_probe(const std::string &pointer, const std::string &wanted) {
    std::vector<std::string> names;
    bool found = false;
    for_each("/outputs/probes", [&](const std::string &, const ordered_json &probe) {
      if (!probe.contains("name") || probe["name"].is_null())
        return;
      names.push_back(probe["name"].get<std::string>());
      if (names.back() != wanted)
        return;
      found = true;
      if (!probe.contains("point"))
        errors_.at_value(pointer, "probe " + in_quotes(wanted) +
                                      " is no point; spectra are of point probes");
    });
    const std::string likely = suggest(wanted, names);
    if (!found)
      errors_.at_value(pointer,
                       "unknown probe " + in_quotes(wanted) +
                           (likely.empty() ? "" : "; did you mean " + in_quotes(likely) + "?") +
                           " (probes: " + (names.empty() ? "none" : quoted_list(names)) + ")");
  }

  void schedule(const std::string &pointer) const {
    const ordered_json *every = find(pointer);
    if (every != nullptr && every->is_number() && every->get<double>() >= 1)
      warn(pointer, in_quotes(dotted(pointer)) + " is " + every->dump() +
                        " s; a number of steps is written \"" + every->dump() + " steps\"");
  }

  const Document &document_;
  const ordered_json &resolved_;
  const std::filesystem::path &base_dir_;
  CaseErrors &errors_;
  std::vector<std::string> &warnings_;
};

} // namespace

void check_meaning(const Document &document, const ordered_json &resolved,
                   const std::filesystem::path &base_dir, CaseErrors &errors,
                   std::vector<std::string> &warnings) {
  // Without its method nothing is known of a case.
  if (resolved.is_object() && resolved.value("method", ordered_json()).is_string())
    MeaningChecks(document, resolved, base_dir, errors, warnings).run();
}

std::filesystem::path absolute_path(const std::filesystem::path &base_dir,
                                    const std::string &path) {
  const std::filesystem::path joined = base_dir / path; // empty: a bare file name's folder
  return std::filesystem::absolute(joined.empty() ? "." : joined).lexically_normal();
}

SymmetricTensor to_tensor(const ordered_json &value) {
  if (value.is_number())
    return SymmetricTensor::isotropic(value.get<double>());
  if (!value[0].is_array())
    return {{value[0].get<double>(), value[1].get<double>(), value[2].get<double>(), 0, 0, 0}};
  const auto mean = [&](int i, int j) {
    return 0.5 * (value[i][j].get<double>() + value[j][i].get<double>());
  };
  return {{mean(0, 0), mean(1, 1), mean(2, 2), mean(0, 1), mean(0, 2), mean(1, 2)}};
}

} // namespace curlew
