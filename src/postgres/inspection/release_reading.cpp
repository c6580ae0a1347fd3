#include "postgres/inspection/release_reading.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "core/microdata/combination.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

Dictionary& AttributeReading::shared() {
  if (dictionaries.size() == 1) return values();
  throw Error(
      ERRCODE_INVALID_PARAMETER_VALUE,
      "attribute " + in_quotes(attribute->name) + " is generalized, and read as the source has it");
}

const SourceColumn& require_column(const Source& relation, const std::string& name) {
  const SourceColumn* found = relation.find(name);
  if (found != nullptr) return *found;
  throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(name) + " of relation " +
                                            in_quotes(relation.name) + " does not exist")
      .detail("The release was made with this column.");
}

void check_same_type(const SourceColumn& published, const SourceColumn& source) {
  if (published.type.base == source.type.base || keeps_values(published.type, source.type)) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(published.name) + " is of type " +
                                             type_name(published.type) +
                                             " in the release and of type " +
                                             type_name(source.type) + " in its source");
}

void check_generalized_type(const std::string& attribute, const AttributeType& published,
                            const AttributeType& source, bool as_text) {
  const GeneralizedType generalized = generalized_type(source);
  const Oid expected = generalized.is_range() && !as_text ? generalized.range : TEXTOID;
  const bool widened = expected == INT8RANGEOID && published.base == INT4RANGEOID;
  if (published.base == expected || widened) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute) + " is of type " +
                                             type_name(published) + " in the release, not " +
                                             type_name(attribute_type(expected, -1, InvalidOid)))
      .detail("Its source is of type " + type_name(source) + ", and it was generalized.");
}

void check_is_integer(const SourceColumn& column, const char* what) {
  if (column.type.projection == Projection::integer) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH,
              what + (" column " + in_quotes(column.name)) + " must be of an integer type");
}

std::string integer_column(Oid relation, const std::string& name, const char* what) {
  check_is_integer(require_column(open_source(relation), name), what);
  return quote_name(name);
}

Oid relation_of_rows(const Release& release) {
  const bool counted = release.layout.counted;
  const auto first = std::find_if(release.attributes.begin(), release.attributes.end(),
                                  [&](const ReleaseAttribute& attribute) {
                                    return !counted || attribute.role != Role::sensitive;
                                  });
  if (first == release.attributes.end()) fail_incomplete(release);
  return first->relation;
}

CountedColumn read_counted(const Source& relation, const std::string& attribute,
                           const std::string& bucket_column, const std::string& count_column,
                           Dictionary& buckets, Dictionary& values) {
  const SourceColumn& count = require_column(relation, count_column);
  check_is_integer(require_column(relation, bucket_column), "bucket");
  check_is_integer(count, "count");
  CountedColumn counted;
  counted.numbers.emplace_back(count.type);
  const std::vector<std::string> names{bucket_column, attribute, count_column};
  const std::vector<Dictionary*> dictionaries{&buckets, &values, &counted.numbers.front()};
  std::vector<std::vector<Code>> codes = read_columns(relation.relation, names, dictionaries);
  counted.buckets = std::move(codes[0]);
  counted.values = std::move(codes[1]);
  counted.counts = std::move(codes[2]);
  return counted;
}

void finish_counted(CountedColumn& counted, const Dictionary& buckets, const Dictionary& values,
                    const Progress& progress) {
  buckets.translate(counted.buckets, progress);
  values.translate(counted.values, progress);
  Dictionary& numbers = counted.numbers.front();
  numbers.finish(progress);
  numbers.translate(counted.counts, progress);
}

void add_counterfeits(const CountedColumn& counted, std::size_t most, std::size_t rows_shown,
                      std::vector<Code>& bucket_of, const Progress& progress) {
  std::vector<std::int64_t> missing;
  const auto of_bucket = [&](Code bucket) -> std::int64_t& {
    missing.resize(std::max<std::size_t>(missing.size(), bucket + std::size_t{1}));
    return missing[bucket];
  };
  for (std::size_t i = 0; i < counted.buckets.size(); ++i) {
    progress.checkpoint_at(i);
    if (counted.numbers.front().projection()[counted.counts[i]] >= 1)
      ++of_bucket(counted.buckets[i]);
  }
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    --of_bucket(bucket_of[row]);
  }
  for (Code bucket = 0; bucket < missing.size(); ++bucket) {
    progress.checkpoint_at(bucket);
    for (; missing[bucket] > 0 && bucket_of.size() - rows_shown < most; --missing[bucket])
      bucket_of.push_back(bucket);
  }
}

std::vector<Code> spread_values(const CountedColumn& counted, Code buckets,
                                std::span<const Code> bucket_of, std::size_t& misfits,
                                const Progress& progress) {
  const Dictionary& numbers = counted.numbers.front();
  std::vector<std::size_t> next(buckets + std::size_t{1});
  for (const Code bucket : bucket_of)
    ++next[bucket + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  const std::vector<std::size_t> ends(next.begin() + 1, next.end());
  std::vector<std::size_t> places(bucket_of.size());
  std::vector<std::size_t> free = next;
  progress.in_blocks(bucket_of.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place)
      places[free[bucket_of[place]]++] = place;
  });
  std::vector<Code> result(bucket_of.size());
  for (std::size_t i = 0; i < counted.buckets.size(); ++i) {
    // A count may stand for as many rows as the bucket has.
    progress.checkpoint();
    const Code bucket = counted.buckets[i];
    const double number = numbers.projection()[counted.counts[i]];
    const auto room = static_cast<double>(ends[bucket] - next[bucket]);
    if (!(number >= 0 && number <= room)) ++misfits;
    // Not more than there are rows, whatever is claimed.
    for (double n = 0; n < std::min(number, room); ++n)
      result[places[next[bucket]++]] = counted.values[i];
  }
  for (std::size_t b = 0; b < ends.size(); ++b)
    misfits += ends[b] - next[b];
  return result;
}

const SourceColumn& source_column(const ReleaseAttribute& attribute, const Source& source) {
  if (attribute.source_name.empty()) {
    throw Error(ERRCODE_UNDEFINED_COLUMN,
                "the source of attribute " + in_quotes(attribute.name) + " is gone")
        .detail("Relation " + in_quotes(source.name) + " no longer has the column.");
  }
  return require_column(source, attribute.source_name);
}

std::optional<AttributeType> type_in_source(const Release& release,
                                            const ReleaseAttribute& attribute) {
  if (!release.source || attribute.source_name.empty()) return std::nullopt;
  struct Found {
    Oid type = InvalidOid;
    std::int32_t typmod = -1;
    Oid collation = InvalidOid;
  };
  const Oid source = *release.source;
  const char* const name = attribute.source_name.c_str();
  const Found found = guarded([&]() -> Found {
    Found f;
    const AttrNumber number = get_attnum(source, name);
    if (number != InvalidAttrNumber)
      get_atttypetypmodcoll(source, number, &f.type, &f.typmod, &f.collation);
    return f;
  });
  if (!OidIsValid(found.type)) return std::nullopt;
  return attribute_type(found.type, found.typmod, found.collation);
}

std::size_t read_tuples(const Source& source, std::vector<AttributeReading>& readings,
                        const Progress& progress, const ReadBeside& beside) {
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;
  for (AttributeReading& reading : readings) {
    names.push_back(reading.attribute->source_name);
    dictionaries.push_back(&reading.values());
  }
  if (beside.keys != nullptr) beside.keys->add_to(names, dictionaries);
  std::vector<std::vector<Code>> codes = beside.tuples != nullptr
                                             ? beside.tuples->read(names, dictionaries)
                                             : read_columns(source.relation, names, dictionaries);
  if (beside.keys != nullptr) beside.keys->take_from(codes, progress);
  for (std::size_t i = 0; i < readings.size(); ++i)
    readings[i].tuples.insert(readings[i].tuples.end(), codes[i].begin(), codes[i].end());
  return row_count(codes);
}

std::size_t drawn_outsiders(std::size_t members) {
  constexpr std::size_t most = 50'000;
  return std::min(members, most);
}

void draw_values(std::vector<Code>& values, std::size_t members, Random& random) {
  for (std::size_t i = 0; i < drawn_outsiders(members); ++i)
    values.push_back(values[random.below(static_cast<std::uint32_t>(members))]);
}

void check_outsiders(const Source& outsiders, const std::string& name, const AttributeType& type) {
  const SourceColumn* const column = outsiders.find(name);
  if (column == nullptr) {
    throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(name) + " of relation " +
                                              in_quotes(outsiders.name) + " does not exist")
        .detail("Outsiders have the columns of the source that were published.");
  }
  if (column->type.base == type.base) return;
  throw Error(ERRCODE_DATATYPE_MISMATCH, "column " + in_quotes(name) + " of relation " +
                                             in_quotes(outsiders.name) + " is of type " +
                                             type_name(column->type) + " and of type " +
                                             type_name(type) + " in the source");
}

std::vector<std::vector<Code>> read_outsiders(Oid relation, const std::vector<std::string>& names,
                                              const std::vector<Dictionary*>& dictionaries) {
  const Source outsiders = open_source(relation);
  for (std::size_t i = 0; i < names.size(); ++i)
    check_outsiders(outsiders, names[i], dictionaries[i]->type());
  return read_columns(relation, names, dictionaries);
}

std::size_t add_outsiders(const ReadBeside& beside, const Source& source, std::size_t members,
                          std::vector<AttributeReading>& readings) {
  // A region's rows are read once.
  if (beside.outsiders == source.relation && beside.tuples == nullptr) {
    for (AttributeReading& reading : readings) {
      std::vector<Code>& tuples = reading.tuples;
      tuples.resize(2 * members);
      std::copy_n(tuples.begin(), members, tuples.begin() + static_cast<std::ptrdiff_t>(members));
    }
    return members;
  }
  if (beside.outsiders || beside.other_tuples != nullptr) {
    std::vector<std::string> names;
    std::vector<Dictionary*> dictionaries;
    for (AttributeReading& reading : readings) {
      names.push_back(reading.attribute->source_name);
      dictionaries.push_back(&reading.values());
    }
    const std::vector<std::vector<Code>> codes =
        beside.outsiders ? read_outsiders(*beside.outsiders, names, dictionaries)
                         : beside.other_tuples->read(names, dictionaries);
    for (std::size_t i = 0; i < readings.size(); ++i)
      readings[i].tuples.insert(readings[i].tuples.end(), codes[i].begin(), codes[i].end());
    return row_count(codes);
  }
  if (beside.drawing == nullptr || members == 0) return 0;
  for (AttributeReading& reading : readings)
    draw_values(reading.tuples, members, *beside.drawing);
  return drawn_outsiders(members);
}

void finish_buckets(Dictionary& buckets, std::vector<Code>& bucket_of, const Progress& progress) {
  buckets.finish(progress);
  if (buckets.nullable()) {
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "the bucket column contains nulls")
        .hint("Every row of a release is in a bucket.");
  }
  buckets.translate(bucket_of, progress);
}

void fail_empty(const Release& release) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "release " + in_quotes(relation_name(release.relations.front())) + " is empty");
}

void check_number_of_rows(std::size_t all) {
  if (all <= std::numeric_limits<Row>::max()) return;
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows")
      .detail("Release and source have more than " +
              std::to_string(std::numeric_limits<Row>::max()) + " rows together.");
}

// Values of some attributes over published rows and tuples alike.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress) {
  check_number_of_rows(rows + tuple_count);
  std::vector<std::vector<Code>> columns;
  std::vector<Code> domains;
  for (std::size_t i = 0; i < published.size(); ++i) {
    std::vector<Code> both(published[i].size() + tuples[i].size());
    Code largest = 0;
    const auto append = [&](const std::vector<Code>& from, std::size_t at) {
      progress.in_blocks(from.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
          both[at + row] = from[row];
          largest = std::max(largest, from[row]);
        }
      });
    };
    append(published[i], 0);
    append(tuples[i], published[i].size());
    domains.push_back(largest + 1);
    columns.push_back(std::move(both));
  }
  const std::vector<std::span<const Code>> spans(columns.begin(), columns.end());
  const Combinations combinations =
      combine(static_cast<Row>(rows + tuple_count), spans, domains, progress);
  const auto middle = combinations.of_row.begin() + static_cast<std::ptrdiff_t>(rows);
  return {{combinations.of_row.begin(), middle},
          {middle, combinations.of_row.end()},
          combinations.distinct};
}

Error counts_do_not_fit(const std::string& attribute) {
  return Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the counts of attribute " +
                                                             in_quotes(attribute) +
                                                             " do not fit the rows of its buckets")
      .hint("verify_release() shows more.");
}

}  // namespace microdata::postgres
