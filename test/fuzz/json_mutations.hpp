#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

using Json = nlohmann::json;

// What stands under each key in real documents, so that a value can be replaced by another one that
// may stand there, and members be added that others have.
class Vocabulary {
 public:
  void learn(const Json& document);
  // Returns a value that stands under the key somewhere; one that nothing expects where none does.
  Json value_of(Choice& choice, const std::string& key) const;
  // Returns a key that members of an object under `parent` have.
  std::string key_under(Choice& choice, const std::string& parent) const;

 private:
  void learn_under(const std::string& parent, const Json& value);

  std::map<std::string, std::vector<Json>> values_;
  std::map<std::string, std::vector<std::string>> keys_;
};

// A value at the edge of what programs expect, of any type.
Json boundary_value(Choice& choice);

// Changes some places of a document: to values at an edge, of another type, or of the vocabulary;
// removes, doubles and adds members; swaps what stands under one key in two places.
void mutate(Choice& choice, const Vocabulary& vocabulary, std::size_t changes, Json& document);

}  // namespace microdata::fuzz
