#pragma once

#include <curlew/methods/fdfd/outputs/yee_fields.hpp>
#include <curlew/methods/shared/powers/diffraction.hpp>

#include <string>

namespace curlew {
struct DiffractionSpec;
}

namespace curlew::fdfd {

// The two planes of nodes of z on both sides of a periodic structure; within a cell above either
// plane all entries are like the half-space beyond.
struct OrderPlanes {
  Index below = 0, above = 0;
};

// Returns the nodes next to the case's planes, or the outermost ones. Throws InputError, which
// begins with `location`, where a plane is not in its half-space's material, and for planes in the
// wrong order.
OrderPlanes order_planes(const Problem &problem, const DiffractionSpec &spec,
                         const std::string &location);

// Splits the field of a solve into orders. On a plane the total field is a sum over orders (m, n)
// of waves exp(-j (kx x + ky y)) with kx = kx_inc + 2 pi m / L_x. For each order and polarisation
// (q and p of docs/methods/fdfd-notes.md, "Layers") two neighbouring nodes hold a wave upwards and
// one downwards, zeta^i and zeta^-i, and their power is that of the grid's own Poynting theorem,
//   TE: sin(beta) / h |q|^2,   TM: k^2 eps / (k^2 eps - g^2) sin(beta) / h |p|^2,   over 2 k eta0.
// Amplitudes are ratios of E to that of the incident wave: TE along z x u, TM along (z x u) x d
// with the order's direction d. In a half-space with losses no order travels: the power through its
// plane is computed as a whole, from E x H*. On the grid the shares add up to 1 exactly, up to the
// solver's residual.
Diffraction diffraction(const YeeFields &fields, const IncidentWave &incident,
                        const DiffractionSpec &spec, const OrderPlanes &planes, int threads = 0);

} // namespace curlew::fdfd
