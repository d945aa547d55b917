#pragma once

#include <string_view>

namespace curlew {

// Which names in a results folder are Curlew's: nothing else there may be removed. All but the name
// of a folder also hold for what a write that was cut off leaves, ".<name>.partial".

// A file at the top: "energy.csv", "probe_a.csv", "convergence_3.csv".
bool is_result_file_name(std::string_view name);

// In fields/: "fields_000050.vtu" and its like; ".pvtu" lists the pieces of several ranks,
// "fields_000003_1.vti" is a slice.
bool is_field_file_name(std::string_view name);
// In fields/: "fields_000050", the folder of these pieces.
bool is_pieces_folder_name(std::string_view name);
// In that folder: "fields_000050_3.vtu".
bool is_piece_name(std::string_view name);

// In checkpoint/: "slot-0".
bool is_slot_name(std::string_view name);

} // namespace curlew
