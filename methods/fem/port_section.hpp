#pragma once

#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>

#include <array>
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace curlew::fem {

struct Port;

// A mode of a port's cross-section at a frequency: E = (e + n e_n) exp(-j beta z) along the outward
// normal n, for which n x curl E / mu_r = j k0 h~ on the face.
struct SectionMode {
  std::complex<double> constant;          // of propagation, beta in 1/m
  std::vector<std::complex<double>> e;    // of the section's dofs, 0 on conductors; (e, e) = 1
  std::vector<std::complex<double>> load; // integrals of h~ . phi_i
  std::complex<double> product;           // of e and load: 0 between two different modes
  double power_w = 0;                     // of an amplitude of 1; 0 below the cutoff
  double impedance_ohm = 0; // by the port's definition; of hollow guides eta0 (e,e)/(e,h~)
  bool travels() const { return power_w > 0; }
};

// The cross-section of a port by the tangential functions of its triangles for e, and by the scalar
// functions whose gradients they hold for e_n: @cite lee1991. With e_n = j beta p and the matrices
// S, M, N of curls, fields and scalar functions, and G of gradients,
//   [ S - k0^2 M_eps   0 ] [ e ]             [ M_1/mu       M_1/mu G                    ] [ e ]
//   [ 0                0 ] [ p ]  = -beta^2  [ G^T M_1/mu   G^T M_1/mu G - k0^2 N_eps   ] [ p ],
// which holds no spurious modes: the gradients of p are among the fields e, and the second row is
// kept to at each step of the iteration (section_modes.hpp). e is 0 along conductors, which lossy
// ones (impedances) count as, and free on magnetic walls and absorbing ones.
class PortSection {
public:
  using complex = std::complex<double>;

  // The case must stay.
  PortSection(const Case &input, const Model &model, const Port &port, const DofMap &map);

  const std::vector<Index> &dofs() const { return dofs_; } // of the whole mesh, rising
  bool is_free(Index local) const { return free_dof_[local] >= 0; }

  // The modes that the case asks for and one more where there is one, by falling beta^2. Kept
  // for frequencies asked before. Throws InputError, in the name of the port, where the first one
  // does not travel, where the triangles carry fewer, and for an anisotropic medium; NotConverged.
  const std::vector<SectionMode> &modes(double frequency_hz) const;

  // Of a mode of modes(f); kept for all frequencies.
  double impedance_ohm(double frequency_hz, int mode) const;

  // Of two conductors: (e, e) of e = -grad V, V the potential of 1 V of least energy between them.
  double potential_norm() const;

  // B x, B the matrix of products of the face.
  std::vector<complex> times_mass(const std::vector<complex> &x) const;

private:
  struct Triangle {
    std::vector<Index> dofs, scalars; // of the section
    std::vector<double> mass, curl, scalar_mass;
    std::uint16_t material = 0;
  };
  struct Medium {
    complex eps, inverse_mu;
  };
  struct System; // matrices of a triangle at a frequency

  Index local(Index dof) const;
  Triangle measure(const Model &model, const DofMap &map, const GradientRows &gradient,
                   Index face) const;
  void find_conductors(const Model &model, const Port &port);
  void find_moments(const Model &model, const Port &port, const DofMap &map);
  // Entries of G on a triangle: of its function j, of its scalar function, +-1.
  template <class Visit> void each_gradient(const Triangle &triangle, const Visit &visit) const;

  std::vector<Medium> media_at(double frequency_hz) const;
  std::vector<SectionMode> find_modes(double frequency_hz) const;
  System system_of(const Triangle &triangle, const Medium &medium, double wavenumber) const;
  // Of a mode's e and p: what follows.
  void add_load(double wavenumber, const std::vector<Medium> &media, const std::vector<complex> &p,
                SectionMode &mode) const;
  void align(double wavenumber, std::vector<SectionMode> &modes) const;
  complex moment(int weight, const Vector3 &direction, const std::vector<complex> &e) const;

  const Case &input_;
  std::string location_;
  int modes_ = 1;
  std::string definition_;
  std::optional<Vector3> direction_;
  double area_m2_ = 0;
  int per_triangle_ = 0;
  ElementSpace space_;
  std::vector<Index> dofs_, scalars_;         // of the whole mesh, rising
  std::vector<Index> free_dof_, free_scalar_; // numbers, -1 on conductors
  Index free_dofs_ = 0, free_scalars_ = 0;
  std::vector<Triangle> triangles_;
  // Of two conductors: scalar functions of the smaller one's nodes, and a way from it to the other.
  std::vector<char> is_plus_;
  std::vector<std::pair<Index, double>> path_; // dofs with their sign
  std::array<std::array<std::vector<double>, 3>, 4> moments_;
  mutable std::map<double, std::vector<SectionMode>> known_;
  mutable std::map<double, std::vector<double>> impedances_ohm_;
};

} // namespace curlew::fem
