#pragma once

#include <curlew/core/spectral_medium.hpp>
#include <curlew/io/case/sections/objects/objects.hpp>

#include <filesystem>
#include <map>
#include <memory>

namespace curlew {

// Contents of the files that a case names. The checks read them, so that their errors are reported
// with all others, and pass them on to the Case.
struct CaseFiles {
  std::map<std::filesystem::path, std::shared_ptr<const VoxelImage>> images;
  std::map<std::filesystem::path, std::shared_ptr<const PermittivityTable>> tables;
};

} // namespace curlew
