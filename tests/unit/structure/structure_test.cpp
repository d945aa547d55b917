// Each rule of the source tree, and for each rule a tree that breaks it, which the check must find.
#include "rules.hpp"

#include <curlew/tests/support/paths.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

namespace curlew::structure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<SourceFile> &project() {
  static const std::vector<SourceFile> tree = read_tree(curlew::test::source_path());
  return tree;
}

/// The sources of curlew::base, as CMake wrote them: one absolute path per line.
std::vector<std::string> base_sources() {
  std::ifstream stream(CURLEW_BASE_SOURCES);
  std::vector<std::string> paths;
  for (std::string line; std::getline(stream, line);) {
    paths.push_back(std::filesystem::path(line)
                        .lexically_relative(curlew::test::source_path())
                        .generic_string());
  }
  return paths;
}

std::vector<std::string> public_headers() {
  std::ifstream stream(CURLEW_PUBLIC_HEADERS);
  std::vector<std::string> paths;
  for (std::string line; std::getline(stream, line);)
    paths.push_back(line);
  return paths;
}

SourceFile file(const std::string &path, const std::string &text) {
  SourceFile result{path, {}};
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    result.lines.push_back(line);
  }
  return result;
}

TEST(Tree, IsReadCompletelyAndWithoutBuildFolders) {
  const auto has = [](const std::string &path) {
    return std::any_of(project().begin(), project().end(),
                       [&](const SourceFile &file) { return file.path == path; });
  };
  EXPECT_TRUE(has("CMakeLists.txt"));
  EXPECT_TRUE(has("core/error.hpp"));
  EXPECT_TRUE(has("tests/unit/structure/structure_test.cpp"));
  for (const SourceFile &file : project()) {
    EXPECT_NE(file.path.substr(0, 6), "build/");
    EXPECT_NE(file.path.substr(0, 5), ".git/");
  }
}

TEST(Tree, BaseSourcesAreKnown) {
  EXPECT_THAT(base_sources(), ::testing::Contains("core/index.cpp"));
  EXPECT_THAT(base_sources(), ::testing::Not(::testing::Contains("core/parallel/backend.cpp")));
}

TEST(IncludeDirection, HoldsInTheProject) {
  EXPECT_THAT(check_include_direction(project()), IsEmpty());
}

TEST(IncludeDirection, FindsEveryWrongDirection) {
  const std::pair<const char *, const char *> wrong[] = {
      {"core/a.hpp", "io/b.hpp"},
      {"core/mesh/a.cpp", "methods/dgatd/b.hpp"},
      {"io/a.cpp", "solvers/b.hpp"},
      {"io/gmsh/a.cpp", "app/b.hpp"},
      {"solvers/a.hpp", "io/case/b.hpp"},
      {"methods/dgatd/a.hpp", "methods/fem/b.hpp"},
      {"methods/fem/a.hpp", "app/b.hpp"},
      {"app/a.cpp", "tests/b.hpp"},
      {"methods/fem/a.hpp", "perf/bench/b.hpp"},
      {"perf/bench/a.hpp", "app/b.hpp"},
      {"methods/shared/a.hpp", "methods/fem/b.hpp"}};
  for (const auto &[from, to] : wrong) {
    const auto tree = {file(from, "\n#include <curlew/" + std::string(to) + ">\n")};
    EXPECT_THAT(check_include_direction(tree), ElementsAre(HasSubstr(std::string(from) + ":2:")));
  }
}

TEST(IncludeDirection, AllowsTheRightOnes) {
  const auto tree = {
      file("io/a.cpp", "#include <curlew/core/b.hpp>\n#include \"own.hpp\"\n#include <set>"),
      file("methods/fem/a.hpp", "#include <curlew/methods/fem/b.hpp>"),
      file("methods/fem/c.hpp", "#include <curlew/methods/shared/run/b.hpp>"),
      file("app/a.cpp", "#include <curlew/methods/fem/b.hpp>"),
      file("app/b.cpp", "#include <curlew/perf/bench/b.hpp>"),
      file("perf/bench/a.cpp", "#include <curlew/methods/fem/b.hpp>"),
      file("tests/unit/a.cpp", "#include <curlew/app/b.hpp>")};
  EXPECT_THAT(check_include_direction(tree), IsEmpty());
}

TEST(IncludeDirection, FindsTheWayAroundThroughTheParentFolder) {
  EXPECT_THAT(check_include_direction({file("core/a.hpp", "#include \"../io/b.hpp\"")}),
              ::testing::SizeIs(2)); // wrong component, and written as a relative path
  EXPECT_THAT(check_include_direction({file("core/mesh/a.hpp", "# include \"../b.hpp\"")}),
              ElementsAre(HasSubstr("<curlew/core/b.hpp>")));
}

TEST(MethodNames, StayWithTheirMethods) {
  EXPECT_THAT(check_method_names(project()), IsEmpty());
}

TEST(MethodNames, AreFoundInWhatIsShared) {
  const auto tree = {
      file("methods/newest/a.cpp", "newest"),
      file("io/case/a.cpp", "int x;\nif (method == \"newest\")\n"),
      file("core/b.hpp", "// the unknowns of FEM"),
      file("methods/shared/c.hpp", "// dgtd_ and memory are other words; dgtd is not"),
      file("app/d.cpp", "newest::run();"),
      file("io/case/e.json", "{ \"known\": \"of method mom\" }")};
  EXPECT_THAT(
      check_method_names(tree),
      ::testing::UnorderedElementsAre(HasSubstr("io/case/a.cpp:2:"), HasSubstr("core/b.hpp:1:"),
                                      HasSubstr("methods/shared/c.hpp:1:"),
                                      HasSubstr("app/d.cpp:1:"), HasSubstr("io/case/e.json:1:")));
}

TEST(MethodNames, MayStandInTheListInBenchesAndInCitations) {
  const auto tree = {file("methods/newest/a.cpp", "newest"),
                     file("methods/CMakeLists.txt", "add_subdirectory(newest)"),
                     file("app/methods.cpp", "newest::method()"),
                     file("perf/bench/newest.cpp", "newest::bench()"),
                     file("core/a.hpp", "// A newest scheme in FEM, @cite someone2000")};
  EXPECT_THAT(check_method_names(tree), IsEmpty());
}

TEST(NoKokkos, HoldsInTheProject) {
  EXPECT_THAT(check_no_kokkos(project(), base_sources()), IsEmpty());
}

TEST(NoKokkos, FindsItThroughOtherHeaders) {
  const auto tree = {file("core/view.hpp", "#include <Kokkos_Core.hpp>"),
                     file("core/middle.hpp", "#include \"view.hpp\""),
                     file("core/base.cpp", "#include <curlew/core/middle.hpp>"),
                     file("io/reader.hpp", "#include <curlew/core/middle.hpp>")};
  EXPECT_THAT(
      check_no_kokkos(tree, {"core/base.cpp"}),
      ElementsAre(HasSubstr("core/base.cpp must not"), HasSubstr("io/reader.hpp must not")));
  EXPECT_THAT(check_no_kokkos({file("io/a.hpp", "#include <KokkosSparse_spmv.hpp>")}, {}),
              ::testing::SizeIs(1));
}

TEST(NoKokkos, AllowsItInTheRestOfCore) {
  EXPECT_THAT(check_no_kokkos({file("core/view.hpp", "#include <Kokkos_Core.hpp>")}, {}),
              IsEmpty());
}

TEST(VtkHeaders, StayInIoVtk) {
  EXPECT_THAT(check_vtk_headers(project()), IsEmpty());
}

TEST(VtkHeaders, AreFoundElsewhere) {
  const std::string text = "#include <vtkCellArray.h>";
  EXPECT_THAT(
      check_vtk_headers({file("io/fields/writer.cpp", text), file("tests/unit/a.cpp", text)}),
      IsEmpty());
  EXPECT_THAT(check_vtk_headers({file("io/fields/writer.hpp", text)}), ::testing::SizeIs(1));
  EXPECT_THAT(check_vtk_headers({file("methods/fem/a.cpp", text)}), ::testing::SizeIs(1));
}

TEST(CudaConditions, StayInTheBackend) {
  EXPECT_THAT(check_cuda_conditions(project()), IsEmpty());
}

TEST(CudaConditions, AreFoundElsewhere) {
  for (const std::string line :
       {"#ifdef KOKKOS_ENABLE_CUDA", "  # if defined(__CUDA_ARCH__)", "#ifndef KOKKOS_ENABLE_CUDA",
        "#elif defined(KOKKOS_ENABLE_CUDA)", "#ifdef KOKKOS_ENABLE_HIP"}) {
    EXPECT_THAT(check_cuda_conditions({file("core/parallel/backend.hpp", line)}), IsEmpty());
    EXPECT_THAT(check_cuda_conditions({file("methods/fem/a.cpp", line)}), ::testing::SizeIs(1));
  }
}

TEST(RangePolicies, AreThoseWithALongIndex) {
  EXPECT_THAT(check_range_policies(project()), IsEmpty());
}

TEST(RangePolicies, ShortOnesAreFound) {
  const std::string line = "  Kokkos::parallel_for(Kokkos::RangePolicy<Space>(0, n), f);";
  EXPECT_THAT(check_range_policies({file("methods/fem/a.cpp", line)}),
              ElementsAre(HasSubstr("methods/fem/a.cpp:1: curlew::RangePolicy")));
  EXPECT_THAT(check_range_policies({file("core/parallel/reduce.hpp", line)}), ::testing::SizeIs(1));
  EXPECT_THAT(check_range_policies({file("core/parallel/spaces.hpp", line)}), IsEmpty());
  EXPECT_THAT(check_range_policies({file("methods/fem/a.cpp", "RangePolicy<Space>(space, 0, n)")}),
              IsEmpty());
}

TEST(HeaderLambdas, AreNotInTheProject) {
  EXPECT_THAT(check_header_lambdas(project()), IsEmpty());
}

TEST(HeaderLambdas, AreFound) {
  for (const std::string line :
       {"    KOKKOS_LAMBDA(const Index i) {", "f(KOKKOS_CLASS_LAMBDA(int)"}) {
    EXPECT_THAT(check_header_lambdas({file("methods/fem/a.hpp", line)}),
                ElementsAre(HasSubstr("methods/fem/a.hpp:1: a kernel in a header")));
    EXPECT_THAT(check_header_lambdas({file("methods/fem/a.cpp", line)}), IsEmpty());
  }
}

TEST(FileLengths, StayReadable) {
  EXPECT_THAT(check_file_lengths(project()), IsEmpty());
}

TEST(FileLengths, LongFilesAreFound) {
  for (const auto &[path, most] :
       {std::pair{"core/a.cpp", k_longest_file}, {"tests/unit/a_test.cpp", k_longest_test}}) {
    SourceFile longest{path, std::vector<std::string>(most)};
    EXPECT_THAT(check_file_lengths({longest}), IsEmpty());
    longest.lines.emplace_back();
    EXPECT_THAT(check_file_lengths({longest}),
                ElementsAre(HasSubstr(longest.path + ": " + std::to_string(most + 1) + " lines")));
  }
}

TEST(Circles, AreNotInTheProject) {
  EXPECT_THAT(check_circles(project()), IsEmpty());
}

TEST(Circles, OfHeadersAreFound) {
  EXPECT_THAT(check_circles({file("core/a.hpp", "#include <curlew/core/b.hpp>"),
                             file("core/b.hpp", "#include <curlew/core/a.hpp>")}),
              ElementsAre("headers include each other: core/a.hpp, core/b.hpp"));
}

TEST(Circles, OfManyUnitsAreFound) {
  const auto ring = [](int units) {
    std::vector<SourceFile> tree;
    for (int u = 0; u < units; ++u) {
      const std::string unit = "core/" + std::string(1, static_cast<char>('a' + u));
      const std::string next = "core/" + std::string(1, static_cast<char>('a' + (u + 1) % units));
      tree.push_back(file(unit + ".hpp", ""));
      tree.push_back(file(unit + ".cpp", "#include <curlew/" + unit + ".hpp>\n#include <curlew/" +
                                             next + ".hpp>"));
    }
    return tree;
  };
  EXPECT_THAT(check_circles(ring(k_largest_circle)), IsEmpty());
  EXPECT_THAT(check_circles(ring(k_largest_circle + 1)),
              ElementsAre("units include each other: core/a, core/b, core/c, core/d"));
  auto open = ring(k_largest_circle + 1);
  open.back().lines.pop_back();
  EXPECT_THAT(check_circles(open), IsEmpty());
}

TEST(PageReferences, NameSectionsOfPages) {
  EXPECT_THAT(check_page_references(project()), IsEmpty());
}

TEST(PageReferences, WrongOnesAreFound) {
  const SourceFile page = file("docs/methods/a.md", "# A\n## One thing\n");
  const auto in = [&](const std::string &text) {
    return check_page_references({page, file("core/a.hpp", text)});
  };
  EXPECT_THAT(in("// See docs/methods/a.md, \"One thing\", and docs/methods/a.md."), IsEmpty());
  EXPECT_THAT(in("// See docs/methods/a.md,\n// \"One thing\"."), IsEmpty());
  EXPECT_THAT(in("// See (docs/methods/a.md, \"Another\")."),
              ElementsAre(HasSubstr("core/a.hpp:1: docs/methods/a.md has no section Another")));
  EXPECT_THAT(in("\n// See docs/methods/a.md,\n  // \"Another\"."),
              ElementsAre(HasSubstr("core/a.hpp:2: docs/methods/a.md has no section Another")));
  EXPECT_THAT(in("// See docs/methods/b.md."), ElementsAre(HasSubstr("no page docs/methods/b.md")));
}

TEST(ForeignNames, AreNotInTheProject) {
  EXPECT_THAT(check_foreign_names(project()), IsEmpty());
}

TEST(ForeignNames, AreFound) {
  // The lines are assembled here, so that this file does not contain forbidden text.
  const std::string dot = ".", slash = "/";
  for (const std::string &line :
       {"deb http:" + slash + "/deb" + dot + "debian" + dot + "org/debian bookworm main",
        "https:" + slash + "/pypi" + dot + "org/simple", "registry" + dot + "npmjs" + dot + "org",
        "prefix = " + slash + "home/someone/curlew", "cd \"" + slash + "root/x\"",
        "`" + slash + "tmp/mesh.msh`"}) {
    EXPECT_THAT(check_foreign_names({file("docs/a.md", line)}), ::testing::SizeIs(1)) << line;
  }
  for (const std::string line :
       {"CURLEW_CACHE=/scratch/$USER", "core/work/home/a.hpp", "~/.cache/curlew",
        "see the project's pages at example.org/work/it"}) {
    EXPECT_THAT(check_foreign_names({file("docs/a.md", line)}), IsEmpty()) << line;
  }
}

TEST(SpackOptions, AreThoseOfCMake) {
  EXPECT_THAT(check_spack_options(project()), IsEmpty());
}

TEST(SpackOptions, OfTheProjectAreMissedWithoutItsCMakeFiles) {
  std::vector<SourceFile> recipes;
  std::copy_if(project().begin(), project().end(), std::back_inserter(recipes),
               [](const SourceFile &file) { return file.path.substr(0, 6) == "spack/"; });
  EXPECT_THAT(check_spack_options(recipes),
              ::testing::Contains(HasSubstr("curlew/package.py:")).Times(::testing::Ge(5)));
}

TEST(SpackOptions, UnknownOnesAreFound) {
  const SourceFile recipe =
      file("spack/spack_repo/a/packages/b/package.py",
           "args = [self.define(\"CURLEW_ONE\", True),\n self.define(\"CURLEW_TWO\", 1)]");
  EXPECT_THAT(check_spack_options({file("CMakeLists.txt", "option(CURLEW_ONE \"\" ON)"), recipe}),
              ElementsAre(HasSubstr("package.py:2: CURLEW_TWO is no option")));
  EXPECT_THAT(check_spack_options({file("cmake/a.cmake", "set(CURLEW_ONE \"\" CACHE STRING \"\")\n"
                                                         "set(CURLEW_TWO 1)"),
                                   recipe}),
              ElementsAre(HasSubstr("CURLEW_TWO")));
}

TEST(PublicHeaders, AreKnown) {
  EXPECT_THAT(public_headers(), ::testing::Contains("core/error.hpp"));
  EXPECT_THAT(public_headers(), ::testing::Contains("io/case/loader.hpp"));
}

TEST(PublicHeaders, IncludeOnlyPublicOnes) {
  EXPECT_THAT(check_public_includes(project(), public_headers()), IsEmpty());
}

TEST(PublicHeaders, IncludesOfOthersAreFound) {
  const auto tree = {file("core/a.hpp", "#include <curlew/core/b.hpp>\n#include <vector>"),
                     file("core/b.hpp", "#include <curlew/core/c.hpp>"), file("core/c.hpp", "")};
  EXPECT_THAT(check_public_includes(tree, {"core/a.hpp", "core/b.hpp", "core/c.hpp"}), IsEmpty());
  EXPECT_THAT(check_public_includes(tree, {"core/a.hpp", "core/b.hpp"}),
              ElementsAre(HasSubstr("core/b.hpp:1: core/c.hpp is not installed")));
}

TEST(PublicHeaders, AreTheSameForEveryProcessor) {
  EXPECT_THAT(check_public_contents(project(), public_headers()), IsEmpty());
}

TEST(PublicHeaders, ContentsOfOneProcessorAreFound) {
  for (const std::string line :
       {"#if defined(__AVX512F__)", "#ifdef __aarch64__", "#ifdef CURLEW_HAVE_METIS",
        "#ifndef NDEBUG", "constexpr int k_lanes = 8;", "struct SimdDouble;",
        "using Lanes = double __attribute__((vector_size(32)));"}) {
    EXPECT_THAT(check_public_contents({file("core/a.hpp", line)}, {"core/a.hpp"}),
                ::testing::Contains(HasSubstr("core/a.hpp:1:")))
        << line;
    EXPECT_THAT(check_public_contents({file("core/a.hpp", line)}, {}), IsEmpty()) << line;
  }
  for (const std::string line : {"#ifdef KOKKOS_ENABLE_CUDA", "  # ifdef __CUDA_ARCH__", "#else"})
    EXPECT_THAT(check_public_contents({file("core/a.hpp", line)}, {"core/a.hpp"}), IsEmpty());
}

TEST(Citations, AreInTheBibliography) {
  EXPECT_THAT(check_citations(project()), IsEmpty());
}

TEST(Citations, UnknownKeysAreFound) {
  const auto tree = {file("core/a.hpp", "// @cite yee1966 and @cite nobody2000"),
                     file("docs/references.bib", "@article{yee1966,\n  year = {1966}\n}")};
  EXPECT_THAT(check_citations(tree), ElementsAre(HasSubstr("core/a.hpp:1: nobody2000 is not in")));
}

} // namespace
} // namespace curlew::structure
