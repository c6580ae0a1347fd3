#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/fragmentation/fragmentation.hpp"
#include "core/microdata/random.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

struct FragmentationRequest {
  // But for the class attribute, which is known by its name.
  FragmentationOptions options;
  std::string class_name;
  // Whether l was asked for.
  bool with_l = false;
  // As given, for the catalog.
  std::string method;
};

// A source that was read and fragmented.
struct FragmentedTable {
  Table table;
  std::size_t class_attribute = 0;
  // Of the quasi-identifiers, as declared.
  TableHierarchies hierarchies;
  Fragmentation fragmentation;
};

// The class's place among the table's attributes. Fails where all rows have the same class, or each
// another one, or where there are fewer quasi-identifiers besides it than fragments.
std::size_t find_class(const Table& table, const std::string& name, std::size_t fragments);

FragmentedTable fragment_source(const Source& source, const std::vector<AssignedRole>& roles,
                                const FragmentationRequest& request, bool seeded, Random& random,
                                const Progress& progress);

// What a learning attacker gets out of one of the fragments.
LearnedShare learned_of_fragments(const FragmentedTable& fragmented, const Progress& progress);

// NOTICEs of what a person should know.
void report_fragmentation(const FragmentedTable& fragmented, const LearnedShare& learned);

// Makes, fills and records the release; returns its tables in the order of the fragments. `target`
// is a numbered one.
std::vector<Oid> publish_fragmented(const Target& target, const Source& source,
                                    const FragmentedTable& fragmented,
                                    const FragmentationRequest& request, Random& random,
                                    const Progress& progress);

// The names of a fragment's attributes, without the class.
std::vector<std::string> attribute_names(const Fragment& fragment, const Table& table);

}  // namespace microdata::postgres
