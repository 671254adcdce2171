# Part of Yoke, under the Apache License v2.0 with LLVM Exceptions.
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Yoke(CMakePackage, CudaPackage):
    """Irregular algorithms on Kokkos that use the whole node: list ranking, connected components,
    breadth-first search, sorting, random numbers, and light in tissue by Monte Carlo."""

    homepage = "https://kokkos.org"
    # The checkout that this recipe lies in.
    git = "file://" + os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 6))

    license("Apache-2.0 WITH LLVM-exception", checked_by="yoke")

    version("main", branch="main")

    variant("shared", default=True, description="Build shared libraries")
    variant("openmp", default=True, description="Use the host's cores, by Kokkos's OpenMP space")
    variant("tool", default=True, description="Build the command-line tool")
    variant("mpi", default=False, description="Build Yoke::mpi, the library for several ranks")
    variant("zlib", default=True, description="Read compressed graph files")
    variant("highway", default=True, description="Sort keys on hosts by Highway")
    variant("hwloc", default=True, description="Place threads by the machine's topology")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("nlohmann-json", type="build")

    depends_on("kokkos@4.6:5")
    depends_on("kokkos@5:", when="+cuda ^cuda@12.9:")
    depends_on("kokkos+openmp", when="+openmp")
    depends_on("kokkos+shared", when="+shared")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
    depends_on("cli11", type="build", when="+tool")
    depends_on("fmt", when="+tool")
    depends_on("mpi", when="+mpi")
    depends_on("nccl", when="+mpi+cuda")
    depends_on("zlib-api", when="+zlib")
    depends_on("highway@1.0.3:", when="+highway")
    depends_on("hwloc", when="+hwloc")
    depends_on("googletest", type="test")
    depends_on("python@3.8:", type="test")

    conflicts("+cuda", when="cuda_arch=none", msg="Say for which GPUs: cuda_arch=90, for example")
    conflicts("%gcc@:11")

    def cmake_args(self):
        devices = ["CUDA"] if self.spec.satisfies("+cuda") else []
        devices += ["OPENMP"] if self.spec.satisfies("+openmp") else []
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("YOKE_ENABLE_TOOL", "tool"),
            self.define_from_variant("YOKE_ENABLE_MPI", "mpi"),
            self.define("YOKE_ENABLE_TESTS", self.run_tests),
            self.define("YOKE_REQUIRED_DEVICES", devices),
        ]
        # What is found is used, unless CMake is told not to look.
        for name, package in (("zlib", "ZLIB"), ("highway", "highway"), ("hwloc", "hwloc")):
            if not self.spec.satisfies(f"+{name}"):
                args.append(self.define(f"CMAKE_DISABLE_FIND_PACKAGE_{package}", True))
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        return args
