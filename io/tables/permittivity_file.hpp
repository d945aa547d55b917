#pragma once

#include <curlew/core/spectral_medium.hpp>

#include <filesystem>

namespace curlew {

// Reads a CSV table of a permittivity. Its header names a first column `wavelength (UNIT)` (of
// vacuum) or `frequency (UNIT)`, and the columns `n` and `k`, or `eps'` and `eps''`; the last may
// be left out, and is 0 then. Losses are positive: eps = (n - j k)^2 = eps' - j eps'' of e^{+j
// omega t}. Rows go up or down; blank lines and those that begin with # are skipped.
//
// Throws InputError with file, line and column for a header of other names or a unit of another
// dimension, a field that is no finite number, rows out of order or given twice, gain (k or eps''
// below 0), a permittivity of 0, and fewer than two rows.
PermittivityTable read_permittivity_file(const std::filesystem::path &path);

} // namespace curlew
