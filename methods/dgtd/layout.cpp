#include <curlew/methods/dgtd/layout.hpp>

#include <curlew/methods/dgtd/array/repeated_slots.hpp>

#include <algorithm>

namespace curlew::dgtd {

bool is_special(const Problem &problem, Index tet) {
  const Material &material = problem.materials[problem.material[tet]];
  for (const SymmetricTensor *tensor :
       {&material.eps_r, &material.mu_r, &material.sigma, &material.sigma_m})
    if (!tensor->is_isotropic())
      return true;
  // E and H have different matrices then.
  if (problem.choices.published_losses && !(material.sigma.is_zero() && material.sigma_m.is_zero()))
    return true;
  for (const TetFace &face : problem.faces[tet])
    if (has_loss(face.kind) && problem.choices.scheme != SchemeKind::upwind)
      return true;
  return false;
}

namespace {

bool is_outer(const Problem &problem, Index tet) {
  for (const TetFace &face : problem.faces[tet])
    if (face.tet >= problem.tet_count())
      return true;
  return false;
}

} // namespace

void Slots::fill_up(int pack) {
  while (tet.size() % pack != 0)
    tet.push_back(-1);
}

void Slots::add_ghosts(int pack) {
  for (std::size_t ghost = owned_tets; ghost < of_tet.size(); ++ghost) {
    of_tet[ghost] = size();
    tet.push_back(-1);
  }
  fill_up(pack);
}

Slots make_slots(const Problem &problem, int pack, const std::vector<std::uint8_t> &shell,
                 int shells) {
  if (problem.cells)
    return repeat_slots(problem, make_slots(problem.tables(), pack, shell, shells), pack);
  const auto set_of = [&](Index tet) {
    return (shell.empty() ? 0 : shell[tet]) + (is_outer(problem, tet) ? shells : 0);
  };
  Slots slots;
  slots.shells = shells;
  slots.of_tet.resize(problem.nodes.size());
  slots.owned_tets = problem.tet_count();
  const auto fill_up = [&] { slots.fill_up(pack); };
  for (const bool special : {false, true}) {
    std::vector<std::vector<Index>> tets(2 * static_cast<std::size_t>(shells));
    for (Index t = 0; t < problem.tet_count(); ++t)
      if (is_special(problem, t) == special)
        tets[set_of(t)].push_back(t);
    std::vector<Index> &begin = special ? slots.special_begin : slots.plain_begin;
    const std::vector<Index> &copies = problem.copies.begin;
    for (const std::vector<Index> &in_set : tets) {
      begin.push_back(slots.size());
      std::size_t copy = 0; // every set begins with a pack, so that its packs match those of others
      for (const Index t : in_set) {
        for (; copy < copies.size() && copies[copy] <= t; ++copy)
          fill_up();
        slots.of_tet[t] = slots.size();
        slots.tet.push_back(t);
      }
      fill_up();
    }
    begin.push_back(slots.size());
  }
  slots.plain = slots.plain_begin.back();
  slots.owned = slots.special_begin.back();
  slots.add_ghosts(pack);
  return slots;
}

} // namespace curlew::dgtd
