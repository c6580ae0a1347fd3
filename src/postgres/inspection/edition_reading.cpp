#include "postgres/inspection/edition_reading.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "postgres/inspection/release_reading.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// Columns of a relation of an edition, the bucket first.
struct EditionColumns {
  std::vector<Dictionary> dictionaries;
  std::vector<std::vector<Code>> codes;

  std::size_t rows() const { return codes.front().size(); }
};

EditionColumns read_edition_columns(Oid relation, const std::vector<std::string>& names,
                                    const Progress& progress) {
  const Source source = open_source(relation);
  EditionColumns columns;
  for (const std::string& name : names)
    columns.dictionaries.emplace_back(require_column(source, name).type);
  check_is_integer(require_column(source, names.front()), "bucket");
  std::vector<Dictionary*> pointers;
  for (Dictionary& dictionary : columns.dictionaries)
    pointers.push_back(&dictionary);
  columns.codes = read_columns(relation, names, pointers);
  for (std::size_t i = 0; i < names.size(); ++i) {
    columns.dictionaries[i].finish(progress);
    columns.dictionaries[i].translate(columns.codes[i], progress);
  }
  return columns;
}

// Buckets by their numbers as they are shown; rows without one are in one of their own.
class ShownBuckets {
 public:
  std::vector<std::uint32_t> by_code(const Dictionary& dictionary) {
    std::vector<std::uint32_t> numbers;
    for (Code code = 0; code < dictionary.distinct(); ++code) {
      numbers.push_back(number(dictionary.is_null(code)
                                   ? std::numeric_limits<std::int64_t>::min()
                                   : static_cast<std::int64_t>(dictionary.projection()[code])));
    }
    return numbers;
  }

  InvariantEdition edition;

 private:
  std::uint32_t number(std::int64_t shown) {
    const auto [found, is_new] =
        numbers_.emplace(shown, static_cast<std::uint32_t>(edition.buckets.size()));
    if (is_new) edition.buckets.emplace_back();
    return found->second;
  }

  std::unordered_map<std::int64_t, std::uint32_t> numbers_;
};

// Rows that are not NULL throughout.
std::vector<std::uint8_t> find_persons(const EditionColumns& columns, const Progress& progress) {
  std::vector<std::uint8_t> is_person(columns.rows());
  for (std::size_t c = 1; c < columns.codes.size(); ++c) {
    const Dictionary& dictionary = columns.dictionaries[c];
    progress.in_blocks(columns.rows(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        is_person[row] |= dictionary.is_null(columns.codes[c][row]) ? 0U : 1U;
    });
  }
  return is_person;
}

std::vector<Code> only(const std::vector<std::uint8_t>& chosen, const std::vector<Code>& codes) {
  std::vector<Code> result;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (chosen[row] != 0) result.push_back(codes[row]);
  }
  return result;
}

// Returns the attributes, which `known` has after the bucket.
std::vector<ShownAttribute> add_persons(EditionColumns known,
                                        std::span<const ReleaseAttribute* const> attributes,
                                        ShownBuckets& buckets, const Progress& progress) {
  const std::vector<std::uint32_t> numbers = buckets.by_code(known.dictionaries.front());
  const std::vector<std::uint8_t> is_person = find_persons(known, progress);
  for (std::size_t row = 0; row < known.rows(); ++row) {
    progress.checkpoint_at(row);
    if (is_person[row] == 0) continue;
    const std::uint32_t bucket = numbers[known.codes.front()[row]];
    ++buckets.edition.buckets[bucket].persons;
    buckets.edition.bucket_of.push_back(bucket);
  }
  std::vector<ShownAttribute> shown;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    progress.checkpoint();
    if (attributes[i]->generalized) continue;
    shown.push_back({attributes[i]->source_name, attributes[i]->column,
                     std::move(known.dictionaries[i + 1]), only(is_person, known.codes[i + 1])});
  }
  return shown;
}

// By code of counts.
std::vector<bool> find_ones(const Dictionary& counts) {
  std::vector<bool> ones;
  for (Code code = 0; code < counts.distinct(); ++code)
    ones.push_back(!counts.is_null(code) && counts.text(code) == "1");
  return ones;
}

// `counted`: there is a column of counts, as in the anatomy format. A value that is not
// counted once is there twice, be it NULL: of persons without a value it is.
void add_values(const EditionColumns& columns, bool counted, ShownBuckets& buckets,
                const Progress& progress) {
  const std::vector<std::uint32_t> numbers = buckets.by_code(columns.dictionaries.front());
  const std::vector<bool> counts_one =
      counted ? find_ones(columns.dictionaries[2]) : std::vector<bool>{};
  for (std::size_t row = 0; row < columns.rows(); ++row) {
    progress.checkpoint_at(row);
    std::vector<Code>& values = buckets.edition.buckets[numbers[columns.codes.front()[row]]].values;
    values.push_back(columns.codes[1][row]);
    if (counted && !counts_one[columns.codes[2][row]]) values.push_back(columns.codes[1][row]);
  }
}

// By bucket, whether all of its values are NULL: a bucket of the edition has others.
std::vector<std::uint8_t> find_valueless(const std::vector<InvariantBucket>& buckets,
                                         const Dictionary& values) {
  std::vector<std::uint8_t> valueless;
  for (const InvariantBucket& bucket : buckets) {
    const bool has_value = std::any_of(bucket.values.begin(), bucket.values.end(),
                                       [&](Code value) { return !values.is_null(value); });
    valueless.push_back(bucket.values.size() > 1 && !has_value ? 1 : 0);
  }
  return valueless;
}

// Takes groups of persons without a value, and these, out of the edition.
void take_valueless(ShownEdition& shown, const Progress& progress) {
  const std::vector<std::uint8_t> is_valueless =
      find_valueless(shown.edition.buckets, shown.values);
  if (std::find(is_valueless.begin(), is_valueless.end(), 1) == is_valueless.end()) return;
  std::vector<InvariantBucket> buckets;
  std::vector<std::uint32_t> number;
  for (std::size_t b = 0; b < is_valueless.size(); ++b) {
    progress.checkpoint_at(b);
    number.push_back(static_cast<std::uint32_t>(buckets.size()));
    InvariantBucket& bucket = shown.edition.buckets[b];
    if (is_valueless[b] != 0) {
      shown.valueless.push_back(bucket.persons);
    } else {
      buckets.push_back(std::move(bucket));
    }
  }
  shown.edition.buckets = std::move(buckets);
  std::vector<std::uint8_t> in_bucket;
  std::vector<std::uint8_t> in_group;
  std::vector<std::uint32_t> bucket_of;
  for (const std::uint32_t bucket : shown.edition.bucket_of) {
    in_group.push_back(is_valueless[bucket]);
    in_bucket.push_back(is_valueless[bucket] != 0 ? 0 : 1);
    if (is_valueless[bucket] == 0) bucket_of.push_back(number[bucket]);
  }
  shown.edition.bucket_of = std::move(bucket_of);
  for (ShownAttribute& attribute : shown.attributes) {
    progress.checkpoint();
    attribute.codes_of_valueless = only(in_group, attribute.codes);
    attribute.codes = only(in_bucket, attribute.codes);
  }
}

}  // namespace

std::size_t ShownEdition::valueless_persons() const {
  return std::accumulate(valueless.begin(), valueless.end(), std::size_t{0});
}

ShownEdition read_edition(const Release& release, const Progress& progress) {
  const std::string bucket = release.layout.bucket.name;
  std::vector<std::string> known{bucket};
  std::vector<const ReleaseAttribute*> attributes;
  const ReleaseAttribute* sensitive = nullptr;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role == Role::sensitive) {
      sensitive = &attribute;
    } else {
      known.push_back(attribute.name);
      attributes.push_back(&attribute);
    }
  }
  if (sensitive == nullptr || attributes.empty()) fail_incomplete(release);
  const bool anatomy = release.layout.counted;
  std::vector<std::string> of_values{bucket, sensitive->name};
  if (anatomy) of_values.push_back(release.layout.count.name);
  ShownBuckets buckets;
  EditionColumns values = read_edition_columns(sensitive->relation, of_values, progress);
  add_values(values, anatomy, buckets, progress);
  std::vector<ShownAttribute> shown =
      add_persons(read_edition_columns(attributes.front()->relation, known, progress), attributes,
                  buckets, progress);
  ShownEdition edition{
      std::move(buckets.edition), std::move(values.dictionaries[1]), std::move(shown), {}};
  take_valueless(edition, progress);
  return edition;
}

}  // namespace microdata::postgres
