#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/server/json.hpp"

namespace microdata::postgres {

// Records of generalization hierarchies in the extension's tables; see catalog.hpp. All of these
// functions require a SpiSession.

// The largest number of levels of a hierarchy; more would be a mistake.
inline constexpr std::size_t most_levels = 100;

// The origin of the labels of a value.
enum class HierarchyKind : std::uint8_t { table, interval, prefix, date };

const char* kind_name(HierarchyKind kind);
std::optional<HierarchyKind> kind_named(const std::string& name);

// A recorded hierarchy. A record never changes.
struct HierarchyRecord {
  std::string name;
  HierarchyKind kind = HierarchyKind::table;
  // A JSON object of the arguments that the hierarchy was made with.
  std::string definition;
  // The number of levels, including the values' own level and the root; at least 2.
  std::size_t levels = 2;
};

// Records a hierarchy of the caller. Its name must begin with the caller's name unless the caller
// is the extension's owner. `labels` of a table are ordered by value, then by level. Fails if there
// is a hierarchy of the name.
void record_hierarchy(const HierarchyRecord& hierarchy, const std::vector<std::string>& labels);

// Returns the hierarchy of the name, if there is one.
std::optional<HierarchyRecord> find_hierarchy(const std::string& name);

// Returns the hierarchy of the name; fails if there is none.
HierarchyRecord require_hierarchy(const std::string& name);

// Returns the labels of a table as they were recorded.
std::vector<std::string> recorded_labels(const HierarchyRecord& hierarchy);

// Returns a hash of the labels that the hierarchy of the name gives to values, so that another
// hierarchy of the name has another hash. Returns nothing if there is none.
std::optional<std::string> hierarchy_hash(const std::string& name);

// Drops a hierarchy. Fails unless the caller owns it, or if it is declared for an attribute.
void drop_hierarchy(const std::string& name);

// Forgets the hierarchies whose views are among the dropped relations `gone`, an array; an event
// trigger calls it. Fails if one is declared for an attribute, unless `with_declarations`.
void forget_hierarchies(const std::string& gone, bool with_declarations);

// Lets a role or everyone ("public") use a hierarchy; for the owner of the hierarchy.
void grant_hierarchy(const std::string& name, const std::string& grantee);
void revoke_hierarchy(const std::string& name, const std::string& grantee);

// Fails if neither the caller nor the owner of one of the relations may use the hierarchy. Its
// owner, members of that role and grantees may use it. A hierarchy that does not exist passes.
void require_usable(const std::string& name, const std::vector<Oid>& relations = {});

// Fails unless the owner of a table may use the hierarchy, whatever role asks, because editions of
// its series belong to that owner.
void require_usable_by_owner(Oid relation, const std::string& name);

// True if the caller may use the hierarchy.
bool may_use(const std::string& name);

// True if everyone may use the hierarchy.
bool is_public(const HierarchyRecord& hierarchy);

struct DeclaredHierarchy {
  std::string attribute;
  std::string hierarchy;
};

std::vector<DeclaredHierarchy> declared_hierarchies(Oid source);

// Replaces the declaration for the attribute; without a name, withdraws it.
void replace_declared_hierarchy(Oid source, const std::string& attribute,
                                const std::optional<std::string>& hierarchy);

// Generalization hierarchies as JSON, for a server that has none of them in its catalog.

// Returns hierarchies and the attributes of a source that have them, as a plan of regions stores
// them; null if no attribute has one. Returns nothing if the caller may not use a hierarchy, which
// the statement would show, or if it does not exist. Returns nothing either if they are too large
// for a statement that is sent for every region. Requires a SpiSession.
std::optional<Json> described_hierarchies(const std::vector<DeclaredHierarchy>& attributes);

// A scope in which hierarchies are those that a call was given, and the catalog is not read. The
// caller may use all of them. A null JSON means that there are none.
class GivenHierarchies {
 public:
  // Fails if the JSON does not describe hierarchies.
  explicit GivenHierarchies(const Json& json);
  GivenHierarchies(const GivenHierarchies&) = delete;
  GivenHierarchies& operator=(const GivenHierarchies&) = delete;
  ~GivenHierarchies();

  // Returns the innermost scope of the call; null if there is none, as in a call within it.
  static const GivenHierarchies* current();

  std::optional<HierarchyRecord> find(const std::string& name) const;
  // Returns the labels ordered by value, then by level.
  std::vector<std::string> labels(const std::string& name) const;
  // Returns the declared hierarchies, whatever the source.
  const std::vector<DeclaredHierarchy>& declared() const { return declared_; }

 private:
  Json json_;
  std::vector<DeclaredHierarchy> declared_;
  const GivenHierarchies* around_ = nullptr;
  unsigned depth_ = 0;
};

}  // namespace microdata::postgres
