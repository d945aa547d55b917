// The command line: help, information, wrong arguments.
#include "cases.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;

namespace {

void expect(const Scratch &scratch, const std::vector<std::string> &arguments,
            const Expectation &expected) {
  const std::string wrong = mismatch(scratch.curlew(arguments), expected);
  std::string line = "curlew";
  for (const std::string &argument : arguments)
    line += " " + argument;
  EXPECT_TRUE(wrong.empty()) << line << ": " << wrong;
}

TEST(Arguments, HelpOfEveryCommand) {
  const Scratch scratch;
  struct {
    std::vector<std::string> arguments;
    std::vector<std::string> words;
  } const helps[] = {
      {{"--help"}, {"run", "check", "bench", "info", "schema", "mesh", "--version"}},
      {{"run", "--help"},
       {"--backend", "--threads", "--output", "--set", "--overwrite", "--restart", "--quiet"}},
      {{"check", "--help"}, {"CASE", "--set"}},
      {{"bench", "--help"}, {"--backends", "--sizes", "--output"}},
      {{"info", "--help"}, {"info"}},
      {{"schema", "--help"}, {"schema"}},
      {{"mesh", "--help"}, {"FILE"}},
  };
  for (const auto &help : helps) {
    const Outcome outcome = scratch.curlew(help.arguments);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
    for (const std::string &word : help.words)
      EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in\n" << outcome.out;
  }
  EXPECT_TRUE(names_in(scratch.path()).empty());
}

TEST(Arguments, InfoNamesWhatIsIn) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"info"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char *word : {"curlew ", "serial", "openmp", "Kokkos", "dgatd", "MPI", "METIS",
                           "Belos", "Ifpack2", "MUMPS", "Qhull"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in\n" << outcome.out;
  const Outcome version = scratch.curlew({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out.rfind("curlew ", 0), 0u) << version.out;
}

TEST(Arguments, SchemaIsJson) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"schema"});
  EXPECT_EQ(outcome.exit_code, 0);
  const auto schema = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(schema.at("$schema"), "http://json-schema.org/draft-07/schema#");
  for (const char *key : {"mesh", "materials", "regions", "boundaries", "excitations", "time",
                          "discretization", "outputs", "run"})
    EXPECT_TRUE(schema.at("properties").contains(key)) << key;
}

TEST(Arguments, MeshShowsGroupsAndCounts) {
  const Scratch scratch;
  for (const char *format : {"22_ascii", "22_binary", "41_ascii", "41_binary"}) {
    write_file(scratch / "cube.msh", cube(format));
    const Outcome outcome = scratch.curlew({"mesh", "cube.msh"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char *word : {"air", "core block", "outer walls", "the interface", "161"})
      EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in\n" << outcome.out;
  }
}

TEST(Arguments, MeshShowsSurfaces) {
  const Scratch scratch;
  write_file(scratch / "cube.msh", cube("41_binary"));
  const Outcome walls = scratch.curlew({"mesh", "cube.msh", "--surfaces"});
  EXPECT_EQ(walls.exit_code, 0) << walls.err;
  for (const char *word : {"outer walls", "the interface", "at junctions", "median"})
    EXPECT_NE(walls.out.find(word), std::string::npos) << word << " in\n" << walls.out;
  EXPECT_EQ(walls.out.find("tets"), std::string::npos) << walls.out;
  // without tets no option is needed: two squares with a seam between them
  write_file(scratch / "plate.msh",
             "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n"
             "5 1 0 0\n6 2 0 0\n7 2 1 0\n8 1 1 0\n$EndNodes\n$Elements\n5\n1 2 2 7 1 1 2 3\n"
             "2 2 2 7 1 1 3 4\n3 2 2 8 2 5 6 7\n4 2 2 8 2 5 7 8\n5 1 2 9 1 1 2\n$EndElements\n");
  const Outcome plate = scratch.curlew({"mesh", "plate.msh", "--length-unit", "mm"});
  EXPECT_EQ(plate.exit_code, 0) << plate.err;
  for (const char *word : {"10, 8 on the boundary, 0 at junctions", "2 triangles, 1e-06 m^2, open",
                           "curve group   \"9\" (tag 9): 1 lines, 0.001 m"})
    EXPECT_NE(plate.out.find(word), std::string::npos) << word << " in\n" << plate.out;
  EXPECT_NE(plate.err.find("2 nodes of surfaces lie where another node lies"), std::string::npos)
      << plate.err;
}

TEST(Arguments, CheckSolvesNothing) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  const Outcome outcome = scratch.curlew({"check", "case.json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char *word :
       {"108 tets", "time step", "0.9 of the limit", "40 to ", "memory", "edges per wavelength"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in\n" << outcome.out;
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"case.json"});
}

// The text is that of case.resolved.json; the mesh is not read.
TEST(Arguments, CheckPrintsTheResolvedCase) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  const Outcome outcome = scratch.curlew({"check", "case.json", "--resolved"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.all();
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"case.json"});
  nlohmann::json resolved = nlohmann::json::parse(outcome.out);
  EXPECT_TRUE(resolved.at("time").contains("courant"));
  ASSERT_EQ(scratch.curlew({"run", "case.json", "--output", "results"}).exit_code, 0);
  auto written = nlohmann::json::parse(read_file(scratch / "results/case.resolved.json"));
  resolved["outputs"].erase("directory");
  written["outputs"].erase("directory");
  EXPECT_EQ(resolved, written);

  auto other = nlohmann::json::parse(k_tiny_case);
  other["mesh"] = {{"file", "empty.msh"}};
  write_file(scratch / "empty.msh", "");
  write_file(scratch / "other.json", other.dump());
  EXPECT_EQ(scratch.curlew({"check", "other.json", "--resolved"}).exit_code, 0);
  EXPECT_EQ(mismatch(scratch.curlew({"check", "other.json"}), {2, {"empty.msh"}}), "");
}

TEST(Arguments, WrongOnesAreExitTwo) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  expect(scratch, {}, {2, {"error: a command is required (curlew --help tells more)"}});
  expect(scratch, {"rum", "case.json"}, {2, {"\"rum\"", "did you mean \"run\""}});
  expect(scratch, {"run"}, {2, {"error: case is required (curlew run --help tells more)"}});
  expect(scratch, {"run", "case.json", "case.json"}, {2, {"case.json"}});
  expect(scratch, {"run", "case.json", "--therads", "2"},
         {2, {"error: unknown option \"--therads\" of curlew run; did you mean \"--threads\"?"}});
  expect(scratch, {"run", "case.json", "--therads=2"}, {2, {"did you mean \"--threads\"?"}});
  expect(scratch, {"--versoin"}, {2, {"\"--versoin\" of curlew;", "\"--version\"?"}});
  expect(scratch, {"run", "case.json", "--backend", "serial", "--backend", "serial"},
         {2, {"error: --backend: given more than once"}});
  expect(scratch, {"run", "case.json", "-q"}, {2, {"unknown option \"-q\" of curlew run ("}});
  expect(scratch, {"run", "case.json", "--threads", "0"},
         {2, {"error: --threads: \"0\" is not a number from 1 to 4096"}});
  expect(scratch, {"run", "case.json", "--threads", "-1"}, {2, {"--threads"}});
  expect(scratch, {"run", "case.json", "--threads", "many"},
         {2, {"error: --threads: \"many\" is not a number from 1 to 4096"}});
  expect(scratch, {"run", "case.json", "--backend", "gpu"}, {2, {"gpu", "serial", "openmp"}});
  expect(scratch, {"run", "case.json", "--backend", "opemp"}, {2, {"did you mean \"openmp\"?"}});
  expect(scratch, {"run", "case.json", "--output"}, {2, {"error: --output: its value is missing"}});
  expect(scratch, {"run", "none.json"}, {2, {"none.json", "no such file"}});
  expect(scratch, {"run", "."}, {2, {"folder"}});
  expect(scratch, {"check", "none.json"}, {2, {"none.json"}});
  expect(scratch, {"mesh"}, {2, {"file"}});
  expect(scratch, {"mesh", "none.msh"}, {2, {"none.msh"}});
  expect(scratch, {"mesh", "."}, {2, {"directory"}});
  expect(scratch, {"bench", "dgtd", "--solvers", "leapfrog"}, {2, {"leapfrog", "upwind"}});
  expect(scratch, {"bench", "dgadt"}, {2, {"error: ", "\"dgadt\"", "did you mean \"dgatd\"?"}});
  expect(scratch, {"bench", "fdfd", "--solvers", "cog"}, {2, {"\"cog\"", "cocg"}});
  expect(scratch, {"bench", "fdfd", "--solvers", "cocg+ssor"}, {2, {"cocg", "no preconditioner"}});
  expect(scratch, {"bench", "fdfd", "--solvers", "bicgstab+sor"}, {2, {"\"sor\"", "ssor"}});
  expect(scratch, {"bench", "fdfd", "--variants", "paper"}, {2, {"\"paper\"", "cas"}});
  expect(scratch, {"bench", "fdfd", "--grids", "4"}, {2, {"--grids"}});
  expect(scratch, {"bench", "kerr", "--grids", "1"}, {2, {"--grids"}});
  expect(scratch, {"bench", "--variants", "cas"}, {2, {"--variants", "name its bench"}});
  expect(scratch, {"bench", "copy", "--backends", "gpu"}, {2, {"gpu"}});
  expect(scratch, {"bench", "dgatd", "--sizes", "1"}, {2, {"--sizes"}});
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"case.json"});
}

TEST(Arguments, WrongOverridesNameTheOption) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  const auto with = [&](const std::string &option, const std::vector<std::string> &messages) {
    expect(scratch, {"run", "case.json", "--set", option}, {2, messages});
  };
  with("time.courant", {"--set time.courant"});
  with("time.courant=2", {"--set time.courant=2"});
  with("time.courrant=0.5", {"--set time.courrant=0.5", "courant"});
  with("time=5", {"--set time=5"});
  with("title.text=x", {"--set title.text=x"});
  with("outputs.probes.7.name=q", {"--set outputs.probes.7.name=q"});
  with("outputs.probes.0.point=[9,9,9]", {"case.json:15:", "probe \"p\"", "(9, 9, 9)"});
  with("=1", {"--set =1"});
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"case.json"});
}

} // namespace
