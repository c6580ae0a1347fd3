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

// Returns the bytes of published texts, those of a single value counted as 0.
std::vector<double> bytes_of_lists(const GeneralizedValues& texts,
                                   const std::vector<std::size_t>& values_in_list);

// Fails (54000) if rows whose lists have more than 4 kB take more than 16 MB for these, with what
// would shorten them. `rows` has the number of rows of each class.
void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<ShownLists>& lists, std::span<const std::size_t> rows,
                 ListKind kind, const Progress& progress);

// The same of generalized attributes and what is written of them.
void check_lists(const Table& table, const TableHierarchies& hierarchies,
                 const std::vector<GeneralizedAttribute>& attributes,
                 const std::vector<WrittenAttribute>& written, const TuplePartition& classes,
                 const Progress& progress);

}  // namespace microdata::postgres
