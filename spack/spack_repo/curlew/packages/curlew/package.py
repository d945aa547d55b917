"""Spack recipe of Curlew, beside the sources it builds (see spack/README.md)."""
import csv
import json
from pathlib import Path

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *

SPEED_OF_LIGHT = 299792458.0  # m/s

# The case of the stand-alone test, in SI units.
CAVITY = {
    "method": "dgatd",
    "mesh": {"box": {"size": [0.05, 0.02, 0.06], "cells": [10, 4, 12], "jitter": 0.2}},
    "materials": {"air": {}},
    "regions": {"volume": "air"},
    "boundaries": {"default": {"type": "pec"}},
    "excitations": [
        {
            "name": "dipole",
            "type": "current",
            "point": [0.011, 0.007, 0.017],
            "direction": [0, 1, 0],
            "waveform": {"type": "gaussian-derivative", "f_max": 8e9},
        }
    ],
    "time": {"duration": 20e-9},
    "run": {"threads": 2},
    "outputs": {
        "probes": [{"name": "inside", "point": [0.033, 0.009, 0.042]}],
        "spectra": [{"probe": "inside", "band": [3e9, 5e9]}],
    },
}


class Curlew(CMakePackage, CudaPackage, ROCmPackage):
    """Maxwell's equations on tetrahedral meshes, on the cores or the GPU at hand: one case file, one
    command, one performance layer (Kokkos) under every method."""

    # The repository that holds this file.
    git = Path(__file__).resolve().parents[5].as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("openmp", default=True, description="Backend openmp, beside serial")
    variant("mpi", default=True, description="Several ranks")
    variant("vtk", default=True, description="Fields for ParaView")
    variant("metis", default=True, description="Ordering and partitions with METIS")
    variant("mumps", default=True, description="Sparse factors by MUMPS")
    variant("muparser", default=True, description="Formulas in case files, by muParser")
    variant("qhull", default=True, description="Coarse meshes of multigrid, by Qhull")
    variant("ifpack2", default=True, description="The preconditioner ilu, by Trilinos' Ifpack2")
    variant("python", default=False, description="The Python package, beside the program")
    variant(
        "cuda_arch",
        default="none",
        values=("none",) + CudaPackage.cuda_arch_values,
        multi=False,
        sticky=True,
        when="+cuda",
        description="Compute capability of the GPU, without the point",
    )
    conflicts(
        "cuda_arch=none",
        when="+cuda",
        msg="Curlew is compiled for one kind of GPU: name it, for example +cuda cuda_arch=90 "
        "for an H100",
    )
    variant(
        "amdgpu_target",
        default="none",
        values=("none",) + ROCmPackage.amdgpu_targets,
        multi=False,
        sticky=True,
        when="+rocm",
        description="Architecture of the GPU",
    )
    conflicts(
        "amdgpu_target=none",
        when="+rocm",
        msg="Curlew is compiled for one kind of GPU: name it, for example +rocm "
        "amdgpu_target=gfx90a for an MI250X",
    )
    conflicts("+cuda", when="+rocm", msg="A Kokkos has CUDA or ROCm, not both")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")

    # Trilinos before 14.4 brings a Kokkos of its own, which must not meet Spack's.
    depends_on("kokkos@4.1:+serial")
    depends_on("kokkos-kernels@4:")
    depends_on("trilinos@14.4:+complex+belos")
    depends_on("trilinos+tpetra+ifpack2", when="+ifpack2")
    for sign in ("+", "~"):
        for package in ("kokkos", "kokkos-kernels", "trilinos"):
            depends_on(f"{package}{sign}openmp", when=f"{sign}openmp")
        depends_on(f"trilinos{sign}mpi", when=f"{sign}mpi")
    for package in ("kokkos", "kokkos-kernels", "trilinos"):
        wrapper = "" if package == "kokkos-kernels" else "+wrapper"
        depends_on(f"{package}~cuda", when="~cuda")
        # All of it only with an arch: without one, the message above is all that Spack says.
        for arch in CudaPackage.cuda_arch_values:
            depends_on(f"{package}+cuda{wrapper} cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

    for package in ("kokkos", "trilinos"):
        depends_on(f"{package}~rocm", when="~rocm")
        for target in ROCmPackage.amdgpu_targets:
            depends_on(
                f"{package}+rocm amdgpu_target={target}", when=f"+rocm amdgpu_target={target}"
            )

    depends_on("mpi", when="+mpi")
    depends_on("vtk@9.1:", when="+vtk")
    depends_on("metis@5:", when="+metis")
    depends_on("mumps@5:~mpi+double+complex+scotch", when="+mumps")
    depends_on("muparser@2.3:", when="+muparser")
    depends_on("qhull@2020:", when="+qhull")
    extends("python", when="+python")
    depends_on("python@3.11:", type=("build", "run"), when="+python")
    depends_on("py-numpy@1.24:", type=("build", "run"), when="+python")
    depends_on("blas")
    depends_on("lapack")
    depends_on("zlib-api")
    depends_on("nlohmann-json@3.10:")
    depends_on("cli11@2.1:")
    depends_on("fmt@8:")
    depends_on("spdlog@1.9:")
    depends_on("kissfft@131.1:")
    depends_on("googletest@1.12: +gmock", type="test")

    sanity_check_is_file = [join_path("bin", "curlew")]

    def cxx_standard(self):
        """The C++ standard that Kokkos was built for, which its headers then ask for."""
        kokkos = self.spec["kokkos"]
        return kokkos.variants["cxxstd"].value if "cxxstd" in kokkos.variants else "17"

    def cmake_args(self):
        spec = self.spec
        args = [
            self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx),
            self.define("CMAKE_CXX_STANDARD", self.cxx_standard()),
            self.define("Kokkos_ROOT", spec["kokkos"].prefix),
            self.define("KokkosKernels_ROOT", spec["kokkos-kernels"].prefix),
            self.define("Belos_ROOT", spec["trilinos"].prefix),
            self.define_from_variant("CURLEW_ENABLE_MPI", "mpi"),
            self.define_from_variant("CURLEW_ENABLE_VTK", "vtk"),
            self.define_from_variant("CURLEW_ENABLE_METIS", "metis"),
            self.define_from_variant("CURLEW_ENABLE_MUMPS", "mumps"),
            self.define_from_variant("CURLEW_ENABLE_MUPARSER", "muparser"),
            self.define_from_variant("CURLEW_ENABLE_QHULL", "qhull"),
            self.define_from_variant("CURLEW_ENABLE_IFPACK2", "ifpack2"),
            self.define_from_variant("CURLEW_ENABLE_PYTHON", "python"),
            self.define_from_variant("CURLEW_REQUIRE_CUDA", "cuda"),
            self.define("CURLEW_ENABLE_TESTS", self.run_tests),
        ]
        if spec.satisfies("+python"):
            args.append(self.define("CURLEW_PYTHON_FOLDER", self["python"].purelib))
        if spec.satisfies("+mpi"):
            args.append(self.define("MPI_CXX_COMPILER", spec["mpi"].mpicxx))
        if spec.satisfies("+cuda"):  # nvcc's command lines are short
            args.append(self.define("CMAKE_CXX_USE_RESPONSE_FILE_FOR_OBJECTS", True))
        return args

    def test_cavity_resonance(self):
        """a metal box of 5 x 2 x 6 cm rings at the frequency of its mode TE101"""
        curlew = which(self.prefix.bin.curlew, required=True)
        if self.spec.satisfies("+cuda") or self.spec.satisfies("+rocm"):
            info = curlew("info", output=str, error=str, fail_on_error=False)
            # Without a driver, the program does not start at all.
            if "not usable here" in info or "libcuda.so" in info:
                raise SkipTest("This machine has no usable GPU: run the test where one is")
        with open("case.json", "w", encoding="utf-8") as file:
            json.dump(CAVITY, file)
        expected = 0.5 * SPEED_OF_LIGHT * ((1 / 0.05) ** 2 + (1 / 0.06) ** 2) ** 0.5
        variants = {"openmp": "openmp", "cuda": "cuda", "rocm": "hip"}
        optional = [variants[name] for name in variants if self.spec.satisfies(f"+{name}")]
        for backend in ["serial"] + optional:
            with test_part(self, f"test_cavity_resonance_{backend}", purpose=f"backend {backend}"):
                curlew("run", "case.json", "--backend", backend, "--output", backend)
                with open(join_path(backend, "peaks_inside.csv"), encoding="utf-8") as file:
                    found = [float(row["f (Hz)"]) for row in csv.DictReader(file)]
                assert len(found) == 1, f"one resonance expected in the band, found {found}"
                error = found[0] / expected - 1
                print(f"found {found[0]:.5e} Hz, theory {expected:.5e} Hz, error {error:.3%}")
                # Measured: -0.19 %, the dispersion of this mesh.
                assert abs(error) < 0.005, f"resonance at {found[0]} Hz instead of {expected} Hz"
