#include "postgres/methods/generalization/table_histogram.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "core/microdata/histogram.hpp"
#include "postgres/methods/generalization/level_memory.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

// Rows of classes are counted by 32 bits.
constexpr std::uint64_t most_rows = std::numeric_limits<Row>::max() - 1;

}  // namespace

void TableHistogram::add(const Table& region, const Progress& progress) {
  const Microdata some = histogram_of(region.data, progress);
  Microdata& all = table_.data;
  if (all.attributes.empty()) {
    all.attributes = some.attributes;
    all.columns.resize(some.columns.size());
    table_.columns = region.columns;
    values_.assign(region.columns.size(), 1);
    for (const Dictionary& dictionary : region.dictionaries)
      table_.dictionaries.emplace_back(dictionary.type());
  }
  rows_ = std::accumulate(region.data.times.begin(), region.data.times.end(),
                          rows_ + (region.data.times.empty() ? region.data.rows : 0));
  if (rows_ > most_rows) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows")
        .detail("At most " + std::to_string(most_rows) + " rows can be generalized to levels.")
        .hint("Use recoding => 'mondrian', which goes by regions.");
  }
  for (std::size_t a = 0; a < some.columns.size(); ++a) {
    const std::vector<Code> there = region.dictionaries[a].add_to(table_.dictionaries[a]);
    for (Code value = 0; value < there.size(); ++value) {
      if (!region.dictionaries[a].is_null(value))
        values_[a] = std::max(values_[a], static_cast<double>(there[value]) + 1);
    }
    std::vector<Code>& codes = all.columns[a];
    progress.in_blocks(some.columns[a].size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        codes.push_back(there[some.columns[a][i]]);
    });
  }
  all.times.insert(all.times.end(), some.times.begin(), some.times.end());
  all.rows += some.rows;
  check_memory();
}

void TableHistogram::check_memory() const {
  const auto tuples = static_cast<double>(table_.data.rows);
  std::vector<LeveledAttribute> attributes;
  for (std::size_t a = 0; a < table_.columns.size(); ++a) {
    const std::size_t levels = levels_[table_.columns[a]];
    if (levels > 0) attributes.push_back({values_[a], levels});
  }
  const auto bytes = static_cast<std::int64_t>(
      bytes_of_levels(tuples, table_.columns.size(), attributes, max_threads()));
  if (bytes <= memory_limit_bytes()) return;
  fail_above_limit("generalize_table()", static_cast<std::int64_t>(rows_), bytes,
                   "Levels are chosen for the table as a whole, by its different rows: " +
                       std::to_string(table_.data.rows) + " of the first " + std::to_string(rows_) +
                       ".");
}

Table TableHistogram::table(const Progress& progress) && {
  Microdata& data = table_.data;
  for (std::size_t a = 0; a < data.columns.size(); ++a) {
    Dictionary& dictionary = table_.dictionaries[a];
    dictionary.finish(progress);
    dictionary.translate(data.columns[a], progress);
    const Attribute& read = data.attributes[a];
    data.attributes[a] = make_attribute(read.name, read.role, dictionary);
  }
  data = histogram_of(data, progress);
  return std::move(table_);
}

}  // namespace microdata::postgres
