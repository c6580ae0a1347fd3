#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/server/json.hpp"

namespace microdata::postgres {

// The part of the extension's tables that is about generalization hierarchies; see catalog.hpp. All
// of this requires a SpiSession.

// A hierarchy of more levels is a mistake.
inline constexpr std::size_t most_levels = 100;

// Where the labels of a value come from.
enum class HierarchyKind : std::uint8_t { table, interval, prefix, date };

const char* kind_name(HierarchyKind kind);
std::optional<HierarchyKind> kind_named(const std::string& name);

// A hierarchy as it is recorded. It never changes.
struct HierarchyRecord {
  std::string name;
  HierarchyKind kind = HierarchyKind::table;
  // A JSON object: what it was made with.
  std::string definition;
  // The values' own level and the root among them: at least 2.
  std::size_t levels = 2;
};

// Records a hierarchy as the caller's, whose name it begins with unless it is the extension's
// owner. `labels` of a table stand value by value, level by level. Fails where there is one of the
// name.
void record_hierarchy(const HierarchyRecord& hierarchy, const std::vector<std::string>& labels);

// The hierarchy of the name.
std::optional<HierarchyRecord> find_hierarchy(const std::string& name);

// The hierarchy of the name; fails where there is none.
HierarchyRecord require_hierarchy(const std::string& name);

// The labels of a table, as they were recorded.
std::vector<std::string> recorded_labels(const HierarchyRecord& hierarchy);

// A hash of what the hierarchy of the name says of values: another of that name has another hash.
// Nothing where there is none.
std::optional<std::string> hierarchy_hash(const std::string& name);

// Fails unless the caller owns it, and where it is declared for an attribute.
void drop_hierarchy(const std::string& name);

// What an event trigger does. An array of relations that are gone: hierarchies whose views are
// among them go too. Fails where one is declared for an attribute, unless declarations are to go as
// well.
void forget_hierarchies(const std::string& gone, bool with_declarations);

// What everybody ("public") or a role may use; for who owns it.
void grant_hierarchy(const std::string& name, const std::string& grantee);
void revoke_hierarchy(const std::string& name, const std::string& grantee);

// Fails where neither the caller nor the owner of one of the relations may use the hierarchy: its
// owner and the members of that role, and whom it was granted to. One that does not exist passes.
void require_usable(const std::string& name, const std::vector<Oid>& relations = {});

// Fails unless the owner of a table may use it, whatever role asks: editions of its series belong
// to that owner.
void require_usable_by_owner(Oid relation, const std::string& name);

// Whether the caller may.
bool may_use(const std::string& name);

// Whether everybody may use it.
bool is_public(const HierarchyRecord& hierarchy);

struct DeclaredHierarchy {
  std::string attribute;
  std::string hierarchy;
};

std::vector<DeclaredHierarchy> declared_hierarchies(Oid source);

// Takes the place of what was declared for the attribute; no name: takes it back.
void replace_declared_hierarchy(Oid source, const std::string& attribute,
                                const std::optional<std::string>& hierarchy);

// Generalization hierarchies on their way to a server that has none of them in its catalog, as
// JSON.

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
