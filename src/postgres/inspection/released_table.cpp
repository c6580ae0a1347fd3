#include "postgres/inspection/released_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "postgres/inspection/named_values.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

PersonValues take_persons(const std::vector<ReadAttribute>& readings, std::size_t first,
                          std::size_t persons) {
  PersonValues result{persons, {}};
  for (const ReadAttribute& of_attribute : readings) {
    const auto begin = of_attribute.tuples.begin() + static_cast<std::ptrdiff_t>(first);
    result.of_attribute.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(persons));
  }
  return result;
}

// Attributes come in the order of the source's columns. Columns are numbered as they come.
ReleasedTable table_of(const Release& release, ReadRelease&& read, const ReadScope& scope,
                       const Progress& progress) {
  check_counts(read);
  if (read.rows == 0) fail_empty(release);
  const auto number = [&](const ReadAttribute& one) {
    return source_column(*one.attribute, *read.source).number;
  };
  std::stable_sort(
      read.attributes.begin(), read.attributes.end(),
      [&](const ReadAttribute& a, const ReadAttribute& b) { return number(a) < number(b); });
  ReleasedTable result;
  result.source = take_persons(read.attributes, 0, read.members);
  if (scope.has_outsiders())
    result.outsiders = take_persons(read.attributes, read.members, read.outsiders);
  std::map<int, std::size_t> number_of_column;
  for (ReadAttribute& one : read.attributes) {
    one.tuples = {};
    result.names.push_back(one.attribute->name);
    result.has_null.push_back(one.labels().nullable());
    result.table.attributes.push_back(published_attribute(release, one, progress));
    result.table.attributes.back().column =
        number_of_column.try_emplace(one.attribute->column, number_of_column.size()).first->second;
  }
  result.table.columns = number_of_column.size();
  if (scope.buckets) {
    result.table.bucket_of = std::move(read.bucket_of);
    result.table.buckets = read.bucket_numbers.front().distinct();
    return result;
  }
  for (PublishedTable::Attribute& attribute : result.table.attributes)
    attribute.column = 0;
  result.table.columns = 1;
  result.table.bucket_of.resize(read.rows);
  std::iota(result.table.bucket_of.begin(), result.table.bucket_of.end(), 0U);
  result.table.buckets = static_cast<std::uint32_t>(read.rows);
  return result;
}

}  // namespace

PublishedTable::Attribute published_attribute(const Release& release, ReadAttribute& reading,
                                              const Progress& progress) {
  // Labels are read as those of values, whoever has them.
  RegionAttribute region = region_of(release, reading, true, progress);
  std::vector<std::vector<PublishedTable::NamedValue>> named =
      named_values(release, reading, region.covers, progress);
  return {.column = 0,
          .published = std::move(region.published),
          .covers = std::move(region.covers),
          .exact = !reading.attribute->generalized,
          .values = region.values,
          .numbers = reading.values().projection(),
          .named = std::move(named),
          .quasi_identifier = reading.attribute->role == Role::quasi_identifier};
}

ReleasedTable read_table_in_buckets(const Release& release, const ReadScope& scope,
                                    const Progress& progress) {
  progress.phase("read");
  return table_of(release, read_release(release, scope, progress), scope, progress);
}

ReleasedTable read_table_of_rows(const Release& release, const ReadScope& scope,
                                 const Progress& progress) {
  ReadScope rows = scope;
  rows.buckets = false;
  return read_table_in_buckets(release, rows, progress);
}

}  // namespace microdata::postgres
