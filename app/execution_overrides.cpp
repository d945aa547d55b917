#include "execution_overrides.hpp"

namespace curlew::app {

Overrides execution_overrides(const std::vector<std::string> &settings, const std::string &backend,
                              int threads) {
  Overrides overrides(settings);
  if (!backend.empty())
    overrides.options.push_back({"--backend " + backend, {"run", "backend"}, backend});
  if (threads > 0)
    overrides.options.push_back(
        {"--threads " + std::to_string(threads), {"run", "threads"}, threads});
  return overrides;
}

} // namespace curlew::app
