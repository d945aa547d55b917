#pragma once

#include <curlew/methods/fem/faces/face_law.hpp>

#include <memory>

namespace curlew::fem {

// Returns the law of a boundary, which must outlive it; null for a kind that adds nothing to the
// matrix.
std::shared_ptr<const FaceLaw> make_face_law(const Boundary &boundary);

} // namespace curlew::fem
