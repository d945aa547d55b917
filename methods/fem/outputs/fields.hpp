#pragma once

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/fem/outputs/radiating_faces.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <array>
#include <optional>
#include <vector>

namespace curlew::fem {

// Fields of a solution: peak phasors of E in V/m, H in A/m.
class Fields {
public:
  // `x`: [dof of the whole mesh], of the scattered field where there is an incident wave. All
  // arguments must outlive the fields.
  Fields(const Problem &problem, const Media &media, const PhasorField &x, double frequency_hz,
         const IncidentWave *incident = nullptr);

  struct Both {
    ComplexVector E{}, H{};
  };
  // Returns the fields inside of a tet, at barycentric coordinates of the mesh's nodes. `total`:
  // with the incident wave, except in absorbing layers, where the solution is the scattered field.
  Both at(Index tet, const std::array<double, 4> &barycentric, bool total) const;
  // Returns the fields at the points of a table.
  std::vector<Both> at(Index tet, const BasisTable &table, bool total) const;

  // Writes the solution and its curl at the points of a table: of the total field where
  // is_of_total_field(), else of the scattered field where there is an incident wave.
  void solution_at(Index tet, const TetShape &shape, const BasisTable &table,
                   FieldAndCurl *fields) const;

  // Returns eta0 / Z of the isotropic medium in a tet.
  std::complex<double> admittance_in_front(Index tet) const;

  // Returns true where the unknowns are those of the total field under a wave.
  bool is_of_total_field(Index tet) const {
    return !total_.empty() && problem_.has_total_field[tet];
  }
  const IncidentWave *incident() const { return incident_; }

  double frequency_hz() const { return frequency_hz_; }
  double wavenumber() const { return wavenumber_; }
  const Problem &problem() const { return problem_; }

private:
  const Problem &problem_;
  const Media &media_;
  const PhasorField &x_;
  PhasorField total_; // x with the wave's values in tets of the total field; empty: there are none
  const IncidentWave *incident_;
  double frequency_hz_, wavenumber_;
};

// Returns the point of a tet, straight or curved, at barycentric coordinates of the mesh's nodes,
// m.
Point point_in_tet(const Problem &problem, Index tet, const std::array<double, 4> &barycentric);

// Returns J = n x H and M = -n x E on the faces; of the scattered fields where there is an incident
// wave.
SurfaceCurrents surface_currents(const Fields &fields, const std::vector<RadiatingFace> &faces);

// Returns the power that leaves through these faces, W: of the total fields for `total`, else of
// the scattered fields.
double power_through(const Fields &fields, const std::vector<RadiatingFace> &faces, bool total);

// A rule for integrals of products of fields over tets.
struct TetRule {
  explicit TetRule(const DofMap &map);
  TetRule(const DofMap &map, const SimplexRule<4> &rule);

  std::vector<double> weights; // their sum is 1, or the share of the volume that the rule is for
  BasisTable table;
};

// Integrals over a tet: of E* eps_r E, V^2 m, and of H* mu_r H, A^2 m, from total fields.
struct TetForms {
  std::complex<double> electric, magnetic;
};
TetForms forms_of(const Fields &fields, const Media &media, Index tet, const TetRule &rule);

// Returns the power that a medium of these forms absorbs, W.
double power_of(const TetForms &forms, double wavenumber);

// Returns the power that the solved tets outside of absorbing layers absorb, from total fields, W.
double absorbed_in_media(const Fields &fields, const Media &media);

} // namespace curlew::fem
