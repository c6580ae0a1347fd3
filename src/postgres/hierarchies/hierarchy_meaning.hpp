#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/value_range.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/values/attribute_type.hpp"

// What the labels of a hierarchy stand for, as its record alone shows it. Requires a SpiSession.

namespace microdata::postgres {

// Returns the values under each label of a level of a hierarchy from a table; without a level, of
// any, and where labels of several levels read the same, of the highest.
std::unordered_map<std::string, std::vector<std::string>> values_under_labels(
    const HierarchyRecord& hierarchy, std::optional<std::size_t> shown, const Progress& progress);

// Returns the number of characters that labels of a level of a hierarchy of prefixes keep; none for
// the values' own level and of the root.
std::optional<std::size_t> kept_characters(const HierarchyRecord& hierarchy, std::size_t level);

// Of a hierarchy of intervals or dates, the numbers under each of some labels, values included,
// measured as Dictionary::projection() measures the type. Nothing: a label that is none.
std::vector<std::optional<ValueRange>> ranges_of_labels(const HierarchyRecord& hierarchy,
                                                        const AttributeType& type, bool whole,
                                                        const std::vector<std::string>& labels);

}  // namespace microdata::postgres
