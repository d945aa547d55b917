#include <curlew/methods/dgtd/choices.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>

namespace curlew::dgtd {
namespace {

using nlohmann::ordered_json;

constexpr WordTable<Dispersion, 2> k_dispersions = {
    {{Dispersion::ode, "ode"}, {Dispersion::recursive, "recursive"}}};
constexpr WordTable<NonlinearSolver, 3> k_solvers = {
    {{NonlinearSolver::newton, "newton"},
     {NonlinearSolver::fixed_point, "fixed-point"},
     {NonlinearSolver::closed_form, "closed-form"}}};
constexpr WordTable<NonlinearForm, 3> k_forms = {{{NonlinearForm::exact, "exact"},
                                                  {NonlinearForm::midpoint, "midpoint"},
                                                  {NonlinearForm::energy, "energy"}}};

template <class Enum, std::size_t N>
Enum read_word(const WordTable<Enum, N> &words, const ordered_json &keys, const char *key) {
  return parse_word(words, keys.at(key).get_ref<const std::string &>());
}

NonlinearChoices read_nonlinear(const ordered_json &keys) {
  return {read_word(k_solvers, keys, "method"), read_word(k_forms, keys, "form"),
          keys.at("tolerance").get<double>(), keys.at("max_iterations").get<int>()};
}

LocalSteps read_local_steps(const ordered_json &value, SchemeKind scheme) {
  if (value == false)
    return {};
  if (value == true) {
    static const ordered_json by_default = complete_section(
        case_method(), "discretization", {{"local_time_stepping", ordered_json::object()}});
    return read_local_steps(by_default["local_time_stepping"], scheme);
  }
  const bool is_published = value.contains("scheme") && value["scheme"] == "published";
  return {true, value.at("classes").get<int>(),
          value.contains("ratio") ? value["ratio"].get<int>() : 0,
          scheme != SchemeKind::central || is_published};
}

} // namespace

Choices choices_of(const Case &input) {
  const ordered_json &keys = input.discretization;
  Choices choices;
  choices.scheme = read_word(k_schemes, keys, "scheme");
  const bool is_dfdd = choices.scheme == SchemeKind::dfdd;
  choices.space = FunctionSpace{keys.at("order").get<int>(), keys.at("space") == "mixed"};
  choices.penalty = choices.scheme == SchemeKind::upwind ? 1.0 : keys.at("penalty").get<double>();
  choices.published_losses = is_dfdd && keys.at("losses") == "published";
  choices.two_step = is_dfdd && keys.at("recursion") == "two-step";
  choices.dispersion = read_word(k_dispersions, keys, "dispersion");
  choices.nonlinear = read_nonlinear(keys.at("nonlinear"));
  choices.local_steps = read_local_steps(keys.at("local_time_stepping"), choices.scheme);
  choices.variant = read_word(k_variants, keys, "variant");
  if (choices.variant == Variant::automatic)
    choices.variant = choices.two_step     ? Variant::stored
                      : has_nodal(choices) ? Variant::nodal
                                           : Variant::packed;
  return choices;
}

bool has_nodal(const Choices &choices) {
  return !choices.space.mixed && choices.scheme != SchemeKind::dfdd;
}

} // namespace curlew::dgtd
