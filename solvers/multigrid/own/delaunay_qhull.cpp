// The interface to Qhull, in its reentrant form.
#include <curlew/solvers/multigrid/own/delaunay.hpp>
#include <curlew/solvers/multigrid/own/no_coarse_mesh.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace curlew {
namespace {

constexpr int k_dimension = 3;

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};

// A run of the library, which owns the library's memory. Errors of the library jump within it and
// are returned as a number; its messages go to a file, the only output that it supports.
class Run {
public:
  Run(const std::vector<Point> &points, const char *command)
      : words_(std::tmpfile()), coordinates_(flat(points)), command_(command) {
    if (!words_)
      throw NoCoarseMesh("no temporary file could be made for the messages of Qhull");
    qh_zero(&state_, words_.get());
    const int code =
        qh_new_qhull(&state_, k_dimension, static_cast<int>(points.size()), coordinates_.data(),
                     False, command_.data(), nullptr, words_.get());
    if (code != 0) {
      const std::string said = words();
      release();
      throw NoCoarseMesh(
          fmt::format("Qhull fails on {} points (code {}): {}", points.size(), code, said));
    }
  }
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;
  ~Run() { release(); }

  qhT *state() { return &state_; }

private:
  static std::vector<coordT> flat(const std::vector<Point> &points) {
    std::vector<coordT> values;
    values.reserve(k_dimension * points.size());
    for (const Point &point : points)
      values.insert(values.end(), point.begin(), point.end());
    return values;
  }

  void release() {
    state_.NOerrexit = True;
    qh_freeqhull(&state_, !qh_ALL);
    int blocks = 0, bytes = 0;
    qh_memfreeshort(&state_, &blocks, &bytes);
  }

  // Returns the first line of the message: the rest are hints for the program qhull.
  std::string words() {
    std::rewind(words_.get());
    std::string line;
    for (int c = std::fgetc(words_.get()); c != EOF; c = std::fgetc(words_.get())) {
      if (c == '\n' && !line.empty())
        break;
      if (c != '\n')
        line += static_cast<char>(c);
    }
    return line;
  }

  std::unique_ptr<std::FILE, CloseFile> words_;
  std::vector<coordT> coordinates_;
  std::string command_; // command that the library parses
  qhT state_;
};

} // namespace

bool has_delaunay() {
  return true;
}

std::vector<std::array<Index, 4>> delaunay_tets(const std::vector<Point> &points) {
  // The last coordinate of the paraboloid scaled to the others (Qbb), points that are left out kept
  // as such (Qc), a point at infinity against hulls on a sphere (Qz), wide facets let pass (Q12).
  Run run(points, "qhull d Qbb Qc Qz Q12");
  qhT *qh = run.state();
  std::vector<std::array<Index, 4>> tets;
  facetT *facet;
  FORALLfacets {
    if (facet->upperdelaunay)
      continue;
    if (!facet->simplicial)
      throw NoCoarseMesh(fmt::format("Qhull finds {} points or more on one sphere with none inside",
                                     qh_setsize(qh, facet->vertices)));
    std::array<Index, 4> tet{};
    std::size_t count = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(facet->vertices) {
      const int point = qh_pointid(qh, vertex->point);
      if (point < 0 || point >= static_cast<int>(points.size()) || count == tet.size())
        throw NoCoarseMesh("Qhull returns a tet that is not of the points given");
      tet[count++] = point;
    }
    if (count != tet.size())
      throw NoCoarseMesh("Qhull returns a tet of less than four points");
    std::sort(tet.begin(), tet.end());
    tets.push_back(tet);
  }
  std::sort(tets.begin(), tets.end());
  return tets;
}

double hull_volume(const std::vector<Point> &points) {
  Run run(points, "qhull FA");
  qh_getarea(run.state(), run.state()->facet_list);
  return run.state()->totvol;
}

} // namespace curlew
