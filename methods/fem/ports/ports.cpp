#include <curlew/methods/fem/ports/ports.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/fem/ports/circular_modes.hpp>
#include <curlew/methods/fem/ports/port_rims.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>
#include <curlew/methods/shared/ports/second_mode.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

complex wavenumber_at(complex frequency_hz) {
  return 2 * k_pi * frequency_hz / k_speed_of_light;
}

std::string location_of(const Case &input, const Port &port) {
  return where(input, *port.boundary);
}

// Throws InputError where more than one medium lies in front of the port.
void require_one_medium(const Case &input, const Model &model, const Port &port) {
  for (const std::size_t k : port.terms)
    if (model.material[model.terms[k].tet] != model.material[model.terms[port.terms[0]].tet])
      throw InputError(
          fmt::format("{}: a {} port has one medium in front of it, and this one has "
                      "\"{}\" and \"{}\"",
                      location_of(input, port), word_of(port.spec().kind()),
                      input.materials[model.material[model.terms[k].tet]].name,
                      input.materials[model.material[model.terms[port.terms[0]].tet]].name));
}

CircularGuide circular_guide(const Port &port, const PortDisc &disc,
                             const std::optional<GuideMode> &mode) {
  const std::optional<Vector3> &direction = port.spec().direction;
  const auto in_plane = [&](const Point &p) { return p - dot(p, port.normal) * port.normal; };
  Point along = in_plane(direction ? *direction : Point{1, 0, 0});
  constexpr double k_nothing = 1e-6;
  if (!direction && norm(along) < k_nothing)
    along = in_plane({0, 1, 0});
  if (const double length = norm(along); length > 0)
    along = (1 / length) * along;
  return {disc, along, cross(port.normal, along), mode.value_or(GuideMode{ModeFamily::te, 1, 1})};
}

// Measures the port's face as its kind requires.
void measure(const Case &input, const Model &model, Port &port) {
  const PortFace face = face_of(model, port, location_of(input, port));
  const PortPlane plane = measure_plane(face);
  port.normal = plane.normal;
  port.middle = plane.middle;
  port.area_m2 = plane.area_m2;
  const PortSpec &spec = port.spec();
  const auto require_medium = [&] { require_one_medium(input, model, port); };
  std::visit(Overloaded{[&](const CoaxialPort &) {
                          require_medium();
                          port.shape = TemLine{measure_ring(face, plane), nullptr};
                        },
                        [&](const TemPort &) { require_medium(); },
                        [&](const ParallelPlatePort &) { require_medium(); },
                        [&](const RectangularPort &one) {
                          require_medium();
                          port.shape = RectangularMode{measure_rectangle(face, plane),
                                                       one.mode.value_or(GuideMode())};
                        },
                        [&](const CircularPort &one) {
                          require_medium();
                          port.shape = circular_guide(port, measure_disc(face, plane), one.mode);
                        },
                        [&](const ModalPort &) { port.shape = ModalSection(); },
                        [&](const LumpedPort &) {
                          port.shape = LumpedFaces{model.lumped.at(port.boundary),
                                                   spec.impedance_ohm.value_or(50)};
                        },
                        [](const GapPort &) { throw std::logic_error("a gap in a mesh of tets"); }},
             spec.form);
}

// A mode of a guide with the wavenumber of its cutoff, in the medium, and the size of the guide.
struct Cutoff {
  GuideMode mode;
  double wavenumber = 0; // 1/m
  std::string size;
};

Cutoff cutoff_of(const RectangularMode &guide) {
  return {guide.mode, guide.cutoff(),
          fmt::format("{:.4g} x {:.4g} m", guide.rectangle.length_m, guide.rectangle.width_m)};
}

Cutoff cutoff_of(const CircularGuide &guide) {
  return {guide.mode, circular_zero(guide.mode) / guide.disc.radius_m,
          fmt::format("of radius {:.4g} m", guide.disc.radius_m)};
}

// Returns eps mu of the medium in front of the port.
template <class Frequency>
complex index_squared(const Case &input, const Model &model, const Port &port,
                      const Frequency &frequency_hz) {
  const Material &material = input.materials[model.material[model.terms[port.terms[0]].tet]];
  return permittivity(material, frequency_hz)[0] * permeability(material, frequency_hz)[0];
}

PortWave lumped_wave(const Case &input, const Port &port, const LumpedFaces &lumped,
                     complex frequency_hz) {
  const double impedance = lumped.impedance_ohm;
  const double squares = lumped.shape.squares;
  if (port.spec().source() == nullptr)
    return {k_eta0 * squares / impedance, 0, impedance};
  const TerminalEquation source = terminal_equation(*port.spec().source(), 2 * k_pi * frequency_hz);
  if (source.current == 0.0)
    throw InputError(fmt::format("{}: at {:.6g} Hz the source of the port is a short: it could "
                                 "not be seen; give it a resistance",
                                 location_of(input, port), frequency_hz.real()));
  return {k_eta0 * squares * source.voltage / source.current, 0, impedance};
}

// Throws InputError for a direction at right angles to the fields of all modes of a port, of which
// it gives no sign.
void require_direction(const Case &input, const Port &port, const PortSection &section,
                       const std::vector<SectionMode> &modes, double frequency_hz) {
  const auto &direction = port.spec().direction;
  const auto end =
      modes.begin() +
      std::min<std::ptrdiff_t>(port.spec().mode_count(), static_cast<std::ptrdiff_t>(modes.size()));
  if (!direction || std::any_of(modes.begin(), end, [&](const SectionMode &mode) {
        return section.has_part_along_direction(mode);
      }))
    return;
  throw InputError(fmt::format(
      "{}: at {:.6g} Hz the direction ({:g}, {:g}, {:g}) is at right angles to the field of the "
      "port's {}, whose sign it is to give; turn it along the field, or take it out",
      location_of(input, port), frequency_hz, (*direction)[0], (*direction)[1], (*direction)[2],
      port.spec().mode_count() == 1 ? "mode" : "modes"));
}

PortWave modal_wave(const Case &input, const Model &model, const Port &port,
                    const PortSection &section, double frequency_hz) {
  for (const std::size_t k : port.terms)
    // wave_admittance() throws for an anisotropic medium.
    wave_admittance(input, model, model.terms[k], frequency_hz);
  const std::vector<SectionMode> &modes = section.modes(frequency_hz);
  require_direction(input, port, section, modes, frequency_hz);
  const SectionMode &mode = modes.front();
  return {mode.product / mode.norm, mode.constant, mode.impedance()};
}

// Returns the wave without a field along the line.
PortWave tem_wave(const Case &input, const Model &model, const Port &port, complex frequency_hz) {
  const complex index2 = index_squared(input, model, port, frequency_hz);
  if (index2.real() <= 0)
    throw InputError(
        fmt::format("{}: at {:.6g} Hz eps_r mu_r of the medium in front of the port is "
                    "{:.4g}, in which no mode travels",
                    location_of(input, port), frequency_hz.real(), index2.real()));
  const complex y = wave_admittance(input, model, model.terms[port.terms[0]], frequency_hz);
  return {y, wavenumber_at(frequency_hz) * std::sqrt(index2), 0};
}

bool is_above(const Cutoff &guide, complex index2, complex k0) {
  return index2.real() * std::norm(k0) > guide.wavenumber * guide.wavenumber;
}

PortWave guide_wave(const Case &input, const Model &model, const Port &port, const Cutoff &guide,
                    complex frequency_hz) {
  const complex y = tem_wave(input, model, port, frequency_hz).admittance;
  const complex index2 = index_squared(input, model, port, frequency_hz);
  const complex k0 = wavenumber_at(frequency_hz);
  const double cutoff = guide.wavenumber;
  if (!is_above(guide, index2, k0))
    throw InputError(fmt::format(
        "{}: at {:.6g} Hz the mode {} of the port, {}, is below its cutoff of {:.6g} Hz",
        location_of(input, port), frequency_hz.real(), guide.mode.name(), guide.size,
        cutoff * k_speed_of_light / (2 * k_pi * std::sqrt(index2.real()))));
  complex beta = std::sqrt(index2 * k0 * k0 - cutoff * cutoff);
  if (beta.imag() > 0 && frequency_hz.imag() == 0)
    beta = -beta;
  // Z of the mode over Z of a plane wave: k / beta for TE, beta / k for TM.
  const complex ratio = beta / (k0 * std::sqrt(index2));
  const complex admittance = guide.mode.is_magnetic() ? y / ratio : y * ratio;
  return {admittance, beta, k_eta0 / admittance};
}

bool is_lossy(const Model &model, const Port &port) {
  const std::vector<Conductor> conductors = conductors_of(face_of(model, port));
  return std::any_of(conductors.begin(), conductors.end(),
                     [](const Conductor &one) { return one.is_lossy; });
}

// Throws InputError for a line with a lossy conductor in a case without a given frequency.
void require_frequency(const Case &input, const Port &port) {
  const bool is_in_time = input.time.duration_s || input.time.steps;
  if (!is_in_time && !input.eigenmodes)
    return;
  throw InputError(fmt::format(
      "{}: a conductor of the {} port is an \"impedance\", so that its wave depends on the "
      "frequency, which {} not have; make the conductor \"pec\" up to the port, or take a "
      "\"lumped\" port",
      location_of(input, port), word_of(port.spec().kind()),
      is_in_time ? "runs in time do" : "\"eigenmodes\" do"));
}

// Returns a warning where a modal port has a mode that travels and that the case does not ask for.
std::string modal_warning(const Case &input, const Port &port, const PortSection &section,
                          double frequency_hz) {
  const std::vector<SectionMode> &modes = section.modes(frequency_hz);
  const auto next = static_cast<std::size_t>(port.spec().mode_count());
  if (modes.size() <= next || !modes[next].travels())
    return "";
  if (modes.back().travels()) {
    const SecondMode mode{
        fmt::format("the mode {} and more than {} others", next + 1, modes.size() - next - 1), 0};
    return curlew::second_mode_warning(location_of(input, port), frequency_hz, 1, mode) +
           "; raise \"modes\"";
  }
  const auto travelling = std::count_if(modes.begin(), modes.end(),
                                        [](const SectionMode &mode) { return mode.travels(); });
  const bool is_multiple = std::abs(modes[next].constant - modes[next - 1].constant) <=
                           1e-3 * std::abs(modes[0].constant);
  return fmt::format(
      "{}: at {:.6g} Hz {} modes travel in the port, and \"modes\" asks for {}: the others are "
      "absorbed there, S has no entries of them, and the run tells the power that they take; raise "
      "\"modes\"{}",
      location_of(input, port), frequency_hz, travelling, next,
      is_multiple && !port.spec().direction
          ? fmt::format(
                ". Modes {} and {} have one beta, so that mode {} is the one with the "
                "largest mean field along x, else y, else z: give \"direction\" for another",
                next, next + 1, next)
          : "");
}

} // namespace

std::vector<Port> find_ports(const Case &input, const Model &model) {
  std::map<int, Port> ports;
  for (std::size_t k = 0; k < model.terms.size(); ++k)
    if (const Boundary *boundary = model.terms[k].boundary; holds<PortSpec>(*boundary)) {
      Port &port = ports[port_of(*boundary)->index];
      port.boundary = boundary;
      port.terms.push_back(k);
    }
  std::vector<Port> result;
  for (auto &[index, port] : ports) {
    measure(input, model, port);
    result.push_back(std::move(port));
  }
  std::optional<DofMap> map;
  for (Port &port : result) {
    check_rim(input, model, port);
    auto *section = std::get_if<ModalSection>(&port.shape);
    if (auto *line = std::get_if<TemLine>(&port.shape); line != nullptr && is_lossy(model, port)) {
      require_frequency(input, port);
      section = &line->lossy;
    }
    if (section == nullptr)
      continue;
    if (!map)
      map = make_dof_map(model.mesh, model.topology, choices_of(input).space);
    *section = std::make_shared<PortSection>(input, model, port, *map);
  }
  return result;
}

PortWave wave_of(const Case &input, const Model &model, const Port &port, complex frequency_hz) {
  return std::visit(
      Overloaded{[&](const TemLine &line) {
                   return line.lossy != nullptr
                              ? modal_wave(input, model, port, *line.lossy, frequency_hz.real())
                              : tem_wave(input, model, port, frequency_hz);
                 },
                 [&](const RectangularMode &guide) {
                   return guide_wave(input, model, port, cutoff_of(guide), frequency_hz);
                 },
                 [&](const CircularGuide &guide) {
                   return guide_wave(input, model, port, cutoff_of(guide), frequency_hz);
                 },
                 [&](const ModalSection &section) {
                   return modal_wave(input, model, port, *section, frequency_hz.real());
                 },
                 [&](const LumpedFaces &lumped) {
                   return lumped_wave(input, port, lumped, frequency_hz);
                 }},
      port.shape);
}

bool first_mode_travels(const Case &input, const Model &model, const Port &port,
                        double frequency_hz) {
  if (const PortSection *section = port.section())
    return section->has_travelling_mode(frequency_hz);
  const auto is_above_cutoff = [&](const auto &guide) {
    return is_above(cutoff_of(guide), index_squared(input, model, port, frequency_hz),
                    wavenumber_at(frequency_hz));
  };
  if (const auto *guide = std::get_if<RectangularMode>(&port.shape))
    return is_above_cutoff(*guide);
  if (const auto *guide = std::get_if<CircularGuide>(&port.shape))
    return is_above_cutoff(*guide);
  return true;
}

// A wall of impedance Z on all of a rim of length l changes beta of the lowest modes by about
// |Z| / eta l / (2 area) k / beta, eta and k of the medium, and the mode reflects about a tenth of
// half that share of beta.
std::string wall_warning(const Case &input, const Model &model, const Port &port,
                         double frequency_hz) {
  constexpr double k_share = 0.04; // of beta; S is off by 2e-3 there
  if (!std::holds_alternative<RectangularMode>(port.shape) &&
      !std::holds_alternative<CircularGuide>(port.shape))
    return "";
  const std::vector<Index> rim = rim_edges(face_of(model, port));
  std::set<Index> left(rim.begin(), rim.end());
  double ohm_m = 0;
  for (const FaceTerm &term : model.terms)
    if (const auto *spec = spec_of<SurfaceImpedanceSpec>(*term.boundary)) {
      const auto &n = model.topology.faces[term.face];
      for (std::size_t i = 0; i < n.size(); ++i) {
        const Index a = n[i], b = n[(i + 1) % n.size()];
        if (left.erase(find_edge(model.topology, a, b)) > 0)
          ohm_m += std::abs(surface_impedance_ohm(*spec, frequency_hz)) *
                   norm(model.mesh.points[b] - model.mesh.points[a]);
      }
    }
  const PortWave wave = wave_of(input, model, port, frequency_hz);
  const complex y = wave_admittance(input, model, model.terms[port.terms[0]], frequency_hz);
  const complex k =
      wavenumber_at(frequency_hz) * std::sqrt(index_squared(input, model, port, frequency_hz));
  const double change =
      ohm_m * std::abs(y) / k_eta0 / (2 * port.area_m2) * std::abs(k / wave.constant);
  if (change < k_share * std::abs(wave.constant))
    return "";
  return fmt::format("{}: at {:.6g} Hz the impedance of the walls changes the constant of "
                     "propagation by about {:.2g} %, and the mode of a {} port is that between "
                     "perfect conductors; take \"kind\": \"modal\"",
                     location_of(input, port), frequency_hz, 100 * change / std::abs(wave.constant),
                     word_of(port.spec().kind()));
}

// The other polarisation of a circular mode always travels too, and is not counted.
std::string second_mode_warning(const Case &input, const Model &model, const Port &port,
                                double frequency_hz) {
  const auto of = [&](const SecondMode &mode) {
    const double k = wavenumber_of(frequency_hz) *
                     std::sqrt(index_squared(input, model, port, frequency_hz).real());
    return curlew::second_mode_warning(location_of(input, port), frequency_hz, k, mode);
  };
  return std::visit(
      Overloaded{
          [&](const TemLine &line) {
            return line.ring ? of(second_mode_of_ring(line.ring->inner_m, line.ring->outer_m))
                             : std::string();
          },
          [&](const RectangularMode &guide) {
            return of(second_mode_of_rectangle(guide.rectangle.length_m, guide.rectangle.width_m,
                                               guide.mode.m, guide.mode.n));
          },
          [&](const CircularGuide &guide) {
            const GuideMode next = next_circular_mode(guide.mode);
            return of({"the mode " + next.name(), circular_zero(next) / guide.disc.radius_m});
          },
          [&](const ModalSection &section) {
            return modal_warning(input, port, *section, frequency_hz);
          },
          [](const LumpedFaces &) { return std::string(); }},
      port.shape);
}

} // namespace curlew::fem
