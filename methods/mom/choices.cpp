#include <curlew/methods/mom/choices.hpp>

#include <curlew/core/words.hpp>
#include <curlew/io/case/case.hpp>

namespace curlew::mom {
namespace {

constexpr WordTable<Formulation, 5> k_formulations = {{{Formulation::automatic, "auto"},
                                                       {Formulation::efie, "efie"},
                                                       {Formulation::mfie, "mfie"},
                                                       {Formulation::cfie, "cfie"},
                                                       {Formulation::pmchwt, "pmchwt"}}};
constexpr WordTable<LowFrequency, 3> k_low_frequencies = {
    {{LowFrequency::automatic, "auto"}, {LowFrequency::on, "on"}, {LowFrequency::off, "off"}}};
constexpr WordTable<FillVariant, 3> k_fill_variants = {
    {{FillVariant::edge, "edge"}, {FillVariant::face, "face"}, {FillVariant::face, "auto"}}};
constexpr WordTable<Testing, 2> k_testings = {
    {{Testing::galerkin, "galerkin"}, {Testing::centroid, "centroid"}}};
constexpr WordTable<SolverMethod, 3> k_solver_methods = {
    {{SolverMethod::automatic, "auto"}, {SolverMethod::lu, "lu"}, {SolverMethod::aim, "aim"}}};
constexpr WordTable<AimKrylov, 4> k_krylovs = {{{AimKrylov::automatic, "auto"},
                                                {AimKrylov::gmres, "gmres"},
                                                {AimKrylov::cocr, "cocr"},
                                                {AimKrylov::gcr, "gcr"}}};
constexpr WordTable<AimPreconditioner, 6> k_aim_preconditioners = {
    {{AimPreconditioner::automatic, "auto"},
     {AimPreconditioner::none, "none"},
     {AimPreconditioner::jacobi, "jacobi"},
     {AimPreconditioner::sai, "sai"},
     {AimPreconditioner::ras, "ras"},
     {AimPreconditioner::block, "block"}}};

AimSpecification aim_of(const SolverSpec &solver) {
  return {{solver.aim.order, solver.aim.spacing_m, solver.aim.near, solver.aim.is_single},
          parse_word(k_krylovs, solver.krylov),
          parse_word(k_aim_preconditioners, solver.preconditioner.type),
          solver.tolerance,
          solver.max_iterations};
}

} // namespace

Choices choices_of(const Case &input) {
  const auto &keys = input.discretization;
  const auto word = [&](const char *key) { return keys.at(key).get<std::string>(); };
  return {parse_word(k_formulations, word("formulation")),
          {parse_word(k_testings, word("testing")), keys.at("quadrature").get<int>()},
          parse_word(k_fill_variants, word("variant")),
          keys.at("alpha").get<double>(),
          parse_word(k_low_frequencies, word("low_frequency")),
          parse_word(k_solver_methods, input.solver.method),
          aim_of(input.solver)};
}

std::string to_string(Formulation formulation) {
  return word_of(k_formulations, formulation);
}

std::string to_string(FillVariant variant) {
  return word_of(k_fill_variants, variant);
}

std::string to_string(AimKrylov krylov) {
  return word_of(k_krylovs, krylov);
}

std::string to_string(AimPreconditioner preconditioner) {
  return word_of(k_aim_preconditioners, preconditioner);
}

} // namespace curlew::mom
