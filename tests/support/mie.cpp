#include <curlew/tests/support/mie.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::test {
namespace {

using complex = std::complex<double>;
constexpr double k_pi = 3.14159265358979323846;

// psi_n(x) = x j_n(x) and chi_n(x) = -x y_n(x), n = 0 ... terms. psi from above by its ratios,
// which is the stable way; chi grows from below.
struct RiccatiBessel {
  std::vector<double> psi, chi;

  RiccatiBessel(double x, int terms) : psi(terms + 1), chi(terms + 1) {
    std::vector<double> ratio(terms + 1); // psi_n / psi_(n-1)
    const int start = terms + 15 + static_cast<int>(x);
    double last = 0;
    for (int n = start; n > 0; --n) {
      last = 1 / ((2 * n + 1) / x - last);
      if (n <= terms)
        ratio[n] = last;
    }
    psi[0] = std::sin(x);
    // Near a zero of sin the ratio to psi_0 means nothing; psi_1 is known in closed form.
    psi[1] = std::sin(x) / x - std::cos(x);
    if (std::abs(psi[0]) > std::abs(psi[1]))
      psi[1] = psi[0] * ratio[1];
    chi[0] = std::cos(x);
    chi[1] = std::cos(x) / x + std::sin(x);
    for (int n = 2; n <= terms; ++n) {
      psi[n] = psi[n - 1] * ratio[n];
      chi[n] = (2 * n - 1) / x * chi[n - 1] - chi[n - 2];
    }
  }
};

// psi_n'(z) / psi_n(z), n = 0 ... terms, from above.
std::vector<complex> logarithmic_derivative(complex z, int terms) {
  const int start = 15 + std::max(terms, static_cast<int>(std::abs(z)));
  std::vector<complex> d(start + 1);
  for (int n = start; n > 0; --n)
    d[n - 1] = double(n) / z - 1.0 / (d[n] + double(n) / z);
  return d;
}

} // namespace

Mie::Mie(const MieSphere &sphere, double wavenumber)
    : wavenumber_(wavenumber), size_parameter_(wavenumber * sphere.radius_m) {
  const double x = size_parameter_;
  const int terms = static_cast<int>(x + 4.05 * std::cbrt(x) + 8);
  // The book's e^{-i omega t}: conjugate constants in, conjugate amplitudes out.
  const complex mu = std::conj(sphere.mu), m = std::sqrt(std::conj(sphere.eps) * mu);
  const RiccatiBessel bessel(x, terms);
  const auto d = logarithmic_derivative(m * x, terms);
  for (int n = 1; n <= terms; ++n) {
    const auto derivative = [&](const std::vector<double> &f) { return f[n - 1] - n / x * f[n]; };
    const complex xi(bessel.psi[n], -bessel.chi[n]);
    const complex xi_derivative(derivative(bessel.psi), -derivative(bessel.chi));
    const double psi = bessel.psi[n], psi_derivative = derivative(bessel.psi);
    if (sphere.pec) {
      a_.push_back(psi_derivative / xi_derivative);
      b_.push_back(psi / xi);
    } else {
      // A surface's impedance is mu / m of a medium whose waves all go inwards: d = -i.
      const complex z = std::conj(sphere.impedance), inwards(0, -1);
      const bool has_impedance = z != 0.0;
      const complex electric = has_impedance ? z * inwards : mu / m * d[n];
      const complex magnetic = has_impedance ? inwards / z : m / mu * d[n];
      a_.push_back((electric * psi - psi_derivative) / (electric * xi - xi_derivative));
      b_.push_back((magnetic * psi - psi_derivative) / (magnetic * xi - xi_derivative));
    }
  }
}

Mie::Amplitudes Mie::far_field(double theta_deg, double phi_deg) const {
  const double cosine = std::cos(theta_deg * k_pi / 180), phi = phi_deg * k_pi / 180;
  complex s1 = 0, s2 = 0;
  double before = 0, pi = 1;
  for (std::size_t i = 0; i < a_.size(); ++i) {
    const double n = static_cast<double>(i + 1);
    const double tau = n * cosine * pi - (n + 1) * before;
    const double factor = (2 * n + 1) / (n * (n + 1));
    s1 += factor * (a_[i] * pi + b_[i] * tau);
    s2 += factor * (a_[i] * tau + b_[i] * pi);
    const double next = ((2 * n + 1) * cosine * pi - (n + 1) * before) / n;
    before = pi;
    pi = next;
  }
  const complex factor(0, 1 / wavenumber_);
  return {std::conj(factor * s2) * std::cos(phi), -std::conj(factor * s1) * std::sin(phi)};
}

double Mie::rcs_m2(double theta_deg, double phi_deg) const {
  const Amplitudes field = far_field(theta_deg, phi_deg);
  return 4 * k_pi * (std::norm(field.theta) + std::norm(field.phi));
}

double Mie::q_extinction() const {
  double sum = 0;
  for (std::size_t i = 0; i < a_.size(); ++i)
    sum += (2.0 * static_cast<double>(i) + 3) * (a_[i] + b_[i]).real();
  return 2 / (size_parameter_ * size_parameter_) * sum;
}

double Mie::q_scattering() const {
  double sum = 0;
  for (std::size_t i = 0; i < a_.size(); ++i)
    sum += (2.0 * static_cast<double>(i) + 3) * (std::norm(a_[i]) + std::norm(b_[i]));
  return 2 / (size_parameter_ * size_parameter_) * sum;
}

} // namespace curlew::test
