#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/angles.hpp>
#include <curlew/io/case/sections/excitations/plane_wave.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr double k_along = 1e-6; // largest part of a polarization along the wave
constexpr std::int64_t k_most_angles = 100000;

double dot(const Vector3 &a, const Vector3 &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Checks one of the two vectors of a polarization, whose length is `length`.
void check_transverse(CheckContext &context, const std::string &pointer, const Vector3 &vector,
                      const Vector3 &direction, double length) {
  const double along = dot(vector, direction);
  if (std::abs(along) <= k_along * length)
    return;
  Vector3 across = vector;
  for (int d = 0; d < 3; ++d)
    across[d] -= along * direction[d];
  const bool has_none = std::sqrt(dot(across, across)) <= k_along * length;
  context.error(pointer,
                in_quotes(dotted(pointer)) + " is " + point_text(vector) +
                    ", which is not at right angles to the direction; " +
                    (has_none ? "no part of it is" : "the part that is: " + point_text(across)));
}

void check_polarization(CheckContext &context, const std::string &pointer) {
  const ordered_json *direction = context.find(pointer + "/direction");
  const ordered_json *real = context.find(pointer + "/polarization");
  const ordered_json *imag = context.find(pointer + "/polarization_imag");
  if (direction == nullptr || real == nullptr ||
      (imag == nullptr && context.is_given(pointer + "/polarization_imag")))
    return;
  const auto a = real->get<Vector3>();
  const auto b = imag == nullptr ? Vector3{0, 0, 0} : imag->get<Vector3>();
  const double length = std::sqrt(dot(a, a) + dot(b, b));
  if (length == 0) {
    context.error(pointer + "/polarization", "the polarization is zero");
    return;
  }
  if (*direction == ordered_json::array({0, 0, 0}))
    return;
  const Vector3 unit = normalised(direction->get<Vector3>());
  check_transverse(context, pointer + "/polarization", a, unit, length);
  if (imag != nullptr)
    check_transverse(context, pointer + "/polarization_imag", b, unit, length);
}

// Refuses keys of the other form of a wave.
void refuse(CheckContext &context, const std::string &pointer, const ordered_json &value,
            const char *given, std::initializer_list<const char *> others) {
  for (const char *key : others)
    if (value.contains(key))
      context.error_at_key(child_pointer(pointer, key),
                           in_quotes(key) + " does not go with " + in_quotes(given) +
                               "; a wave is given by \"direction\" and \"polarization\", or by "
                               "\"theta\", \"phi\" and \"pol\"");
}

void check_sweep_of_waves(CheckContext &context, const std::string &pointer) {
  double count = 1;
  for (const char *key : {"theta", "phi"}) {
    const std::string at = child_pointer(pointer, key);
    if (!check_angles(context, at))
      return;
    count *= static_cast<double>(sweep_count(*context.find(at)));
  }
  warn_of_angles(context, pointer + "/pol");
  if (const ordered_json *pol = context.find(pointer + "/pol"))
    count *= pol->is_array() ? static_cast<double>(pol->size()) : 1;
  if (count > static_cast<double>(k_most_angles))
    context.error(pointer, "the sweep has " + number_text(count) + " waves; " +
                               std::to_string(k_most_angles) + " are the most");
}

} // namespace

bool check_angles(CheckContext &context, const std::string &pointer) {
  const ordered_json *value = context.find_sweep(pointer, "step");
  if (value == nullptr)
    return false;
  const std::int64_t count = sweep_count(*value);
  if (count < 1)
    context.error(pointer, in_quotes(dotted(pointer)) + " goes from " +
                               number_text((*value)["start"].get<double>()) + " to " +
                               number_text((*value)["stop"].get<double>()) +
                               " deg; steps are positive, so that \"start\" is the smaller one");
  if (count > k_most_angles)
    context.error(pointer, in_quotes(dotted(pointer)) + " has " + std::to_string(count) +
                               " angles; " + std::to_string(k_most_angles) + " are the most");
  if (count < 1 || count > k_most_angles)
    return false;
  warn_of_angles(context, pointer);
  if (last_part(pointer) == "theta")
    warn_beyond_poles(context, pointer);
  return true;
}

void check_plane_wave(CheckContext &context, const std::string &pointer,
                      const ordered_json &value) {
  if (value.contains("direction") == value.contains("theta"))
    return; // reported by the schema
  if (value.contains("direction")) {
    refuse(context, pointer, value, "direction", {"phi", "pol"});
    check_polarization(context, pointer);
  } else {
    refuse(context, pointer, value, "theta", {"polarization", "polarization_imag"});
    check_sweep_of_waves(context, pointer);
  }
}

} // namespace curlew
