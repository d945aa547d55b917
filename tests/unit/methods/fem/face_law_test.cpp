// What method fem takes each kind of boundary for.
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/shared/boundaries/face_conditions.hpp>

#include <gtest/gtest.h>

namespace curlew::fem {
namespace {

PortSpec port(PortForm form) {
  PortSpec spec;
  spec.form = std::move(form);
  spec.direction = Vector3{1, 0, 0};
  return spec;
}

// One boundary of each kind, ports of three.
std::vector<Boundary> all_kinds() {
  return {{"pec", Pec()},
          {"pmc", Pmc()},
          {"abc", Abc()},
          {"pml", PmlSpec()},
          {"periodic", PeriodicSpec()},
          {"impedance", SurfaceImpedanceSpec()},
          {"symmetry", SymmetrySpec()},
          {"lumped", LumpedBoundarySpec{{}, Vector3{1, 0, 0}}},
          {"lumped port", port(LumpedPort())},
          {"guide", port(RectangularPort())},
          {"modal port", port(ModalPort())},
          {"imposed", ImposedFieldSpec()}};
}

// Names of the kinds for whose law the question is true.
template <class Question> std::string kinds(Question question) {
  std::string names;
  for (const Boundary &boundary : all_kinds())
    if (const auto law = make_face_law(boundary); law != nullptr && question(*law))
      names += boundary.group + " ";
  return names;
}

TEST(FaceLaw, IsThatOfAllKindsWithAnAdmittance) {
  for (const Boundary &boundary : all_kinds()) {
    const FaceRole role = role_of(boundary);
    const bool has_admittance = role == FaceRole::absorbing || role == FaceRole::impedance ||
                                role == FaceRole::lumped || role == FaceRole::wave_port;
    EXPECT_EQ(make_face_law(boundary) != nullptr, has_admittance) << boundary.group;
  }
}

TEST(FaceLaw, KnowsItsKind) {
  const auto of = [](FacePower power) {
    return kinds([=](const FaceLaw &law) { return law.power() == power; });
  };
  EXPECT_EQ(of(FacePower::radiated), "abc ");
  EXPECT_EQ(of(FacePower::lost), "impedance lumped ");
  EXPECT_EQ(of(FacePower::to_port), "lumped port guide modal port ");
  EXPECT_EQ(kinds([](const FaceLaw &law) { return law.is_absorbing(); }), "abc ");
  EXPECT_EQ(kinds([](const FaceLaw &law) { return law.depends_on_medium(); }), "abc ");
  EXPECT_EQ(kinds([](const FaceLaw &law) { return !law.is_loaded_by_wave(); }), "abc ");
  EXPECT_EQ(kinds([](const FaceLaw &law) { return law.is_metal(); }), "impedance ");
  EXPECT_EQ(kinds([](const FaceLaw &law) { return law.is_modal(); }), "modal port ");
  EXPECT_EQ(kinds([](const FaceLaw &law) { return law.direction().has_value(); }),
            "lumped lumped port ");
}

} // namespace
} // namespace curlew::fem
