#include "postgres/inspection/release_reader.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "core/microdata/combination.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

const HarmlessValues* harmless_values(const Release& release, const std::string& attribute) {
  const auto& recorded = release.layout.harmless;
  const auto found = recorded.find(attribute);
  if (found != recorded.end()) return &found->second;
  // The column might have been renamed in a view, or in another relation of the release.
  for (const ReleaseAttribute& one : release.attributes) {
    if (one.name != attribute || one.source_name.empty()) continue;
    for (const auto& named : recorded) {
      const bool is_same = std::any_of(
          release.attributes.begin(), release.attributes.end(), [&](const ReleaseAttribute& other) {
            return other.name == named.first && other.source_name == one.source_name;
          });
      if (is_same || named.first == one.source_name) return &named.second;
    }
  }
  return nullptr;
}

std::vector<std::uint8_t> harmless_codes(const Release& release, const std::string& attribute,
                                         const Dictionary& values, const Progress& progress) {
  const HarmlessValues* const recorded = harmless_values(release, attribute);
  if (recorded == nullptr) return {};
  return harmless_codes(values, *recorded, progress);
}

void HarmlessInAll::add(const std::vector<std::uint8_t>& harmless) {
  if (!in_all_ || harmless.empty()) {
    in_all_ = harmless;
    return;
  }
  for (std::size_t value = 0; value < in_all_->size(); ++value)
    (*in_all_)[value] &= harmless[value];
}

void HarmlessInAll::add(const Release& release, const std::string& source_name,
                        const Dictionary& values, const Progress& progress) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.source_name == source_name && attribute.role == Role::sensitive)
      add(harmless_codes(release, attribute.name, values, progress));
  }
}

std::vector<std::uint8_t> HarmlessInAll::values() const {
  return in_all_.value_or(std::vector<std::uint8_t>{});
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
  if (is_of_subjects(release) && !release.layout.persons_joined()) {
    const auto of_persons = std::find_if(
        release.attributes.begin(), release.attributes.end(),
        [&](const auto& one) { return part_of(release, one) == SubjectPart::persons; });
    return of_persons == release.attributes.end() ? release.relations.front()
                                                  : of_persons->relation;
  }
  const bool counted = release.layout.counted;
  const auto first = std::find_if(release.attributes.begin(), release.attributes.end(),
                                  [&](const ReleaseAttribute& attribute) {
                                    return !counted || attribute.role != Role::sensitive;
                                  });
  if (first == release.attributes.end()) fail_incomplete(release);
  return first->relation;
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

namespace {

// Relations of a release's attributes, opened.
using OpenRelations = std::map<Oid, Source>;

bool shows_counterfeits(const Release& release) {
  return counterfeits_of(release) > 0 && !release.layout.counted;
}

void read_rows(const Release& release, const Source& relation, const ReadScope& scope,
               ReadRelease& read) {
  ColumnsToRead columns;
  if (scope.buckets) {
    const SourceColumn& bucket = require_column(relation, release.layout.bucket.name);
    check_is_integer(bucket, "bucket");
    columns.add(bucket.name, read.bucket_numbers.emplace_back(bucket.type), read.bucket_of);
  }
  for (ReadAttribute& one : read.attributes) {
    if (one.attribute->relation == relation.relation)
      columns.add(one.attribute->name, one.labels(), one.published);
  }
  read.rows = columns.read_from(relation);
}

// Reads an attribute that is counted by bucket.
void read_counted(const Release& release, const Source& relation, Dictionary& buckets,
                  ReadAttribute& one) {
  const SourceColumn& bucket = require_column(relation, release.layout.bucket.name);
  const SourceColumn& count = require_column(relation, release.layout.count.name);
  check_is_integer(bucket, "bucket");
  check_is_integer(count, "count");
  CountedColumn& counted = one.counted.emplace();
  ColumnsToRead columns;
  columns.add(bucket.name, buckets, counted.buckets);
  columns.add(one.attribute->name, one.shared(), counted.values);
  columns.add(count.name, counted.numbers.emplace_back(count.type), counted.counts);
  columns.read_from(relation);
}

// Columns of the source to read for the attributes.
struct SourceNames {
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;

  explicit SourceNames(std::vector<ReadAttribute>& attributes) {
    for (ReadAttribute& one : attributes) {
      names.push_back(one.attribute->source_name);
      dictionaries.push_back(&one.values());
    }
  }
};

// Adds the codes of the source's columns to the attributes; returns the number of tuples.
std::size_t add_tuples(const std::vector<std::vector<Code>>& codes,
                       std::vector<ReadAttribute>& attributes) {
  for (std::size_t i = 0; i < attributes.size(); ++i)
    attributes[i].tuples.insert(attributes[i].tuples.end(), codes[i].begin(), codes[i].end());
  return row_count(codes);
}

std::size_t read_members(const Source& source, const ReadScope& scope,
                         std::vector<ReadAttribute>& attributes, const Progress& progress) {
  SourceNames columns(attributes);
  if (scope.keys != nullptr) scope.keys->add_to(columns.names, columns.dictionaries);
  std::vector<std::vector<Code>> codes =
      scope.tuples != nullptr ? scope.tuples->read(columns.names, columns.dictionaries)
                              : read_columns(source.relation, columns.names, columns.dictionaries);
  if (scope.keys != nullptr) scope.keys->take_from(codes, progress);
  return add_tuples(codes, attributes);
}

// Adds the values of drawn outsiders, each a random one of the first `members`.
void draw_values(std::vector<Code>& values, std::size_t members, Random& random) {
  for (std::size_t i = 0; i < drawn_outsiders(members); ++i)
    values.push_back(values[random.below(static_cast<std::uint32_t>(members))]);
}

// Adds the tuples of outsiders; returns their number.
std::size_t add_outsiders(const Source& source, const ReadScope& scope, std::size_t members,
                          std::vector<ReadAttribute>& attributes) {
  // A region's rows can be read only once, so that the source's tuples are copied.
  if (scope.outsiders == source.relation && scope.tuples == nullptr) {
    for (ReadAttribute& one : attributes) {
      std::vector<Code>& tuples = one.tuples;
      tuples.resize(2 * members);
      std::copy_n(tuples.begin(), members, tuples.begin() + static_cast<std::ptrdiff_t>(members));
    }
    return members;
  }
  if (scope.has_outsiders()) {
    const SourceNames columns(attributes);
    return add_tuples(scope.outsiders
                          ? read_outsiders(*scope.outsiders, columns.names, columns.dictionaries)
                          : scope.other_tuples->read(columns.names, columns.dictionaries),
                      attributes);
  }
  if (scope.drawing == nullptr || members == 0) return 0;
  for (ReadAttribute& one : attributes)
    draw_values(one.tuples, members, *scope.drawing);
  return drawn_outsiders(members);
}

void finish_counts(const Dictionary& buckets, ReadAttribute& one, const Progress& progress) {
  CountedColumn& counted = *one.counted;
  buckets.translate(counted.buckets, progress);
  one.values().translate(counted.values, progress);
  Dictionary& numbers = counted.numbers.front();
  numbers.finish(progress);
  numbers.translate(counted.counts, progress);
}

// Adds rows for counted values that outnumber the rows of their bucket, but no more than `most`. A
// row of the counted table stands for one value, because a bucket of an edition has each value
// once. No count can therefore claim more places than the table has rows.
void add_counterfeits(const CountedColumn& counted, std::size_t most, ReadRelease& read,
                      const Progress& progress) {
  std::vector<Code>& bucket_of = read.bucket_of;
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
    for (; missing[bucket] > 0 && bucket_of.size() - read.rows < most; --missing[bucket])
      bucket_of.push_back(bucket);
  }
}

// Puts the counted values in the places of their buckets. Places without a value, and counts that
// the places cannot hold, are misfits.
void spread_values(Code buckets, std::span<const Code> bucket_of, ReadAttribute& one,
                   const Progress& progress) {
  const CountedColumn& counted = *one.counted;
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
  one.published.resize(bucket_of.size());
  for (std::size_t i = 0; i < counted.buckets.size(); ++i) {
    // A count can stand for as many rows as its bucket has, so that each needs a checkpoint.
    progress.checkpoint();
    const Code bucket = counted.buckets[i];
    const double number = numbers.projection()[counted.counts[i]];
    const auto room = static_cast<double>(ends[bucket] - next[bucket]);
    if (!(number >= 0 && number <= room)) ++one.misfits;
    // A count might claim more rows than there are.
    for (double n = 0; n < std::min(number, room); ++n)
      one.published[places[next[bucket]++]] = counted.values[i];
  }
  for (std::size_t b = 0; b < ends.size(); ++b)
    one.misfits += ends[b] - next[b];
  one.counted.reset();
}

void find_counterfeits(const Release& release, std::size_t rows_shown, ReadRelease& read,
                       const Progress& progress) {
  if (counterfeits_of(release) == 0) return;
  if (release.layout.counted) {
    for (ReadAttribute& one : read.attributes)
      one.published.resize(read.rows);
    if (read.rows == rows_shown) return;
    read.counterfeit.assign(read.rows, 1);
    std::fill_n(read.counterfeit.begin(), rows_shown, 0);
    return;
  }
  CounterfeitRows found(read.rows);
  for (ReadAttribute& one : read.attributes) {
    if (one.attribute->role != Role::sensitive) found.add(one.published, one.labels(), progress);
  }
  read.counterfeit = found.found(release);
}

void finish(const Release& release, const ReadScope& scope, ReadRelease& read,
            const Progress& progress) {
  if (scope.buckets) {
    Dictionary& buckets = read.bucket_numbers.front();
    buckets.finish(progress);
    if (!scope.as_it_is) check_bucket_numbers(buckets);
    buckets.translate(read.bucket_of, progress);
  }
  finish_attributes(read.attributes, progress);
  for (ReadAttribute& one : read.attributes) {
    if (one.counted) finish_counts(read.bucket_numbers.front(), one, progress);
  }
  if (scope.as_it_is || !scope.buckets) return;
  for (ReadAttribute& one : read.attributes) {
    if (one.counted) add_counterfeits(*one.counted, counterfeits_of(release), read, progress);
  }
  const std::size_t rows_shown = std::exchange(read.rows, read.bucket_of.size());
  for (ReadAttribute& one : read.attributes) {
    if (one.counted)
      spread_values(read.bucket_numbers.front().distinct(), read.bucket_of, one, progress);
  }
  find_counterfeits(release, rows_shown, read, progress);
}

}  // namespace

Dictionary& ReadAttribute::shared() {
  if (dictionaries.size() == 1) return values();
  throw Error(
      ERRCODE_INVALID_PARAMETER_VALUE,
      "attribute " + in_quotes(attribute->name) + " is generalized, and read as the source has it");
}

std::vector<const ReleaseAttribute*> attributes_to_read(const Release& release,
                                                        const ReadScope& scope) {
  std::vector<const ReleaseAttribute*> attributes;
  if (!scope.attributes) {
    for (const ReleaseAttribute& attribute : release.attributes)
      attributes.push_back(&attribute);
    return attributes;
  }
  for (const std::string& name : *scope.attributes)
    attributes.push_back(&require_attribute(release, name));
  if (!scope.buckets || scope.as_it_is || !shows_counterfeits(release)) return attributes;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role != Role::sensitive &&
        std::find(attributes.begin(), attributes.end(), &attribute) == attributes.end())
      attributes.push_back(&attribute);
  }
  return attributes;
}

ReadAttribute begin_attribute(const ReleaseAttribute& attribute, const Source& relation,
                              const std::optional<Source>& source) {
  const SourceColumn& column = require_column(relation, attribute.name);
  ReadAttribute read{&attribute, {}, {}, {}};
  if (source) {
    const SourceColumn& original = source_column(attribute, *source);
    if (!attribute.generalized) check_same_type(column, original);
    read.dictionaries.emplace_back(original.type);
  }
  if (!source || attribute.generalized) read.dictionaries.emplace_back(column.type);
  begin_with_globals(read.labels(), key_of_labels(attribute));
  return read;
}

void ColumnsToRead::add(const std::string& name, Dictionary& dictionary, std::vector<Code>& codes) {
  names_.push_back(name);
  dictionaries_.push_back(&dictionary);
  codes_.push_back(&codes);
}

std::size_t ColumnsToRead::read_from(const Source& relation) {
  std::vector<std::vector<Code>> codes = read_columns(relation.relation, names_, dictionaries_);
  for (std::size_t i = 0; i < codes.size(); ++i)
    *codes_[i] = std::move(codes[i]);
  return codes_.front()->size();
}

ReadPersons read_persons(const Source& source, const ReadScope& scope,
                         std::vector<ReadAttribute>& attributes, const Progress& progress) {
  const std::size_t members = read_members(source, scope, attributes, progress);
  return {members, add_outsiders(source, scope, members, attributes)};
}

void add_person(const KnownTuple& person, std::vector<ReadAttribute>& attributes) {
  for (ReadAttribute& one : attributes) {
    const auto known = person.find(one.attribute->name);
    if (known != person.end() && !one.attribute->generalized)
      one.tuples.push_back(encode_known(one.values(), known->second));
  }
}

void finish_attributes(std::vector<ReadAttribute>& attributes, const Progress& progress) {
  for (ReadAttribute& one : attributes) {
    for (Dictionary& dictionary : one.dictionaries)
      dictionary.finish(progress);
    one.labels().translate(one.published, progress);
    one.values().translate(one.tuples, progress);
  }
}

ReadRelease read_release(const Release& release, const ReadScope& scope, const Progress& progress) {
  const std::vector<const ReleaseAttribute*> attributes = attributes_to_read(release, scope);
  const Oid of_rows = relation_of_rows(release);
  OpenRelations relations;
  const auto open = [&](Oid relation) {
    if (!relations.contains(relation)) relations.emplace(relation, open_source(relation));
  };
  open(of_rows);
  for (const ReleaseAttribute* attribute : attributes)
    open(attribute->relation);
  ReadRelease read;
  if (scope.source && release.source) read.source = open_source(*release.source);
  for (const ReleaseAttribute* attribute : attributes) {
    ReadAttribute& one = read.attributes.emplace_back(
        begin_attribute(*attribute, relations.at(attribute->relation), read.source));
    // Without the source, values() are the labels, which must not begin with the source's values.
    if (scope.source) begin_with_globals(one.values(), global_name(*attribute));
  }
  read_rows(release, relations.at(of_rows), scope, read);
  for (ReadAttribute& one : read.attributes) {
    const Oid relation = one.attribute->relation;
    if (relation != of_rows)
      read_counted(release, relations.at(relation), read.bucket_numbers.front(), one);
  }
  if (read.source) {
    const ReadPersons persons = read_persons(*read.source, scope, read.attributes, progress);
    read.members = persons.members;
    read.outsiders = persons.outsiders;
    check_number_of_rows(read.rows + read.tuples());
  }
  if (scope.person != nullptr) add_person(*scope.person, read.attributes);
  finish(release, scope, read, progress);
  return read;
}

void check_counts(const ReadRelease& read) {
  for (const ReadAttribute& one : read.attributes) {
    if (one.misfits > 0) throw counts_do_not_fit(one.attribute->name);
  }
}

std::size_t drawn_outsiders(std::size_t members) {
  constexpr std::size_t most = 50'000;
  return std::min(members, most);
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

}  // namespace microdata::postgres
