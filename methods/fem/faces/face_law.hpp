#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/methods/shared/ports/branches.hpp>

#include <complex>
#include <cstdint>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::fem {

struct FaceTerm;
struct Model;
struct Port;

// Destination of the power that a face takes out of the field.
enum class FacePower : std::uint8_t { radiated, lost, to_port };

// A case on its mesh with its ports.
struct FaceScene {
  const Case &input;
  const Model &model;
  const std::vector<Port> &ports;
};

// Law of the faces of one boundary: n x H = -y E / eta0 with the outer normal n. A class for each
// kind of boundary that adds to the matrix answers here all that the method asks about the kind.
class FaceLaw {
public:
  explicit FaceLaw(const Boundary &boundary) : boundary_(boundary) {}
  FaceLaw(const FaceLaw &) = delete;
  FaceLaw &operator=(const FaceLaw &) = delete;
  virtual ~FaceLaw() = default;

  // Returns y of a face at a frequency, complex for fields that decay. Throws InputError where it
  // has none: an element that is a short, a medium in front that is not allowed, and what wave_of()
  // (ports.hpp) throws.
  virtual std::complex<double> admittance(const FaceScene &scene, const FaceTerm &term,
                                          std::complex<double> frequency_hz) const = 0;
  // Returns the network of lumped faces, which has energies of its own; null for others.
  virtual const LumpedSpec *network() const { return nullptr; }
  // Returns the branches of y in time. Throws as admittance(), and InputError in front of a medium
  // whose impedance depends on the frequency.
  virtual std::vector<Branch> branches(const FaceScene &scene, const FaceTerm &term) const = 0;
  // True where y is that of the medium in front of a face; else all faces of the boundary have the
  // same y.
  virtual bool depends_on_medium() const { return false; }
  // True where y comes from an eigenvalue problem, and is constant in rare cases only.
  virtual bool is_modal() const { return false; }

  // True where an incident wave meets the law as the total field does, and so makes a load; false
  // where only the scattered field meets it.
  virtual bool is_loaded_by_wave() const { return true; }
  virtual FacePower power() const = 0;
  // True for an open end of the mesh, where waves leave.
  virtual bool is_absorbing() const { return false; }
  // True for a lossy metal, which modes of guides take as a conductor.
  virtual bool is_metal() const { return false; }

protected:
  const Boundary &boundary() const { return boundary_; }

private:
  const Boundary &boundary_;
};

} // namespace curlew::fem
