#pragma once

#include <curlew/methods/dgatd/problem.hpp>

#include <array>
#include <vector>

namespace curlew::dgatd {

// A fraction is the circulation of H from a tet's barycentre through one of its faces to the
// face's centre; number 4 t + i for tet t and the face opposite its (sorted) node i. Signed here
// along the face's own normal, so that h(face) is the plain sum of its one or two fractions.
struct FaceTable {
  std::vector<std::array<Index, 2>> fractions; // face -> its fractions, second -1 on the boundary
  std::vector<std::array<Index, 3>> edges;     // face (a < b < c) -> edges ab, bc, ac
  std::vector<Index> face_of;                  // fraction -> face
  std::vector<double> sign; // fraction -> +1 where the face's normal leaves the tet
};

// Signs of the edges ab, bc, ac in the boundary of face (a, b, c): one row of the matrix C.
constexpr std::array<double, 3> k_face_signs = {1, 1, -1};

FaceTable make_face_table(const Problem &problem, int threads = 0);

// dt M_tau^-1 C_tau on full-edge circulations, @cite cicuttin2018 (eq. 5), its 4 rows signed as
// above: fractions -= block x circulations. With one uniform H this is
// dt (mu^-1 curl e) . (g - x_i) / 3, curl e = sum of e_ij (x_l - x_k) / (3 V).
void faraday_block(const Problem &problem, const FaceTable &faces, Index tet, double dt_s,
                   double (&block)[4][6]);

} // namespace curlew::dgatd
