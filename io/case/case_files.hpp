#pragma once

#include <curlew/io/case/sections/objects/objects.hpp>

#include <filesystem>
#include <map>
#include <memory>

namespace curlew {

// What a case's files hold. The checks read them, so that their errors come with all others, and
// hand them on to the Case.
struct CaseFiles {
  std::map<std::filesystem::path, std::shared_ptr<const VoxelImage>> images;
};

} // namespace curlew
