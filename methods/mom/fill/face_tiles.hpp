#pragma once

// Not installed: included by face_fill_host.cpp only.

#include <curlew/core/interrupt.hpp>
#include <curlew/core/parallel/simd_math.hpp>
#include <curlew/methods/mom/fill/far_moments.hpp>
#include <curlew/methods/mom/fill/fill_tables.hpp>
#include <curlew/methods/mom/integrals/simd_green.hpp>

#include <algorithm>
#include <vector>

namespace curlew::mom {

// Input of the tiles of a fill: plain host data.
struct FaceTilesInput {
  const Surface &surface;
  const PairList &pairs;         // near pairs p <= q
  const PairList &lower;         // the pairs p < q, by q
  const TriangleRule &test_rule; // rule of far pairs
  const TriangleRule &source_rule;
  Combination with;
  bool symmetric;                // only rows from the tile's first column on; the rest is mirrored
  std::vector<Index> test_faces; // faces that have rows
};

// A source face: its points and corners from the centroid.
struct SourceFace {
  int points;
  const double *weights;
  double middle[3], corner[3][3], at[k_most_points][3];

  SourceFace(const Combination &with, const Face &face, const TriangleRule &rule)
      : points(static_cast<int>(rule.weights.size())), weights(rule.weights.data()) {
    for (int d = 0; d < 3; ++d) {
      middle[d] = face.centroid[d];
      for (int i = 0; i < 3; ++i)
        corner[i][d] = face.corner[i][d] - face.centroid[d];
    }
    for (int j = 0; j < points; ++j) {
      const FarPoint<double> point = far_point(with, face, rule.points[j].data(), rule.weights[j]);
      std::copy(point.rho, point.rho + 3, at[j]);
    }
  }

  int count() const { return points; }
  double weight(int j) const { return weights[j]; }
  double centroid(int d) const { return middle[d]; }
  double rho(int j, int d) const { return at[j][d]; }
};

// Test faces, one in each lane: their points, and their corners from the centroid, also as turned
// by turn().
struct TestFaces {
  int points;
  FarPoint<SimdDouble> point[k_most_points];
  SimdDouble corner[3][3], turned[3][3];

  TestFaces(const Combination &with, const std::array<const Face *, k_simd_lanes> &faces,
            const TriangleRule &rule)
      : points(static_cast<int>(rule.weights.size())) {
    for (int lane = 0; lane < k_simd_lanes; ++lane) {
      const Face &face = *faces[lane];
      for (int i = 0; i < points; ++i) {
        const FarPoint<double> one = far_point(with, face, rule.points[i].data(), rule.weights[i]);
        point[i].weight = one.weight;
        for (int d = 0; d < 3; ++d) {
          point[i].r[d][lane] = one.r[d];
          point[i].rho[d][lane] = one.rho[d];
          point[i].turned[d][lane] = one.turned[d];
        }
      }
      for (int i = 0; i < 3; ++i) {
        double unit[3] = {0, 0, 0};
        unit[i] = 1;
        const FarPoint<double> one = far_point(with, face, unit, 1);
        for (int d = 0; d < 3; ++d) {
          corner[i][d][lane] = one.rho[d];
          turned[i][d][lane] = one.turned[d];
        }
      }
    }
  }

  int count() const { return points; }
  const FarPoint<SimdDouble> &at(int i) const { return point[i]; }
};

// Fills columns [first, last) of the matrix, by one thread: all pairs of a test face and a face
// that carries one of these columns. Faces at the border of two tiles are computed in both; no two
// threads write to one entry.
template <class Block, bool k_magnetic> class FaceTile {
public:
  FaceTile(const FaceTilesInput &input, Index first, Index last, const Block &block)
      : input_(input), first_(first), last_(last), block_(block), faces_(source_faces()),
        use_(k_simd_lanes * faces_.size(), 1.0),
        sums_(6 * k_simd_lanes * static_cast<std::size_t>(last - first)) {
    sources_.reserve(faces_.size());
    for (const Index face : faces_)
      sources_.emplace_back(input.with, input.surface.faces[face], input.source_rule);
    list_near();
  }

  void fill() {
    std::vector<Index> tests;
    for (const Index p : input_.test_faces)
      if (!input_.symmetric || last_basis(p) >= first_)
        tests.push_back(p);
    for (std::size_t k = 0; k < tests.size() && !interrupt_requested(); k += k_simd_lanes)
      add_test_faces(tests.data() + k, std::min<std::size_t>(k_simd_lanes, tests.size() - k));
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

  // Lists for each test face the source faces near it, by their number in this tile; this kernel
  // leaves them out.
  void list_near() {
    const std::size_t faces = input_.surface.faces.size();
    std::vector<std::pair<Index, Index>> near; // test face, source face
    for (std::size_t k = 0; k < faces_.size(); ++k)
      for (const PairList *list : {&input_.pairs, &input_.lower})
        for (Offset i = list->offset[faces_[k]]; i < list->offset[faces_[k] + 1]; ++i)
          near.emplace_back(list->second[i], static_cast<Index>(k));
    std::sort(near.begin(), near.end());
    near_offset_.assign(faces + 1, 0);
    for (const auto &[test, source] : near) {
      ++near_offset_[test + 1];
      near_.push_back(source);
    }
    for (std::size_t p = 1; p <= faces; ++p)
      near_offset_[p] += near_offset_[p - 1];
  }
  void set_use(Index p, int lane, double value) {
    for (Index i = near_offset_[p]; i < near_offset_[p + 1]; ++i)
      use_[k_simd_lanes * static_cast<std::size_t>(near_[i]) + lane] = value;
  }

  // Lanes beyond the last face repeat it, and their results are not written.
  void add_test_faces(const Index *tests, std::size_t count) {
    std::array<Index, k_simd_lanes> p;
    std::array<const Face *, k_simd_lanes> faces;
    for (std::size_t lane = 0; lane < k_simd_lanes; ++lane) {
      p[lane] = tests[std::min(lane, count - 1)];
      faces[lane] = &input_.surface.faces[p[lane]];
      set_use(p[lane], static_cast<int>(lane), 0);
    }
    const TestFaces test(input_.with, faces, input_.test_rule);
    for (std::size_t lane = 0; lane < count; ++lane)
      list_rows(p[lane], static_cast<int>(lane));
    fetch_rows();
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (std::size_t k = 0; k < faces_.size(); ++k)
      add_source_face(test, k);
    for (std::size_t lane = 0; lane < k_simd_lanes; ++lane)
      set_use(p[lane], static_cast<int>(lane), 1);
    write_rows();
    rows_.clear();
  }

  void add_source_face(const TestFaces &test, std::size_t k) {
    const SourceFace &source = sources_[k];
    ElectricMoments<SimdDouble> electric;
    MagneticMoments<SimdDouble> magnetic;
    const SimdDouble use = load_lanes(&use_[k_simd_lanes * k]);
    // R^2 of lanes that are left out gets 1 / k^2 more, so that nothing overflows.
    const SimdDouble spread = (1 - use) / input_.with.k_squared();
    add_far<k_magnetic>(test, source, spread, input_.with.k(), electric, magnetic);
    const SimdDouble factor = use * k_inverse_areas_of_far;
    const Surface &s = input_.surface;
    for (int j = 0; j < 3; ++j) {
      const SourceCorner<SimdDouble, k_magnetic> corner(input_.with, electric, magnetic,
                                                        source.corner[j]);
      Parts<SimdDouble> values[3];
      for (int i = 0; i < 3; ++i)
        values[i] = factor * corner.entry(test.corner[i], test.turned[i]);
      const Index slot = 3 * faces_[k] + j;
      for (Index h = s.slot_offset[slot]; h < s.slot_offset[slot + 1]; ++h) {
        const Half &half = s.halves[h];
        if (half.basis < first_ || half.basis >= last_)
          continue;
        for (int i = 0; i < 3; ++i) {
          double *const sum = sum_of(half.basis, i);
          store_lanes(load_lanes(sum) + half.weight * values[i].re, sum);
          store_lanes(load_lanes(sum + k_simd_lanes) + half.weight * values[i].im,
                      sum + k_simd_lanes);
        }
      }
    }
  }

  // Lists the rows of a lane's test face.
  void list_rows(Index p, int lane) {
    const Surface &s = input_.surface;
    for (int i = 0; i < 3; ++i)
      for (Index h = s.slot_offset[3 * p + i]; h < s.slot_offset[3 * p + i + 1]; ++h) {
        const Half &half = s.halves[h];
        const Index row = block_.row(half.basis);
        if (row >= 0 && !(input_.symmetric && half.basis < first_))
          rows_.push_back({row, i, lane, half.weight});
      }
  }

  // The matrix is too large for any cache: prefetches the entries that write_rows() adds to, while
  // the sums are computed.
  void fetch_rows() const {
    for (Index n = first_; n < last_; ++n)
      for (const RowOfLane &row : rows_)
        __builtin_prefetch(&block_.values(row.row, block_.column(n)), 1);
  }

  // Writes column by column; in each the rows of neighbouring faces lie side by side.
  void write_rows() {
    for (Index n = first_; n < last_; ++n) {
      const Index column = block_.column(n);
      for (const RowOfLane &row : rows_) {
        const double *const sum = sum_of(n, row.corner) + row.lane;
        block_.values(row.row, column) +=
            Complex(row.weight * sum[0], row.weight * sum[k_simd_lanes]);
      }
    }
  }

  struct RowOfLane {
    Index row;
    int corner, lane;
    double weight;
  };

  // Returns the real parts of all lanes, followed by the imaginary ones.
  double *sum_of(Index column, int corner) {
    return &sums_[2 * k_simd_lanes * (3 * static_cast<std::size_t>(column - first_) + corner)];
  }

  const FaceTilesInput &input_;
  Index first_, last_;
  const Block &block_;
  std::vector<Index> faces_; // faces that carry the columns
  std::vector<SourceFace> sources_;
  std::vector<Index> near_offset_, near_;
  // Plain numbers, because nvcc does not accept vectors as elements of containers.
  std::vector<double> use_;     // [source][lane]: 1, or 0 where the pair is near
  std::vector<double> sums_;    // [column][corner of the test face][re, im][lane]
  std::vector<RowOfLane> rows_; // rows of the test faces in the lanes
};

} // namespace curlew::mom
