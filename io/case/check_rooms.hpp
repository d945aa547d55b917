#pragma once

#include <curlew/io/case/check_context.hpp>

// The parts of check_meaning(). Each looks at its keys where the case has them.
namespace curlew {

void check_materials(CheckContext &context);
void check_regions(CheckContext &context);

// Counts, limits and absorbing layers; sets context.grid. With it the faces of the grid.
void check_grid(CheckContext &context);
// Places and materials of objects; reads the images of voxels.
void check_objects(CheckContext &context);

void check_excitations(CheckContext &context);
// A plane wave: its direction, polarization, angles.
void check_wave(CheckContext &context, const std::string &pointer,
                const nlohmann::ordered_json &value);
// A key that is an angle, a list or a sweep of them: false for one that has been reported.
bool check_angles(CheckContext &context, const std::string &pointer);

void check_probes(CheckContext &context);
void check_spectra(CheckContext &context);

void check_frequencies(CheckContext &context);
void check_solver(CheckContext &context);
// RCS, slices, SAR.
void check_phasor_outputs(CheckContext &context);

// A box between two corners must have a volume, some of it in the grid. `what` names it.
void check_box(CheckContext &context, const std::string &pointer, const std::string &what,
               const Vector3 &min, const Vector3 &max);
// The corner of a grid with the largest coordinates.
Vector3 far_corner(const GridSpec &grid);
// Whether a point lies in the grid or on its faces; whether a box has a part in it.
bool holds(const GridSpec &grid, const Vector3 &point);
bool touches(const GridSpec &grid, const Vector3 &min, const Vector3 &max);

// For messages: at most 12 digits, "(1, 2, 3)", "which reaches from ... to ...".
std::string number_text(double number);
std::string point_text(const Vector3 &point);
std::string range_text(const GridSpec &grid);

} // namespace curlew
