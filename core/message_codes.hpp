#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Codes of the program's messages. A message is recognised by the constant pieces of its text,
// which follow each other in a line of it; of all texts that fit, that with the longest pieces is
// meant. docs/tools/message_codes.py makes the table from the sources.
class MessageCodes {
public:
  MessageCodes() = default;
  // Reads lines "C1234 text"; "{}" in a text stands for what differs. The table must stay alive.
  explicit MessageCodes(std::string_view table);

  // Returns the code of a line of a message; empty: none.
  std::string_view of_line(std::string_view line) const;
  // Returns the text of a code; empty: there is no such code.
  std::string_view text_of(std::string_view code) const;
  bool empty() const { return entries_.empty(); }

private:
  struct Entry {
    std::string_view code, text;
    std::vector<std::string_view> pieces;
    std::size_t length = 0; // of all pieces
  };
  std::vector<Entry> entries_; // the longest first
};

// Sets the table that the functions below use, once, before other threads start. Without one no
// message has a code, as in programs that only use the libraries.
void use_message_codes(std::string_view table);

// Returns the code of a message, that of its first line which has one. An unknown message has the
// code `otherwise`; without a table the code is empty.
std::string message_code(std::string_view text, std::string_view otherwise);

// Returns the message with the code of each line at the line's end, as in "... [C1234]". Where no
// line has one, the last line ends in `otherwise`.
std::string with_codes(std::string_view text, std::string_view otherwise);

// The code of a warning that is not in the table.
inline constexpr std::string_view k_unknown_warning = "C0000";

} // namespace curlew
