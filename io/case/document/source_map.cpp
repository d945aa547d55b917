#include <curlew/io/case/document/document.hpp>

#include <limits>

namespace curlew {
namespace {

bool is_below(const std::string &pointer, const std::string &ancestor) {
  return pointer.size() > ancestor.size() && pointer.compare(0, ancestor.size(), ancestor) == 0 &&
         pointer[ancestor.size()] == '/';
}

std::string location(const std::string &name, SourcePosition position) {
  return name + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
}

constexpr std::size_t k_columns = std::size_t(1)
                                  << 32; // above any column: ranks sort by line first

} // namespace

void SourceMap::add_value(const std::string &pointer, SourcePosition position) {
  entries_[pointer].value = position;
}

void SourceMap::add_key(const std::string &pointer, SourcePosition position) {
  entries_[pointer].key = position;
}

void SourceMap::override_with(const std::string &pointer, const std::string &option) {
  for (auto it = entries_.begin(); it != entries_.end();)
    it = it->first == pointer || is_below(it->first, pointer) ? entries_.erase(it) : std::next(it);
  options_.push_back(option);
  Entry entry;
  entry.option = static_cast<int>(options_.size()) - 1;
  entries_[pointer] = entry;
}

void SourceMap::rename(const std::string &pointer, const std::string &to) {
  std::unordered_map<std::string, Entry> renamed;
  for (const auto &[at, entry] : entries_)
    renamed[at == pointer || is_below(at, pointer) ? to + at.substr(pointer.size()) : at] = entry;
  entries_ = std::move(renamed);
}

const SourceMap::Entry *SourceMap::nearest(std::string pointer, bool *exact) const {
  *exact = true;
  for (;;) {
    const auto it = entries_.find(pointer);
    if (it != entries_.end())
      return &it->second;
    if (pointer.empty())
      return nullptr;
    *exact = false;
    pointer.erase(pointer.rfind('/'));
  }
}

std::optional<SourcePosition> SourceMap::value(const std::string &pointer) const {
  const auto it = entries_.find(pointer);
  if (it == entries_.end() || it->second.value.line == 0)
    return std::nullopt;
  return it->second.value;
}

std::optional<SourcePosition> SourceMap::key(const std::string &pointer) const {
  const auto it = entries_.find(pointer);
  if (it == entries_.end() || it->second.key.line == 0)
    return std::nullopt;
  return it->second.key;
}

std::string SourceMap::where(const std::string &pointer) const {
  bool exact = false;
  const Entry *entry = nearest(pointer, &exact);
  if (entry == nullptr)
    return display_name_;
  return entry->option < 0 ? location(display_name_, entry->value) : options_[entry->option];
}

std::string SourceMap::where_key(const std::string &pointer) const {
  const auto position = key(pointer);
  return position ? location(display_name_, *position) : where(pointer);
}

std::size_t SourceMap::rank(const std::string &pointer, bool of_key) const {
  bool exact = false;
  const Entry *entry = nearest(pointer, &exact);
  if (entry == nullptr)
    return 0;
  if (entry->option >= 0)
    return std::numeric_limits<std::size_t>::max() / 2 + entry->option;
  const SourcePosition p = of_key && exact && entry->key.line > 0 ? entry->key : entry->value;
  return p.line * k_columns + p.column;
}

std::string child_pointer(const std::string &pointer, const std::string &key) {
  std::string result = pointer + "/";
  for (const char c : key)
    result += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return result;
}

std::string child_pointer(const std::string &pointer, std::size_t index) {
  return pointer + "/" + std::to_string(index);
}

std::string last_part(const std::string &pointer) {
  return pointer.empty() ? "" : nlohmann::ordered_json::json_pointer(pointer).back();
}

std::string dotted(const std::string &pointer) {
  std::string result;
  for (std::size_t i = 1; i < pointer.size(); ++i) {
    if (pointer[i] == '~' && i + 1 < pointer.size())
      result += pointer[++i] == '0' ? '~' : '/';
    else
      result += pointer[i] == '/' ? '.' : pointer[i];
  }
  return result;
}

} // namespace curlew
