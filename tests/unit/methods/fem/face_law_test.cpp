// What method fem takes each kind of boundary for.
#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/faces/make_face_law.hpp>
#include <curlew/methods/fem/time/branches.hpp>
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
}

// Law of a kind that there is not: a resistance of 100 ohm. The last step of "How to add a kind of
// boundary" in docs/developing.md.
class ToyLaw final : public FaceLaw {
public:
  using FaceLaw::FaceLaw;

  std::complex<double> admittance(const FaceScene &, const FaceTerm &,
                                  std::complex<double>) const override {
    return k_eta0 / 100;
  }
  std::vector<Branch> branches(const FaceScene &, const FaceTerm &) const override {
    return {{k_eta0, 100, 0, 0}};
  }
  FacePower power() const override { return FacePower::lost; }
};

TEST(FaceLaw, OfANewKindIsAllThatItsFacesTake) {
  const Boundary boundary{"toy", Pec()}, metal{"metal", SurfaceImpedanceSpec{50, 0, 1, 0}};
  const ToyLaw law(boundary);
  const auto other = make_face_law(metal);
  Model model;
  model.terms = {{0, 0, &boundary, &law}, {1, 0, &metal, other.get()}, {2, 0, &boundary, &law}};
  const auto at_frequency = face_admittances(Case(), model, {}, 1e9);
  EXPECT_EQ(at_frequency,
            (std::vector<std::complex<double>>{k_eta0 / 100, k_eta0 / 50, k_eta0 / 100}));
  const auto in_time = face_branches(Case(), model, {});
  ASSERT_EQ(in_time.size(), 3u);
  EXPECT_EQ(in_time[0][0].resistance, 100);
  EXPECT_EQ(in_time[1][0].resistance, 50);
  EXPECT_EQ(in_time[2][0].resistance, 100);
}

} // namespace
} // namespace curlew::fem
