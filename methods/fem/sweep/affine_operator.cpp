#include <curlew/methods/fem/sweep/affine_operator.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/media/gyrotropic_media.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using Factor = std::function<complex(double)>;

// Relative change of a value that counts as the same at all frequencies.
constexpr double k_affine_rounding = 1e-13;

complex curl_weight(double) {
  return 1;
}
complex mass_weight(double frequency_hz) {
  const double k = wavenumber_of(frequency_hz);
  return -k * k;
}
complex face_weight(double frequency_hz) {
  return {0, wavenumber_of(frequency_hz)};
}
Factor times(complex constant, const Factor &factor) {
  return [=](double f) { return constant * factor(f); };
}

bool is_same(complex a, complex b) {
  return std::abs(a - b) <= k_affine_rounding * std::max(std::abs(a), std::abs(b));
}

double largest(const ComplexTensor &t) {
  double size = 0;
  for (const complex &value : t)
    size = std::max(size, std::abs(value));
  return size;
}

bool is_constant(const std::vector<ComplexTensor> &samples) {
  for (const ComplexTensor &t : samples)
    for (std::size_t c = 0; c < t.size(); ++c)
      if (std::abs(t[c] - samples[0][c]) > k_affine_rounding * largest(samples[0]))
        return false;
  return true;
}

using RealTensor = std::array<double, 6>;

double product(const RealTensor &a, const RealTensor &b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c)
    sum += a[c] * b[c];
  return sum;
}

// Returns orthonormal tensors (as six numbers) of which all samples are linear combinations.
std::vector<RealTensor> tensors_of(const std::vector<ComplexTensor> &samples) {
  constexpr double k_left = 1e-10;
  std::vector<RealTensor> basis;
  for (const ComplexTensor &sample : samples)
    for (const bool imaginary : {false, true}) {
      RealTensor t;
      for (std::size_t c = 0; c < t.size(); ++c)
        t[c] = imaginary ? sample[c].imag() : sample[c].real();
      for (int pass = 0; pass < 2; ++pass)
        for (const RealTensor &one : basis) {
          const double along = product(one, t);
          for (std::size_t c = 0; c < t.size(); ++c)
            t[c] -= along * one[c];
        }
      const double left = std::sqrt(product(t, t));
      if (left <= k_left * largest(sample))
        continue;
      for (double &value : t)
        value /= left;
      basis.push_back(t);
    }
  return basis;
}

// Returns the nonzero entries of the real or the imaginary part of a matrix.
HostSparse<double> part_of(const HostSparse<Kokkos::complex<double>> &a, bool imaginary) {
  HostSparse<double> part;
  part.rows = a.rows;
  part.column_count = a.column_count;
  part.row_begin = {0};
  for (Index row = 0; row < a.rows; ++row) {
    for (Offset k = a.row_begin[row]; k < a.row_begin[row + 1]; ++k) {
      const double value = imaginary ? a.values[k].imag() : a.values[k].real();
      if (value == 0)
        continue;
      part.columns.push_back(a.columns[k]);
      part.values.push_back(value);
    }
    part.row_begin.push_back(part.entries());
  }
  return part;
}

void add_parts(const std::string &name, const HostSparse<Kokkos::complex<double>> &a,
               const Factor &factor, std::vector<AffineTerm> &terms) {
  for (const bool imaginary : {false, true})
    if (HostSparse<double> part = part_of(a, imaginary); part.entries() > 0)
      terms.push_back({name, std::move(part), imaginary ? times({0, 1}, factor) : factor});
}

// Terms of the media: of the permittivities or of the inverse permeabilities.
class MediaTerms {
public:
  MediaTerms(const Problem &problem, const Case &input, EquationSystem &system, bool is_curl,
             double frequency_hz, std::vector<AffineTerm> &terms)
      : problem_(problem), input_(input), system_(system), is_curl_(is_curl),
        frequency_hz_(frequency_hz), terms_(terms) {}

  void add(const std::vector<double> &frequencies_hz) {
    const std::size_t count = input_.materials.size();
    std::vector<ComplexTensor> constant(count, ComplexTensor{});
    std::vector<std::size_t> varying;
    std::vector<std::vector<ComplexTensor>> samples(count);
    for (std::size_t m = 0; m < count; ++m) {
      if (input_.materials[m].pec)
        continue;
      for (const double f : frequencies_hz)
        samples[m].push_back(tensor(m, f));
      if (is_constant(samples[m]))
        constant[m] = samples[m][0];
      else
        varying.push_back(m);
    }
    const Factor weight = is_curl_ ? Factor(curl_weight) : Factor(mass_weight);
    const std::string name = is_curl_ ? "curl" : "mass";
    add_parts(name, assemble(constant), weight, terms_);
    for (const std::size_t m : varying)
      for (const RealTensor &part : tensors_of(samples[m])) {
        std::vector<ComplexTensor> alone(count, ComplexTensor{});
        for (std::size_t c = 0; c < part.size(); ++c)
          alone[m][c] = part[c];
        add_parts(
            fmt::format("{} of \"{}\"", name, input_.materials[m].name), assemble(alone),
            [this_tensor = tensor_function(m), part, weight](double f) {
              const ComplexTensor t = this_tensor(f);
              complex along = 0;
              for (std::size_t c = 0; c < part.size(); ++c)
                along += part[c] * t[c];
              return along * weight(f);
            },
            terms_);
      }
  }

private:
  std::function<ComplexTensor(double)> tensor_function(std::size_t m) const {
    return [material = &input_.materials[m], is_curl = is_curl_](double f) {
      return is_curl ? inverse(permeability(*material, f)) : permittivity(*material, f);
    };
  }
  ComplexTensor tensor(std::size_t m, double f) const { return tensor_function(m)(f); }

  HostSparse<Kokkos::complex<double>> assemble(const std::vector<ComplexTensor> &tensors) {
    const std::vector<ComplexTensor> nothing(tensors.size(), ComplexTensor{});
    const Media media = media_of(problem_.model, problem_.layers, frequency_hz_,
                                 is_curl_ ? nothing : tensors, is_curl_ ? tensors : nothing);
    Coefficients coefficients;
    coefficients.media = &media;
    coefficients.curl = is_curl_ ? 1 : 0;
    coefficients.mass = is_curl_ ? 0 : 1;
    coefficients.faces.assign(problem_.model.terms.size(), 0);
    return system_.assemble(coefficients);
  }

  const Problem &problem_;
  const Case &input_;
  EquationSystem &system_;
  bool is_curl_;
  double frequency_hz_; // any frequency, for the stretch of layers
  std::vector<AffineTerm> &terms_;
};

// Faces with one admittance: the faces of a law; where it depends on the medium, those in front of
// one medium.
struct FaceGroup {
  const Boundary *boundary = nullptr;
  std::vector<std::size_t> terms; // positions in Model::terms
};

std::vector<FaceGroup> face_groups(const Model &model) {
  std::map<std::pair<const Boundary *, int>, std::size_t> known;
  std::vector<FaceGroup> groups;
  for (std::size_t k = 0; k < model.terms.size(); ++k) {
    const FaceTerm &term = model.terms[k];
    const int medium = term.law->depends_on_medium() ? model.material[term.tet] : -1;
    const auto [entry, is_new] = known.emplace(std::pair(term.boundary, medium), groups.size());
    if (is_new)
      groups.push_back({term.boundary, {}});
    groups[entry->second].terms.push_back(k);
  }
  return groups;
}

// Matrix of the products of the functions of faces, with a factor for each face.
class FaceMatrix {
public:
  explicit FaceMatrix(const Problem &problem) : problem_(problem) {}

  void add(const FaceGroup &group, double factor) {
    for (const std::size_t k : group.terms) {
      const FaceBlock &block = problem_.blocks[k];
      for (std::size_t i = 0; i < block.dofs.size(); ++i)
        for (std::size_t j = 0; j < block.dofs.size(); ++j) {
          const Index row = problem_.unknowns.number[block.dofs[i]],
                      column = problem_.unknowns.number[block.dofs[j]];
          if (row >= 0 && column >= 0)
            entries_[{row, column}] +=
                factor * block.products[i >= j ? packed(i, j) : packed(j, i)];
        }
    }
  }

  bool empty() const { return entries_.empty(); }

  HostSparse<double> sparse() const {
    HostSparse<double> a;
    a.rows = a.column_count = problem_.unknowns.count;
    a.row_begin.assign(static_cast<std::size_t>(a.rows) + 1, 0);
    for (const auto &[place, value] : entries_) {
      ++a.row_begin[place.first + 1];
      a.columns.push_back(place.second);
      a.values.push_back(value);
    }
    for (Index i = 0; i < a.rows; ++i)
      a.row_begin[i + 1] += a.row_begin[i];
    return a;
  }

private:
  const Problem &problem_;
  std::map<std::pair<Index, Index>, double> entries_;
};

void add_faces(const Case &input, const Problem &problem, const std::vector<Port> &ports,
               const std::vector<double> &frequencies_hz, std::vector<AffineTerm> &terms) {
  FaceMatrix real(problem), imaginary(problem);
  for (const FaceGroup &group : face_groups(problem.model)) {
    const FaceTerm &term = problem.model.terms[group.terms[0]];
    const Factor admittance = [&input, &problem, &ports, &term](double f) {
      return term.law->admittance({input, problem.model, ports}, term, f);
    };
    const bool is_modal = term.law->is_modal();
    const complex first = is_modal ? 0 : admittance(frequencies_hz[0]);
    const bool is_constant =
        !is_modal && std::all_of(frequencies_hz.begin(), frequencies_hz.end(),
                                 [&](double f) { return is_same(admittance(f), first); });
    if (is_constant) {
      if (first.real() != 0)
        real.add(group, first.real());
      if (first.imag() != 0)
        imaginary.add(group, first.imag());
      continue;
    }
    FaceMatrix own(problem);
    own.add(group, 1);
    if (!own.empty())
      terms.push_back({fmt::format("\"{}\"", group.boundary->group), own.sparse(),
                       [admittance](double f) { return face_weight(f) * admittance(f); }});
  }
  if (!real.empty())
    terms.push_back({"faces", real.sparse(), face_weight});
  if (!imaginary.empty())
    terms.push_back({"faces", imaginary.sparse(), times({0, 1}, face_weight)});
}

} // namespace

std::string why_not_affine(const Case &input, const Model &model, const AbsorbingLayers &layers) {
  if (layers.depends_on_frequency())
    return "absorbing layers with \"reflection\" or \"alpha\" change with the frequency";
  if (!model.periods.empty())
    return "periodic faces";
  if (has_gyrotropic_media(input, model))
    return "gyrotropic media";
  return "";
}

std::vector<AffineTerm> affine_terms(const Case &input, const Problem &problem,
                                     const std::vector<Port> &ports, EquationSystem &system,
                                     const std::vector<double> &frequencies_hz) {
  std::vector<AffineTerm> terms;
  for (const bool is_curl : {true, false})
    MediaTerms(problem, input, system, is_curl, frequencies_hz[0], terms).add(frequencies_hz);
  add_faces(input, problem, ports, frequencies_hz, terms);
  return terms;
}

} // namespace curlew::fem
