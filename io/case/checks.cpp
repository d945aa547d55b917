#include <curlew/io/case/checks.hpp>

#include <curlew/io/case/check_rooms.hpp>
#include <curlew/io/case/quote.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

void mesh(CheckContext &context) {
  if (context.is_given("/mesh/box") && context.is_given("/mesh/length_unit"))
    context.error_at_key("/mesh/length_unit",
                         "\"length_unit\" is for mesh files; the lengths of a box "
                         "carry their own units");
  const ordered_json *file = context.find("/mesh/file");
  if (file == nullptr)
    return;
  const auto path = context.path_of(file->get<std::string>());
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    context.error("/mesh/file", "there is no mesh file " + path.string());
  else if (std::filesystem::is_directory(path, error))
    context.error("/mesh/file", path.string() + " is a folder; a mesh file is expected");
}

void empty_groups(CheckContext &context, const std::string &pointer) {
  context.for_each(pointer, [&](const std::string &child, const ordered_json &) {
    if (child == pointer + "/")
      context.error_at_key(child, "the name of a mesh group is empty");
  });
}

void time(CheckContext &context) {
  const ordered_json *courant = context.find("/time/courant"),
                     *unstable = context.find("/time/allow_unstable");
  if (courant != nullptr && courant->get<double>() > 1 && unstable != nullptr &&
      !unstable->get<bool>())
    context.error("/time/courant", "\"time.courant\" is " + courant->dump() +
                                       "; it must be in (0, 1] (up to 1.1 with "
                                       "\"allow_unstable\": true)");
}

void schedule(CheckContext &context, const std::string &pointer) {
  const ordered_json *every = context.find(pointer);
  if (every != nullptr && every->is_number() && every->get<double>() >= 1)
    context.warn(pointer, in_quotes(dotted(pointer)) + " is " + every->dump() +
                              " s; a number of steps is written \"" + every->dump() + " steps\"");
}

// What belongs to methods on a mesh, in time.
void check_in_time(CheckContext &context) {
  mesh(context);
  check_regions(context);
  empty_groups(context, "/regions");
  empty_groups(context, "/boundaries");
  time(context);
  check_probes(context);
  check_spectra(context);
  for (const char *output : {"fields", "energy", "checkpoint"})
    schedule(context, std::string("/outputs/") + output + "/every");
}

// What belongs to methods on a grid, at frequencies.
void check_at_frequencies(CheckContext &context) {
  check_objects(context);
  check_frequencies(context);
  check_solver(context);
  check_phasor_outputs(context);
}

} // namespace

void check_meaning(const Document &document, const ordered_json &resolved,
                   const std::filesystem::path &base_dir, CaseErrors &errors,
                   std::vector<std::string> &warnings, CaseFiles &files) {
  // Without its method nothing is known of a case.
  if (!resolved.is_object() || !resolved.value("method", ordered_json()).is_string())
    return;
  CheckContext context(document, resolved, base_dir, errors, warnings, files);
  check_materials(context);
  check_grid(context);
  check_excitations(context);
  if (context.method() == "fdfd")
    check_at_frequencies(context);
  else
    check_in_time(context);
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
