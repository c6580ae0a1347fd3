#include "postgres/inspection/released_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "postgres/inspection/named_values.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// What is being read, before dictionaries are finished. The tuples of a reading are the source's,
// then the outsiders'.
struct ReleaseInReading {
  std::map<Oid, Source> relations;
  std::vector<AttributeReading> readings;
  std::vector<Dictionary> bucket_numbers;  // one, or none
  std::vector<Code> bucket_of;
  struct Counted {
    AttributeReading* reading;
    CountedColumn column;
  };
  std::vector<Counted> counted;
  std::size_t rows = 0;
  std::size_t persons = 0;
  std::size_t outsiders = 0;
};

void open_relations(const Release& release, ReleaseInReading& reading) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (!reading.relations.contains(attribute.relation)) {
      reading.relations.emplace(attribute.relation, open_source(attribute.relation));
    }
  }
}

// In the order of the source's columns.
void prepare_attributes(const Release& release, const Source& source, ReleaseInReading& reading) {
  std::map<AttrNumber, std::vector<AttributeReading>> by_number;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const SourceColumn& column =
        require_column(reading.relations.at(attribute.relation), attribute.name);
    const SourceColumn& original = source_column(attribute, source);
    AttributeReading of_attribute{&attribute, {}, {}, {}};
    of_attribute.dictionaries.emplace_back(original.type);
    if (attribute.generalized) {
      of_attribute.dictionaries.emplace_back(column.type);
    } else {
      check_same_type(column, original);
    }
    begin_with_globals(of_attribute.values(), global_name(attribute));
    by_number[original.number].push_back(std::move(of_attribute));
  }
  for (auto& [number, readings] : by_number) {
    for (AttributeReading& of_attribute : readings)
      reading.readings.push_back(std::move(of_attribute));
  }
}

void read_released_rows(Oid relation, const std::optional<std::string>& bucket_column,
                        ReleaseInReading& reading) {
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;
  std::vector<AttributeReading*> read;
  for (AttributeReading& of_attribute : reading.readings) {
    if (of_attribute.attribute->relation != relation) continue;
    read.push_back(&of_attribute);
    names.push_back(of_attribute.attribute->name);
    dictionaries.push_back(&of_attribute.labels());
  }
  if (bucket_column) {
    const SourceColumn& bucket = require_column(reading.relations.at(relation), *bucket_column);
    check_is_integer(bucket, "bucket");
    reading.bucket_numbers.emplace_back(bucket.type);
    names.push_back(*bucket_column);
    dictionaries.push_back(&reading.bucket_numbers.front());
  }
  std::vector<std::vector<Code>> codes = read_columns(relation, names, dictionaries);
  reading.rows = row_count(codes);
  if (bucket_column) reading.bucket_of = std::move(codes.back());
  for (std::size_t i = 0; i < read.size(); ++i)
    read[i]->published = std::move(codes[i]);
}

void finish_reading(const Release& release, ReleaseInReading& reading, const Progress& progress) {
  if (!reading.bucket_numbers.empty()) {
    finish_buckets(reading.bucket_numbers.front(), reading.bucket_of, progress);
  }
  for (AttributeReading& of_attribute : reading.readings) {
    for (Dictionary& dictionary : of_attribute.dictionaries)
      dictionary.finish(progress);
    of_attribute.labels().translate(of_attribute.published, progress);
    of_attribute.values().translate(of_attribute.tuples, progress);
  }
  for (ReleaseInReading::Counted& counted : reading.counted) {
    const Dictionary& buckets = reading.bucket_numbers.front();
    finish_counted(counted.column, buckets, counted.reading->values(), progress);
    std::size_t misfits = 0;
    counted.reading->published =
        spread_values(counted.column, buckets.distinct(), reading.bucket_of, misfits, progress);
    if (misfits > 0) throw counts_do_not_fit(counted.reading->attribute->name);
  }
  if (reading.rows == 0) {
    fail_empty(release);
  }
}

PersonValues take_persons(const std::vector<AttributeReading>& readings, std::size_t first,
                          std::size_t persons) {
  PersonValues result{persons, {}};
  for (const AttributeReading& of_attribute : readings) {
    const auto begin = of_attribute.tuples.begin() + static_cast<std::ptrdiff_t>(first);
    result.of_attribute.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(persons));
  }
  return result;
}

ReleasedTable make_table(const Release& release, ReleaseInReading& reading,
                         const Progress& progress) {
  ReleasedTable result;
  result.source = take_persons(reading.readings, 0, reading.persons);
  result.outsiders = take_persons(reading.readings, reading.persons, reading.outsiders);
  std::map<int, std::size_t> number_of_column;
  for (AttributeReading& of_attribute : reading.readings) {
    of_attribute.tuples = {};
    result.names.push_back(of_attribute.attribute->name);
    result.has_null.push_back(of_attribute.labels().nullable());
    result.table.attributes.push_back(published_attribute(release, of_attribute, progress));
    const auto [found, is_new] =
        number_of_column.try_emplace(of_attribute.attribute->column, number_of_column.size());
    result.table.attributes.back().column = found->second;
  }
  result.table.columns = number_of_column.size();
  return result;
}

void read_sources(const Source& source, const ReadBeside& beside, ReleaseInReading& reading,
                  const Progress& progress) {
  reading.persons = read_tuples(source, reading.readings, progress, beside);
  reading.outsiders = add_outsiders(beside, source, reading.persons, reading.readings);
  check_number_of_rows(reading.rows + reading.persons + reading.outsiders);
}

}  // namespace

PublishedTable::Attribute published_attribute(const Release& release, AttributeReading& reading,
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

ReleasedTable read_table_in_buckets(const Release& release, const ReadBeside& beside,
                                    const Progress& progress) {
  progress.phase("read");
  ReleaseInReading reading;
  open_relations(release, reading);
  const Source source = open_source(*release.source);
  prepare_attributes(release, source, reading);
  const std::string bucket_column = release.layout.bucket.name;
  const Oid of_rows = relation_of_rows(release);
  read_released_rows(of_rows, bucket_column, reading);
  for (AttributeReading& of_attribute : reading.readings) {
    const Oid relation = of_attribute.attribute->relation;
    if (relation == of_rows) continue;
    reading.counted.push_back(
        {&of_attribute, read_counted(reading.relations.at(relation), of_attribute.attribute->name,
                                     bucket_column, release.layout.count.name,
                                     reading.bucket_numbers.front(), of_attribute.values())});
  }
  read_sources(source, beside, reading, progress);
  finish_reading(release, reading, progress);
  ReleasedTable result = make_table(release, reading, progress);
  if (!beside.outsiders && beside.other_tuples == nullptr) result.outsiders.reset();
  result.table.bucket_of = std::move(reading.bucket_of);
  result.table.buckets = reading.bucket_numbers.front().distinct();
  return result;
}

ReleasedTable read_table_of_rows(const Release& release, const ReadBeside& beside,
                                 const Progress& progress) {
  progress.phase("read");
  if (release.attributes.empty()) fail_incomplete(release);
  ReleaseInReading reading;
  open_relations(release, reading);
  const Source source = open_source(*release.source);
  prepare_attributes(release, source, reading);
  read_released_rows(release.relations.front(), std::nullopt, reading);
  read_sources(source, beside, reading, progress);
  finish_reading(release, reading, progress);
  ReleasedTable result = make_table(release, reading, progress);
  if (!beside.outsiders && beside.other_tuples == nullptr) result.outsiders.reset();
  for (PublishedTable::Attribute& attribute : result.table.attributes)
    attribute.column = 0;
  result.table.columns = 1;
  result.table.bucket_of.resize(reading.rows);
  std::iota(result.table.bucket_of.begin(), result.table.bucket_of.end(), 0U);
  result.table.buckets = static_cast<std::uint32_t>(reading.rows);
  return result;
}

}  // namespace microdata::postgres
