#pragma once

#include <curlew/methods/dgatd/published/variants.hpp>
#include <curlew/methods/dgatd/scheme/run_variant.hpp>

// Defines make_<variant>() and time_<variant>() of a scheme.
#define CURLEW_PUBLISHED_VARIANT(variant, Scheme)                                                  \
  std::unique_ptr<DgatdScheme> make_##variant(Backend backend, const SchemeInput &input) {         \
    return make_variant<Scheme>(backend, input);                                                   \
  }                                                                                                \
  SchemeTimes time_##variant(Backend backend, const Problem &problem, double dt_s) {               \
    return time_variant<Scheme>(backend, problem, dt_s);                                           \
  }
