#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/progress.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Values and their labels: labels[v * levels + l] is that of value v at level l.
struct LevelTable {
  std::size_t levels = 0;
  std::vector<std::string> labels;

  std::size_t values() const { return labels.size() / levels; }
};

// Reads a relation with the columns level0, level1, ... with the caller's privileges. Requires a
// SpiSession. Fails, with the offending value, for a repeated value, a missing label, a level that
// is not nested in the next, or several labels at the last level. Fails also if one text is the
// label of different values at two levels.
LevelTable read_levels(const Source& relation, const Progress& progress);

// Returns the texts of a dictionary's values in a hierarchy, by code, without NULL and without the
// blanks that pad a character(n).
std::vector<std::string> value_texts(const Dictionary& dictionary, const Progress& progress);

// Texts that a column could show for two things: as labels of several levels, or as a value and a
// label. A reader of the column counts such a text wrong.

// A text that labels of two levels have, and a value that only one of the labels stands for.
struct AmbiguousLabel {
  std::string text;
  std::size_t with_value = 0;     // the level at which the label stands for the value
  std::size_t without_value = 0;  // the level at which it does not
  std::string value;
};

// Returns the first text that labels of two levels have and that stands for different values there.
// The label of value v at level l is labels[v * levels + l]; levels are nested.
std::optional<AmbiguousLabel> find_ambiguous_label(const std::vector<std::string>& labels,
                                                   std::size_t levels, const Progress& progress);

// Fails if two values of an attribute have the same text, like functions of one name.
void require_different_texts(const Dictionary& dictionary, const std::string& attribute,
                             const Progress& progress);

// Fails likewise for each quasi-identifier that is published as text. `all` includes attributes
// that are published as ranges.
void require_different_texts(const Table& table,
                             const std::vector<std::optional<ResolvedHierarchy>>& hierarchies,
                             bool all, const Progress& progress);

// Fails if a column with labels of several levels could show one text for two things. Checks the
// values and labels in the hierarchies of quasi-identifiers. Requires a SpiSession.
void require_unambiguous_labels(const std::vector<std::optional<ResolvedHierarchy>>& hierarchies,
                                const Table& table, const Progress& progress);

// Fails if a quasi-identifier without a hierarchy has a value that reads as the label of all
// values.
void require_no_value_of_everything(
    const std::vector<std::optional<ResolvedHierarchy>>& hierarchies, const Table& table,
    const Progress& progress);

// The meanings of a hierarchy's labels, as its record alone shows them. The functions require a
// SpiSession.

// Returns the values under each label of a level of a hierarchy from a table. Without a level, it
// has the labels of every level; a text that labels of several levels have stands for that of the
// highest.
std::unordered_map<std::string, std::vector<std::string>> values_under_labels(
    const HierarchyRecord& hierarchy, std::optional<std::size_t> shown, const Progress& progress);

// Returns the number of characters that labels of a level of a prefix hierarchy keep; nothing for
// the values' own level and for the root.
std::optional<std::size_t> kept_characters(const HierarchyRecord& hierarchy, std::size_t level);

// Returns the numbers under each of some labels of a hierarchy of intervals or dates, values
// included, measured as Dictionary::projection() measures the type. Nothing stands for a text that
// is not a label.
std::vector<std::optional<ValueRange>> ranges_of_labels(const HierarchyRecord& hierarchy,
                                                        const AttributeType& type, bool whole,
                                                        const std::vector<std::string>& labels);

}  // namespace microdata::postgres
