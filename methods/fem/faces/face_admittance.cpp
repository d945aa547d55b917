#include <curlew/methods/fem/faces/face_admittance.hpp>

#include <curlew/methods/fem/faces/face_law.hpp>

#include <map>

namespace curlew::fem {

using complex = std::complex<double>;

std::vector<complex> face_admittances(const Case &input, const Model &model,
                                      const std::vector<Port> &ports,
                                      std::complex<double> frequency_hz, bool with_modal) {
  const FaceScene scene{input, model, ports};
  std::map<const FaceLaw *, complex> of_law;
  std::vector<complex> admittances;
  for (const FaceTerm &term : model.terms) {
    const FaceLaw &law = *term.law;
    if (law.is_modal() && !with_modal) {
      admittances.push_back(0);
      continue;
    }
    const auto known = of_law.find(&law);
    admittances.push_back(known != of_law.end() ? known->second
                                                : law.admittance(scene, term, frequency_hz));
    if (!law.depends_on_medium())
      of_law[&law] = admittances.back();
  }
  return admittances;
}

} // namespace curlew::fem
