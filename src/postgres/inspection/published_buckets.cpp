#include "postgres/inspection/published_buckets.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "core/microdata/combination.hpp"
#include "core/risk/regions.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/covered_values.hpp"
#include "postgres/inspection/guessed_attribute.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// The relations that a release's attributes are in.
using PublishedRelations = std::map<Oid, Source>;

std::vector<AttributeReading> prepare(const Release& release, const PublishedRelations& relations,
                                      const std::optional<Source>& source) {
  std::vector<AttributeReading> readings;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const SourceColumn& column = require_column(relations.at(attribute.relation), attribute.name);
    AttributeReading reading{&attribute, {}, {}, {}};
    if (source) {
      const SourceColumn& original = source_column(attribute, *source);
      if (attribute.generalized) {
        check_generalized_type(column.name, column.type, original.type);
      } else {
        check_same_type(column, original);
      }
      reading.dictionaries.emplace_back(original.type);
      if (attribute.generalized) reading.dictionaries.emplace_back(column.type);
    } else {
      reading.dictionaries.emplace_back(column.type);
    }
    begin_with_globals(reading.values(), global_name(attribute));
    readings.push_back(std::move(reading));
  }
  return readings;
}

void read_published(const Source& published, const std::string& bucket_column,
                    std::vector<AttributeReading>& readings, PublishedBuckets& result) {
  const SourceColumn& bucket = require_column(published, bucket_column);
  check_is_integer(bucket, "bucket");
  result.bucket_numbers.emplace_back(bucket.type);
  std::vector<std::string> names{bucket_column};
  std::vector<Dictionary*> dictionaries{&result.bucket_numbers.front()};
  std::vector<AttributeReading*> read;
  for (AttributeReading& reading : readings) {
    if (reading.attribute->relation != published.relation) continue;
    read.push_back(&reading);
    names.push_back(reading.attribute->name);
    dictionaries.push_back(&reading.labels());
  }
  std::vector<std::vector<Code>> codes = read_columns(published.relation, names, dictionaries);
  result.view.bucket_of = std::move(codes.front());
  for (std::size_t i = 0; i < read.size(); ++i)
    read[i]->published = std::move(codes[i + 1]);
}

// A sensitive attribute of the anatomy format.
struct CountedReading {
  AttributeReading* reading;
  CountedColumn column;
};

// Returns which rows are counterfeits, where the release has some. Where they are not shown there
// are rows for them now, in which only what is sensitive means something.
std::vector<std::uint8_t> finish(const Release& release, std::vector<AttributeReading>& readings,
                                 std::vector<CountedReading>& counted, PublishedBuckets& result,
                                 const Progress& progress) {
  Dictionary& buckets = result.bucket_numbers.front();
  finish_buckets(buckets, result.view.bucket_of, progress);
  result.view.buckets = buckets.distinct();
  for (AttributeReading& reading : readings) {
    for (Dictionary& dictionary : reading.dictionaries)
      dictionary.finish(progress);
    reading.labels().translate(reading.published, progress);
    reading.values().translate(reading.tuples, progress);
  }
  const std::size_t counterfeits = counterfeits_of(release);
  const std::size_t rows_shown = result.view.bucket_of.size();
  for (CountedReading& c : counted) {
    finish_counted(c.column, buckets, c.reading->values(), progress);
    add_counterfeits(c.column, counterfeits, rows_shown, result.view.bucket_of, progress);
  }
  for (const CountedReading& c : counted) {
    c.reading->published = spread_values(c.column, result.view.buckets, result.view.bucket_of,
                                         result.misfits, progress);
    // There is nothing that a row could stand for.
    if (!result.view.bucket_of.empty() && c.reading->values().distinct() == 0) {
      throw counts_do_not_fit(c.reading->attribute->name);
    }
  }
  if (counterfeits == 0) return {};
  const std::size_t rows = result.view.bucket_of.size();
  if (!counted.empty()) {
    for (AttributeReading& reading : readings)
      reading.published.resize(rows);
    std::vector<std::uint8_t> counterfeit(rows);
    std::fill(counterfeit.begin() + static_cast<std::ptrdiff_t>(rows_shown), counterfeit.end(), 1);
    return counterfeit;
  }
  CounterfeitRows found(rows);
  for (AttributeReading& reading : readings) {
    if (reading.attribute->role != Role::sensitive)
      found.add(reading.published, reading.labels(), progress);
  }
  return found.found(release);
}

RegionAttribute region_attribute(AttributeReading& reading, const Progress& progress) {
  RegionAttribute result{reading.published,
                         reading.labels().distinct(),
                         reading.tuples,
                         reading.values().distinct(),
                         {}};
  if (!reading.attribute->generalized) {
    for (Code label = 0; label < result.labels; ++label)
      result.covers.push_back(CodeSet::range(label, label + 1));
    return result;
  }
  result.covers = covered_values(reading.labels(), reading.values(),
                                 generalized_type(reading.values().type()), progress);
  return result;
}

// Of the others, counterfeits show nothing.
std::vector<Code> shown_codes(const std::vector<Code>& published,
                              std::span<const std::uint8_t> counterfeit) {
  std::vector<Code> shown;
  for (std::size_t row = 0; row < published.size(); ++row) {
    if (counterfeit[row] == 0) shown.push_back(published[row]);
  }
  return shown;
}

void find_chances(std::vector<AttributeReading>& readings,
                  std::span<const std::uint8_t> counterfeit, bool of_region,
                  PublishedBuckets& result, const Progress& progress) {
  const ValueChances nothing =
      of_region ? ValueChances::of_region(result.members()) : ValueChances(result.view.tuples);
  ValueChances& all = result.chances_of_all.emplace(nothing);
  ValueChances& known = result.chances_of_known.emplace(nothing);
  for (AttributeReading& reading : readings) {
    RegionAttribute attribute = region_attribute(reading, progress);
    if (!counterfeit.empty() && reading.attribute->role != Role::sensitive)
      attribute.published = shown_codes(attribute.published, counterfeit);
    all.add(attribute, progress);
    if (reading.attribute->role == Role::quasi_identifier) known.add(attribute, progress);
  }
}

// Marks the rows of counterfeits in a column that shows nothing of them.
void leave_out(std::span<const std::uint8_t> counterfeit, SlicedView::Column& column) {
  for (std::size_t row = 0; row < counterfeit.size(); ++row) {
    if (counterfeit[row] == 0) continue;
    column.known.published[row] = nowhere;
    column.whole.published[row] = nowhere;
  }
}

SlicedView::Column make_column(const std::vector<AttributeReading*>& attributes, bool has_source,
                               bool in_buckets, std::span<const std::uint8_t> counterfeit,
                               PublishedBuckets& result, const Progress& progress) {
  const std::size_t rows = result.view.bucket_of.size();
  const std::size_t tuples = result.view.tuples;
  std::vector<RegionAttribute> regions;
  std::vector<std::vector<Code>> known_published;
  std::vector<std::vector<Code>> known_tuples;
  std::vector<std::vector<Code>> rest_published;
  std::vector<std::vector<Code>> rest_tuples;
  bool generalized = false;
  for (AttributeReading* reading : attributes) {
    if (reading->attribute->role == Role::quasi_identifier) {
      generalized = generalized || (has_source && reading->attribute->generalized);
      known_published.push_back(reading->published);
      known_tuples.push_back(reading->tuples);
    } else {
      rest_published.push_back(reading->published);
      rest_tuples.push_back(reading->tuples);
    }
  }
  SlicedView::Column column;
  if (generalized) {
    for (AttributeReading* reading : attributes) {
      if (reading->attribute->role == Role::quasi_identifier) {
        regions.push_back(region_attribute(*reading, progress));
      }
    }
    Regions found = in_buckets ? find_regions_in_buckets(regions, result.view.bucket_of,
                                                         result.view.buckets, progress)
                               : find_regions(regions, progress);
    column.known = std::move(found.values);
    result.ambiguous_tuples += found.ambiguous;
  } else {
    column.known = number_values(known_published, known_tuples, rows, tuples, progress);
  }
  if (column.known.covering) {
    column.whole = with_rest(
        column.known, number_values(rest_published, rest_tuples, rows, tuples, progress), progress);
    return column;
  }
  // A tuple that lies in no region has a value that no published row has.
  rest_published.push_back(column.known.published);
  rest_tuples.push_back(column.known.tuples);
  for (std::uint32_t& value : rest_tuples.back()) {
    if (value == nowhere) value = column.known.distinct;
  }
  column.whole = number_values(rest_published, rest_tuples, rows, tuples, progress);
  const bool shows_sensitive = std::any_of(
      attributes.begin(), attributes.end(),
      [](const AttributeReading* reading) { return reading->attribute->role == Role::sensitive; });
  if (!shows_sensitive) leave_out(counterfeit, column);
  return column;
}

}  // namespace

PublishedBuckets read_published_buckets(const Release& release, const Progress& progress,
                                        const ReadBeside& beside) {
  PublishedBuckets result;
  progress.phase("read");
  PublishedRelations relations;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (!relations.contains(attribute.relation)) {
      relations.emplace(attribute.relation, open_source(attribute.relation));
    }
  }
  std::optional<Source> source;
  if (release.source) source = open_source(*release.source);
  result.has_source = source.has_value();
  std::vector<AttributeReading> readings = prepare(release, relations, source);
  const std::string bucket_column = release.layout.bucket.name;
  const Oid of_rows = relation_of_rows(release);
  read_published(relations.at(of_rows), bucket_column, readings, result);
  std::vector<CountedReading> counted_readings;
  for (AttributeReading& reading : readings) {
    if (reading.attribute->relation == of_rows) continue;
    counted_readings.push_back(
        {&reading, read_counted(relations.at(reading.attribute->relation), reading.attribute->name,
                                bucket_column, release.layout.count.name,
                                result.bucket_numbers.front(), reading.shared())});
  }
  if (source) {
    result.view.tuples = read_tuples(*source, readings, progress, beside);
    result.outsiders = add_outsiders(beside, *source, result.view.tuples, readings);
    result.view.tuples += result.outsiders;
  }
  const std::vector<std::uint8_t> counterfeit =
      finish(release, readings, counted_readings, result, progress);
  if (beside.chances || beside.chances_of_region)
    find_chances(readings, counterfeit, beside.chances_of_region, result, progress);
  for (AttributeReading& reading : readings) {
    if (source && reading.attribute->generalized && reading.attribute->role == Role::sensitive)
      guess_values_of_labels(reading, progress);
  }

  progress.phase("compare");
  std::map<int, std::vector<AttributeReading*>> columns;
  for (AttributeReading& reading : readings)
    columns[reading.attribute->column].push_back(&reading);
  for (const auto& [number, attributes] : columns) {
    for (AttributeReading* reading : attributes) {
      if (reading->attribute->role != Role::sensitive) continue;
      if (result.view.valueless.empty()) {
        result.view.valueless =
            valueless_buckets(release, result.view.bucket_of, result.view.buckets,
                              reading->published, reading->shared());
      }
      result.view.sensitive.push_back({result.view.columns.size(), reading->shared().distinct(),
                                       reading->published, reading->tuples});
      result.sensitive_names.push_back(reading->attribute->name);
      result.sensitive_source_names.push_back(reading->attribute->source_name);
    }
    result.view.columns.push_back(make_column(
        attributes, result.has_source, release.layout.k_in_buckets, counterfeit, result, progress));
  }
  for (AttributeReading& reading : readings) {
    if (!source || reading.attribute->role != Role::quasi_identifier) continue;
    result.known.push_back({std::move(reading.tuples), reading.values().distinct(),
                            !reading.values().projection().empty()});
    result.known_values.push_back(std::move(reading.values()));
  }
  for (const auto& [number, attributes] : columns) {
    for (AttributeReading* reading : attributes) {
      if (reading->attribute->role == Role::sensitive) {
        result.sensitive_values.push_back(
            std::make_shared<const Dictionary>(std::move(reading->values())));
      }
    }
  }
  return result;
}

}  // namespace microdata::postgres
