// Mesh files with one thing wrong, in all four formats: exit code, place, message, nothing written.
#include "cases.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

using namespace curlew::cli_test;

namespace {

// `run` and `mesh` must refuse mesh.msh with these messages and write nothing.
void expect_refused(const std::string &mesh, const std::vector<std::string> &messages,
                    const std::string &what) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_mesh_case);
  write_file(scratch / "mesh.msh", mesh);
  for (const std::vector<std::string> &command :
       {std::vector<std::string>{"run", "case.json"}, {"mesh", "mesh.msh"}}) {
    const std::string wrong = mismatch(scratch.curlew(command), {2, messages});
    EXPECT_TRUE(wrong.empty()) << what << ", " << command[0] << ": " << wrong;
  }
  EXPECT_EQ(names_in(scratch.path()), (std::vector<std::string>{"case.json", "mesh.msh"})) << what;
}

const char *const k_formats[] = {"22_ascii", "22_binary", "41_ascii", "41_binary"};

bool is_binary(const std::string &format) {
  return format.find("binary") != std::string::npos;
}

// Position behind the line that opens a section.
std::size_t section(const std::string &mesh, const std::string &name) {
  const std::size_t at = mesh.find("$" + name + "\n");
  EXPECT_NE(at, std::string::npos);
  return at + name.size() + 2;
}

template <class T> void patch(std::string &mesh, std::size_t at, T value) {
  ASSERT_LE(at + sizeof(T), mesh.size());
  std::memcpy(&mesh[at], &value, sizeof(T));
}

class BrokenMesh : public testing::TestWithParam<const char *> {};
INSTANTIATE_TEST_SUITE_P(, BrokenMesh, testing::ValuesIn(k_formats),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(BrokenMesh, TheSoundFileRuns) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_mesh_case);
  write_file(scratch / "mesh.msh", cube(GetParam()));
  const std::string wrong = mismatch(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}});
  EXPECT_TRUE(wrong.empty()) << wrong;
  EXPECT_TRUE(fs::exists(scratch / "results/summary.json"));
}

TEST_P(BrokenMesh, CutOff) {
  const std::string whole = cube(GetParam());
  const std::string place = is_binary(GetParam()) ? "mesh.msh: byte " : "mesh.msh:";
  expect_refused(whole.substr(0, section(whole, "MeshFormat") + 3), {"mesh.msh:2:"}, "cut format");
  for (const char *name : {"Nodes", "Elements"})
    expect_refused(whole.substr(0, section(whole, name) + 200), {place, name},
                   std::string("cut in ") + name);
  expect_refused(whole.substr(0, whole.find("$Elements")), {"$Elements"}, "without elements");
  expect_refused(whole.substr(0, whole.size() - 20), {place}, "without its end");
}

TEST_P(BrokenMesh, LyingCounts) {
  const std::string format = GetParam();
  const std::string whole = cube(format);
  for (const std::string name : {"Nodes", "Elements"}) {
    std::string mesh = whole;
    const std::size_t at = section(mesh, name);
    if (format == "41_binary") { // blocks, total, smallest tag, largest tag
      patch<std::uint64_t>(mesh, at + 8, 1000000000000);
    } else if (format == "41_ascii") {
      const std::size_t count = mesh.find(' ', at) + 1;
      mesh.replace(count, mesh.find(' ', count) - count, "1000000000000");
    } else {
      mesh.replace(at, mesh.find('\n', at) - at, "1000000000000");
    }
    expect_refused(mesh, {"1000000000000", "$" + name}, "lying count of " + name);
  }
}

TEST_P(BrokenMesh, NonsenseInsteadOfNumbers) {
  std::string mesh = cube(GetParam());
  const std::size_t at = section(mesh, "Elements") + 8;
  for (std::size_t i = at; i < at + 40; ++i)
    mesh[i] = '\x7e';
  expect_refused(mesh, {"mesh.msh", "$Elements"}, "nonsense");
}

// Returns the text of a mesh whose only tet is (1, 2, 3, 4) in the volume "air".
std::string one_tet(const std::string &nodes, const std::string &element = "2 4 2 1 1 1 2 3 4") {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"air\"\n"
         "$EndPhysicalNames\n$Nodes\n4\n" +
         nodes + "$EndNodes\n$Elements\n1\n" + element + "\n$EndElements\n";
}

TEST(BrokenMeshContent, DegenerateTets) {
  expect_refused(one_tet("1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n"), {"mesh.msh", "volume"}, "flat");
  expect_refused(one_tet("1 0 0 0\n2 1 0 0\n3 2 0 0\n4 3 0 0\n"), {"mesh.msh", "volume"}, "line");
  expect_refused(one_tet("1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n", "2 4 2 1 1 1 2 3 3"),
                 {"mesh.msh:17:", "no volume"}, "a node twice");
  expect_refused(one_tet("1 0 0 0\n2 1 0 0\n3 0 nan 0\n4 0 0 1\n"), {"mesh.msh:12"}, "NaN");
  expect_refused(one_tet("1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n", "2 4 2 1 1 1 2 3 9"),
                 {"mesh.msh:17:", "node 9"}, "absent node");
}

// An inverted tet is legal: the reader turns it round.
TEST(BrokenMeshContent, InvertedTetRuns) {
  const Scratch scratch;
  std::string text = replaced(k_mesh_case, R"(, "core block": "core")", "");
  text = replaced(text, R"("default": { "type": "pec" })", R"("default": { "type": "pmc" })");
  write_file(scratch / "case.json", replaced(text, "[0.3, 0.4, 0.2]", "[0.2, 0.3, 0.2]"));
  write_file(scratch / "mesh.msh",
             one_tet("1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n", "2 4 2 1 1 2 1 3 4"));
  const std::string wrong = mismatch(scratch.curlew({"run", "case.json"}), {0, {}});
  EXPECT_TRUE(wrong.empty()) << wrong;
}

// `mesh` reads second order and finds a tet without a volume; methods of straight tets refuse it.
TEST(BrokenMeshContent, SecondOrder) {
  std::string nodes;
  for (int i = 1; i <= 10; ++i)
    nodes += std::to_string(i) + " " + std::to_string(i % 3) + " 0 " + std::to_string(i) + "\n";
  expect_refused(
      replaced(one_tet(nodes, "2 11 2 1 1 1 2 3 4 5 6 7 8 9 10"), "$Nodes\n4\n", "$Nodes\n10\n"),
      {"mesh.msh:23:", "element 2 "}, "second order");
}

TEST(BrokenMeshContent, WrongFiles) {
  expect_refused("", {"mesh.msh"}, "empty");
  expect_refused(std::string("\x89PNG\r\n\x1a\n\0\0\0", 11), {"mesh.msh"}, "a picture");
  expect_refused("$MeshFormat\n1.0 0 8\n$EndMeshFormat\n", {"mesh.msh:2:", "format 1,"},
                 "old format");
  expect_refused(k_mesh_case, {"mesh.msh:1"}, "a case file");
  const std::string sound = one_tet("1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n");
  // `mesh` shows it: a mesh of surfaces
  const Scratch scratch;
  write_file(scratch / "case.json", k_mesh_case);
  write_file(scratch / "mesh.msh", replaced(sound, "2 4 2 1 1 1 2 3 4", "2 2 2 1 1 1 2 4"));
  EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}), {2, {"there are no tetrahedra"}}), "");
  EXPECT_EQ(mismatch(scratch.curlew({"mesh", "mesh.msh"}), {0, {}}), "");
}

} // namespace
