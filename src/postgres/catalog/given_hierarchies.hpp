#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/server/json.hpp"

// Generalization hierarchies on their way to a server that has none of them in its catalog, as
// JSON.

namespace microdata::postgres {

// Hierarchies, and the attributes of a source that have them: as a plan of regions has it, null
// where no attribute has one. Requires a SpiSession. Nothing
// where they cannot be told: the caller may not use one of them, and would see it in the statement,
// or there is none of the name; or they are too large for a statement that is sent for every
// region.
std::optional<Json> described_hierarchies(const std::vector<DeclaredHierarchy>& attributes);

// Within its scope, hierarchies are those that a call was given: what the catalog has is not looked
// at (hierarchy_catalog.hpp). Whoever gives them may use them. Null: there is none.
class GivenHierarchies {
 public:
  // Fails for what is no such description.
  explicit GivenHierarchies(const Json& json);
  GivenHierarchies(const GivenHierarchies&) = delete;
  GivenHierarchies& operator=(const GivenHierarchies&) = delete;
  ~GivenHierarchies();

  // The innermost scope of the call; null: none, as in a call within it.
  static const GivenHierarchies* current();

  std::optional<HierarchyRecord> find(const std::string& name) const;
  // Value by value, level by level.
  std::vector<std::string> labels(const std::string& name) const;
  // Of whatever source.
  const std::vector<DeclaredHierarchy>& declared() const { return declared_; }

 private:
  Json json_;
  std::vector<DeclaredHierarchy> declared_;
  const GivenHierarchies* around_ = nullptr;
  unsigned depth_ = 0;
};

}  // namespace microdata::postgres
