#pragma once

namespace curlew {

// Advice for a variant of the papers that this program was built without.
inline constexpr const char *k_add_published = "./bootstrap run CASE adds the published variants "
                                               "that a case names and ./bootstrap build all of "
                                               "them; with CMake: -DCURLEW_ENABLE_PUBLISHED=ON";

} // namespace curlew
