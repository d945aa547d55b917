#pragma once

#include <curlew/io/tables/orders_table.hpp>
#include <curlew/methods/fdfd/outputs/yee_fields.hpp>

#include <string>
#include <vector>

namespace curlew {
struct DiffractionSpec;
}

namespace curlew::fdfd {

// The two planes of nodes of z between which a periodic structure lies; a cell above either
// everything is like the half-space beyond.
struct OrderPlanes {
  Index below = 0, above = 0;
};

// The nodes next to what the case gives, or the outermost ones. Throws InputError, which `location`
// begins, where something other than the half-space lies there, and for planes in the wrong order.
OrderPlanes order_planes(const Problem &problem, const DiffractionSpec &spec,
                         const std::string &location);

// What becomes of a plane wave at a structure that is periodic along x and y, as shares of the
// power that it brings.
struct Diffraction {
  std::vector<OrderRow> orders; // those that travel; frequency and excitation are not filled in
  double reflected = 0, transmitted = 0, absorbed = 0;
  // 1 but for what the solver left over: on the grid the three add up exactly.
  double sum() const { return reflected + transmitted + absorbed; }
};

// On a plane the total field is a sum over orders (m, n) of waves exp(-j (kx x + ky y)) with kx =
// kx_inc + 2 pi m / L_x. Of each and of either polarisation (q and p of docs/methods/fdfd.md,
// "Layers") two neighbouring nodes hold a wave upwards and one downwards, zeta^i and zeta^-i, and
// their power is that of the grid's own Poynting theorem,
//   TE: sin(beta) / h |q|^2,   TM: k^2 eps / (k^2 eps - g^2) sin(beta) / h |p|^2,   over 2 k eta0.
// Amplitudes are of E to that of the incident wave: TE along z x u, TM along (z x u) x d with the
// order's direction d. Into a half-space with losses no order travels: what goes through its plane
// is counted as a whole, by E x H*.
Diffraction diffraction(const YeeFields &fields, const IncidentWave &incident,
                        const DiffractionSpec &spec, const OrderPlanes &planes, int threads = 0);

std::string to_text(const Diffraction &result);

} // namespace curlew::fdfd
