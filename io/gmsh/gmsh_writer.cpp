#include <curlew/io/gmsh/gmsh_writer.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace curlew {
namespace {

// A file that reports the first failure of any write, and leaves nothing open.
class File {
public:
  explicit File(const std::filesystem::path &path)
      : name_(path.string()), file_(std::fopen(name_.c_str(), "wb")) {
    if (!file_) {
      fail();
    }
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() {
    if (file_) {
      std::fclose(file_);
    }
  }
  void write(const char *data, std::size_t bytes) {
    if (std::fwrite(data, 1, bytes, file_) != bytes) {
      fail();
    }
  }
  void close() {
    std::FILE *file = std::exchange(file_, nullptr);
    if (std::fclose(file) != 0) {
      fail();
    }
  }

private:
  [[noreturn]] void fail() const {
    throw OutputError(fmt::format("{}: cannot write the mesh: {}", name_, std::strerror(errno)));
  }
  std::string name_;
  std::FILE *file_;
};

// Elements of one shape and their groups.
template <std::size_t N> struct Elements {
  const std::vector<std::array<Index, N>> &nodes;
  const std::vector<Index> &groups;
};

template <std::size_t N> Elements<N> no_elements() {
  static const std::vector<std::array<Index, N>> nodes;
  static const std::vector<Index> groups;
  return {nodes, groups};
}

// Contents of either kind of mesh; tables that it lacks are empty.
struct Contents {
  const std::vector<Point> &points;
  const std::vector<MeshGroup> &groups;
  Elements<4> tets;
  Elements<3> triangles;
  Elements<2> lines;
};

class Writer {
public:
  Writer(const std::filesystem::path &path, const Contents &mesh, GmshFormat format)
      : file_(path), mesh_(mesh), binary_(format.binary),
        is_v4_(format.version == GmshFormat::Version::v4_1) {}

  void write() {
    text("$MeshFormat\n{} {} 8\n", is_v4_ ? "4.1" : "2.2", binary_ ? 1 : 0);
    if (binary_) {
      raw(std::int32_t{1});
      text("\n");
    }
    text("$EndMeshFormat\n");
    physical_names();
    if (is_v4_) {
      section("Entities", [this] { entities(); });
      section("Nodes", [this] { nodes_v4(); });
      section("Elements", [this] { elements_v4(); });
    } else {
      section("Nodes", [this] { nodes_v2(); });
      section("Elements", [this] { elements_v2(); });
    }
    flush();
    file_.close();
  }

private:
  template <class... Values> void text(fmt::format_string<Values...> format, Values &&...values) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Values>(values)...);
    constexpr std::size_t k_chunk = std::size_t{1} << 20;
    if (buffer_.size() > k_chunk) {
      flush();
    }
  }
  template <class T> void raw(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    buffer_.append(bytes, bytes + sizeof(T));
  }
  void flush() {
    file_.write(buffer_.data(), buffer_.size());
    buffer_.clear();
  }
  // Both formats list the same numbers, as text lines or one after the other. std::size_t counts
  // and tags take 8 bytes, others 4.
  template <class... Values> void record(Values... values) {
    if (binary_) {
      (raw(values), ...);
      text("");
    } else {
      const char *separator = "";
      ((text("{}{}", separator, values), separator = " "), ...);
      text("\n");
    }
  }
  template <class Body> void section(const char *name, Body body) {
    text("${}\n", name);
    body();
    text("{}$End{}\n", binary_ ? "\n" : "", name);
  }

  void physical_names() {
    const auto named = std::count_if(mesh_.groups.begin(), mesh_.groups.end(),
                                     [](const MeshGroup &group) { return !group.name.empty(); });
    if (named == 0) {
      return;
    }
    text("$PhysicalNames\n{}\n", named);
    for (const MeshGroup &group : mesh_.groups) {
      if (!group.name.empty()) {
        text("{} {} \"{}\"\n", group.dimension, group.tag, group.name);
      }
    }
    text("$EndPhysicalNames\n");
  }

  // Writes one geometric entity per group; its tag is the group's.
  void entities() {
    Point low{0, 0, 0};
    Point high{0, 0, 0};
    for (std::size_t i = 0; i < mesh_.points.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        low[k] = i == 0 ? mesh_.points[i][k] : std::min(low[k], mesh_.points[i][k]);
        high[k] = i == 0 ? mesh_.points[i][k] : std::max(high[k], mesh_.points[i][k]);
      }
    }
    const auto count = [this](int dimension) {
      return static_cast<std::size_t>(
          std::count_if(mesh_.groups.begin(), mesh_.groups.end(),
                        [&](const MeshGroup &group) { return group.dimension == dimension; }));
    };
    constexpr std::size_t k_none = 0;
    constexpr std::size_t k_one = 1;
    record(k_none, count(1), count(2), count(3));
    for (const int dimension : {1, 2, 3}) {
      for (const MeshGroup &group : mesh_.groups) {
        if (group.dimension == dimension) {
          record(std::int32_t{group.tag}, low[0], low[1], low[2], high[0], high[1], high[2], k_one,
                 std::int32_t{group.tag}, k_none);
        }
      }
    }
  }

  void nodes_v2() {
    text("{}\n", mesh_.points.size());
    std::int32_t tag = 0;
    for (const Point &p : mesh_.points) {
      record(++tag, p[0], p[1], p[2]);
    }
  }

  void nodes_v4() {
    const std::size_t count = mesh_.points.size();
    constexpr std::size_t k_one = 1;
    record(k_one, count, k_one, count);
    const int dimension = mesh_.tets.nodes.empty() ? 2 : 3;
    const auto entity =
        std::find_if(mesh_.groups.begin(), mesh_.groups.end(),
                     [&](const MeshGroup &group) { return group.dimension == dimension; });
    record(std::int32_t{dimension}, std::int32_t{entity == mesh_.groups.end() ? 1 : entity->tag},
           std::int32_t{0}, count);
    for (std::size_t tag = 1; tag <= count; ++tag) {
      record(tag);
    }
    for (const Point &p : mesh_.points) {
      record(p[0], p[1], p[2]);
    }
  }

  std::size_t element_count() const {
    return mesh_.tets.nodes.size() + mesh_.triangles.nodes.size() + mesh_.lines.nodes.size();
  }
  // Calls block for the elements of each group, in its order.
  template <class Block> void each_block(Block block) {
    std::size_t number = 0;
    for (std::size_t g = 0; g < mesh_.groups.size(); ++g) {
      const auto group = static_cast<Index>(g);
      if (mesh_.groups[g].dimension == 3) {
        block(mesh_.groups[g], group, mesh_.tets.nodes, mesh_.tets.groups, number);
      } else if (mesh_.groups[g].dimension == 2) {
        block(mesh_.groups[g], group, mesh_.triangles.nodes, mesh_.triangles.groups, number);
      } else {
        block(mesh_.groups[g], group, mesh_.lines.nodes, mesh_.lines.groups, number);
      }
    }
  }
  template <std::size_t N>
  static std::int32_t gmsh_type(const std::vector<std::array<Index, N>> &) {
    return N == 4 ? 4 : N == 3 ? 2 : 1; // type number in Gmsh's list of element types
  }
  template <class Tag, std::size_t N>
  void element_nodes(Tag first, const std::array<Index, N> &nodes) {
    std::apply([&](auto... node) { record(first, (Tag(node) + 1)...); }, nodes);
  }

  void elements_v2() {
    text("{}\n", element_count());
    each_block([this](const MeshGroup &group, Index index, const auto &elements,
                      const std::vector<Index> &groups, std::size_t &number) {
      const std::int32_t tag = group.tag;
      const std::int32_t type = gmsh_type(elements);
      constexpr std::int32_t k_tags = 2;
      const auto count = std::count(groups.begin(), groups.end(), index);
      if (binary_ && count > 0) {
        record(type, static_cast<std::int32_t>(count), k_tags);
      }
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (groups[i] != index) {
          continue;
        }
        const auto element = static_cast<std::int32_t>(++number);
        if (binary_) {
          raw(element);
          raw(tag);
        } else {
          text("{} {} {} {} ", element, type, k_tags, tag);
        }
        element_nodes(tag, elements[i]); // the second tag and the nodes
      }
    });
  }

  void elements_v4() {
    std::size_t blocks = 0;
    each_block([&](const MeshGroup &, Index index, const auto &, const std::vector<Index> &groups,
                   std::size_t &) {
      blocks += std::find(groups.begin(), groups.end(), index) != groups.end() ? 1 : 0;
    });
    const std::size_t total = element_count();
    constexpr std::size_t k_one = 1;
    record(blocks, total, k_one, total);
    each_block([this](const MeshGroup &group, Index index, const auto &elements,
                      const std::vector<Index> &groups, std::size_t &number) {
      const auto count = static_cast<std::size_t>(std::count(groups.begin(), groups.end(), index));
      if (count == 0) {
        return;
      }
      record(std::int32_t{group.dimension}, std::int32_t{group.tag}, gmsh_type(elements), count);
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (groups[i] == index) {
          element_nodes(++number, elements[i]);
        }
      }
    });
  }

  File file_;
  Contents mesh_;
  bool binary_;
  bool is_v4_;
  fmt::memory_buffer buffer_;
};

void write(const std::filesystem::path &file, const Contents &mesh, GmshFormat format) {
  for (const MeshGroup &group : mesh.groups) {
    if (group.name.find_first_of("\r\n") != std::string::npos) {
      throw InputError(fmt::format("the name of the mesh group with tag {} has a line break: Gmsh "
                                   "cannot hold it",
                                   group.tag));
    }
  }
  Writer(file, mesh, format).write();
}

} // namespace

void write_gmsh(const std::filesystem::path &file, const TetMesh &mesh, GmshFormat format) {
  if (mesh.is_curved())
    throw InputError(fmt::format("{}: curved meshes are not written; drop the points on the edges "
                                 "to write the straight tets",
                                 file.string()));
  write(file,
        {mesh.points,
         mesh.groups,
         {mesh.tets, mesh.tet_group},
         {mesh.triangles, mesh.triangle_group},
         no_elements<2>()},
        format);
}

void write_gmsh(const std::filesystem::path &file, const TriMesh &mesh, GmshFormat format) {
  write(file,
        {mesh.points,
         mesh.groups,
         no_elements<4>(),
         {mesh.triangles, mesh.triangle_group},
         {mesh.lines, mesh.line_group}},
        format);
}

} // namespace curlew
