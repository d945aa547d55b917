// Meshes that look whole but are not, and coordinates in the wrong unit: `mesh`, `check` and `run`
// warn with the same words, on any number of ranks, and summary.json contains the warnings.
#include "ranks.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <map>

using namespace curlew::cli_test;
using nlohmann::json;

namespace {

using Corner = std::array<double, 3>;

// Gmsh files (format 2.2) of cubes, each cut into six tets around the diagonal of every cell.
class MeshFile {
public:
  // `merge`: nodes at the same place are one node, as after fragmenting.
  explicit MeshFile(bool merge) : merge_(merge) {}

  void add_cube(const std::string &name, const Corner &low, int cells, double cell) {
    groups_.push_back(name);
    known_ = merge_ ? known_ : std::map<Corner, int>();
    static const int k_tets[6][4] = {{0, 1, 3, 7}, {0, 1, 7, 5}, {0, 2, 7, 3},
                                     {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 7, 6}};
    for (int x = 0; x < cells; ++x)
      for (int y = 0; y < cells; ++y)
        for (int z = 0; z < cells; ++z)
          for (const auto &tet : k_tets) {
            elements_ += std::to_string(++element_count_) + " 4 2 " +
                         std::to_string(groups_.size()) + " " + std::to_string(groups_.size());
            for (const int c : tet)
              elements_ += " " + std::to_string(node({low[0] + (x + (c & 1)) * cell,
                                                      low[1] + (y + (c >> 1 & 1)) * cell,
                                                      low[2] + (z + (c >> 2)) * cell}));
            elements_ += "\n";
          }
  }

  std::string text() const {
    std::string names;
    for (std::size_t g = 0; g < groups_.size(); ++g)
      names += "3 " + std::to_string(g + 1) + " \"" + groups_[g] + "\"\n";
    return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n" +
           std::to_string(groups_.size()) + "\n" + names + "$EndPhysicalNames\n$Nodes\n" +
           std::to_string(node_count_) + "\n" + nodes_ + "$EndNodes\n$Elements\n" +
           std::to_string(element_count_) + "\n" + elements_ + "$EndElements\n";
  }

private:
  int node(const Corner &at) {
    const auto [known, is_new] = known_.insert({at, node_count_ + 1});
    if (is_new) {
      nodes_ += std::to_string(++node_count_);
      for (const double x : at)
        nodes_ += " " + std::to_string(x);
      nodes_ += "\n";
    }
    return known->second;
  }

  bool merge_;
  std::vector<std::string> groups_;
  std::map<Corner, int> known_; // nodes of this cube, or of all where nodes are merged
  std::string nodes_, elements_;
  int node_count_ = 0, element_count_ = 0;
};

// Returns two cubes of 1 m, the second one beginning at this x.
std::string two_cubes(double x, bool merge = false) {
  MeshFile mesh(merge);
  mesh.add_cube("left", {0, 0, 0}, 4, 0.25);
  mesh.add_cube("right", {x, 0, 0}, 4, 0.25);
  return mesh.text();
}

// A dipole on the left; its waves are long.
const std::string k_case = R"({
  "method": "dgatd",
  "mesh": { "file": "mesh.msh" },
  "materials": { "air": { "eps_r": 1 } },
  "regions": { "left": "air", "right": "air" },
  "boundaries": { "default": { "type": "pec" } },
  "excitations": [
    { "name": "dipole", "type": "current", "point": [0.31, 0.33, 0.22], "direction": [0, 0, 1],
      "waveform": { "type": "gaussian-derivative", "f_max": "30 MHz" } }
  ],
  "time": { "steps": 4 },
  "outputs": { "directory": "results", "probes": [ { "name": "p", "point": [0.6, 0.4, 0.2] } ] }
}
)";

class MeshWarnings : public testing::Test {
protected:
  void write(const std::string &mesh, const std::string &text = k_case) const {
    write_file(scratch_ / "mesh.msh", mesh);
    write_file(scratch_ / "case.json", text);
  }
  Outcome curlew(const std::vector<std::string> &arguments) const {
    Outcome outcome = scratch_.curlew(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome;
  }
  std::vector<std::string> kept(const std::string &folder = "results") const {
    const auto summary = json::parse(read_file(scratch_ / folder / "summary.json"));
    return summary.at("warnings").get<std::vector<std::string>>();
  }
  // Expects that `command` prints each of these warnings, without the location in the case before
  // it.
  void expect_printed(const std::vector<std::string> &command,
                      const std::vector<std::string> &warnings) const {
    const Outcome outcome = curlew(command);
    for (const std::string &warning : warnings)
      EXPECT_NE(outcome.err.find(warning.substr(warning.find(": ") + 2)), std::string::npos)
          << command[0] << " lacks: " << warning << "\nprinted: " << outcome.err;
  }

  const Scratch scratch_;
};

const std::vector<std::string> k_run = {"run", "case.json", "--quiet"};

TEST_F(MeshWarnings, VolumesThatTouchWithoutSharedFaces) {
  write(two_cubes(1));
  expect_printed(k_run, {});
  const std::vector<std::string> warnings = kept();
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_NE(warnings[0].find("touch without sharing faces: 64 boundary faces"), std::string::npos)
      << warnings[0];
  EXPECT_NE(warnings[0].find("25 nodes lie where another node lies"), std::string::npos);
  EXPECT_NE(warnings[0].find("BooleanFragments"), std::string::npos);
  EXPECT_NE(warnings[1].find("no source reaches 384 tets (1 m^3) of \"right\""), std::string::npos)
      << warnings[1];
  EXPECT_EQ(warnings[0].find("case.json:3"), 0u) << warnings[0];
  expect_printed(k_run, warnings);
  expect_printed({"check", "case.json"}, warnings);
  expect_printed({"mesh", "mesh.msh"}, {warnings[0]});
}

TEST_F(MeshWarnings, VolumesThatOverlap) {
  write(two_cubes(0.5));
  expect_printed(k_run, {});
  const std::vector<std::string> warnings = kept();
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_NE(warnings[0].find("the mesh overlaps itself"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[1].find("no source reaches"), std::string::npos) << warnings[1];
  expect_printed({"check", "case.json"}, warnings);
  expect_printed({"mesh", "mesh.msh"}, {warnings[0]});
}

// Twins: fragmented volumes; volumes apart with a source in each.
TEST_F(MeshWarnings, SoundMeshesGiveNone) {
  write(two_cubes(1, true));
  for (const std::vector<std::string> &command :
       {k_run, {"check", "case.json"}, {"mesh", "mesh.msh"}})
    EXPECT_EQ(curlew(command).err.find("warning"), std::string::npos) << command[0];
  EXPECT_TRUE(kept().empty());
  const std::string second =
      R"({ "name": "volume", "type": "current", "region": "right", "direction": [0, 0, 1],
           "waveform": { "type": "gaussian-derivative", "f_max": "30 MHz" } }, )";
  std::string both = k_case;
  both.insert(both.find("{ \"name\": \"dipole\""), second);
  write(two_cubes(1.5), both);
  EXPECT_EQ(curlew(k_run).err.find("warning"), std::string::npos);
  EXPECT_TRUE(kept().empty());
}

TEST_F(MeshWarnings, ResolutionAndUnits) {
  write(two_cubes(1, true));
  // 0.02 edges per wavelength at 30 GHz: millimetres read as metres
  curlew({"run", "case.json", "--quiet", "--set", "excitations.0.waveform.f_max=\"30 GHz\""});
  const std::vector<std::string> warnings = kept();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("edges per wavelength in \"air\""), std::string::npos);
  EXPECT_NE(warnings[0].find("is \"length_unit\" right?"), std::string::npos);
  expect_printed({"check", "case.json", "--set", "excitations.0.waveform.f_max=\"30 GHz\""},
                 warnings);
  // twin: in the unit that was meant
  curlew({"run", "case.json", "--quiet", "--set", "excitations.0.waveform.f_max=\"30 GHz\"",
          "--set", "mesh.length_unit=\"mm\"", "--set", "excitations.0.point=[31e-5, 33e-5, 22e-5]",
          "--set", "outputs.probes=[]"});
  EXPECT_TRUE(kept().empty());
}

#ifdef CURLEW_LAUNCH

TEST_F(MeshWarnings, OfSeveralRanksAreThoseOfOne) {
  for (const double x : {1.0, 0.5}) {
    write(two_cubes(x));
    curlew(k_run);
    const std::vector<std::string> alone = kept();
    EXPECT_EQ(alone.size(), 2u);
    for (const int ranks : {2, 3}) {
      const Outcome outcome =
          run_in_time({{"run", "case.json", "--quiet", "--threads", "1", "--output", "several"},
                       scratch_.path(),
                       {},
                       0,
                       launcher(ranks)});
      EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
      EXPECT_EQ(kept("several"), alone) << ranks;
    }
  }
  write(two_cubes(1, true));
  run_in_time({{"run", "case.json", "--quiet", "--threads", "1", "--output", "several"},
               scratch_.path(),
               {},
               0,
               launcher(2)});
  EXPECT_TRUE(kept("several").empty());
}

#endif

} // namespace
