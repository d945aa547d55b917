#pragma once

#include <curlew/io/case/case.hpp>

#include <filesystem>
#include <string>

namespace curlew {

// Reads a labelled image from a .vti (VTK's XML ImageData, any of its encodings): cell array
// `array` of integers with one component. Its bricks begin at the start of the image's extent,
// which need not be its origin.
//
// Throws InputError, which names the file and gives VTK's message, for a file that is absent, no
// image, cut off or damaged; an image that is flat, turned out of the axes or of bricks that have
// no size; an array that is absent (listing those there are), of points, not of integers, of
// several components, or of labels beyond 32 bits. Throws NotCompiled in a build without VTK.
VoxelImage read_voxel_image(const std::filesystem::path &file, const std::string &array);

} // namespace curlew
