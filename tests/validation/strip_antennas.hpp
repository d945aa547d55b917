// Antennas of strips, with their gaps, solved in memory.
#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/ports/loaded_gaps.hpp>

namespace curlew::mom::testing {

// Strips one square wide along z, and groups of lines across them.
class Strips {
public:
  Strips() { mesh_.groups = {{2, 1, "strips"}}; }

  // Adds a strip from the point `foot` upwards, of `squares` squares, `width_m` wide along x.
  Strips &add(const Point &foot, double width_m, double length_m, int squares) {
    first_.push_back(static_cast<Index>(mesh_.points.size()));
    for (int i = 0; i <= squares; ++i)
      for (const double side : {-0.5, 0.5})
        mesh_.points.push_back(
            {foot[0] + side * width_m, foot[1], foot[2] + length_m * i / squares});
    for (int i = 0; i < squares; ++i) {
      const Index a = first_.back() + 2 * i, b = a + 1, c = a + 2, d = a + 3;
      mesh_.triangles.push_back({a, b, d});
      mesh_.triangles.push_back({a, d, c});
    }
    mesh_.triangle_group.resize(mesh_.triangles.size(), 0);
    return *this;
  }
  // Adds a gap across a strip, `square` squares above its foot.
  Strips &gap(int strip, int square, BoundaryCondition condition) {
    const Boundary boundary{"gap" + std::to_string(input_.boundaries.size() + 1),
                            std::move(condition)};
    mesh_.groups.push_back({1, static_cast<int>(input_.boundaries.size()) + 1, boundary.group});
    input_.boundaries.push_back(boundary);
    const Index a = first_.at(strip) + 2 * square;
    mesh_.lines.push_back({a, a + 1});
    mesh_.line_group.push_back(static_cast<Index>(mesh_.groups.size()) - 1);
    return *this;
  }
  Strips &port(int strip, int square, double impedance_ohm = 50) {
    PortSpec port;
    port.form = GapPort();
    for (const Boundary &other : input_.boundaries)
      port.index += holds<PortSpec>(other);
    port.impedance_ohm = impedance_ohm;
    port.excited = true;
    return gap(strip, square, port);
  }
  Strips &element(int strip, int square, const LumpedSpec &lumped) {
    return gap(strip, square, LumpedBoundarySpec{lumped, {}});
  }

  TriMesh &mesh() { return mesh_; }
  Case &input() { return input_; }

private:
  TriMesh mesh_;
  Case input_;
  std::vector<Index> first_; // node of each strip
};

// A solution at one frequency.
struct Solved {
  Case input;
  Surface surface;
  std::vector<Gap> gaps;
  Spec spec;
  double wavenumber;
  std::unique_ptr<SurfaceSolver> system;
  LoadedGaps loaded;

  Solved(Strips strips, double wavelength_m, Testing kind = Testing::galerkin,
         const std::vector<ImagePlane> &planes = {})
      : input(std::move(strips.input())),
        surface(make_surface(std::move(strips.mesh()), 0, planes)), gaps(find_gaps(input, surface)),
        wavenumber(2 * k_pi / wavelength_m) {
    spec.quadrature.testing = kind;
    system = make_dense_system(compiled_backends().back(), surface, spec, 1);
    system->prepare(spec.combination(wavenumber));
    std::vector<std::vector<std::complex<double>>> columns;
    for (const Gap &gap : gaps)
      columns.push_back(gap_column(gap, surface.unknowns()));
    system->solve(columns);
    loaded = LoadedGaps(gaps, k_speed_of_light / wavelength_m, columns);
  }
  Solved(const Solved &) = delete;

  const PortSpec &port(int index) const { return *gaps.at(index - 1).port; }
  std::complex<double> impedance(int index = 1) const {
    std::vector<std::complex<double>> x;
    return *loaded.drive(port(index), x).impedance_ohm;
  }
};

} // namespace curlew::mom::testing
