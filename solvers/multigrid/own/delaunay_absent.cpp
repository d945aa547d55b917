// Delaunay triangulations of a Curlew without Qhull.
#include <curlew/core/error.hpp>
#include <curlew/solvers/multigrid/own/delaunay.hpp>

namespace curlew {
namespace {

[[noreturn]] void refuse() {
  throw NotCompiled("the maker of coarse meshes", k_delaunay_option);
}

} // namespace

bool has_delaunay() {
  return false;
}

std::vector<std::array<Index, 4>> delaunay_tets(const std::vector<Point> &) {
  refuse();
}

double hull_volume(const std::vector<Point> &) {
  refuse();
}

} // namespace curlew
