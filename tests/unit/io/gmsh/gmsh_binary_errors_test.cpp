// Broken binary files. A separate writer makes them, in both byte orders, so that a mistake common
// to Curlew's reader and writer cannot hide.
#include "gmsh_samples.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

namespace {

std::atomic<std::size_t> largest_allocation{0};

void *allocate(std::size_t bytes) {
  std::size_t largest = largest_allocation.load();
  while (bytes > largest && !largest_allocation.compare_exchange_weak(largest, bytes)) {
  }
  if (void *memory = std::malloc(bytes == 0 ? 1 : bytes)) {
    return memory;
  }
  throw std::bad_alloc();
}

} // namespace

void *operator new(std::size_t bytes) {
  return allocate(bytes);
}
void *operator new[](std::size_t bytes) {
  return allocate(bytes);
}
// std::stable_sort takes its buffer with this one.
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
  try {
    return allocate(bytes);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete[](void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace curlew;
using namespace curlew::test;

namespace {

class Bytes {
public:
  explicit Bytes(bool swap) : swap_(swap) {}
  Bytes &text(const std::string &text) {
    bytes_ += text;
    return *this;
  }
  template <class... Values> Bytes &ints(Values... values) {
    (add(static_cast<std::int32_t>(values)), ...);
    return *this;
  }
  template <class... Values> Bytes &sizes(Values... values) {
    (add(static_cast<std::uint64_t>(values)), ...);
    return *this;
  }
  template <class... Values> Bytes &reals(Values... values) {
    (add(static_cast<double>(values)), ...);
    return *this;
  }
  std::size_t size() const { return bytes_.size(); }
  const std::string &str() const { return bytes_; }

private:
  template <class T> void add(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (swap_) {
      std::reverse(raw, raw + sizeof(T));
    }
    bytes_.append(raw, sizeof(T));
  }
  bool swap_;
  std::string bytes_;
};

// Values that a test can falsify, with their sound defaults.
struct Values {
  bool swap = false;
  std::int32_t one = 1;
  std::string node_count_v2 = "4";
  std::string element_count_v2 = "2";
  std::uint64_t node_blocks = 1, nodes = 4, nodes_in_block = 4;
  std::uint64_t element_blocks = 2, elements = 2, tets_in_block = 1;
  std::uint64_t volumes = 1, physical_tags = 1, bounding = 1;
  std::int32_t volume_type = 4, tag_count = 2, last_node = 4, entity = 6;
  double last_z = 1;
  std::string end_nodes = "\n$EndNodes\n";
};

const std::string k_names = "$PhysicalNames\n2\n2 1 \"wall\"\n3 1 \"air\"\n$EndPhysicalNames\n";

std::string binary_v2(const Values &v) {
  Bytes b(v.swap);
  b.text("$MeshFormat\n2.2 1 8\n").ints(v.one).text("\n$EndMeshFormat\n" + k_names);
  b.text("$Nodes\n" + v.node_count_v2 + "\n");
  b.ints(1).reals(0, 0, 0).ints(2).reals(1, 0, 0).ints(3).reals(0, 1, 0);
  b.ints(4).reals(0, 0, v.last_z).text(v.end_nodes);
  b.text("$Elements\n" + v.element_count_v2 + "\n").ints(2, 1, 2, 1, 1, 5, 1, 2, 3);
  b.ints(v.volume_type, v.tets_in_block, v.tag_count, 2, 1, 6, 1, 2, 3, v.last_node);
  return b.text("\n$EndElements\n").str();
}

std::string binary_v4(const Values &v) {
  Bytes b(v.swap);
  b.text("$MeshFormat\n4.1 1 8\n").ints(v.one).text("\n$EndMeshFormat\n" + k_names);
  b.text("$Entities\n").sizes(0, 0, 1, v.volumes);
  b.ints(5).reals(0, 0, 0, 1, 1, 0).sizes(1).ints(1).sizes(0);
  b.ints(6).reals(0, 0, 0, 1, 1, 1).sizes(v.physical_tags).ints(1).sizes(v.bounding).ints(5);
  b.text("\n$EndEntities\n$Nodes\n").sizes(v.node_blocks, v.nodes, 1, 4);
  b.ints(3, 6, 0).sizes(v.nodes_in_block, 1, 2, 3, 4);
  b.reals(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, v.last_z).text(v.end_nodes);
  b.text("$Elements\n").sizes(v.element_blocks, v.elements, 1, 2);
  b.ints(2, 5, 2).sizes(1, 1, 1, 2, 3);
  b.ints(3, v.entity, v.volume_type).sizes(v.tets_in_block, 2, 1, 2, 3, v.last_node);
  return b.text("\n$EndElements\n").str();
}

// Returns the values with one of them changed.
template <class T, class U> Values with(T Values::*member, U value) {
  Values values;
  values.*member = static_cast<T>(value);
  return values;
}

constexpr std::uint64_t k_huge = 1'000'000'000'000;
constexpr std::uint64_t k_overflow = ~std::uint64_t{0};

TEST(GmshBinary, BothByteOrdersAreRead) {
  for (const bool swap : {false, true}) {
    for (const std::string &content :
         {binary_v2(with(&Values::swap, swap)), binary_v4(with(&Values::swap, swap))}) {
      const TetMesh mesh = parse_gmsh(content, "m.msh");
      EXPECT_EQ(mesh.points, (std::vector<Point>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
      EXPECT_EQ(mesh.tets, (std::vector<std::array<Index, 4>>{{0, 1, 2, 3}}));
      EXPECT_EQ(mesh.triangles, (std::vector<std::array<Index, 3>>{{0, 1, 2}}));
      EXPECT_EQ(mesh.groups[0].name, "air");
      EXPECT_EQ(mesh.groups[1].name, "wall");
    }
  }
}

TEST(GmshBinary, ByteOrderMarkMustBeOne) {
  for (const std::string &content :
       {binary_v2(with(&Values::one, 2)), binary_v4(with(&Values::one, 2))}) {
    EXPECT_EQ(input_error(content),
              "m.msh: byte 20: $MeshFormat: expected the integer 1 that shows "
              "the byte order, found another value");
  }
}

// The count of a message at its byte; the byte is where the section's data begins, plus `behind`.
std::string at(const std::string &content, const std::string &section, std::size_t behind,
               const std::string &message) {
  return "m.msh: byte " +
         std::to_string(content.find("$" + section + "\n") + section.size() + 2 + behind) + ": $" +
         section + ": " + message;
}

std::string hold(const std::string &content, std::size_t item_bytes, std::size_t count_end) {
  const std::size_t left = content.size() - count_end;
  return std::to_string(left) + " bytes hold at most " + std::to_string((left + 1) / item_bytes);
}

TEST(GmshBinary, LyingCountsAreRefusedBeforeMemoryIsTaken) {
  struct Lie {
    std::string content;
    std::string announced;
  };
  std::vector<Lie> lies;
  for (const std::uint64_t count : {k_huge, k_overflow}) {
    const std::string n = std::to_string(count);
    lies.push_back({binary_v2(with(&Values::node_count_v2, n)), n + " nodes"});
    lies.push_back({binary_v2(with(&Values::element_count_v2, n)), n + " elements"});
    lies.push_back({binary_v4(with(&Values::nodes, count)), n + " nodes"});
    lies.push_back({binary_v4(with(&Values::node_blocks, count)), n + " entity blocks"});
    lies.push_back({binary_v4(with(&Values::nodes_in_block, count)), n + " nodes"});
    lies.push_back({binary_v4(with(&Values::elements, count)), n + " elements"});
    lies.push_back({binary_v4(with(&Values::element_blocks, count)), n + " entity blocks"});
    lies.push_back({binary_v4(with(&Values::tets_in_block, count)), n + " elements"});
    lies.push_back({binary_v4(with(&Values::volumes, count)), n + " entities"});
    lies.push_back(
        {binary_v4(with(&Values::physical_tags, count)), n + " physical tags of an entity"});
    lies.push_back({binary_v4(with(&Values::bounding, count)), n + " bounding entities"});
    lies.push_back({replace_line(k_text_v2, 10, n), n + " nodes"});
    lies.push_back({replace_line(k_text_v2, 17, n), n + " elements"});
    lies.push_back({replace_line(k_text_v4, 15, "1 " + n + " 1 4"), n + " nodes"});
    lies.push_back({replace_line(k_text_v4, 16, "3 6 0 " + n), n + " nodes"});
    lies.push_back({replace_line(k_text_v4, 30, "3 6 4 " + n), n + " elements"});
    lies.push_back({replace_line(k_text_v4, 5, n), n + " physical names"});
  }
  lies.push_back(
      {binary_v2(with(&Values::tag_count, 2'000'000'000)), "2000000000 tags of an element"});
  constexpr std::size_t k_file_size = 1000; // approximate size of all these files
  for (const Lie &lie : lies) {
    largest_allocation = 0;
    const std::string message = input_error(lie.content);
    EXPECT_LT(largest_allocation.load(), 8 * k_file_size) << message;
    EXPECT_NE(message.find("the file announces " + lie.announced + ", but its last "),
              std::string::npos)
        << message << " instead of " << lie.announced;
  }
  // Twin: the counter detects the memory that a true count would have reserved.
  largest_allocation = 0;
  std::vector<char> honest(100 * k_file_size);
  EXPECT_GE(largest_allocation.load(), honest.size());
}

TEST(GmshBinary, MessagesGiveTheByte) {
  {
    const std::string content = binary_v4(with(&Values::nodes, k_huge));
    EXPECT_EQ(input_error(content), at(content, "Nodes", 8,
                                       "the file announces 1000000000000 nodes, but its last " +
                                           hold(content, 32, content.find("$Nodes\n") + 7 + 32)));
  }
  {
    const std::string content = binary_v4(with(&Values::last_node, 9));
    EXPECT_EQ(input_error(content), at(content, "Elements", 32 + 12 + 8 + 32 + 12 + 8,
                                       "element 2 uses node 9, which $Nodes does not list"));
  }
  {
    const std::string content = binary_v2(with(&Values::last_node, 9));
    EXPECT_EQ(input_error(content), at(content, "Elements", 2 + 36 + 12,
                                       "element 2 uses node 9, which $Nodes does not list"));
  }
  {
    const std::string content =
        binary_v2(with(&Values::last_z, std::numeric_limits<double>::quiet_NaN()));
    EXPECT_EQ(
        input_error(content),
        at(content, "Nodes", 2 + 3 * 28,
           "the z coordinate of node 4 is nan in the file, nan m: coordinates must be finite"));
  }
  {
    const std::string content = binary_v4(with(&Values::entity, 60));
    EXPECT_EQ(input_error(content),
              at(content, "Elements", 32 + 12 + 8 + 32,
                 "1 elements lie on volume 60, which $Entities does not list (a partitioned mesh "
                 "must be saved unpartitioned)"));
  }
  {
    const std::string content = binary_v2(with(&Values::tets_in_block, -1));
    EXPECT_EQ(input_error(content),
              at(content, "Elements", 2 + 36 + 4,
                 "a block holds -1 elements, but 1 of the section's 2 are left"));
  }
}

TEST(GmshBinary, ShapesAndVolumesAreChecked) {
  for (const auto &make : {binary_v2, binary_v4}) {
    EXPECT_NE(input_error(make(with(&Values::volume_type, 11)))
                  .find("element 2 is a 10-node tetrahedron (type 11): this method reads straight "
                        "elements; use Mesh.ElementOrder = 1"),
              std::string::npos);
    EXPECT_NE(input_error(make(with(&Values::volume_type, 17)))
                  .find("element 2 is a 20-node hexahedron (type 17): this method reads straight"),
              std::string::npos);
    EXPECT_NE(input_error(make(with(&Values::last_z, 0))).find("element 2 has no volume"),
              std::string::npos);
    EXPECT_EQ(input_error(make(with(&Values::last_z, -1))), "no error"); // only turned
  }
}

TEST(GmshBinary, MissingEndIsNamed) {
  for (const auto &make : {binary_v2, binary_v4}) {
    const std::string message = input_error(make(with(&Values::end_nodes, "\n")));
    EXPECT_NE(message.find("$Nodes: expected $EndNodes, found \"$Elements\""), std::string::npos)
        << message;
  }
}

TEST(GmshBinary, NoPrefixIsAMeshAndNoFlippedByteCrashes) {
  for (const std::string &whole : {binary_v2({}), binary_v4({})}) {
    for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
      const std::string message = input_error(whole.substr(0, length));
      EXPECT_EQ(message.substr(0, 6), "m.msh:") << length << ": " << message;
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
      for (const int change : {0x01, 0x80, 0xff}) {
        std::string flipped = whole;
        flipped[i] = static_cast<char>(flipped[i] ^ change);
        const std::string message = input_error(flipped);
        EXPECT_TRUE(message == "no error" || message.substr(0, 6) == "m.msh:") << message;
      }
    }
  }
}

} // namespace
