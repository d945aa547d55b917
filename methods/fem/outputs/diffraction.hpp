#pragma once

#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/fem/outputs/order_planes.hpp>
#include <curlew/methods/shared/powers/diffraction.hpp>

namespace curlew::fem {

// Splits the field of a solve into orders. At a height the field is a sum over orders (m, n) of
// waves exp(-j k_t . r), k_t = k_t,inc + m b_1 + n b_2, b the reciprocal vectors of the periods. E
// and H of an order divide it into a wave upwards and one downwards. Those that leave count, on the
// side that the wave comes from by the scattered field, as their mean over the medium's interval by
// OrderSide::weight(): a smooth functional of the solution, whose error decreases twice as fast
// with the mesh as that of the fields on a plane. In a medium with losses no order travels: what it
// absorbs behind the plane, its layer included, has gone through.
Diffraction diffraction(const Fields &fields, const Media &media, const DiffractionSpec &spec,
                        const OrderPlanes &planes, double absorbed_w);

} // namespace curlew::fem
