// A kernel on the fastest backend of this Curlew: the volume of a jittered box, summed over its
// tets.
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/parallel/backend.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

template <class Space> double volume_m3(const curlew::TetMesh &mesh, const Space &space) {
  using View = Kokkos::View<double *[4][3], Space>;
  const int count = static_cast<int>(mesh.tets.size());
  const View corners("consumer::corners", count);
  const auto on_host = Kokkos::create_mirror_view(corners);
  for (int t = 0; t < count; ++t)
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k)
        on_host(t, i, k) = mesh.points[mesh.tets[t][i]][k];
  Kokkos::deep_copy(corners, on_host);
  double volume = 0;
  Kokkos::parallel_reduce(
      "consumer::volume", Kokkos::RangePolicy<Space>(space, 0, count),
      KOKKOS_LAMBDA(int t, double &sum) {
        double a[3][3];
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k)
            a[i][k] = corners(t, i + 1, k) - corners(t, 0, k);
        sum += (a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
                a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
                a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])) /
               6;
      },
      volume);
  return volume;
}

int main() {
  const std::string obstacle = curlew::why_kokkos_cannot_start();
  if (!obstacle.empty()) {
    std::printf("kernel: not run, %s\n", obstacle.c_str());
    return 0;
  }
  const curlew::KokkosRuntime runtime(0);
  const curlew::Backend backend = curlew::compiled_backends().back();
  const curlew::TetMesh mesh = curlew::make_box({2, 3, 4}, {3, 4, 5}, {0, 0, 0}, 0.2, 1);
  const double volume =
      curlew::with_backend(backend, [&](auto space) { return volume_m3(mesh, space); });
  std::printf("kernel: %.6f m^3\n", volume);
  return 0;
}
