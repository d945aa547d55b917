#include "source_text.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace curlew::structure {
namespace {

/// Returns the unit of the rules on includes: "methods/dgatd" for methods/dgatd/x.hpp, "core" for
/// core/mesh/x.hpp, "perf/bench" for everything below it.
std::string component_of(const std::string &path) {
  std::size_t end = path.find('/');
  if (end == std::string::npos) {
    return "";
  }
  if (starts_with(path, "methods/") || starts_with(path, "perf/")) {
    const std::size_t next = path.find('/', end + 1);
    end = next == std::string::npos ? end : next;
  }
  return path.substr(0, end);
}

bool may_include(const std::string &from, const std::string &to) {
  static const std::map<std::string, std::set<std::string>> allowed{
      {"core", {"core"}},
      {"io", {"core", "io"}},
      {"solvers", {"core", "solvers"}},
      {"methods", {"core", "io", "solvers", "methods"}},
      {"perf", {"core", "io", "solvers", "methods", "perf"}},
      {"app", {"core", "io", "solvers", "methods", "perf", "app"}}};
  const auto component = allowed.find(from.substr(0, from.find('/')));
  if (component == allowed.end()) {
    return true; // tests may include everything
  }
  const bool other_method = starts_with(from, "methods/") && starts_with(to, "methods/") &&
                            from != to && to != "methods/shared";
  return !other_method && component->second.count(to.substr(0, to.find('/'))) > 0;
}

/// Calls visit(file, line index, include) for each include of the C++ files.
template <class Visit> void for_each_include(const std::vector<SourceFile> &tree, Visit visit) {
  for (const SourceFile &file : tree) {
    if (!is_cpp(file)) {
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      Include include;
      if (read_include(file.lines[i], include)) {
        visit(file, i, include);
      }
    }
  }
}

} // namespace

bool is_cpp(const SourceFile &file) {
  return ends_with(file.path, ".cpp") || ends_with(file.path, ".hpp");
}

std::vector<SourceFile> read_tree(const std::filesystem::path &root) {
  static const std::set<std::string> left_out{"build", "results", ".git", ".cache", "__pycache__"};
  std::vector<SourceFile> tree;
  for (auto entry = std::filesystem::recursive_directory_iterator(root);
       entry != std::filesystem::recursive_directory_iterator(); ++entry) {
    if (entry->is_directory() && left_out.count(entry->path().filename().string()) > 0) {
      entry.disable_recursion_pending();
      continue;
    }
    if (!entry->is_regular_file() || entry->path().filename() == ".git") {
      continue; // in a linked work tree .git is a file that names a folder of this machine
    }
    std::ifstream stream(entry->path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    if (text.find('\0') != std::string::npos) {
      continue;
    }
    SourceFile file{entry->path().lexically_relative(root).generic_string(), {}};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      file.lines.push_back(line);
    }
    tree.push_back(std::move(file));
  }
  std::sort(tree.begin(), tree.end(),
            [](const SourceFile &a, const SourceFile &b) { return a.path < b.path; });
  return tree;
}

Violations check_include_direction(const std::vector<SourceFile> &tree) {
  Violations found;
  for_each_include(tree, [&](const SourceFile &file, std::size_t i, const Include &include) {
    const std::string from = component_of(file.path);
    const std::string target = resolve(file, include);
    if (target.empty()) {
      return;
    }
    const std::string to = component_of(target);
    if (!may_include(from, to)) {
      found.push_back(at(file, i, from + " may not include " + include.target));
    }
    if (include.quoted && starts_with(include.target, "../") && !starts_with(from, "tests")) {
      found.push_back(at(file, i, "write <curlew/" + target + "> instead of " + include.target));
    }
  });
  return found;
}

Violations check_no_kokkos(const std::vector<SourceFile> &tree,
                           const std::vector<std::string> &base_sources) {
  // Collects which project file includes which, and where Kokkos is included; then walks from the
  // roots.
  std::map<std::string, std::vector<std::string>> includes;
  std::map<std::string, std::string> kokkos_at;
  for_each_include(tree, [&](const SourceFile &file, std::size_t i, const Include &include) {
    const std::string target = resolve(file, include);
    if (!target.empty()) {
      includes[file.path].push_back(target);
    } else if (starts_with(include.target, "Kokkos") ||
               starts_with(include.target, "KokkosKernels")) {
      kokkos_at.emplace(file.path, at(file, i, include.target));
    }
  });
  std::set<std::string> roots(base_sources.begin(), base_sources.end());
  for (const SourceFile &file : tree) {
    if (is_cpp(file) && starts_with(file.path, "io/")) {
      roots.insert(file.path);
    }
  }
  Violations found;
  for (const std::string &root : roots) {
    std::vector<std::string> open{root};
    std::set<std::string> seen(open.begin(), open.end());
    while (!open.empty()) {
      const std::string path = open.back();
      open.pop_back();
      if (const auto place = kokkos_at.find(path); place != kokkos_at.end()) {
        found.push_back(root + " must not need Kokkos, but reaches " + place->second);
      }
      for (const std::string &next : includes[path]) {
        if (seen.insert(next).second) {
          open.push_back(next);
        }
      }
    }
  }
  return found;
}

Violations check_vtk_headers(const std::vector<SourceFile> &tree) {
  Violations found;
  for_each_include(tree, [&](const SourceFile &file, std::size_t i, const Include &include) {
    const bool allowed = starts_with(file.path, "tests/") ||
                         (starts_with(file.path, "io/fields/") && ends_with(file.path, ".cpp"));
    if (!allowed && starts_with(include.target, "vtk")) {
      found.push_back(at(file, i, include.target + " belongs in io/fields/*.cpp"));
    }
  });
  return found;
}

Violations check_method_names(const std::vector<SourceFile> &tree) {
  std::set<std::string> names{"dgtd", "fem", "mom"}; // planned
  for (const SourceFile &file : tree) {
    const std::string component = component_of(file.path);
    if (starts_with(component, "methods/") && component != "methods/shared" &&
        component != file.path) { // methods/CMakeLists.txt is no method
      names.insert(component.substr(component.find('/') + 1));
    }
  }
  std::string pattern;
  for (const std::string &name : names) {
    pattern += (pattern.empty() ? "" : "|") + name;
  }
  const std::regex word("\\b(" + pattern + ")\\b", std::regex::icase);
  static const std::set<std::string> shared{"core", "io", "solvers", "methods/shared", "app"};
  Violations found;
  for (const SourceFile &file : tree) {
    if (shared.count(component_of(file.path)) == 0 || file.path == "app/methods.cpp") {
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (file.lines[i].find("@cite") == std::string::npos &&
          std::regex_search(file.lines[i], match, word)) {
        found.push_back(at(file, i, "names the method " + match.str()));
      }
    }
  }
  return found;
}

Violations check_cuda_conditions(const std::vector<SourceFile> &tree) {
  static const std::regex condition(R"(^\s*#\s*(if|ifdef|ifndef|elif)\b.*(CUDA|_HIP))");
  Violations found;
  for (const SourceFile &file : tree) {
    if (!is_cpp(file) || starts_with(file.path, "core/parallel/backend") ||
        file.path == "core/parallel/spaces.hpp" || file.path == "core/parallel/kokkos_compat.hpp" ||
        file.path == "solvers/dense/dense_product.cpp" ||
        file.path == "solvers/dense/lu_library.cpp" || file.path == "solvers/fft/fft_device.cpp" ||
        file.path == "core/mpi/communicator.cpp") { // an extension of MPI has CUDA in its name
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (std::regex_search(file.lines[i], condition)) {
        found.push_back(at(
            file, i, "conditions on CUDA and HIP belong in core/parallel/backend* and spaces.hpp"));
      }
    }
  }
  return found;
}

Violations check_range_policies(const std::vector<SourceFile> &tree) {
  static const std::regex use(R"(\bKokkos::RangePolicy\b)");
  Violations found;
  for (const SourceFile &file : tree) {
    if (!is_cpp(file) || file.path == "core/parallel/spaces.hpp" ||
        starts_with(file.path, "tests/package/consumer/") ||
        starts_with(file.path, "tests/unit/structure/")) {
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (std::regex_search(file.lines[i], use)) {
        found.push_back(at(file, i, "curlew::RangePolicy has an index that is long enough"));
      }
    }
  }
  return found;
}

Violations check_header_lambdas(const std::vector<SourceFile> &tree) {
  static const std::regex use(R"(\bKOKKOS_(CLASS_)?LAMBDA\b)");
  Violations found;
  for (const SourceFile &file : tree) {
    if (!ends_with(file.path, ".hpp") || starts_with(file.path, "tests/unit/structure/"))
      continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      if (std::regex_search(file.lines[i], use))
        found.push_back(at(file, i, "a kernel in a header is a functor, not a lambda"));
    }
  }
  return found;
}

Violations check_file_lengths(const std::vector<SourceFile> &tree) {
  static const std::regex source(R"((\.(cpp|hpp|cmake|sh|py|awk)|CMakeLists\.txt|/?bootstrap)$)");
  Violations found;
  for (const SourceFile &file : tree) {
    const std::size_t most = starts_with(file.path, "tests/") ? k_longest_test : k_longest_file;
    if (std::regex_search(file.path, source) && file.lines.size() > most) {
      found.push_back(file.path + ": " + std::to_string(file.lines.size()) + " lines, split it (" +
                      std::to_string(most) + " at most)");
    }
  }
  return found;
}

Violations check_foreign_names(const std::vector<SourceFile> &tree) {
  // Written so that the patterns do not match themselves.
  static const std::regex registry(
      R"(\b((deb|security|snapshot|archive|registry|registry-1|index|files|proxy|static|conda|mirror|ftp)\.)"
      R"([a-z0-9-]+\.(org|com|io|net)|(pypi|crates)\.(org|io))\b)");
  static const std::regex machine(
      R"((^|[\s"'`=(:,;])/(home|Users|root|work|tmp|opt/curlew-dev)/\w)");
  // Longer lines are data, and std::regex recurses over their length.
  constexpr std::size_t longest_line = 2000;
  Violations found;
  for (const SourceFile &file : tree) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      std::smatch match;
      if (file.lines[i].size() > longest_line) {
        continue;
      }
      if (std::regex_search(file.lines[i], match, registry)) {
        found.push_back(at(file, i, "host name of a registry: " + match.str()));
      }
      if (std::regex_search(file.lines[i], match, machine)) {
        found.push_back(at(file, i, "path of somebody's machine: " + match.str()));
      }
    }
  }
  return found;
}

Violations check_spack_options(const std::vector<SourceFile> &tree) {
  static const std::regex declaration(R"((option\((CURLEW_\w+)|set\((CURLEW_\w+) .*\bCACHE\b))");
  static const std::regex option(R"(\bCURLEW_\w+)");
  std::set<std::string> declared;
  for (const SourceFile &file : tree) {
    if (ends_with(file.path, "CMakeLists.txt") || ends_with(file.path, ".cmake")) {
      for (const std::string &line : file.lines) {
        std::smatch match;
        if (std::regex_search(line, match, declaration)) {
          declared.insert(match[2].matched ? match[2] : match[3]);
        }
      }
    }
  }
  Violations found;
  for (const SourceFile &file : tree) {
    if (!starts_with(file.path, "spack/") || !ends_with(file.path, "/package.py")) {
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string &line = file.lines[i];
      for (std::sregex_iterator match(line.begin(), line.end(), option), end; match != end;
           ++match) {
        if (declared.count(match->str()) == 0) {
          found.push_back(at(file, i, match->str() + " is no option of the CMake files"));
        }
      }
    }
  }
  return found;
}

Violations check_public_includes(const std::vector<SourceFile> &tree,
                                 const std::vector<std::string> &public_headers) {
  const std::set<std::string> is_public(public_headers.begin(), public_headers.end());
  Violations found;
  for_each_include(tree, [&](const SourceFile &file, std::size_t i, const Include &include) {
    const std::string target = resolve(file, include);
    if (is_public.count(file.path) > 0 && !target.empty() && is_public.count(target) == 0)
      found.push_back(at(file, i, target + " is not installed: add it to curlew_public_headers()"));
  });
  return found;
}

Violations check_public_contents(const std::vector<SourceFile> &tree,
                                 const std::vector<std::string> &public_headers) {
  static const std::set<std::string> same_for_all{"if",
                                                  "ifdef",
                                                  "ifndef",
                                                  "elif",
                                                  "defined",
                                                  "KOKKOS_ENABLE_OPENMP",
                                                  "KOKKOS_ENABLE_CUDA",
                                                  "KOKKOS_ENABLE_HIP",
                                                  "__HIP_DEVICE_COMPILE__",
                                                  "KOKKOS_VERSION",
                                                  "__CUDA_ARCH__"};
  static const std::regex condition(R"(^\s*#\s*(if|ifdef|ifndef|elif)\b)"), word(R"([A-Za-z_]\w*)"),
      vectors(R"(__(AVX|SSE|FMA|ARM)|\bk_lanes\b|\bSimd[A-Z]|vector_size|__builtin_shuffle)");
  const std::set<std::string> is_public(public_headers.begin(), public_headers.end());
  Violations found;
  for (const SourceFile &file : tree) {
    if (is_public.count(file.path) == 0)
      continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string &line = file.lines[i];
      std::smatch match;
      if (std::regex_search(line, match, vectors))
        found.push_back(at(file, i, match.str() + " depends on the processor compiled for"));
      if (!std::regex_search(line, condition))
        continue;
      for (std::sregex_iterator name(line.begin(), line.end(), word), end; name != end; ++name)
        if (same_for_all.count(name->str()) == 0)
          found.push_back(at(file, i, name->str() + " may differ between consumers"));
    }
  }
  return found;
}

Violations check_citations(const std::vector<SourceFile> &tree) {
  static const std::regex entry(R"(^@\w+\{([^,\s]+),)"), citation(R"(@cite\s+(\w+))");
  std::set<std::string> known;
  for (const SourceFile &file : tree) {
    for (const std::string &line : file.lines) {
      std::smatch match;
      if (file.path == "docs/references.bib" && std::regex_search(line, match, entry)) {
        known.insert(match[1]);
      }
    }
  }
  Violations found;
  for (const SourceFile &file : tree) {
    if (!is_cpp(file) || starts_with(file.path, "tests/")) {
      continue;
    }
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string &line = file.lines[i];
      for (std::sregex_iterator match(line.begin(), line.end(), citation), end; match != end;
           ++match) {
        if (known.count((*match)[1]) == 0) {
          found.push_back(at(file, i, (*match)[1].str() + " is not in docs/references.bib"));
        }
      }
    }
  }
  return found;
}

} // namespace curlew::structure
