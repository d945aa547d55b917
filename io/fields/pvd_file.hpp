#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

struct PvdEntry {
  double time_s = 0;
  std::string file; // relative to the .pvd
  int part = 0;     // index among several files of one time
};

// Name of the list of a run's fields, in its results folder.
inline constexpr const char *k_pvd_name = "fields.pvd";

// Replaces the .pvd atomically. Throws OutputError.
void write_pvd(const std::filesystem::path &path, const std::vector<PvdEntry> &entries);

// Reads a .pvd that write_pvd wrote. Throws InputError with the line for anything else.
std::vector<PvdEntry> read_pvd(const std::filesystem::path &path);

} // namespace curlew
