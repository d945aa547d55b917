// The rules of the source tree as functions: each returns one line per violation, "file:line: ...".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace curlew::structure {

struct SourceFile {
  std::string path; // relative to the root, with '/'
  std::vector<std::string> lines;
};

/// Returns every text file below `root` that is the project's own: not those in build, results,
/// .git or a cache. Binary files (with a zero byte) are left out. Sorted by path. Throws
/// std::filesystem::filesystem_error if `root` is not a readable folder.
std::vector<SourceFile> read_tree(const std::filesystem::path &root);

bool is_cpp(const SourceFile &file);

using Violations = std::vector<std::string>;

/// core <- io <- solvers <- methods <- perf/bench <- app: an include may point left only; io and
/// solvers do not include each other, nor does a method include another. Project headers are
/// included as <curlew/...>, and a quoted include never leaves its folder.
Violations check_include_direction(const std::vector<SourceFile> &tree);

/// Neither io nor the files of curlew::base (`base_sources`, relative paths) reach a Kokkos header,
/// directly or through other headers of the project.
Violations check_no_kokkos(const std::vector<SourceFile> &tree,
                           const std::vector<std::string> &base_sources);

/// VTK's headers appear in io/fields/*.cpp and in tests only: they are slow to parse and must not
/// reach device compilers.
Violations check_vtk_headers(const std::vector<SourceFile> &tree);

/// No method's name appears, as a word in any letter case, in core, io, solvers, methods/shared and
/// app, in code, comments or data: code shared by several methods depends on none of them. Methods
/// are the folders of methods/ and the planned ones. app/methods.cpp lists the methods; a line with
/// "@cite" may name one.
Violations check_method_names(const std::vector<SourceFile> &tree);

/// Preprocessor conditions on CUDA and HIP stay in core/parallel/backend* and
/// core/parallel/kokkos_compat.hpp.
Violations check_cuda_conditions(const std::vector<SourceFile> &tree);

/// Kokkos::RangePolicy, whose index is short on devices, appears in core/parallel/spaces.hpp only,
/// which has the alias with a long one; and in tests/package/consumer, which shows plain Kokkos.
Violations check_range_policies(const std::vector<SourceFile> &tree);

/// No KOKKOS_LAMBDA in headers: nvcc keeps the pointers by which a processor calls such a lambda
/// once for each source file, but the linker merges the code that reads them. A template which two
/// files instantiate then calls a null pointer on the backends serial and openmp of a CUDA build.
/// Kernels in headers are functors.
Violations check_header_lambdas(const std::vector<SourceFile> &tree);

/// No source file is longer than `k_longest_file` lines, no file of tests than `k_longest_test`.
Violations check_file_lengths(const std::vector<SourceFile> &tree);
inline constexpr std::size_t k_longest_file = 400, k_longest_test = 800;

/// A unit is a header with its source. Outside tests headers do not include each other in a circle,
/// and units do so only in a group of at most `k_largest_circle`, which are one thing in several
/// files: the source of one includes the parts, which include its header.
Violations check_circles(const std::vector<SourceFile> &tree);
inline constexpr std::size_t k_largest_circle = 3;

/// Every reference docs/<page>.md, "<section>" of the sources names a page that there is, and one
/// of its headings.
Violations check_page_references(const std::vector<SourceFile> &tree);

/// No host name of a package registry and no absolute path of a developer's machine appears.
Violations check_foreign_names(const std::vector<SourceFile> &tree);

/// Every option CURLEW_... that a Spack recipe gives to CMake is one that a CMake file declares.
Violations check_spack_options(const std::vector<SourceFile> &tree);

/// Every "@cite key" of the sources has its entry in docs/references.bib.
Violations check_citations(const std::vector<SourceFile> &tree);

/// Every project header that a public header (`public_headers`, paths relative to the root)
/// includes is public too.
Violations check_public_includes(const std::vector<SourceFile> &tree,
                                 const std::vector<std::string> &public_headers);

/// A public header has the same content for every consumer's target: it names no vector type of
/// this project or of a compiler, and its preprocessor conditions test nothing but Kokkos'
/// configuration and the pass of a device compiler.
Violations check_public_contents(const std::vector<SourceFile> &tree,
                                 const std::vector<std::string> &public_headers);

} // namespace curlew::structure
