#pragma once

#include <cstddef>
#include <vector>

namespace curlew::fem {

// Orthonormal real columns, on the host, to which columns are added one by one (Gram and Schmidt,
// each column twice against all before).
class RealBasis {
public:
  using Column = std::vector<double>;

  // `tolerance`: a column adds none where its rest outside of the columns before is smaller,
  // relative to the column.
  RealBasis(double tolerance, int threads) : tolerance_(tolerance), threads_(threads) {}

  // Adds a column. Returns its coordinates in the columns that there are then: one more than before
  // where it added one. Throws std::invalid_argument for another length.
  Column add(Column column);
  // Returns the coordinates of the projection of a column.
  Column coordinates(const Column &column) const;

  std::size_t size() const { return columns_.size(); }
  const Column &operator[](std::size_t i) const { return columns_[i]; }

private:
  // Subtracts the projection of a column from it, and adds its coordinates to `coordinates`.
  void take_off(Column &column, Column &coordinates) const;

  double tolerance_;
  int threads_;
  std::vector<Column> columns_;
};

double dot_of_columns(const RealBasis::Column &x, const RealBasis::Column &y, int threads);

} // namespace curlew::fem
