#include <curlew/methods/fem/faces/make_face_law.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <stdexcept>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Returns eta0 / Z of the lossless medium in front of a face.
double admittance_in_front(const FaceScene &scene, const FaceTerm &term) {
  const Material &material = scene.input.materials[scene.model.material[term.tet]];
  if (material.is_dispersive() || !material.sigma.is_zero())
    throw InputError(fmt::format("{}: the medium in front, \"{}\", has an impedance that depends "
                                 "on the frequency, which runs in time do not have there; put a "
                                 "layer without losses in front",
                                 where(scene.input, *term.boundary), material.name));
  constexpr double k_any_hz = 1e9; // any frequency: nothing depends on it
  return wave_admittance(scene.input, scene.model, term, k_any_hz).real();
}

// An absorbing face has the wave admittance of the medium in front of it.
class AbsorbingLaw final : public FaceLaw {
public:
  using FaceLaw::FaceLaw;

  complex admittance(const FaceScene &scene, const FaceTerm &term,
                     complex frequency_hz) const override {
    return wave_admittance(scene.input, scene.model, term, frequency_hz);
  }
  std::vector<Branch> branches(const FaceScene &scene, const FaceTerm &term) const override {
    return {{admittance_in_front(scene, term), 1, 0, 0}};
  }
  bool depends_on_medium() const override { return true; }
  bool is_loaded_by_wave() const override { return false; }
  FacePower power() const override { return FacePower::radiated; }
  bool is_absorbing() const override { return true; }
};

class ImpedanceLaw final : public FaceLaw {
public:
  ImpedanceLaw(const Boundary &boundary, const SurfaceImpedanceSpec &spec)
      : FaceLaw(boundary), spec_(spec) {}

  complex admittance(const FaceScene &, const FaceTerm &, complex frequency_hz) const override {
    return k_eta0 / surface_impedance_ohm(spec_, frequency_hz);
  }
  std::vector<Branch> branches(const FaceScene &, const FaceTerm &) const override {
    return {{k_eta0, spec_.ohm.value().real(), 0, 0}};
  }
  FacePower power() const override { return FacePower::lost; }
  bool is_metal() const override { return true; }

private:
  const SurfaceImpedanceSpec &spec_;
};

// An element is spread over its faces, by their squares (LumpedShape).
class ElementLaw final : public FaceLaw {
public:
  ElementLaw(const Boundary &boundary, const LumpedBoundarySpec &spec)
      : FaceLaw(boundary), spec_(spec) {}

  complex admittance(const FaceScene &scene, const FaceTerm &,
                     complex frequency_hz) const override {
    const TerminalEquation equation = terminal_equation(spec_.element, 2 * k_pi * frequency_hz);
    if (equation.current == 0.0)
      throw InputError(fmt::format("{}: at {:.6g} Hz the element is a short; take \"pec\"",
                                   where(scene.input, boundary()), frequency_hz.real()));
    return k_eta0 * equation.voltage / equation.current * squares(scene);
  }
  std::vector<Branch> branches(const FaceScene &scene, const FaceTerm &) const override {
    const auto branches = branches_of(spec_.element, k_eta0 * squares(scene));
    for (const Branch &branch : branches)
      if (branch.resistance == 0 && !branch.has_memory())
        throw InputError(where(scene.input, boundary()) + ": the element is a short; take \"pec\"");
    return branches;
  }
  const LumpedSpec *network() const override { return &spec_.element; }
  FacePower power() const override { return FacePower::lost; }

private:
  double squares(const FaceScene &scene) const {
    return scene.model.lumped.at(&boundary()).squares;
  }

  const LumpedBoundarySpec &spec_;
};

class PortLaw : public FaceLaw {
public:
  PortLaw(const Boundary &boundary, const PortSpec &spec) : FaceLaw(boundary), spec_(spec) {}

  complex admittance(const FaceScene &scene, const FaceTerm &,
                     complex frequency_hz) const override {
    return wave_of(scene.input, scene.model, port(scene), frequency_hz).admittance;
  }
  FacePower power() const override { return FacePower::to_port; }

protected:
  const PortSpec &spec() const { return spec_; }
  const Port &port(const FaceScene &scene) const {
    for (const Port &one : scene.ports)
      if (one.boundary == &boundary())
        return one;
    throw std::logic_error("a face of a port that is not among the ports");
  }

private:
  const PortSpec &spec_;
};

// A lumped port is spread over its face as an element is.
class LumpedPortLaw final : public PortLaw {
public:
  using PortLaw::PortLaw;

  std::vector<Branch> branches(const FaceScene &scene, const FaceTerm &) const override {
    const auto &[shape, impedance_ohm] = std::get<LumpedFaces>(port(scene).shape);
    return {{k_eta0 * shape.squares / impedance_ohm, 1, 0, 0}};
  }
  const LumpedSpec *network() const override { return spec().source(); }
};

// A wave port has the admittance of its mode.
class WavePortLaw final : public PortLaw {
public:
  using PortLaw::PortLaw;

  std::vector<Branch> branches(const FaceScene &scene, const FaceTerm &) const override {
    return {{admittance_in_front(scene, scene.model.terms[port(scene).terms[0]]), 1, 0, 0}};
  }
  bool is_modal() const override { return spec().kind() == PortKind::modal; }
};

} // namespace

std::shared_ptr<const FaceLaw> make_face_law(const Boundary &boundary) {
  using Law = std::shared_ptr<const FaceLaw>;
  return std::visit(
      Overloaded{[](const Pec &) -> Law { return nullptr; },
                 [](const Pmc &) -> Law { return nullptr; },
                 [&](const Abc &) -> Law { return std::make_shared<AbsorbingLaw>(boundary); },
                 [](const PmlSpec &) -> Law { return nullptr; },
                 [](const PeriodicSpec &) -> Law { return nullptr; },
                 [&](const SurfaceImpedanceSpec &spec) -> Law {
                   return std::make_shared<ImpedanceLaw>(boundary, spec);
                 },
                 [](const SymmetrySpec &) -> Law { return nullptr; },
                 [&](const LumpedBoundarySpec &spec) -> Law {
                   return std::make_shared<ElementLaw>(boundary, spec);
                 },
                 [&](const PortSpec &spec) -> Law {
                   if (role_of(boundary) == FaceRole::lumped)
                     return std::make_shared<LumpedPortLaw>(boundary, spec);
                   return std::make_shared<WavePortLaw>(boundary, spec);
                 },
                 [](const ImposedFieldSpec &) -> Law { return nullptr; }},
      boundary.condition);
}

} // namespace curlew::fem
