#include <curlew/methods/fem/time/step_matrices.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/solve/system.hpp>

#include <algorithm>
#include <map>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

ComplexTensor tensor_of(const SymmetricTensor &tensor, double factor = 1) {
  ComplexTensor result{};
  for (int i = 0; i < 6; ++i)
    result[i] = factor * tensor.v[i];
  return result;
}

// Assembles one matrix after the other, in the pattern of the problem.
class Assembler {
public:
  Assembler(const Case &input, const Problem &problem, const SolverChoice &choice, Backend backend)
      : input_(input), problem_(problem), system_(make_system(backend, problem, choice)) {
    const Model &model = problem.model;
    media_.of_tet.assign(model.material.begin(), model.material.end());
    for (const Material &material : input.materials) {
      media_.eps.push_back(ComplexTensor{});
      media_.inverse_mu.push_back(material.pec ? ComplexTensor{}
                                               : tensor_of(material.mu_r.inverse()));
    }
    media_.layers_from = static_cast<Index>(media_.eps.size());
  }

  HostSparse<double> curl() { return assemble(1, 0, {}); }
  // Assembles the mass matrix with `value` of each material, and a factor for each of the terms on
  // faces.
  template <class Value>
  HostSparse<double> mass(const Value &value, const std::vector<double> &faces) {
    for (std::size_t m = 0; m < input_.materials.size(); ++m)
      media_.eps[m] = value(m);
    return assemble(0, 1, faces);
  }

private:
  HostSparse<double> assemble(double curl, double mass, const std::vector<double> &faces) {
    Coefficients coefficients;
    coefficients.media = &media_;
    coefficients.curl = curl;
    coefficients.mass = mass;
    coefficients.faces.assign(problem_.model.terms.size(), 0);
    for (std::size_t f = 0; f < faces.size(); ++f)
      coefficients.faces[f] = faces[f];
    HostSparse<Kokkos::complex<double>> full = system_->assemble(coefficients);
    HostSparse<double> real{full.rows, full.column_count, std::move(full.row_begin),
                            std::move(full.columns), std::vector<double>(full.values.size())};
    for (std::size_t k = 0; k < full.values.size(); ++k)
      real.values[k] = full.values[k].real();
    return real;
  }

  const Case &input_;
  const Problem &problem_;
  Media media_;
  std::unique_ptr<EquationSystem> system_;
};

// Returns the nonzero entries, in the rows that have any.
BranchSet compressed(const HostSparse<double> &full, std::vector<Branch> branches) {
  BranchSet set{std::move(branches), {}, {}};
  std::vector<Index> position(full.rows, -1);
  for (Index row = 0; row < full.rows; ++row)
    for (Offset k = full.row_begin[row]; k < full.row_begin[row + 1]; ++k)
      if (full.values[k] != 0 && position[row] < 0) {
        position[row] = static_cast<Index>(set.unknowns.size());
        set.unknowns.push_back(row);
      }
  HostSparse<double> &products = set.products;
  products.rows = products.column_count = static_cast<Index>(set.unknowns.size());
  products.row_begin = {0};
  for (const Index row : set.unknowns) {
    for (Offset k = full.row_begin[row]; k < full.row_begin[row + 1]; ++k)
      if (full.values[k] != 0) {
        products.columns.push_back(position[full.columns[k]]);
        products.values.push_back(full.values[k]);
      }
    products.row_begin.push_back(static_cast<Offset>(products.columns.size()));
  }
  return set;
}

void add_to(HostSparse<double> &sum, double factor, const HostSparse<double> &other) {
  for (std::size_t k = 0; k < other.values.size(); ++k)
    sum.values[k] += factor * other.values[k];
}

double gain_of(const std::vector<Branch> &branches, double dt_s) {
  double gain = 0;
  for (const Branch &branch : branches)
    gain += step_of(branch, dt_s).gain;
  return gain;
}

} // namespace

StepMatrices make_step_matrices(const Case &input, const Problem &problem,
                                const std::vector<Port> &ports, const SolverChoice &choice,
                                Backend backend, double dt_s) {
  const double h = k_speed_of_light * dt_s;
  const double beta = choices_of(input).beta;
  Assembler assembler(input, problem, choice, backend);
  StepMatrices matrices;
  matrices.curl = assembler.curl();
  const auto &materials = input.materials;
  matrices.mass = assembler.mass([&](std::size_t m) { return tensor_of(materials[m].eps_r); }, {});
  matrices.step = matrices.curl;
  for (double &value : matrices.step.values)
    value *= beta;
  add_to(matrices.step, 1 / (h * h), matrices.mass);

  const auto branches = face_branches(input, problem.model, ports);
  std::vector<double> losses(branches.size(), 0);
  std::map<const Boundary *, std::vector<std::size_t>> with_memory;
  bool has_loss = false;
  for (std::size_t f = 0; f < branches.size(); ++f)
    for (const Branch &branch : branches[f]) {
      if (branch.has_memory())
        with_memory[problem.model.terms[f].boundary].push_back(f);
      else
        losses[f] += branch.scale / branch.resistance;
      has_loss = has_loss || losses[f] > 0;
    }
  for (const Material &material : materials)
    has_loss = has_loss || !material.sigma.is_zero();
  if (has_loss) {
    matrices.loss = assembler.mass(
        [&](std::size_t m) { return tensor_of(materials[m].sigma, k_eta0); }, losses);
    add_to(matrices.step, 1 / (2 * h), matrices.loss);
  }
  const auto nothing = [](std::size_t) { return ComplexTensor{}; };
  const auto add_memory = [&](const HostSparse<double> &full, const std::vector<Branch> &all) {
    std::vector<Branch> kept;
    for (const Branch &branch : all)
      if (branch.has_memory())
        kept.push_back(branch);
    add_to(matrices.step, gain_of(kept, dt_s) / (2 * h), full);
    matrices.memory.push_back(compressed(full, kept));
  };
  for (const auto &[boundary, terms] : with_memory) {
    std::vector<double> faces(branches.size(), 0);
    for (const std::size_t f : terms)
      faces[f] = 1;
    add_memory(assembler.mass(nothing, faces), branches[terms[0]]);
  }
  for (std::size_t m = 0; m < materials.size(); ++m)
    if (!materials[m].pec && !materials[m].eps_poles.empty())
      add_memory(assembler.mass(
                     [&](std::size_t other) {
                       return other == m ? tensor_of(SymmetricTensor()) : ComplexTensor{};
                     },
                     {}),
                 branches_of(materials[m].eps_poles));
  return matrices;
}

} // namespace curlew::fem
