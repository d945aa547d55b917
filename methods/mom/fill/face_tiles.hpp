#pragma once

// Not installed: included by face_fill.cpp only.

#include <curlew/core/parallel/simd_math.hpp>
#include <curlew/methods/mom/fill/far_moments.hpp>
#include <curlew/methods/mom/fill/fill_tables.hpp>
#include <curlew/methods/mom/integrals/simd_green.hpp>

#include <algorithm>
#include <vector>

namespace curlew::mom {

// What the tiles of a fill read: plain host data.
struct FaceTilesInput {
  const Surface &surface;
  const PairList &pairs;         // near pairs p <= q
  const PairList &lower;         // the same by q: those p < q
  const TriangleRule &test_rule; // of far pairs
  const TriangleRule &source_rule;
  Combination with;
  bool symmetric;                // only rows from the tile's first column on; the rest is mirrored
  std::vector<Index> test_faces; // that have rows
};

// Some source faces side by side: one in each lane.
class PackedFaces {
public:
  PackedFaces(const Surface &surface, const std::vector<Index> &faces, const TriangleRule &rule)
      : count_(padded_to_lanes(faces.size())), points_(static_cast<int>(rule.weights.size())),
        weights_(rule.weights), values_((12 + 3 * points_) * count_) {
    for (std::size_t k = 0; k < count_; ++k) {
      // Lanes beyond the last face repeat it; nothing of theirs is added.
      const Face &face = surface.faces[faces[std::min(k, faces.size() - 1)]];
      for (int d = 0; d < 3; ++d) {
        row(d)[k] = face.centroid[d];
        for (int i = 0; i < 3; ++i)
          row(3 + 3 * i + d)[k] = face.corner[i][d] - face.centroid[d];
        for (int j = 0; j < points_; ++j) {
          double sum = 0;
          for (int i = 0; i < 3; ++i)
            sum += rule.points[j][i] * (face.corner[i][d] - face.centroid[d]);
          row(12 + 3 * j + d)[k] = sum;
        }
      }
    }
  }

  std::size_t padded() const { return count_; }

  struct Lanes {
    const PackedFaces &faces;
    std::size_t first;
    int count() const { return faces.points_; }
    double weight(int j) const { return faces.weights_[j]; }
    SimdDouble centroid(int d) const { return load_lanes(faces.row(d) + first); }
    SimdDouble rho(int j, int d) const { return load_lanes(faces.row(12 + 3 * j + d) + first); }
    SimdDouble corner(int i, int d) const { return load_lanes(faces.row(3 + 3 * i + d) + first); }
  };
  Lanes lanes(std::size_t first) const { return {*this, first}; }

private:
  double *row(int r) { return values_.data() + r * count_; }
  const double *row(int r) const { return values_.data() + r * count_; }

  std::size_t count_;
  int points_;
  std::vector<double> weights_, values_; // centroid, corners, points: a row for each coordinate
};

// Columns [first, last) of the matrix, by one thread: all pairs of a test face and a face that
// carries one of these columns. Faces at the border of two tiles are done in both; nothing is
// written by two threads.
template <class Block, bool k_magnetic> class FaceTile {
public:
  FaceTile(const FaceTilesInput &input, Index first, Index last, const Block &block)
      : input_(input), first_(first), last_(last), block_(block), faces_(source_faces()),
        packed_(input.surface, faces_, input.source_rule), use_(packed_.padded(), 0),
        sums_(3 * static_cast<std::size_t>(last - first)) {
    std::fill(use_.begin(), use_.begin() + static_cast<std::ptrdiff_t>(faces_.size()), 1.0);
  }

  void fill() {
    for (const Index p : input_.test_faces)
      if (!input_.symmetric || last_basis(p) >= first_)
        add_test_face(p);
  }

private:
  std::vector<Index> source_faces() const {
    std::vector<Index> faces;
    for (Index n = first_; n < last_; ++n)
      for (const Index face : input_.surface.basis[n].face)
        for (int image = 0; image < input_.surface.copies; ++image)
          faces.push_back(face % input_.surface.own_faces() + image * input_.surface.own_faces());
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    return faces;
  }

  Index last_basis(Index face) const {
    const Surface &s = input_.surface;
    Index last = -1;
    for (Index h = s.slot_offset[3 * face]; h < s.slot_offset[3 * face + 3]; ++h)
      last = std::max(last, s.halves[h].basis);
    return last;
  }

  // Near pairs are left out here.
  void set_use(Index p, double value) {
    for (const PairList *list : {&input_.pairs, &input_.lower}) {
      const auto begin = list->second.begin() + list->offset[p];
      const auto end = list->second.begin() + list->offset[p + 1];
      auto at = faces_.begin();
      for (auto q = begin; q != end && at != faces_.end(); ++q) {
        at = std::lower_bound(at, faces_.end(), *q);
        if (at != faces_.end() && *at == *q)
          use_[at - faces_.begin()] = value;
      }
    }
  }

  FarTest make_test(const Face &face) const {
    FarTest test;
    const TriangleRule &rule = input_.test_rule;
    test.points = static_cast<int>(rule.weights.size());
    for (int i = 0; i < test.points; ++i)
      test.point[i] = far_point(input_.with, face, rule.points[i].data(), rule.weights[i]);
    return test;
  }

  void add_test_face(Index p) {
    const Face &face = input_.surface.faces[p];
    const FarTest test = make_test(face);
    for (int i = 0; i < 3; ++i) {
      for (int d = 0; d < 3; ++d)
        corner_[i][d] = face.corner[i][d] - face.centroid[d];
      turn(input_.with, corner_[i], face.normal, turned_[i]);
    }
    std::fill(sums_.begin(), sums_.end(), Parts<double>());
    set_use(p, 0);
    for (std::size_t k = 0; k < packed_.padded(); k += k_simd_lanes)
      add_source_faces(test, k);
    set_use(p, 1);
    write_rows(p);
  }

  void add_source_faces(const FarTest &test, std::size_t first) {
    const SimdDouble use = load_lanes(use_.data() + first);
    const auto source = packed_.lanes(first);
    ElectricMoments<SimdDouble> electric;
    MagneticMoments<SimdDouble> magnetic;
    // R of lanes that are left out: a wavelength more, so that nothing overflows.
    const SimdDouble spread = (1 - use) / input_.with.k_squared();
    add_far<k_magnetic>(test, source, spread, input_.with.k(), electric, magnetic);
    const SimdDouble factor = use * k_inverse_areas_of_far;
    alignas(64) double parts[18][k_simd_lanes];
    for (int j = 0; j < 3; ++j) {
      const SimdDouble b[3] = {source.corner(j, 0), source.corner(j, 1), source.corner(j, 2)};
      for (int i = 0; i < 3; ++i) {
        Parts<SimdDouble> value = combine(input_.with, factor, electric, corner_[i], b);
        if constexpr (k_magnetic)
          value.add(combine(input_.with, factor, magnetic, turned_[i], b));
        std::memcpy(parts[6 * j + 2 * i], &value.re, sizeof value.re);
        std::memcpy(parts[6 * j + 2 * i + 1], &value.im, sizeof value.im);
      }
    }
    const Surface &s = input_.surface;
    for (int lane = 0; lane < k_simd_lanes && first + lane < faces_.size(); ++lane) {
      if (use_[first + lane] == 0)
        continue;
      const Index q = faces_[first + lane];
      for (int j = 0; j < 3; ++j)
        for (Index h = s.slot_offset[3 * q + j]; h < s.slot_offset[3 * q + j + 1]; ++h) {
          const Half &half = s.halves[h];
          if (half.basis < first_ || half.basis >= last_)
            continue;
          Parts<double> *column = &sums_[3 * static_cast<std::size_t>(half.basis - first_)];
          for (int i = 0; i < 3; ++i)
            column[i].add(half.weight, Parts<double>{parts[6 * j + 2 * i][lane],
                                                     parts[6 * j + 2 * i + 1][lane]});
        }
    }
  }

  void write_rows(Index p) {
    const Surface &s = input_.surface;
    for (int i = 0; i < 3; ++i)
      for (Index h = s.slot_offset[3 * p + i]; h < s.slot_offset[3 * p + i + 1]; ++h) {
        const Half &half = s.halves[h];
        const Index row = block_.row(half.basis);
        if (row < 0 || (input_.symmetric && half.basis < first_))
          continue;
        for (Index n = first_; n < last_; ++n) {
          const Parts<double> &sum = sums_[3 * static_cast<std::size_t>(n - first_) + i];
          block_.values(row, n) += Complex(half.weight * sum.re, half.weight * sum.im);
        }
      }
  }

  const FaceTilesInput &input_;
  Index first_, last_;
  const Block &block_;
  std::vector<Index> faces_;
  PackedFaces packed_;
  std::vector<double> use_;            // of a packed face: 1, or 0 where the pair is near
  std::vector<Parts<double>> sums_;    // [column][corner of the test face]
  double corner_[3][3], turned_[3][3]; // of the test face
};

} // namespace curlew::mom
