#pragma once

#include <curlew/methods/fem/model.hpp>
#include <curlew/methods/shared/elements/dof_map.hpp>
#include <curlew/methods/shared/elements/simplex_shape.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>

#include <array>
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace curlew::fem {

struct Port;
struct SectionPair;

inline bool is_travelling(std::complex<double> constant) {
  return constant.real() > std::abs(constant.imag());
}

// Mode of a port's cross-section at a frequency: E = (e + n e_n) exp(-j beta z) along the outward
// normal n, for which n x curl E / mu_r = j k0 h~ on the face.
struct SectionMode {
  std::complex<double> constant;          // constant of propagation, beta in 1/m
  std::vector<std::complex<double>> e;    // [dof of the section], 0 on perfect conductors
  std::vector<std::complex<double>> load; // integrals of h~ . phi_i
  // Product of e and load; e and load of two different modes have product 0.
  std::complex<double> product;
  std::complex<double> norm = 1;    // (e, e); e is of 1 V where the port's amplitude is a voltage
  double power_w = 0;               // power at amplitude 1, W; 0 below the cutoff
  std::complex<double> apparent_va; // complex power V I* / 2 at amplitude 1, whatever V is
  double impedance_ohm = 0;         // |Z| by `definition`
  // "pi", "pv" or "vi", or "wave" where there is no voltage or current: eta0 (e,e)/(e,h~).
  std::string definition;
  std::vector<std::complex<double>> currents; // on each conductor, times eta0, at amplitude 1
  bool travels() const { return power_w > 0; }
  // Returns Z = V / I, with the phase of the complex power V I* / 2 whatever defines |Z|
  // (@cite marks1992); for a mode that does not travel |Z|.
  std::complex<double> impedance() const {
    return travels() ? std::polar(impedance_ohm, std::arg(apparent_va)) : impedance_ohm;
  }
  // Multiplies the amplitude of all fields.
  void scale(std::complex<double> factor);
};

// Returns true where both modes count as one multiple mode: beta^2 differs by less than 1e-3 of
// `square`, the largest k^2 of the media.
bool have_one_beta(const SectionMode &a, const SectionMode &b, double square);

// Products of up to three coordinates: weights of the integrals by which fields are told apart.
constexpr std::size_t k_section_weights = 20;
std::array<double, k_section_weights> section_weights(const Point &place);

// Cross-section of a port, discretised by the tangential functions of its triangles for e, and by
// the scalar functions whose gradients they contain for e_n: @cite lee1991. With e_n = j beta p and
// the matrices S, M, N of curls, fields and scalar functions, and G of gradients,
//   [ S - k0^2 M_eps   0 ] [ e ]             [ M_1/mu       M_1/mu G                    ] [ e ]
//   [ 0                0 ] [ p ]  = -beta^2  [ G^T M_1/mu   G^T M_1/mu G - k0^2 N_eps   ] [ p ],
// which has no spurious modes: the gradients of p are among the fields e, and each step of the
// iteration keeps to the second row (section_modes.hpp). e and p are 0 along perfect conductors,
// and free on magnetic and absorbing walls. An impedance Z on a line of the section's edges adds
// j k0 eta0/Z times the products of the fields along the line to S, and times those of the scalar
// functions to -k0^2 N_eps: beta, e and the currents are those of the lossy line.
class PortSection {
public:
  using complex = std::complex<double>;

  // The case must outlive the section.
  PortSection(const Case &input, const Model &model, const Port &port, const DofMap &map);

  // Returns the dofs of the section in the numbers of the whole mesh, rising.
  const std::vector<Index> &dofs() const { return dofs_; }
  bool is_free(Index local) const { return free_dof_[local] >= 0; }

  // Returns false where the first mode is below its cutoff.
  bool has_travelling_mode(double frequency_hz) const;
  // Returns the modes that the case asks for, all others that travel (up to 16 of them), and at
  // least one more where there is one, by falling beta^2.
  // Modes are kept for frequencies computed before. Throws InputError, in the name of the port,
  // where the first mode does not travel, where the triangles carry fewer modes, and for an
  // anisotropic medium; throws NotConverged.
  const std::vector<SectionMode> &modes(double frequency_hz) const;
  // Finds and keeps the modes of frequencies, at most k_most_known, each by one of the threads;
  // throws what modes() throws, but accepts modes that do not travel.
  void prepare(const std::vector<double> &frequencies_hz, int threads) const;
  static constexpr std::size_t k_most_known = 64; // frequencies whose modes are kept

  // Impedance of a mode of modes(f) with its definition; kept for all frequencies.
  struct Impedance {
    std::complex<double> ohm;
    std::string definition; // see SectionMode
  };
  const Impedance &impedance(double frequency_hz, int mode) const;

  // Returns false where the direction of the port is at right angles to the field of a mode.
  bool has_part_along_direction(const SectionMode &mode) const;

  int conductors() const { return conductors_; }
  // Returns (e, e) of e = -grad V, V the potential of least energy with 1 V on the conductor of the
  // smallest perimeter and 0 on all others; there are two or more.
  double potential_norm() const;

  // Returns B x, B the matrix of products of the face.
  std::vector<complex> times_mass(const std::vector<complex> &x) const;

private:
  // An edge of a triangle on an impedance, with products of all functions of the triangle on it.
  struct Wall {
    const SurfaceImpedanceSpec *impedance = nullptr;
    double height_m = 0; // of the triangle over the edge
    std::vector<double> mass, scalar_mass;
  };
  struct Triangle {
    std::vector<Index> dofs, scalars; // in the numbers of the section
    std::vector<double> mass, curl, scalar_mass;
    std::vector<Wall> walls;
    std::vector<double> moments; // [dof][weight][axis], integrals of weight times field
    TriangleShape shape;
    std::uint16_t material = 0;
  };
  // Impedances of the edges of the section, by their numbers in the mesh.
  using EdgeImpedances = std::map<Index, const SurfaceImpedanceSpec *>;
  struct Medium {
    complex eps, inverse_mu;
  };
  struct System; // matrices of a triangle at a frequency

  Index local(Index dof) const;
  Triangle measure(const Model &model, const DofMap &map, const GradientRows &gradient,
                   Index face) const;
  static EdgeImpedances find_walls(const Model &model, const Port &port,
                                   std::vector<Index> &perfect_edges);
  static void free_scalars_on(const EdgeImpedances &walls, const std::vector<Index> &perfect_edges,
                              const DofMap &map, const Model &model, std::vector<char> &fixed);
  void add_walls(const Model &model, Index face, EdgeImpedances &walls, Triangle &triangle) const;
  void find_conductors(const Model &model, const Port &port);
  void find_shortest_path(const Model &model, const Port &port,
                          const std::vector<Conductor> &conductors, std::size_t from);
  void require_ends_on_conductors(const Model &model, const Port &port,
                                  const std::vector<Conductor> &conductors) const;
  void find_voltage_line(const VoltageLine &line);
  // Visits the entries of G on a triangle: tangential function j, scalar function, +-1.
  template <class Visit> void each_gradient(const Triangle &triangle, const Visit &visit) const;

  std::vector<Medium> media_at(double frequency_hz) const;
  double largest_square(double frequency_hz, const std::vector<Medium> &media, double densest,
                        std::map<const SurfaceImpedanceSpec *, complex> &admittances) const;
  std::vector<SectionMode> find_modes(double frequency_hz) const;
  std::vector<SectionMode> find_enough_modes(double frequency_hz) const;
  const std::vector<SectionMode> &keep_modes(double frequency_hz) const;
  const std::vector<SectionMode> &keep(double frequency_hz, std::vector<SectionMode> modes) const;
  std::vector<SectionMode> modes_of(const std::vector<SectionPair> &pairs, double wavenumber,
                                    const std::vector<Medium> &media) const;
  System system_of(const Triangle &triangle, const Medium &medium, double wavenumber) const;
  // Computes the other members of a mode from its e and p.
  void add_load(double wavenumber, const std::vector<Medium> &media, const std::vector<complex> &p,
                SectionMode &mode) const;
  // Sets power and impedance of a mode from its e, load and currents.
  void set_impedance(SectionMode &mode) const;
  void scale_to_voltage(SectionMode &mode) const;
  complex current_of(const SectionMode &mode) const;
  complex voltage_of(const SectionMode &mode) const;
  // Gives multiple modes of a frequency the fields, and all modes the signs, that another mesh of
  // the same section gives them.
  void align(double square, std::vector<SectionMode> &modes) const;
  // Modes of one beta.
  using Multiple = std::vector<SectionMode>;
  void make_real(Multiple &modes) const;
  void scale_to_one(SectionMode &mode) const;
  void separate(Multiple &modes) const;
  void turn(Multiple &modes) const;
  std::vector<double> feature_of_each(const Multiple &modes, std::size_t first) const;
  // Returns integrals over the face by which fields are told apart, those along the port's
  // direction first.
  std::vector<double> features(const SectionMode &mode) const;

  const Case &input_;
  std::string location_;
  int modes_ = 1;
  ModalPort modal_;
  bool has_voltage_ = false; // the mode's amplitude is a voltage
  bool points_outwards_ = false;
  std::optional<Vector3> direction_;
  double area_m2_ = 0;
  Point middle_{};
  int per_triangle_ = 0;
  ElementSpace space_;
  std::vector<Index> dofs_, scalars_;         // in the numbers of the whole mesh, rising
  std::vector<Index> free_dof_, free_scalar_; // numbers, -1 on conductors
  Index free_dofs_ = 0, free_scalars_ = 0;
  std::vector<Triangle> triangles_;
  std::vector<int> conductor_; // [scalar function], -1: on none
  int conductors_ = 0;
  int signal_ = -1; // conductor whose current counts; -1: those of one sign
  std::vector<std::pair<Index, double>> path_; // weights of dofs in the voltage
  mutable std::map<double, std::vector<SectionMode>> known_;
  mutable std::map<double, std::vector<Impedance>> impedances_;
};

} // namespace curlew::fem
