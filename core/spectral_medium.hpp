#pragma once

#include <curlew/core/material.hpp>

#include <complex>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace curlew {

// Relaxation delta / (1 + (j 2 pi f tau)^(1 - alpha)) of Cole and Cole, of e^{+j omega t}; alpha in
// [0, 1). Tissues are described by four of them @cite gabriel1996.
struct ColeColePole {
  double delta = 0, tau_s = 0, alpha = 0;
  std::complex<double> at(std::complex<double> frequency_hz) const;
};

// Model of laminates with a nearly constant loss tangent between f1 and f2 @cite djordjevic2001:
//   eps = eps_inf + a ln((f2 + j f) / (f1 + j f)),
// with a and eps_inf from eps_r and the loss tangent at one frequency.
struct DjordjevicSarkar {
  double eps_r = 1, loss_tangent = 0, f_hz = 0, f1_hz = 0, f2_hz = 0;
  double slope() const; // a
  double eps_inf() const;
  std::complex<double> at(std::complex<double> frequency_hz) const;
};

// Permittivity eps' - j eps'' over frequency, of a table. Between rows both parts are cubic in the
// frequency, and monotone where the rows are @cite fritsch1980: no values beyond those of the two
// rows, hence no gain.
class PermittivityTable {
public:
  // `frequencies_hz` rise; at least two.
  PermittivityTable(std::filesystem::path file, std::vector<double> frequencies_hz,
                    std::vector<std::complex<double>> eps);
  const std::filesystem::path &file() const { return file_; }
  const std::vector<double> &frequencies_hz() const { return frequencies_hz_; }
  const std::vector<std::complex<double>> &eps() const { return eps_; }
  bool covers(double frequency_hz) const;
  // Throws std::logic_error outside of the table.
  std::complex<double> at(double frequency_hz) const;

private:
  std::filesystem::path file_;
  std::vector<double> frequencies_hz_;
  std::vector<std::complex<double>> eps_, slopes_;
};

// Parts of a permittivity that are known at frequencies only.
struct SpectralMedium {
  double loss = 0;                           // eps'' at every frequency
  std::optional<std::complex<double>> index; // n - j k as given; eps_r and `loss` hold its square
  std::vector<ColeColePole> cole_cole;
  // Each is a whole permittivity, beside an eps_r of 0.
  std::optional<DjordjevicSarkar> djordjevic_sarkar;
  std::shared_ptr<const PermittivityTable> table;

  // Returns what is added to eps_r. A table is taken at the real part of the frequency.
  std::complex<double> at(std::complex<double> frequency_hz) const;
};

} // namespace curlew
