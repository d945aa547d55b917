#include <curlew/methods/fem/eigenmodes/mode_figures.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

complex form(const HostSparse<complex> &a, const std::vector<complex> &x, int threads) {
  const std::vector<complex> product = multiply(a, x, threads);
  complex sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::conj(x[i]) * product[i];
  return sum;
}

// The forms x* S x and x* M x over a part of space.
struct Forms {
  complex s = 0, m = 0;
  double energy(complex k) const { return m.real() + s.real() / std::norm(k); }
  double loss(complex k) const { return 2 * (s.imag() / std::norm(k) - m.imag()); }
  // Returns the losses where `energy` is stored, by the balance of figures_of().
  double loss(complex k, double energy_stored) const {
    return loss(k) + 2 * k.imag() / k.real() * (energy_stored - energy(k));
  }
};

Forms forms_of(const HostSparse<complex> &s, const HostSparse<complex> &m, const Mode &mode,
               int threads) {
  return {form(s, mode.x, threads), form(m, mode.x, threads)};
}

// What faces add to the sums of figures_of(): energies over k^2, losses over k.
struct FaceSums {
  double energy = 0, wall = 0, radiation = 0;
  bool has_wall = false, has_radiation = false;
};

// Returns the sums. Elements and sources of ports store energy of their own, which Re y at the
// mode's complex frequency has lost: Re y = p - Im k (2 energy), of one volt squared.
FaceSums sums_on_faces(const Problem &problem, const std::vector<complex> &admittances,
                       const PhasorField &x, complex k) {
  FaceSums sums;
  for (std::size_t f = 0; f < problem.blocks.size(); ++f) {
    const FaceLaw &law = *problem.model.terms[f].law;
    const bool is_open = law.power() != FacePower::lost;
    const FaceBlock &block = problem.blocks[f];
    double squared = 0;
    for (std::size_t i = 0; i < block.dofs.size(); ++i)
      for (std::size_t j = 0; j < block.dofs.size(); ++j)
        squared += block.products[i >= j ? packed(i, j) : packed(j, i)] *
                   (std::conj(x[block.dofs[i]]) * x[block.dofs[j]]).real();
    double loss = admittances[f].real();
    if (const LumpedSpec *network = law.network()) {
      const TerminalPower power = terminal_power(*network, k * k_speed_of_light);
      const double eta = k_eta0 * problem.model.lumped.at(problem.model.terms[f].boundary).squares;
      loss = 2 * eta * power.loss_w;
      sums.energy +=
          2 * eta * k_speed_of_light * (power.electric_j + power.magnetic_j) * 2 * squared;
    }
    (is_open ? sums.has_radiation : sums.has_wall) |= loss != 0;
    (is_open ? sums.radiation : sums.wall) += 2 * loss * squared / k.real();
  }
  return sums;
}

// Returns the media that weigh the energies: derivatives of omega eps and omega mu, whose 1/mu is
// 1/mu - omega d(1/mu)/d omega, at a real frequency.
Media energy_media(const Case &input, const Problem &problem, const Media &media,
                   double frequency_hz) {
  constexpr double k_step = 1e-4; // of the frequency
  const auto at = [&](double factor) {
    return media_at(input, problem.model, problem.layers, factor * frequency_hz);
  };
  const Media above = at(1 + k_step), below = at(1 - k_step);
  Media weights = media;
  for (Index entry = 0; entry < media.layers_from; ++entry)
    for (int i = 0; i < 6; ++i) {
      const complex eps = 0.5 * (above.eps[entry][i] + below.eps[entry][i]),
                    inverse = 0.5 * (above.inverse_mu[entry][i] + below.inverse_mu[entry][i]);
      weights.eps[entry][i] =
          (eps + (above.eps[entry][i] - below.eps[entry][i]) / (2 * k_step)).real();
      weights.inverse_mu[entry][i] =
          (inverse - (above.inverse_mu[entry][i] - below.inverse_mu[entry][i]) / (2 * k_step))
              .real();
    }
  return weights;
}

bool is_lossy(const Problem &problem, const Media &media) {
  return std::any_of(problem.tets.begin(), problem.tets.end(), [&](Index tet) {
    const Index entry = media.of_tet[tet];
    const auto has_loss = [](const complex &c) { return c.imag() != 0; };
    return entry < media.layers_from &&
           (std::any_of(media.eps[entry].begin(), media.eps[entry].end(), has_loss) ||
            std::any_of(media.inverse_mu[entry].begin(), media.inverse_mu[entry].end(), has_loss));
  });
}

// Largest eps' |E|^2 outside of layers, among vertices and centroids of tets, and E there.
struct Largest {
  double density = 0;
  ComplexVector E{};
};

Largest largest_field(const Fields &fields, const Media &media) {
  constexpr std::array<std::array<double, 4>, 5> k_places = {
      {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0.25, 0.25, 0.25, 0.25}}};
  Largest largest;
  for (const Index tet : fields.problem().tets) {
    const Index entry = media.of_tet[tet];
    if (entry >= media.layers_from)
      continue;
    const ComplexTensor &eps = media.eps[entry];
    constexpr int k_slot[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    for (const auto &place : k_places) {
      const ComplexVector e = fields.at(tet, place, true).E;
      double density = 0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          density += eps[k_slot[i][j]].real() * (std::conj(e[i]) * e[j]).real();
      if (density > largest.density)
        largest = {density, e};
    }
  }
  return largest;
}

// Returns the factor that makes E real, its largest component positive.
complex phase_of(const ComplexVector &e) {
  const complex square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  complex phase = std::polar(1.0, -0.5 * std::arg(square));
  const auto *component =
      std::max_element(e.begin(), e.end(), [](const complex &a, const complex &b) {
        return std::abs(a) < std::abs(b);
      });
  return (phase * *component).real() < 0 ? -phase : phase;
}

} // namespace

ModeFigures figures_of(const ModeEquations &equations, Mode &mode) {
  const Problem &problem = equations.problem();
  const complex k = mode.wavenumber;
  const bool has_layers = !problem.layers.empty();
  const Forms all = forms_of(equations.curl(), equations.mass(), mode, problem.threads);
  Forms inside = all;
  if (has_layers) {
    const Pencil pencil = equations.inside_of(equations.media());
    inside = forms_of(pencil.s, pencil.m, mode, problem.threads);
  }
  const FaceSums faces =
      sums_on_faces(problem, equations.admittances(), with_fixed(problem, mode.x), k);
  double stored = inside.energy(k);
  if (equations.is_dispersive()) {
    const Pencil weights = equations.inside_of(
        energy_media(equations.input(), problem, equations.media(), mode.frequency_hz()));
    stored = forms_of(weights.s, weights.m, mode, problem.threads).energy(k);
  }
  const double energy = stored + all.energy(k) - inside.energy(k) + faces.energy;
  const double loss_inside = inside.loss(k, stored);
  const auto quality = [&](bool is_there, double loss) {
    return is_there && loss > 0 ? std::optional(energy / loss) : std::nullopt;
  };
  ModeFigures figures;
  figures.frequency_hz = mode.frequency_hz();
  figures.residual = mode.residual;
  const bool has_lossy_media =
      is_lossy(problem, equations.is_dispersive() ? media_at(equations.input(), problem.model,
                                                             problem.layers, mode.frequency_hz())
                                                  : equations.media());
  figures.q_material = quality(has_lossy_media, loss_inside);
  figures.q_wall = quality(faces.has_wall, faces.wall);
  figures.q_radiation =
      quality(faces.has_radiation || has_layers, faces.radiation + all.loss(k) - inside.loss(k));
  if ((has_lossy_media || faces.has_wall || faces.has_radiation || has_layers) && k.imag() > 0)
    figures.q = k.real() / (2 * k.imag());

  // The energy is W = eps0 / 4 (m + s / |k|^2) for peak phasors.
  const double unit = std::sqrt(4 / (k_eps0 * inside.energy(k)));
  for (complex &value : mode.x)
    value *= unit;
  PhasorField field = with_fixed(problem, mode.x);
  const Fields fields(problem, equations.media(), field, figures.frequency_hz);
  const Largest largest = largest_field(fields, equations.media());
  figures.volume_m3 = unit * unit * inside.m.real() / largest.density;
  const complex phase = phase_of(largest.E);
  for (complex &value : mode.x)
    value *= phase;
  return figures;
}

} // namespace curlew::fem
