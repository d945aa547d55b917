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

// Mode of a port's cross-section at a frequency: E = (e + n e_n) exp(-j beta z) along the outward
// normal n, for which n x curl E / mu_r = j k0 h~ on the face.
struct SectionMode {
  std::complex<double> constant;          // constant of propagation, beta in 1/m
  std::vector<std::complex<double>> e;    // [dof of the section], 0 on conductors; (e, e) = 1
  std::vector<std::complex<double>> load; // integrals of h~ . phi_i
  // Product of e and load; e and load of two different modes have product 0.
  std::complex<double> product;
  double power_w = 0;               // power at amplitude 1, W; 0 below the cutoff
  std::complex<double> apparent_va; // complex power V I* / 2 at amplitude 1, whatever V is
  double impedance_ohm = 0; // |Z| by the port's definition; for hollow guides eta0 (e,e)/(e,h~)
  bool travels() const { return power_w > 0; }
  // Returns Z = V / I, with the phase of the complex power V I* / 2 whatever defines |Z|
  // (@cite marks1992); for a mode that does not travel |Z|.
  std::complex<double> impedance() const {
    return travels() ? std::polar(impedance_ohm, std::arg(apparent_va)) : impedance_ohm;
  }
};

// Cross-section of a port, discretised by the tangential functions of its triangles for e, and by
// the scalar functions whose gradients they contain for e_n: @cite lee1991. With e_n = j beta p and
// the matrices S, M, N of curls, fields and scalar functions, and G of gradients,
//   [ S - k0^2 M_eps   0 ] [ e ]             [ M_1/mu       M_1/mu G                    ] [ e ]
//   [ 0                0 ] [ p ]  = -beta^2  [ G^T M_1/mu   G^T M_1/mu G - k0^2 N_eps   ] [ p ],
// which has no spurious modes: the gradients of p are among the fields e, and each step of the
// iteration keeps to the second row (section_modes.hpp). e is 0 along conductors, including lossy
// ones (impedances), and free on magnetic and absorbing walls.
class PortSection {
public:
  using complex = std::complex<double>;

  // The case must outlive the section.
  PortSection(const Case &input, const Model &model, const Port &port, const DofMap &map);

  // Returns the dofs of the section in the numbers of the whole mesh, rising.
  const std::vector<Index> &dofs() const { return dofs_; }
  bool is_free(Index local) const { return free_dof_[local] >= 0; }

  // Returns the modes that the case asks for, and one more where there is one, by falling beta^2.
  // Modes are kept for frequencies computed before. Throws InputError, in the name of the port,
  // where the first mode does not travel, where the triangles carry fewer modes, and for an
  // anisotropic medium; throws NotConverged.
  const std::vector<SectionMode> &modes(double frequency_hz) const;

  // Returns the impedance of a mode of modes(f). Impedances are kept for all frequencies.
  complex impedance_ohm(double frequency_hz, int mode) const;

  // For two conductors: returns (e, e) of e = -grad V, V the potential of least energy with 1 V
  // between them.
  double potential_norm() const;

  // Returns B x, B the matrix of products of the face.
  std::vector<complex> times_mass(const std::vector<complex> &x) const;

private:
  struct Triangle {
    std::vector<Index> dofs, scalars; // in the numbers of the section
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
  // Visits the entries of G on a triangle: tangential function j, scalar function, +-1.
  template <class Visit> void each_gradient(const Triangle &triangle, const Visit &visit) const;

  std::vector<Medium> media_at(double frequency_hz) const;
  std::vector<SectionMode> find_modes(double frequency_hz) const;
  System system_of(const Triangle &triangle, const Medium &medium, double wavenumber) const;
  // Computes the other members of a mode from its e and p.
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
  std::vector<Index> dofs_, scalars_;         // in the numbers of the whole mesh, rising
  std::vector<Index> free_dof_, free_scalar_; // numbers, -1 on conductors
  Index free_dofs_ = 0, free_scalars_ = 0;
  std::vector<Triangle> triangles_;
  // With two conductors: marks of the smaller one's scalar functions of nodes, and a path from it
  // to the other conductor.
  std::vector<char> is_plus_;
  std::vector<std::pair<Index, double>> path_; // dofs with their sign
  std::array<std::array<std::vector<double>, 3>, 4> moments_;
  mutable std::map<double, std::vector<SectionMode>> known_;
  mutable std::map<double, std::vector<complex>> impedances_ohm_;
};

} // namespace curlew::fem
