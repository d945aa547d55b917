#pragma once

#include <curlew/io/case/case_files.hpp>
#include <curlew/io/case/document/case_errors.hpp>
#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/grid/grid.hpp>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Input and output of the checks of a case. A method's check_case() calls the checks of the
// sections that it takes, and adds its own. The checks cover the rules that the schema cannot
// express and that need no mesh: names that refer to each other, ranges that depend on other keys,
// tensors, files. `resolved` is the result of validate(): a null value in it has been reported
// already.
class CheckContext {
public:
  CheckContext(const Document &document, const nlohmann::ordered_json &resolved,
               const std::filesystem::path &base_dir, CaseErrors &errors,
               std::vector<std::string> &warnings, CaseFiles &files)
      : files(files), document_(document), resolved_(resolved), base_dir_(base_dir),
        errors_(errors), warnings_(warnings) {}

  std::string method() const { return resolved_["method"].get<std::string>(); }
  // The resolved value at a pointer; nullptr when it is absent or wrong.
  const nlohmann::ordered_json *find(const std::string &pointer) const;
  // The same, also when parts of it are wrong.
  const nlohmann::ordered_json *find_partial(const std::string &pointer) const;
  // The same of an object that must have certain keys: nullptr when one is absent or wrong.
  const nlohmann::ordered_json *find_with(const std::string &pointer,
                                          const std::vector<std::string> &keys) const;
  // Returns the value, list of values or sweep with "start", "stop" and `step` at a pointer;
  // nullptr when it is absent or wrong.
  const nlohmann::ordered_json *find_sweep(const std::string &pointer,
                                           const std::string &step) const;
  // Returns the text at a pointer; empty when it is absent or wrong.
  std::string text(const std::string &pointer) const;
  // Returns whether the user wrote the value at a pointer, and the value as written.
  bool is_given(const std::string &pointer) const;
  const nlohmann::ordered_json &given(const std::string &pointer) const;
  std::string where(const std::string &pointer) const { return document_.map.where(pointer); }
  std::filesystem::path path_of(const std::string &file) const;
  const std::filesystem::path &base_dir() const { return base_dir_; }

  // Calls f(pointer, value) for the members of a list or an object that are not null.
  template <class F> void for_each(const std::string &pointer, F &&f) const {
    const nlohmann::ordered_json *list = find_partial(pointer);
    if (list == nullptr)
      return;
    std::size_t index = 0;
    for (const auto &[key, value] : list->items()) {
      const std::string child =
          list->is_array() ? child_pointer(pointer, index++) : child_pointer(pointer, key);
      if (!value.is_null())
        f(child, value);
    }
  }

  void error(const std::string &pointer, const std::string &message) {
    errors_.at_value(pointer, message);
  }
  void error_at_key(const std::string &pointer, const std::string &message) {
    errors_.at_key(pointer, message);
  }
  void warn(const std::string &pointer, const std::string &message) {
    warnings_.push_back(where(pointer) + ": " + message);
  }
  // `"outputs.fields.every" is 3`, the value as resolved.
  std::string is(const std::string &pointer) const;

  // Returns the fault of a name, which becomes part of file names; empty: no fault.
  static std::string fault_of_name(const std::string &name);
  void check_name(const std::string &pointer, const nlohmann::ordered_json &owner);
  void unique_names(const std::string &list, const std::string &key, const std::string &what);
  // Keys of an object are names of mesh groups: none may be empty.
  void check_groups(const std::string &pointer);
  // Checks that the name at this pointer is that of a material, which then counts as used.
  void check_material_name(const std::string &pointer, const std::string &name);
  // Warns of unused materials. `where` completes "material "x" is in no ...".
  void warn_of_unused_materials(const std::string &where);

  CaseFiles &files;
  // Set by check_grid() and check_grid_boundaries() where they found no error.
  std::optional<GridSpec> grid;
  // Faces of the grid, in the order of Case::boundaries.
  std::optional<std::vector<Boundary>> faces;

private:
  const Document &document_;
  const nlohmann::ordered_json &resolved_;
  const std::filesystem::path &base_dir_;
  CaseErrors &errors_;
  std::vector<std::string> &warnings_;
  std::set<std::string> used_materials_;
};

// Returns true for an object whose "type" is this one.
bool has_type(const nlohmann::ordered_json &value, std::string_view type);
// Returns true for a value that asks for something: neither absent (nullptr), null, empty nor
// false.
bool is_requested(const nlohmann::ordered_json *value);

} // namespace curlew
