#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/io/case/sections/reading.hpp>

namespace curlew {

class CheckContext;

// Reads the samples of a waveform of type "file"; sets the delay of a pulse without one.
Waveform read_waveform(const nlohmann::ordered_json &node, const ReadContext &context);
nlohmann::ordered_json to_json(const Waveform &waveform);

void check_waveform(CheckContext &context, const std::string &pointer);

} // namespace curlew
