// Built in place of voxel_file.cpp when VTK is switched off.
#include <curlew/core/error.hpp>
#include <curlew/io/fields/voxel_file.hpp>

namespace curlew {

VoxelImage read_voxel_image(const std::filesystem::path &, const std::string &) {
  throw NotCompiled("reading voxels from an image (VTK)",
                    "configure with -DCURLEW_ENABLE_VTK=ON, or describe the objects by shapes");
}

} // namespace curlew
