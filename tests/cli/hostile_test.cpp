// Hostile inputs: what no careful user would give, and scripts, disks and downloads do. Ordinary
// mistakes in cases and meshes are in broken_case_test.cpp and broken_mesh_test.cpp.
#include "cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include <sys/stat.h>
#include <unistd.h>

using namespace curlew::cli_test;

namespace {

const std::string k_mesh_head = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const std::string k_mesh_nodes = "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n";
const std::string k_mesh_tets = "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n";
const std::string k_sound_mesh = k_mesh_head + k_mesh_nodes + k_mesh_tets;

using Prepare = std::function<void(const Scratch &)>;

struct Hostile {
  std::string name;
  Prepare prepare;
  std::vector<std::string> arguments;
  std::vector<std::string> messages;
  int exit_code = 2;
};

void PrintTo(const Hostile &hostile, std::ostream *stream) {
  *stream << hostile.name;
}

Prepare file(const std::string &name, const std::string &content) {
  return [=](const Scratch &scratch) { write_file(scratch / name, content); };
}

// A case file with these bytes.
Hostile a_case(const std::string &name, const std::string &content,
               const std::vector<std::string> &messages) {
  return {name, file("case.json", content), {"run", "case.json"}, messages};
}

// The tiny case with one value set.
Hostile a_value(const std::string &name, const std::string &set,
                const std::vector<std::string> &messages, int exit_code = 2) {
  return {name,
          file("case.json", k_tiny_case),
          {"run", "case.json", "--set", set},
          messages,
          exit_code};
}

Hostile a_mesh(const std::string &name, const std::string &content,
               const std::vector<std::string> &messages) {
  return {name, file("mesh.msh", content), {"mesh", "mesh.msh"}, messages};
}

// The tiny case driven by samples in a file.
Hostile a_waveform(const std::string &name, const std::string &content,
                   const std::vector<std::string> &messages) {
  const std::string text =
      replaced(k_tiny_case, R"("type": "gaussian-derivative", "f_max": "300 MHz")",
               R"("type": "file", "file": "pulse.csv")");
  return {name,
          [=](const Scratch &scratch) {
            write_file(scratch / "case.json", text);
            write_file(scratch / "pulse.csv", content);
          },
          {"run", "case.json"},
          messages};
}

Hostile an_argument(const std::string &name, const std::vector<std::string> &arguments,
                    const std::vector<std::string> &messages, int exit_code = 2) {
  return {name, file("case.json", k_tiny_case), arguments, messages, exit_code};
}

std::string repeated(const std::string &text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i)
    result += text;
  return result;
}

// True without plain control characters: none of an input's may reach the reader's terminal.
bool is_printable(const std::string &text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
  });
}

class HostileInput : public testing::TestWithParam<Hostile> {};

TEST_P(HostileInput, IsRefusedWithAMessage) {
  const Hostile &hostile = GetParam();
  const Scratch scratch;
  hostile.prepare(scratch);
  const auto before = names_in(scratch.path());
  const Outcome outcome = scratch.curlew(hostile.arguments);
  const std::string wrong = mismatch(outcome, {hostile.exit_code, hostile.messages});
  EXPECT_TRUE(wrong.empty()) << wrong.substr(0, 2000);
  EXPECT_TRUE(is_printable(outcome.err)) << testing::PrintToString(outcome.err.substr(0, 2000));
  EXPECT_EQ(names_in(scratch.path()), before) << "something written";
}

// --- Text that is none
// ----------------------------------------------------------------------------

const Hostile k_texts[] = {
    a_case("Utf16", std::string("\xff\xfe{\0\n\0}\0", 8), {"case.json:1:"}),
    a_case("ZeroByteInAName", replaced(k_tiny_case, R"("p")", std::string("\"p\0q\"", 5)),
           {"case.json:15:29: ", "zero byte"}),
    a_case("NotUtf8", replaced(k_tiny_case, R"("p")", "\"p\xff\xfe\""),
           {"case.json:15:27: ", "UTF-8"}),
    a_case("EscapeSequenceInAKey", replaced(k_tiny_case, R"("title")", R"("\u001b[31mtitle")"),
           {"case.json:2:3: ", "unknown key", R"(\x1b[31mtitle)"}),
    a_case("EscapedZeroInAName", replaced(k_tiny_case, R"("p")", R"("p\u0000q")"),
           {"case.json:15:27: ", R"(p\x00q)"}),
    a_case("HalfASurrogate", replaced(k_tiny_case, R"("p")", R"("\ud800")"),
           {"case.json:15:27: ", "surrogate"}),
    a_case("StringWithoutEnd", replaced(k_tiny_case, R"("Tiny box",)", R"("Tiny box,)"),
           {"case.json:2:12: ", "does not end"}),
    a_case("CommentWithoutEnd", k_tiny_case + "/* ", {"case.json:18:1: ", "*/"}),
    a_case("ObjectsHundredThousandDeep", repeated(R"({"a":)", 100000), {"case.json:1:321: "}),
    a_case("KeyOfHalfAMegabyte",
           replaced(k_tiny_case, R"("title")", "\"" + std::string(500000, 'a') + "\""),
           {"case.json:2:3: ", "unknown key \"aaaa", "...\""}),
    a_case("NameOfFiveMegabytes",
           replaced(k_tiny_case, R"("p")", "\"" + std::string(5000000, 'a') + "\""),
           {"case.json:15:27: ", "longer than 100 bytes"}),
    a_value("TitleTooLongForAFileName", "title=" + std::string(201, 't'),
            {"the title is 201 bytes long", "at most 200 bytes"}),
    a_case("TwentyThousandDuplicates",
           replaced(k_tiny_case, R"("title")", repeated(R"("title":1,)", 20000) + R"("title")"),
           {"duplicate key \"title\"", "more errors"}),
    a_case("FiveThousandUnknownKeys",
           replaced(k_tiny_case, R"("title")",
                    [] {
                      std::string keys;
                      for (int i = 0; i < 5000; ++i)
                        keys += "\"k" + std::to_string(i) + "\":1,";
                      return keys + "\"title\"";
                    }()),
           {"more than 4096 keys"}),
    a_case("SeventeenMegabytesOfBlanks", std::string(17000000, ' ') + k_tiny_case,
           {"more than 16777216 bytes"}),
};

// --- Numbers
// --------------------------------------------------------------------------------------

const Hostile k_numbers[] = {
    a_case("Hexadecimal", replaced(k_tiny_case, "0.9", "0x1"), {"case.json:12:38: ", "\"x1\""}),
    a_case("Infinity", replaced(k_tiny_case, "0.9", "Infinity"), {"case.json:12:37: ", "Infinity"}),
    a_case("Underflow", replaced(k_tiny_case, "0.9", "1e-400"),
           {"case.json:12:37: ", "time.courant"}),
    a_value("NaNInAString", "time.courant=NaN", {"time.courant", "NaN"}),
    a_value("PermittivityNearOverflow", "materials.air.eps_r=1e308", {"eps_r", "1e+308", "1e40"}),
    a_value("PermittivityNearUnderflow", "materials.air.eps_r=1e-308",
            {"eps_r", "1e-308", "1e-40"}),
    a_value("FrequencyNearOverflow", "excitations.0.waveform.f_max=1e308 THz",
            {"f_max", "1e308 THz"}),
    a_value("DirectionNearOverflow", "excitations.0.direction=[1e308,1e308,1e308]",
            {"excitations.0.direction.0", "1e+308"}),
    a_value("AmplitudeNearOverflow", "excitations.0.amplitude=1e308", {"amplitude", "1e+308"}),
    a_value("SizeNearOverflow", "mesh.box.size=[1e308,1,1]", {"mesh.box.size.0", "1e+308"}),
    a_value("StepsBeyondAllIndices", "time.steps=1000000000000000000",
            {"time.steps", "must be in"}),
    a_value("DurationOfAges", R"(time={"duration":"1e30 s"})",
            {"the duration is", "steps", "9e+15 are the most"}),
    a_value(
        "LineOfABillionPlaces",
        R"(outputs.probes.0={"name":"l","line":{"start":[0,0,0],"stop":[1,0,0],"count":1000000000}})",
        {"line.count", "1000000000"}),
    a_value("PlaneOfTenBillionPlaces",
            R"(outputs.probes.0={"name":"l","plane":{"corner":[0,0,0],"u":[1,0,0],"v":[0,0.5,0],)"
            R"("counts":[100000,100000]}})",
            {"10000000000 points", "1000000"}),
    a_value("RefinedTwoBillionTimes", "mesh.refine=2147483648", {"mesh.refine", "[0, 10]"}),
    a_value("MillionThreads", "run.threads=1000000", {"run.threads", "1000000"}),
    a_value("KeepAllCheckpoints", R"(outputs.checkpoint={"every":"1 steps","keep":1000000000000})",
            {"outputs.checkpoint.keep"}),
    a_value("CheckpointsAlways", R"(outputs.checkpoint={"every":"0 steps"})", {"above 0 steps"}),
    a_value("IndexBeyondAllLists", "outputs.probes.99999999999999999999.name=q",
            {"outputs.probes", "no index"}),
};

// --- Meshes
// ---------------------------------------------------------------------------------------

const Hostile k_meshes[] = {
    a_mesh("NegativeNodeCount", replaced(k_sound_mesh, "$Nodes\n4", "$Nodes\n-4"),
           {"mesh.msh:5:1: ", "\"-4\""}),
    a_mesh("NegativeElementCount", replaced(k_sound_mesh, "$Elements\n1", "$Elements\n-1"),
           {"mesh.msh:12:1: ", "\"-1\""}),
    a_mesh("NodeNumberBeyondSixtyFourBits",
           replaced(k_sound_mesh, "\n4 0 0 1", "\n9223372036854775808 0 0 1"),
           {"mesh.msh:9:1: ", "9223372036854775808"}),
    a_mesh("NodeTwice", replaced(k_sound_mesh, "\n4 0 0 1", "\n3 0 0 1"),
           {"mesh.msh:9:1: ", "second time"}),
    a_mesh("UnknownElementType", replaced(k_sound_mesh, "1 4 2 1 1", "1 999 2 1 1"),
           {"mesh.msh:13:1: ", "type 999"}),
    a_mesh("TwoBillionTags", replaced(k_sound_mesh, "1 4 2 1 1", "1 4 2000000000 1 1"),
           {"mesh.msh:13:5: ", "2000000000 tags"}),
    a_mesh("NegativeTagCount", replaced(k_sound_mesh, "1 4 2 1 1", "1 4 -2 1 1"),
           {"mesh.msh:13:5: ", "-2"}),
    a_mesh("TextThatClaimsToBeBinary", replaced(k_sound_mesh, "2.2 0", "2.2 1"),
           {"mesh.msh: byte ", "byte order"}),
    a_mesh("NumbersOfFourBytes", replaced(k_sound_mesh, "0 8", "0 4"),
           {"mesh.msh:2:7: ", "expected 8"}),
    a_mesh("InfiniteCoordinate", replaced(k_sound_mesh, "\n4 0 0 1", "\n4 0 0 inf"),
           {"mesh.msh:9:1: ", "finite"}),
    a_mesh("CoordinatesNearOverflow", replaced(k_sound_mesh, "\n4 0 0 1", "\n4 0 0 1e308"),
           {"mesh.msh"}),
    a_mesh("NodesTwice", k_mesh_head + k_mesh_nodes + k_mesh_nodes + k_mesh_tets,
           {"mesh.msh:11:1: ", "second $Nodes"}),
    a_mesh("ElementsBeforeNodes", k_mesh_head + k_mesh_tets + k_mesh_nodes, {"mesh.msh:4:1: "}),
    a_mesh("LineOfTenMegabytes",
           k_mesh_head + k_mesh_nodes + "$Elements\n1\n" + repeated("1 ", 5000000) + "\n",
           {"mesh.msh:13:"}),
    a_mesh("EscapeSequence", replaced(k_sound_mesh, "\n4 0 0 1", "\n4 0 0 \x1b[2J"),
           {"mesh.msh:9:", R"(\x1b[2J)"}),
    a_mesh("ZeroByte", replaced(k_sound_mesh, "\n4 0 0 1", std::string("\n4 0 \0 1", 8)),
           {"mesh.msh:9:", R"(\x00)"}),
    a_mesh("TheSameTetTwice",
           replaced(replaced(k_sound_mesh, "$Elements\n1", "$Elements\n2"), "3 4\n$End",
                    "3 4\n2 4 2 1 1 4 3 2 1\n$End"),
           {"mesh.msh", "the same tetrahedron"}),
    a_mesh(
        "ThreeTetsOnOneFacet",
        k_mesh_head +
            "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0 0 -1\n6 0 0 2\n$EndNodes\n"
            "$Elements\n3\n1 4 2 1 1 1 2 3 4\n2 4 2 1 1 1 2 3 5\n3 4 2 1 1 1 2 3 6\n$EndElements\n",
        {"share one facet"}),
};

// --- Surfaces
// --------------------------------------------------------------------------------------

// Returns a case with one triangle on k_mesh_head and k_mesh_nodes; other elements or nodes may
// replace them.
Hostile a_surface(const std::string &name, const std::string &elements,
                  const std::vector<std::string> &messages,
                  const std::string &nodes = k_mesh_nodes) {
  return {name,
          file("mesh.msh", k_mesh_head + nodes + "$Elements\n" + elements + "$EndElements\n"),
          {"mesh", "mesh.msh", "--surfaces"},
          messages};
}

const Hostile k_surfaces[] = {
    a_surface("CubicQuadrangle", "1\n1 36 2 1 1 1 2 3 4\n",
              {"mesh.msh:13:1: ", "16-node quadrangle", "Mesh.ElementOrder = 1"}),
    a_surface("QuadrangleWithARepeatedNode", "1\n7 3 2 1 1 1 2 3 2\n",
              {"mesh.msh:13:1: ", "element 7", "repeated node"}),
    a_surface("OnlyTets", "1\n1 4 2 1 1 1 2 3 4\n", {"mesh.msh: ", "no triangles", "gmsh -2"}),
    a_surface("OnlyLines", "1\n1 1 2 1 1 1 2\n", {"mesh.msh: ", "no triangles"}),
    a_surface("NoElements", "0\n", {"mesh.msh: ", "no triangles"}),
    a_surface("SomeOfNoGroup", "2\n1 2 2 0 1 1 2 3\n2 2 2 1 1 1 2 4\n", {"1 of 2 triangles"}),
    a_surface("InTwoGroups", "2\n1 2 2 1 1 1 2 3\n2 2 2 2 1 2 3 1\n",
              {"elements 1 and 2", "physical surfaces 1 and 2"}),
    a_surface("ListedTwice", "2\n1 2 2 1 1 1 2 3\n2 2 2 1 1 3 2 1\n", {"listed twice"}),
    a_surface("RepeatedNode", "1\n1 2 2 1 1 1 2 2\n", {"mesh.msh:13:1: ", "repeated node"}),
    a_surface("ZeroArea", "1\n1 2 2 1 1 1 2 3\n", {"mesh.msh:13:1: ", "has no area"},
              "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 2 0 0\n4 0 0 1\n$EndNodes\n"),
    a_surface("NotANumber", "1\n1 2 2 1 1 1 2 3\n",
              {"mesh.msh:8:1: ", "coordinates must be finite"},
              "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 nan 0\n4 0 0 1\n$EndNodes\n"),
    a_surface("LineBesideTheTriangle", "2\n1 2 2 1 1 1 2 3\n2 1 2 7 1 1 4\n",
              {"element 2", "physical curve 7", "no edge of a triangle"}),
    a_surface("UnknownNode", "1\n1 2 2 1 1 1 2 99\n", {"mesh.msh:13:1: ", "node 99"}),
};

// --- Waveforms
// ------------------------------------------------------------------------------------

const Hostile k_waveforms[] = {
    a_waveform("Empty", "", {"case.json:10:", "pulse.csv", "at least 2"}),
    a_waveform("OneSample", "t,v\n0,1\n", {"pulse.csv:2: ", "at least 2"}),
    a_waveform("TimeThatFalls", "0,1\n-1,2\n", {"pulse.csv:2: ", "does not rise"}),
    a_waveform("NotFinite", "0,1\n1,nan\n", {"pulse.csv:2: ", "\"1,nan\""}),
    a_waveform("Garbage", "0,1\n" + repeated("\x01\x02\x1b", 1000) + "\n",
               {"pulse.csv:2: ", R"(\x1b)"}),
};

// --- Files that are none
// --------------------------------------------------------------------------

const Prepare k_nothing = [](const Scratch &) {};
const Prepare k_loop = [](const Scratch &scratch) { fs::create_symlink("loop", scratch / "loop"); };

const Hostile k_files[] = {
    {"EmptyDeviceAsCase", k_nothing, {"run", "/dev/null"}, {"/dev/null:1:1: "}},
    {"EndlessDeviceAsCase", k_nothing, {"run", "/dev/zero"}, {"/dev/zero", "more than"}},
    {"EndlessDeviceAsMesh", k_nothing, {"mesh", "/dev/zero"}, {"/dev/zero", "not a regular file"}},
    {"UnreadableFileAsCase", k_nothing, {"run", "/proc/self/mem"}, {"cannot be read"}},
    {"LinkToItselfAsCase", k_loop, {"run", "loop"}, {"loop"}},
    {"LinkToItselfAsMesh", k_loop, {"mesh", "loop"}, {"loop", "symbolic links"}},
    {"NoPermission",
     [](const Scratch &scratch) {
       write_file(scratch / "case.json", k_tiny_case);
       fs::permissions(scratch / "case.json", fs::perms::none);
       if (access((scratch / "case.json").c_str(), R_OK) == 0) // root reads everything
         fs::remove(scratch / "case.json");
     },
     {"run", "case.json"},
     {"case.json"}},
    {"PipeAsMesh",
     [](const Scratch &scratch) { ASSERT_EQ(mkfifo((scratch / "pipe").c_str(), 0600), 0); },
     {"mesh", "pipe"},
     {"pipe", "not a regular file"}},
};

// --- Places for results
// ---------------------------------------------------------------------------

const Hostile k_places[] = {
    an_argument("NameBeyondAFileSystems", {"run", "case.json", "--output", std::string(5000, 'a')},
                {"results directory"}, 5),
    a_value("FolderOfTheKernel", "outputs.directory=/proc/curlew", {"/proc/curlew"}, 5),
    {"LinkToNowhere",
     [](const Scratch &scratch) {
       write_file(scratch / "case.json", k_tiny_case);
       fs::create_symlink("nowhere", scratch / "results");
     },
     {"run", "case.json"},
     {"results", "symbolic link"},
     5},
    {"TheFolderOfTheCase",
     file("case.json", k_tiny_case),
     {"run", "case.json", "--output", "."},
     {"not empty", "--overwrite"},
     5},
    {"CheckpointThatIsAFile",
     [](const Scratch &scratch) {
       write_file(scratch / "case.json", k_tiny_case);
       fs::create_directories(scratch / "results");
       write_file(scratch / "results/checkpoint", "no folder");
     },
     {"run", "case.json", "--restart"},
     {"no checkpoint"}},
    {"CheckpointOfGarbage",
     [](const Scratch &scratch) {
       write_file(scratch / "case.json", k_tiny_case);
       fs::create_directories(scratch / "results/checkpoint/slot-1");
       write_file(scratch / "results/checkpoint/slot-0", repeated("\x1b\x01", 500));
     },
     {"run", "case.json", "--restart"},
     {"slot-0", "slot-1"}},
};

// --- The command line
// -----------------------------------------------------------------------------

const Hostile k_arguments[] = {
    an_argument("NothingAsCase", {"run", ""}, {"no such file"}),
    an_argument("NothingAsOutput", {"run", "case.json", "--output", ""}, {"--output"}),
    an_argument("ThreadsBeyondAllIntegers",
                {"run", "case.json", "--threads", "99999999999999999999"}, {"--threads"}),
    an_argument("KeyOfAHundredKilobytes",
                {"run", "case.json", "--set", std::string(100000, 'a') + "=1"}, {"unknown key"}),
    an_argument("ValueHundredThousandDeep",
                {"run", "case.json", "--set", "mesh=" + std::string(100000, '[')}, {"--set mesh="}),
    an_argument("UnitThatIsNone", {"mesh", "case.json", "--length-unit", "s"}, {"\"s\" is a time"}),
    an_argument("EscapeSequenceAsCommand", {"\x1b[2J"}, {"unknown command"}),
    an_argument("EscapeSequenceAsCase", {"run", "\x1b[2J"}, {"no such file"}),
};

const auto k_name = [](const auto &info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Texts, HostileInput, testing::ValuesIn(k_texts), k_name);
INSTANTIATE_TEST_SUITE_P(Numbers, HostileInput, testing::ValuesIn(k_numbers), k_name);
INSTANTIATE_TEST_SUITE_P(Meshes, HostileInput, testing::ValuesIn(k_meshes), k_name);
INSTANTIATE_TEST_SUITE_P(Surfaces, HostileInput, testing::ValuesIn(k_surfaces), k_name);
INSTANTIATE_TEST_SUITE_P(Waveforms, HostileInput, testing::ValuesIn(k_waveforms), k_name);
INSTANTIATE_TEST_SUITE_P(Files, HostileInput, testing::ValuesIn(k_files), k_name);
INSTANTIATE_TEST_SUITE_P(Places, HostileInput, testing::ValuesIn(k_places), k_name);
INSTANTIATE_TEST_SUITE_P(Arguments, HostileInput, testing::ValuesIn(k_arguments), k_name);

// The twins: harmless oddities of the same kinds are no errors.
TEST(HarmlessInput, ByteOrderMarkAndLineEndsOfWindows) {
  const Scratch scratch;
  std::string text = "\xef\xbb\xbf";
  for (const char c : k_tiny_case)
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  write_file(scratch / "case.json", text);
  const std::string wrong = mismatch(scratch.curlew({"check", "case.json"}), {0, {}});
  EXPECT_TRUE(wrong.empty()) << wrong;
}

TEST(HarmlessInput, TheSoundMesh) {
  const Scratch scratch;
  write_file(scratch / "mesh.msh", k_sound_mesh);
  const std::string wrong = mismatch(scratch.curlew({"mesh", "mesh.msh"}), {0, {}});
  EXPECT_TRUE(wrong.empty()) << wrong;
}

TEST(HarmlessInput, PlainTextIsPrintable) {
  EXPECT_TRUE(is_printable("case.json:1:1: \xc3\xa9 is fine\n"));
  EXPECT_FALSE(is_printable("\x1b[31mred"));
}

} // namespace
