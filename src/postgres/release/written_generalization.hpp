#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

// Hierarchy of each attribute of a table, if it has one.
using TableHierarchies = std::vector<std::optional<ResolvedHierarchy>>;

// Input for writing an attribute that may be generalized.
struct WrittenAttribute {
  std::size_t attribute;
  std::string type;
  std::vector<std::uint32_t> value_of_class;
  // Value by row, for the table's rows that are in a class; can be empty if `value_of_class` is
  // written.
  std::vector<Code> value_of_row;
  GeneralizedValues values;
};

// Returns the type of a column that may be generalized: the generalized type even if no class needs
// it, so that the type does not depend on the data.
std::string written_type(const Table& table, const GeneralizedAttribute& attribute);

// Returns the type of a generalized attribute: a range type, or text for a set.
Oid shown_type(const AttributeType& type);

// Returns the attributes that may be generalized, by class only. Fails as check_lists() does before
// any list is made. Values are allocated in the current memory context.
std::vector<WrittenAttribute> written_by_class(const Table& table,
                                               const TableHierarchies& hierarchies,
                                               const TuplePartition& classes,
                                               const std::vector<GeneralizedAttribute>& attributes,
                                               const Progress& progress,
                                               WholeDomain whole = WholeDomain::one_label);

// Returns the attributes that may be generalized, by class and by row.
std::vector<WrittenAttribute> written_attributes(
    const Table& table, const TableHierarchies& hierarchies, const TuplePartition& classes,
    const std::vector<GeneralizedAttribute>& attributes, const Progress& progress);

// Returns the column of an attribute: one of `written`, or unchanged. The table, `written` and
// `linking` outlive it. If all rows of a class are together, `class_at`, which outlives it too, can
// have the class at each place; generalized attributes are then written by class.
DraftColumn draft_column(const Table& table, std::size_t attribute, int group,
                         std::span<const Row> linking, const std::vector<WrittenAttribute>& written,
                         std::span<const Row> class_at = {});

// Restricts splits of quasi-identifiers to places where ranges can distinguish both sides. For
// attributes with a hierarchy it makes no difference.
void cut_where_ranges_end(Table& table, const Progress& progress);

// Removes the projections of types without ranges, such as times and intervals: they are published
// as sets of values, and must be split and measured as such.
void leave_ranges_to_ranges(Table& table);

// Lists of values and multisets, which every row of a class shows: they grow with the class, and in
// large classes take many times the bytes of the source.

// Kinds of lists: sets and multisets of classes, or sets of the regions of a slice's column, which
// has no hierarchies.
enum class ListKind : std::uint8_t { sets, multisets, regions };

// Lists that classes show of one attribute.
struct ShownLists {
  std::size_t attribute = 0;
  // Bytes of the list by value; 0 if the value is a single value, a range or a label.
  std::vector<double> bytes;
  // Index of a value by class.
  std::span<const std::uint32_t> value_of_class;
};

// Fails before lists are made. Fails with 54000, and a HINT, if rows whose lists have more than 4
// kB each take more than 16 MB for them. Fails with 53200 if all lists, each held once, take more
// than pg_microdata.memory_limit. `rows` has the number of rows of each class.
void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<ShownLists>& lists, std::span<const std::size_t> rows,
                 ListKind kind, const Progress& progress);

// Fails as the other check_lists() does, for the lists of generalized attributes, and for rows that
// do not fit into a page.
void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<GeneralizedAttribute>& attributes, const TuplePartition& classes,
                 WholeDomain whole, const Progress& progress);

}  // namespace microdata::postgres
