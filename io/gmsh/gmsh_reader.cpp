#include <curlew/io/gmsh/gmsh_reader.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/gmsh/gmsh_sections.hpp>
#include <curlew/io/gmsh/gmsh_surface_builder.hpp>
#include <curlew/io/gmsh/gmsh_tet_builder.hpp>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

namespace curlew {
namespace gmsh {
namespace {

constexpr std::string_view k_bom = "\xef\xbb\xbf"; // some Windows editors put it in front

// Reads the file under the cursor and passes its contents to the builder.
class MeshFileReader {
public:
  MeshFileReader(Cursor &cursor, MeshBuilder &builder) : cursor_(cursor), builder_(builder) {}

  void read() {
    read_format();
    for (cursor_.skip_space(); !cursor_.at_end(); cursor_.skip_space()) {
      read_section();
    }
    cursor_.set_section("");
    for (const char *needed : {"Nodes", "Elements"}) {
      if (!seen_.count(needed)) {
        cursor_.fail(fmt::format("the file ends without a ${} section", needed));
      }
    }
  }

private:
  // The name behind the $ of a section's first line.
  std::string begin_section() {
    const char *where = cursor_.position();
    if (*where != '$') {
      cursor_.fail(
          fmt::format("expected a section such as $Nodes, found {}", cursor_.found(where)));
    }
    const std::string_view line = cursor_.line();
    std::string name(line.substr(1, line.find_first_of(" \t") - 1));
    if (name.empty() || name.substr(0, 3) == "End") {
      cursor_.fail(where,
                   fmt::format("expected the begin of a section, found {}", cursor_.found(where)));
    }
    cursor_.set_section(name);
    return name;
  }

  void end_section(const std::string &name) {
    cursor_.skip_space();
    const char *where = cursor_.position();
    const std::string found = cursor_.found(where);
    if (cursor_.line() != "$End" + name) {
      cursor_.fail(where, fmt::format("expected $End{}, found {}", name, found));
    }
    cursor_.set_section("");
  }

  void skip_section(const std::string &name, const char *begin) {
    const std::string_view rest(cursor_.position(), cursor_.remaining());
    const std::size_t end = rest.find("$End" + name);
    if (end == std::string_view::npos) {
      cursor_.fail(begin, fmt::format("the file ends without $End{}", name));
    }
    cursor_.move_to(cursor_.position() + end);
  }

  void read_format() {
    const std::string_view content(cursor_.position(), cursor_.remaining());
    if (content.empty()) {
      cursor_.fail_file("the file is empty; expected a Gmsh mesh");
    }
    if (content.substr(0, k_bom.size()) == k_bom) {
      cursor_.move_to(cursor_.position() + k_bom.size());
    }
    for (;;) {
      cursor_.skip_space();
      const char *where = cursor_.position();
      const std::string found = cursor_.found(where);
      const std::string_view line = cursor_.line();
      if (line == "$MeshFormat") {
        break;
      }
      if (line != "$Comments") {
        cursor_.fail(where, line == "$NOD"
                                ? "this is Gmsh format 1, which Curlew does not read; " +
                                      std::string(k_save_again)
                                : "this is no Gmsh mesh: expected $MeshFormat, found " + found);
      }
      skip_section("Comments", where);
      end_section("Comments");
    }
    cursor_.set_section("MeshFormat");
    read_format_line();
    end_section("MeshFormat");
  }

  void read_format_line() {
    TextSource text(cursor_);
    text.begin_record();
    const char *version_position = cursor_.position();
    const double version = text.real("the format version");
    cursor_.skip_blanks();
    const char *type_position = cursor_.position();
    const std::int32_t file_type = text.integer("the file type");
    cursor_.skip_blanks();
    const char *size_position = cursor_.position();
    const std::int32_t data_size = text.integer("the data size");
    text.end_record("the data size");
    if (version != 2.1 && version != 2.2 && version != 4.1) {
      cursor_.fail(version_position,
                   fmt::format("this is Gmsh format {}, but Curlew reads 2.2 and 4.1; "
                               "{}",
                               version, k_save_again));
    }
    is_v4_ = version == 4.1;
    if (file_type != 0 && file_type != 1) {
      cursor_.fail(type_position,
                   fmt::format("the file type is {}, expected 0 (ASCII) or 1 (binary)", file_type));
    }
    if (data_size != 8) {
      cursor_.fail(size_position,
                   fmt::format("the data size is {}, expected 8 (bytes)", data_size));
    }
    if (file_type == 1) {
      cursor_.line(); // the rest of this one: the integer begins behind the line end
      cursor_.set_binary(true);
      read_byte_order();
    }
  }

  void read_byte_order() {
    const char *where = cursor_.position();
    is_binary_ = true;
    for (const bool swap : {false, true}) {
      cursor_.move_to(where);
      swap_bytes_ = swap;
      if (BinarySource(cursor_, swap).integer("the integer 1 that shows the byte order") == 1) {
        return;
      }
    }
    cursor_.fail(where, "expected the integer 1 that shows the byte order, found another value");
  }

  void read_section() {
    const char *begin = cursor_.position();
    const std::string name = begin_section();
    const bool is_known = name == "PhysicalNames" || name == "Nodes" || name == "Elements" ||
                          (name == "Entities" && is_v4_) || name == "MeshFormat";
    if (is_known && !seen_.insert(name).second) {
      cursor_.fail(begin, fmt::format("a second ${} section", name));
    }
    if (name == "MeshFormat") {
      cursor_.fail(begin, "a second $MeshFormat section");
    } else if (name == "ParametricNodes") {
      cursor_.fail(begin, "Curlew does not read parametric nodes of format 2.2; use "
                          "Mesh.SaveParametric = 0 and save again");
    } else if (name == "PhysicalNames") {
      read_physical_names();
    } else if (!is_known) {
      skip_section(name, begin);
    } else if (is_binary_) {
      BinarySource source(cursor_, swap_bytes_);
      read_body(name, begin, source);
    } else {
      TextSource source(cursor_);
      read_body(name, begin, source);
    }
    end_section(name);
  }

  template <class Source>
  void read_body(const std::string &name, const char *begin, Source &source) {
    if (name == "Elements" && !seen_.count("Nodes")) {
      cursor_.fail(begin, "$Elements comes before $Nodes");
    }
    if (name == "Entities") {
      if (seen_.count("Elements")) {
        cursor_.fail(begin, "$Entities comes behind $Elements");
      }
      entities_ = read_entities_v4(source);
    } else if (name == "Nodes") {
      is_v4_ ? read_nodes_v4(source, builder_) : read_nodes_v2(source, builder_);
    } else if (is_v4_) {
      read_elements_v4(source, entities_ ? &*entities_ : nullptr, builder_);
    } else {
      read_elements_v2(source, builder_);
    }
  }

  // Text in all formats: a count, then lines such as: 3 1 "air".
  void read_physical_names() {
    TextSource text(cursor_);
    text.begin_record();
    const char *count_position = cursor_.position();
    const std::uint64_t count = text.size("the number of physical names");
    text.end_record("the number of physical names");
    constexpr std::uint64_t k_shortest_line = 7; // 3 1 ""
    check_count(cursor_, count_position, count, k_shortest_line, "physical names");
    for (std::uint64_t i = 0; i < count; ++i) {
      text.begin_record();
      const char *where = cursor_.position();
      const std::int32_t dimension = text.integer("the dimension of a physical group");
      const std::int32_t tag = text.integer("the tag of a physical group");
      cursor_.skip_blanks();
      const char *name_position = cursor_.position();
      const std::string_view name = cursor_.line();
      // Up to the last quote of the line: a name may contain quotes, and Gmsh escapes none.
      if (name.size() < 2 || name.front() != '"' || name.back() != '"') {
        cursor_.fail(name_position, fmt::format("expected the name of a physical group in quotes, "
                                                "found {}",
                                                cursor_.found(name_position)));
      }
      builder_.name_group(where, dimension, tag, std::string(name.substr(1, name.size() - 2)));
    }
  }

  static constexpr std::string_view k_save_again =
      "save it again with Mesh.MshFileVersion = 4.1 (gmsh -format msh41)";

  Cursor &cursor_;
  MeshBuilder &builder_;
  std::set<std::string> seen_;
  std::optional<EntityTable> entities_;
  bool is_v4_ = false;
  bool is_binary_ = false;
  bool swap_bytes_ = false;
};

std::string read_file(const std::filesystem::path &path) {
  const std::string name = path.string();
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw InputError(name + ": there is no such mesh file");
  }
  if (status.type() != std::filesystem::file_type::regular) {
    throw InputError(fmt::format("{}: cannot read the mesh: {}", name,
                                 code                                    ? code.message()
                                 : std::filesystem::is_directory(status) ? "it is a directory"
                                                                         : "not a regular file"));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> file(std::fopen(name.c_str(), "rb"),
                                                              &std::fclose);
  const auto fail = [&](int error) {
    throw InputError(fmt::format("{}: cannot read the mesh: {}", name, std::strerror(error)));
  };
  if (!file) {
    fail(errno);
  }
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code) {
    fail(code.value());
  }
  std::string content(size, '\0');
  errno = 0;
  content.resize(std::fread(content.data(), 1, size, file.get()));
  if (content.size() < size) {
    fail(errno != 0 ? errno : EIO);
  }
  return content;
}

void check_unit(const std::string &display_name, double length_unit_m) {
  if (!(std::isfinite(length_unit_m) && length_unit_m > 0)) {
    throw InputError(fmt::format("{}: the length unit of the mesh is {} m, but must be positive",
                                 display_name, length_unit_m));
  }
}

template <class Builder, class... Options>
auto parse(std::string_view content, const std::string &display_name, double length_unit_m,
           Options... options) {
  check_unit(display_name, length_unit_m);
  Cursor cursor(content, display_name);
  Builder builder(cursor, length_unit_m, options...);
  MeshFileReader(cursor, builder).read();
  return builder.finish();
}

} // namespace
} // namespace gmsh

TetMesh parse_gmsh(std::string_view content, const std::string &display_name, double length_unit_m,
                   CurvedTets curved) {
  return gmsh::parse<gmsh::TetMeshBuilder>(content, display_name, length_unit_m, curved);
}

TetMesh read_gmsh(const std::filesystem::path &file, double length_unit_m, CurvedTets curved) {
  return parse_gmsh(gmsh::read_file(file), file.string(), length_unit_m, curved);
}

TriMesh parse_gmsh_surface(std::string_view content, const std::string &display_name,
                           double length_unit_m, CurvedTriangles curved) {
  return gmsh::parse<gmsh::SurfaceMeshBuilder>(content, display_name, length_unit_m, curved);
}

TriMesh read_gmsh_surface(const std::filesystem::path &file, double length_unit_m,
                          CurvedTriangles curved) {
  return parse_gmsh_surface(gmsh::read_file(file), file.string(), length_unit_m, curved);
}

std::variant<TetMesh, TriMesh> read_any_gmsh(const std::filesystem::path &file,
                                             double length_unit_m) {
  const std::string content = gmsh::read_file(file);
  gmsh::check_unit(file.string(), length_unit_m);
  gmsh::Cursor cursor(content, file.string());
  gmsh::TetMeshBuilder builder(cursor, length_unit_m, CurvedTets::keep);
  gmsh::MeshFileReader(cursor, builder).read();
  if (builder.has_surfaces_only()) {
    return parse_gmsh_surface(content, file.string(), length_unit_m, CurvedTriangles::keep_corners);
  }
  return builder.finish();
}

} // namespace curlew
