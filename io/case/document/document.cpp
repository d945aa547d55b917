#include <curlew/io/case/document/document.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/document/quote.hpp>

#include <cstring>
#include <fstream>
#include <iterator>

namespace curlew {
namespace {

using nlohmann::ordered_json;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Line and column of rising offsets of a text.
class LineCounter {
public:
  LineCounter(std::string_view text, std::size_t begin) : text_(text), offset_(begin) {}
  SourcePosition at(std::size_t offset) {
    for (; offset_ < offset && offset_ < text_.size(); ++offset_) {
      const auto byte = static_cast<unsigned char>(text_[offset_]);
      if (byte == '\n') {
        ++position_.line;
        position_.column = 1;
      } else if ((byte & 0xC0) != 0x80) { // the first byte of the next character is still to come
        ++position_.column;
      }
    }
    return position_;
  }

private:
  std::string_view text_;
  std::size_t offset_;
  SourcePosition position_{1, 1};
};

// Receives nlohmann's events, which carry no positions, and finds each one's token in the text:
// only white space, comments and one separator may lie between two tokens of valid JSON, so the
// next token starts at the first other character.
class DocumentBuilder : public nlohmann::json_sax<ordered_json> {
public:
  DocumentBuilder(std::string_view text, std::size_t begin, Document &document)
      : text_(text), cursor_(begin), lines_(text, begin), document_(document) {}

  bool null() override { return leaf(nullptr, 4); }
  bool boolean(bool value) override { return leaf(value, value ? 4 : 5); }
  bool number_integer(number_integer_t value) override { return number(value); }
  bool number_unsigned(number_unsigned_t value) override { return number(value); }
  bool number_float(number_float_t value, const string_t &) override { return number(value); }
  bool string(string_t &value) override {
    next_token();
    const std::size_t begin = cursor_;
    skip_string();
    return store(std::move(value), begin);
  }
  bool binary(binary_t &) override { return false; } // JSON text has none

  bool start_object(std::size_t) override { return open(ordered_json::object()); }
  bool start_array(std::size_t) override { return open(ordered_json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t &name) override {
    next_token();
    const SourcePosition position = lines_.at(cursor_);
    skip_string();
    Frame &frame = stack_.back();
    frame.key = name;
    frame.skip_member = false;
    expect_ = Expect::colon;
    if (frame.skipped)
      return true;
    const std::string pointer = child_pointer(frame.pointer, name);
    if (document_.map.key(pointer)) {
      document_.duplicates.push_back({pointer, *document_.map.key(pointer), position});
      frame.skip_member = true;
    } else {
      document_.map.add_key(pointer, position);
    }
    if (frame.node->size() >= k_max_case_members)
      fail(position, "more than " + std::to_string(k_max_case_members) + " keys in one object");
    return true;
  }

  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &error) override {
    const bool open_comment = !skip_blank();
    if (!open_comment && expect_ == Expect::colon && peek() == ':')
      separator(Expect::value);
    else if (!open_comment && expect_ == Expect::comma_or_end && peek() == ',')
      separator(after_comma());
    syntax_error(error);
    return false;
  }

  [[noreturn]] void fail(SourcePosition position, const std::string &message) const {
    throw InputError(document_.map.display_name() + ":" + std::to_string(position.line) + ":" +
                     std::to_string(position.column) + ": " + message);
  }

private:
  enum class Expect { value, key_or_end, key, colon, value_or_end, comma_or_end, end_of_file };

  struct Frame {
    ordered_json *node;
    std::string pointer;
    std::string key;          // key of the member being read
    bool skip_member = false; // the member is a duplicate
    bool skipped = false;     // the whole container lies inside a duplicate
  };

  char peek() const { return cursor_ < text_.size() ? text_[cursor_] : '\0'; }

  // Moves over white space and comments; false at a comment that does not end.
  bool skip_blank() {
    for (;;) {
      while (cursor_ < text_.size() && is_space(text_[cursor_]))
        ++cursor_;
      const std::string_view rest = text_.substr(cursor_);
      if (rest.substr(0, 2) == "//") {
        const std::size_t end = rest.find_first_of("\n\r");
        cursor_ = end == rest.npos ? text_.size() : cursor_ + end;
      } else if (rest.substr(0, 2) == "/*") {
        const std::size_t end = rest.find("*/", 2);
        if (end == rest.npos)
          return false;
        cursor_ += end + 2;
      } else {
        return true;
      }
    }
  }

  void next_token() {
    skip_blank();
    if (peek() == ',' || peek() == ':') {
      ++cursor_;
      skip_blank();
    }
  }

  void skip_string() {
    for (++cursor_; peek() != '"' && cursor_ < text_.size(); ++cursor_)
      if (peek() == '\\')
        ++cursor_;
    ++cursor_;
  }

  template <class Number> bool number(Number value) {
    next_token();
    const std::size_t begin = cursor_;
    skip_number();
    return store(value, begin);
  }

  void skip_digits() {
    while (peek() >= '0' && peek() <= '9')
      ++cursor_;
  }

  // Moves over exactly what JSON calls a number: in "01" the token is "0", and "1" is unexpected.
  void skip_number() {
    if (peek() == '-')
      ++cursor_;
    if (peek() == '0')
      ++cursor_;
    else
      skip_digits();
    if (peek() == '.') {
      ++cursor_;
      skip_digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++cursor_;
      if (peek() == '+' || peek() == '-')
        ++cursor_;
      skip_digits();
    }
  }

  bool leaf(ordered_json value, std::size_t length) {
    next_token();
    const std::size_t begin = cursor_;
    cursor_ += length;
    return store(std::move(value), begin);
  }

  // Adds a value to the innermost open container and leaves node_, pointer_ and skipped_
  // describing it.
  bool store(ordered_json value, std::size_t begin) {
    const SourcePosition position = lines_.at(begin);
    if (stack_.empty()) {
      document_.value = std::move(value);
      node_ = &document_.value;
      pointer_.clear();
    } else {
      Frame &frame = stack_.back();
      skipped_ = frame.skipped || frame.skip_member;
      if (skipped_) {
        node_ = nullptr;
      } else if (frame.node->is_array()) {
        pointer_ = child_pointer(frame.pointer, frame.node->size());
        frame.node->push_back(std::move(value));
        node_ = &frame.node->back();
      } else {
        pointer_ = child_pointer(frame.pointer, frame.key);
        node_ = &(*frame.node)[frame.key];
        *node_ = std::move(value);
      }
    }
    if (!skipped_)
      document_.map.add_value(pointer_, position);
    expect_ = stack_.empty() ? Expect::end_of_file : Expect::comma_or_end;
    return true;
  }

  bool open(ordered_json container) {
    next_token();
    if (stack_.size() >= k_max_case_depth)
      fail(lines_.at(cursor_), "nested more than " + std::to_string(k_max_case_depth) + " deep");
    const bool object = container.is_object();
    store(std::move(container), cursor_++);
    stack_.push_back({node_, pointer_, {}, false, skipped_});
    in_object_.push_back(object);
    expect_ = object ? Expect::key_or_end : Expect::value_or_end;
    return true;
  }

  bool close() {
    next_token();
    ++cursor_;
    stack_.pop_back();
    in_object_.pop_back();
    skipped_ = !stack_.empty() && stack_.back().skipped;
    expect_ = stack_.empty() ? Expect::end_of_file : Expect::comma_or_end;
    return true;
  }

  Expect after_comma() const { return in_object_.back() ? Expect::key : Expect::value; }

  void separator(Expect next) {
    const std::size_t comma = cursor_++;
    const bool closed = skip_blank();
    if (closed && text_[comma] == ',' && (peek() == '}' || peek() == ']') && cursor_ < text_.size())
      fail(lines_.at(comma), std::string("a comma before '") + peek() + "': remove it");
    expect_ = next;
  }

  std::string expected() const {
    switch (expect_) {
    case Expect::key_or_end:
      return "a key in double quotes or '}'";
    case Expect::key:
      return "a key in double quotes";
    case Expect::colon:
      return "':' after the key";
    case Expect::value_or_end:
      return "a value or ']'";
    case Expect::comma_or_end:
      return in_object_.back() ? "',' or '}'" : "',' or ']'";
    case Expect::end_of_file:
      return "the end of the file";
    default:
      return stack_.empty() ? "'{'" : "a value (number, \"text\", true, false, {...} or [...])";
    }
  }

  [[noreturn]] void syntax_error(const nlohmann::detail::exception &error) {
    const SourcePosition position = lines_.at(cursor_);
    const std::string what = error.what();
    if (error.id == 406)
      fail(position, "the number " + in_quotes(token()) + " is beyond the range of a double");
    if (what.find("invalid comment") != what.npos)
      fail(position, text_.substr(cursor_, 2) == "/*" ? "a comment that never ends; expected \"*/\""
                                                      : "'/' starts no comment; write // or /* */");
    if (cursor_ >= text_.size())
      fail(position, "the file ends too early; expected " + expected());
    if (what.find("ill-formed UTF-8") != what.npos)
      fail(position, "text that is not valid UTF-8; save the file as UTF-8");
    if (what.find("missing closing quote") != what.npos ||
        what.find("control character") != what.npos)
      fail(position, "a string that does not end on its line; expected a closing '\"'");
    for (const char *kind : {"invalid string: ", "invalid number; "}) {
      const std::size_t at = what.find(kind);
      if (at != what.npos)
        fail(position,
             what.substr(at, what.find("; last read") - at) + " in " + in_quotes(token()));
    }
    fail(position, "unexpected " + in_quotes(token()) + "; expected " + expected());
  }

  // The offending token, for messages: without its quotes if it has some.
  std::string token() const {
    std::string_view rest = text_.substr(cursor_);
    if (rest.size() > 1 && rest.front() == '"')
      return std::string(rest.substr(1, rest.find_first_of("\"\r\n", 1) - 1));
    if (rest.empty() || std::strchr("{}[],:", rest.front()) != nullptr)
      return std::string(rest.substr(0, 1));
    return std::string(rest.substr(0, rest.find_first_of("{}[],: \t\r\n", 1)));
  }

  std::string_view text_;
  std::size_t cursor_; // just behind the last token
  LineCounter lines_;
  Document &document_;
  std::vector<Frame> stack_;
  std::vector<bool> in_object_;
  Expect expect_ = Expect::value;
  ordered_json *node_ = nullptr; // position of the last value that store() added
  std::string pointer_;
  bool skipped_ = false;
};

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";

} // namespace

Document parse_document(std::string_view text, const std::string &display_name) {
  if (text.size() > k_max_case_bytes)
    throw InputError(display_name + ": has " + std::to_string(text.size()) +
                     " bytes; a case file may have at most " + std::to_string(k_max_case_bytes));
  const std::size_t begin = text.substr(0, 3) == k_byte_order_mark ? 3 : 0;
  Document document{nullptr, SourceMap(display_name), {}};
  DocumentBuilder builder(text, begin, document);
  // nlohmann takes a zero byte for the end of the text and would ignore what follows.
  if (const std::size_t zero = text.find('\0'); zero != text.npos)
    builder.fail(LineCounter(text, begin).at(zero), "a zero byte; a case file is text");
  ordered_json::sax_parse(text.begin() + begin, text.end(), &builder,
                          ordered_json::input_format_t::json, true, true);
  return document;
}

std::string read_text_file(const std::filesystem::path &path, std::size_t limit) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InputError(path.string() + ": no such file");
  if (std::filesystem::is_directory(status))
    throw InputError(path.string() + ": is a folder; a file is expected");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(path.string() + ": cannot be opened: " + std::strerror(errno));
  std::string text;
  std::vector<char> block(std::size_t(1) << 16);
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    text.append(block.data(), file.gcount());
    if (text.size() > limit)
      throw InputError(path.string() + ": has more than " + std::to_string(limit) + " bytes");
  }
  if (file.bad())
    throw InputError(path.string() + ": cannot be read: " + std::strerror(errno));
  return text;
}

} // namespace curlew
