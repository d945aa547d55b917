#include <curlew/methods/shared/time/recorded_sums.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

namespace curlew {

void require_sums(const FieldState &whole, const RecordedSums &sums) {
  const auto at = whole.find(sums.name);
  if (at == whole.end() || (sums.size && at->second.size() != *sums.size))
    throw InputError(fmt::format("{}: the checkpoint is of a run without {} begin with the first "
                                 "step; run without --restart, or {}",
                                 sums.case_location, sums.what, sums.remedy));
}

} // namespace curlew
