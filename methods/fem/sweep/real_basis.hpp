#pragma once

#include <cstddef>
#include <vector>

namespace curlew::fem {

// Orthonormal real columns, on the host, to which others are added one by one (Gram and Schmidt,
// each column twice against all before).
class RealBasis {
public:
  using Column = std::vector<double>;

  // `tolerance`: a column of which those before leave less than this, relative, adds none.
  RealBasis(double tolerance, int threads) : tolerance_(tolerance), threads_(threads) {}

  // Coordinates of `column` in the columns that there are then: one more than before where it added
  // one. Throws std::invalid_argument for another length.
  Column add(Column column);
  // Coordinates of its projection.
  Column coordinates(const Column &column) const;

  std::size_t size() const { return columns_.size(); }
  const Column &operator[](std::size_t i) const { return columns_[i]; }

private:
  // Takes the projection off and adds its coordinates.
  void take_off(Column &column, Column &coordinates) const;

  double tolerance_;
  int threads_;
  std::vector<Column> columns_;
};

double dot(const RealBasis::Column &x, const RealBasis::Column &y, int threads);

} // namespace curlew::fem
