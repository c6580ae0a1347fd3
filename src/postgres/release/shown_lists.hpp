#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/generalized_attribute.hpp"
#include "postgres/release/written_generalization.hpp"

// Lists of values and multisets, which every row of a class shows: they grow with the class, and
// those of large classes take many times what the source does.

namespace microdata::postgres {

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
