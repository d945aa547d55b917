"""Spack recipe of KISS FFT, which Spack's own repository lacks."""
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Kissfft(CMakePackage):
    """A small Fast Fourier Transform library in C and C++."""

    homepage = "https://github.com/mborgerding/kissfft"
    git = "https://github.com/mborgerding/kissfft.git"

    license("BSD-3-Clause")

    version("131.2.0", tag="131.2.0", commit="7bce4153c6bc8aba2db0e889e576f9d00505cbe1")
    version("131.1.0", tag="131.1.0", commit="8f47a67f595a6641c566087bf5277034be64f24d")

    variant("shared", default=True, description="Build a shared library")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.10:", type="build")

    def cmake_args(self):
        return [
            self.define("KISSFFT_STATIC", self.spec.satisfies("~shared")),
            self.define("KISSFFT_TEST", False),
            self.define("KISSFFT_TOOLS", False),
        ]
