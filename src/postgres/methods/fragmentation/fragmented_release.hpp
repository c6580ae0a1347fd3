#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/fragmentation/fragmentation.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

struct FragmentationRequest {
  // Options without the class attribute, which is given by its name.
  FragmentationOptions options;
  std::string class_name;
  // True if the caller asked for l.
  bool with_l = false;
  // Name of the method as the caller gave it, for the catalog.
  std::string method;
};

// A source that was read and fragmented.
struct FragmentedTable {
  Table table;
  std::size_t class_attribute = 0;
  // Hierarchies of the quasi-identifiers, as declared.
  TableHierarchies hierarchies;
  Fragmentation fragmentation;
};

// Returns the index of the class among the table's attributes. Fails if all rows have the same
// class or each row has a different one. Fails as well if there are fewer quasi-identifiers other
// than the class than fragments.
std::size_t find_class(const Table& table, const std::string& name, std::size_t fragments);

FragmentedTable fragment_source(const Source& source, const std::vector<AssignedRole>& roles,
                                const FragmentationRequest& request, bool seeded, Random& random,
                                const Progress& progress);

// Returns the share that a learning attacker guesses from one of the fragments.
LearnedShare learned_of_fragments(const FragmentedTable& fragmented, const Progress& progress);

// Reports NOTICEs about the result that the caller must know.
void report_fragmentation(const FragmentedTable& fragmented, const LearnedShare& learned);

// Makes, fills and records the release; returns its tables in the order of the fragments. `target`
// is numbered.
std::vector<Oid> publish_fragmented(const Target& target, const Source& source,
                                    const FragmentedTable& fragmented,
                                    const FragmentationRequest& request, Random& random,
                                    const Progress& progress);

// Returns the names of a fragment's attributes, without the class.
std::vector<std::string> attribute_names(const Fragment& fragment, const Table& table);

}  // namespace microdata::postgres
