#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "property/series_oracle.hpp"

namespace oracle {

// An oracle of an edition's published tables as readers see them. The oracle finds the rows that
// belong to people, and the values and possible people of each bucket. The oracle follows the
// descriptions of the formats, independently of the code that writes them.

// NULL among an attribute's values, which are 0, 1, ...
inline constexpr int null_value = -1;

// All values that a cell can represent; a cell that is not generalized has one.
using ShownCell = std::set<int>;

struct ShownRow {
  std::size_t bucket = 0;
  // Cells of the quasi-identifiers.
  std::vector<ShownCell> cells;
  // Sensitive value, if the format has sensitive values in the rows.
  std::optional<int> value;
};

struct PublishedTables {
  std::vector<ShownRow> rows;
  // Values by bucket, each once, if the format has a separate table of them.
  std::vector<std::pair<std::size_t, int>> values;
};

enum class GeneralizedAs { to_range, to_set, to_label };

struct ShownFormat {
  // Groups of attributes that stay together in rows; the groups are shuffled in buckets
  // independently. Without shuffling, one group contains all attributes.
  std::vector<std::vector<std::size_t>> groups;
  // Form of each attribute and its number of values, if rows show the common cells of a bucket's
  // people. A label covers two neighbouring values; the next level covers all values and NULL.
  struct Attribute {
    GeneralizedAs as = GeneralizedAs::to_set;
    int values = 0;
  };
  std::vector<Attribute> generalized;
};

// Returns the buckets of the tables. A row with NULL in all quasi-identifiers belongs to no person.
// People of a bucket in which every value is NULL are shown without a value. Numbers of people
// refer to `people`, which has a value for every attribute.
std::vector<SeriesBucket> read_buckets(const PublishedTables& published, const ShownFormat& format,
                                       const std::vector<std::vector<int>>& people);

}  // namespace oracle
