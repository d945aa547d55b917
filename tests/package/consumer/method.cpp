// A whole method: the check of a case file that the consumer brings along as text.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/dgatd/case/check_case.hpp>
#include <curlew/methods/dgatd/check.hpp>

#include <cstdio>
#include <optional>

int main() {
  const curlew::CaseFormat format = curlew::make_case_format({curlew::dgatd::case_method()});
  const curlew::Case input = curlew::parse_case(
      R"({ "method": "dgatd", "mesh": { "box": { "size": [2, 3, 4], "cells": [3, 4, 5] } },
           "materials": { "air": {} }, "regions": { "volume": "air" },
           "boundaries": { "default": { "type": "pec" } }, "time": { "steps": 10 },
           "outputs": { "probes": [ { "name": "p", "point": [1, 1, 1] } ] } })",
      "text", ".", format);
  std::optional<curlew::KokkosRuntime> runtime; // a CUDA build needs a device
  if (curlew::why_kokkos_cannot_start().empty())
    runtime.emplace(0);
  std::printf("method: %s", curlew::dgatd::check(input).c_str());
  return 0;
}
