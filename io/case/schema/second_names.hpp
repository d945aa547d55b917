#pragma once

#include <curlew/io/case/document/case_errors.hpp>

#include <nlohmann/json.hpp>

#include <string>

// Second names of keys and words: "x-second-names" of a schema's node.
namespace curlew {

// Throws std::logic_error for a second name that stands for no documented name of the node, or is
// one itself.
void check_second_names(const nlohmann::ordered_json &node, const std::string &at);

// Adds second names to the keys and words of a node and of all below it.
void offer_second_names(nlohmann::ordered_json &node);

// Returns the documented name of a word, or the value itself.
nlohmann::ordered_json documented_word(const nlohmann::ordered_json &node,
                                       const nlohmann::ordered_json &value);

// Gives the keys of an object of the document that are written by second names the documented ones.
// Does nothing for an object that is not in the document: defaults have documented names.
void use_documented_names(const nlohmann::ordered_json &node, const std::string &pointer,
                          Document &document, CaseErrors &errors);

} // namespace curlew
