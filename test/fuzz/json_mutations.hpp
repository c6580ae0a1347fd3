#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "choice.hpp"

namespace microdata::fuzz {

using Json = nlohmann::json;

// Values by key from real documents. A value can be replaced by another value of the key, and
// objects can get members that other objects have.
class Vocabulary {
 public:
  void learn(const Json& document);
  // Returns a value of the key from a real document, or an unexpected value if no document has the
  // key.
  Json value_of(Choice& choice, const std::string& key) const;
  // Returns a key of an object that is a member `parent`.
  std::string key_under(Choice& choice, const std::string& parent) const;

 private:
  void learn_under(const std::string& parent, const Json& value);

  std::map<std::string, std::vector<Json>> values_;
  std::map<std::string, std::vector<std::string>> keys_;
};

// Returns a value at the limit of what programs expect, of any type.
Json boundary_value(Choice& choice);

// Changes some places of a document. A change sets a value at a limit, of another type or of the
// vocabulary. Other changes remove, duplicate or add members, or swap two values of one key.
void mutate(Choice& choice, const Vocabulary& vocabulary, std::size_t changes, Json& document);

}  // namespace microdata::fuzz
