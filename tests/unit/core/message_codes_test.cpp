#include <curlew/core/log.hpp>
#include <curlew/core/message_codes.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace curlew {
namespace {

constexpr std::string_view k_table = "C1001 the mesh has no {} group \"{}\"\n"
                                     "C1002 {}: {} edges per wavelength in \"{}\"\n"
                                     "C1003 {} edges per wavelength in \"{}\": is the unit right?\n"
                                     "C1004 is empty\n";

std::string text_of_file(const std::string &name) {
  std::ifstream file(CURLEW_MESSAGES "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A message as the program prints it: all that differs is filled in.
std::string filled(std::string text) {
  for (std::size_t at = 0; (at = text.find("{}", at)) != text.npos; at += 3)
    text.replace(at, 2, "7.5");
  return text;
}

TEST(MessageCodes, RecogniseAMessageByItsConstantPieces) {
  const MessageCodes codes(k_table);
  EXPECT_EQ(codes.of_line("case.json:3:5: the mesh has no surface group \"wall\"; there are: a"),
            "C1001");
  EXPECT_EQ(codes.of_line("the mesh has no wall"), "");
  EXPECT_EQ(codes.of_line("group \"a\" of what the mesh has no part in"), ""); // another order
}

TEST(MessageCodes, TakeTheTextWithTheMostThatFits) {
  const MessageCodes codes(k_table);
  EXPECT_EQ(codes.of_line("mesh: 3 edges per wavelength in \"air\""), "C1002");
  EXPECT_EQ(codes.of_line("mesh: 3 edges per wavelength in \"air\": is the unit right?"), "C1003");
  EXPECT_EQ(codes.text_of("C1004"), "is empty");
  EXPECT_EQ(codes.text_of("C1005"), "");
}

TEST(MessageCodes, StandAtTheEndOfEachLineOrOfTheLast) {
  EXPECT_EQ(with_codes("the list is empty", "C0002"), "the list is empty"); // no table yet
  EXPECT_EQ(message_code("the list is empty", "C0002"), "");
  use_message_codes(k_table);
  EXPECT_EQ(with_codes("a is empty\n  more of it\nb is empty", "C0002"),
            "a is empty [C1004]\n  more of it\nb is empty [C1004]");
  EXPECT_EQ(with_codes("unheard of\n  twice", "C0002"), "unheard of\n  twice [C0002]");
  EXPECT_EQ(message_code("head\nb is empty", "C0002"), "C1004");
  EXPECT_EQ(message_code("", k_unknown_warning), "C0000");
  use_message_codes("");
}

// Source of truth: the program's own list. Each text with all its gaps filled has its own code.
TEST(MessageCodes, TellAllMessagesOfTheProgramApart) {
  const std::string table = text_of_file("codes.txt");
  const MessageCodes codes(table);
  std::size_t count = 0;
  for (std::size_t at = 0, end; (end = table.find('\n', at)) != table.npos; at = end + 1, ++count) {
    const std::string code = table.substr(at, 5), text = table.substr(at + 6, end - at - 6);
    EXPECT_EQ(codes.of_line(filled(text)), code) << text;
    EXPECT_EQ(codes.of_line("/a/b.json:3:5: " + filled(text) + "; see above"), code) << text;
  }
  EXPECT_GT(count, 1000U);
  EXPECT_EQ(codes.of_line("9.1 GB/s of copy, 3 steps"), "");
  EXPECT_EQ(codes.of_line(""), "");
}

} // namespace
} // namespace curlew
