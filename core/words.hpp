#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace curlew {

// A value of an enumeration and its word in case files, tables and messages.
template <class Enum> struct Word {
  Enum value;
  const char *text;
};

// Tables of words for parse_word() and word_of().
template <class Enum, std::size_t N> using WordTable = std::array<Word<Enum>, N>;

// Returns the value of a word. Throws std::logic_error for a word that the table lacks: the schema
// admits no others.
template <class Enum, std::size_t N>
Enum parse_word(const WordTable<Enum, N> &words, std::string_view text) {
  for (const Word<Enum> &word : words)
    if (word.text == text)
      return word.value;
  throw std::logic_error("no choice is called \"" + std::string(text) + "\"");
}

template <class Enum, std::size_t N>
std::string word_of(const WordTable<Enum, N> &words, Enum value) {
  for (const Word<Enum> &word : words)
    if (word.value == value)
      return word.text;
  throw std::logic_error("a choice has no word");
}

} // namespace curlew
