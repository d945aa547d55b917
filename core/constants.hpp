#pragma once

namespace curlew {

// CODATA 2018; the speed of light is exact. @cite tiesinga2021
constexpr double k_pi = 3.14159265358979323846;
constexpr double k_speed_of_light = 299792458.0;                               // m/s
constexpr double k_mu0 = 1.25663706212e-6;                                     // H/m
constexpr double k_eps0 = 1.0 / (k_mu0 * k_speed_of_light * k_speed_of_light); // F/m
constexpr double k_eta0 = k_mu0 * k_speed_of_light;                            // ohm

} // namespace curlew
