#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

// For each attribute of a table.
using TableHierarchies = std::vector<std::optional<ResolvedHierarchy>>;

// What an attribute that may be generalized is written from.
struct WrittenAttribute {
  std::size_t attribute;
  std::string type;
  std::vector<std::uint32_t> value_of_class;
  // Of the table's rows that are in a class; may be left out where `value_of_class` is written.
  std::vector<Code> value_of_row;
  GeneralizedValues values;
};

// The type of what is written of an attribute that may be generalized: the generalized one even
// where none of the classes needs it, so that the type of a column does not depend on the data.
std::string written_type(const Table& table, const GeneralizedAttribute& attribute);

// What an attribute of the type is published as where it is generalized, to a range or a set.
Oid shown_type(const AttributeType& type);

// Attributes that may be generalized, by class alone, or the errors of check_lists() before any
// list is made. Values are allocated in the current memory context.
std::vector<WrittenAttribute> written_by_class(const Table& table,
                                               const TableHierarchies& hierarchies,
                                               const TuplePartition& classes,
                                               const std::vector<GeneralizedAttribute>& attributes,
                                               const Progress& progress,
                                               WholeDomain whole = WholeDomain::one_label);

// The same by row as well.
std::vector<WrittenAttribute> written_attributes(
    const Table& table, const TableHierarchies& hierarchies, const TuplePartition& classes,
    const std::vector<GeneralizedAttribute>& attributes, const Progress& progress);

// A column of a release, with its definition: one of the `written`, which outlive it as `linking`
// does, or an attribute as it is. Where all rows of a class stand together, `class_at`, which
// outlives it, too, may have the class at each place: what is generalized is written by class then.
struct DefinedColumn {
  TableColumn definition;
  OutputColumn output;
};

DefinedColumn defined_column(const Table& table, std::size_t attribute,
                             std::span<const Row> linking,
                             const std::vector<WrittenAttribute>& written,
                             std::span<const Row> class_at = {});

// Has the table's quasi-identifiers cut only where ranges can tell both sides apart. For those that
// a hierarchy generalizes it makes no difference.
void cut_where_ranges_end(Table& table, const Progress& progress);

// Numbers of a type that has no ranges, times and intervals, are published as sets of values; lets
// them be cut and measured as such.
void leave_ranges_to_ranges(Table& table);

// Lists of values and multisets, which every row of a class shows: they grow with the class, and
// those of large classes take many times what the source does.

// The kinds of lists: sets and multisets of classes, or sets of the regions of a slice's column,
// which has no hierarchies.
enum class ListKind : std::uint8_t { sets, multisets, regions };

// The lists that classes show of one attribute.
struct ShownLists {
  std::size_t attribute = 0;
  // By value, the bytes of its list; 0 if it is a single value, a range or a label.
  std::vector<double> bytes;
  // By class, a value.
  std::span<const std::uint32_t> value_of_class;
};

// Fails before lists are made: with 54000 if rows whose lists have more than 4 kB take more than
// 16 MB for these, with what would shorten them; with 53200 if each once, as they are held, take
// more than pg_microdata.memory_limit. `rows` has the number of rows of each class.
void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<ShownLists>& lists, std::span<const std::size_t> rows,
                 ListKind kind, const Progress& progress);

// The same of generalized attributes.
void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<GeneralizedAttribute>& attributes, const TuplePartition& classes,
                 WholeDomain whole, const Progress& progress);

}  // namespace microdata::postgres
