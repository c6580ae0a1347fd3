#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "property/series_oracle.hpp"

namespace oracle {

// Published tables of an edition as their reader sees them: which rows are persons', which values a
// bucket has, and who may be in it. From the descriptions of the formats, not from what writes
// them.

// Stands for NULL among an attribute's values, which are 0, 1, ...
inline constexpr int null_value = -1;

// All values that a cell may stand for: of a cell that is not generalized, one.
using ShownCell = std::set<int>;

struct ShownRow {
  std::size_t bucket = 0;
  // Of the quasi-identifiers.
  std::vector<ShownCell> cells;
  // Where sensitive values stand in the rows.
  std::optional<int> value;
};

struct PublishedTables {
  std::vector<ShownRow> rows;
  // Where they stand in a table of their own: the values of buckets, each once.
  std::vector<std::pair<std::size_t, int>> values;
};

enum class GeneralizedAs { to_range, to_set, to_label };

struct ShownFormat {
  // Attributes that stay together in rows, and each other's groups are permuted in buckets. All in
  // one where nothing is permuted.
  std::vector<std::vector<std::size_t>> groups;
  // Where rows show what is in common to the persons of a bucket: of each attribute what, and how
  // many values it has. A label is that of two neighbouring values, then of all and NULL.
  struct Attribute {
    GeneralizedAs as = GeneralizedAs::to_set;
    int values = 0;
  };
  std::vector<Attribute> generalized;
};

// A row that is NULL in all quasi-identifiers is nobody's; persons of a bucket in which every value
// is NULL are shown without one. Numbers of persons' quasi-identifiers
// are those of `people`, each with a value for every attribute.
std::vector<SeriesBucket> read_buckets(const PublishedTables& published, const ShownFormat& format,
                                       const std::vector<std::vector<int>>& people);

}  // namespace oracle
