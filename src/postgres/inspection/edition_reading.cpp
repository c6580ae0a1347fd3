#include "postgres/inspection/edition_reading.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "postgres/inspection/release_reader.hpp"
#include "postgres/release/release_lock.hpp"

namespace microdata::postgres {

namespace {

// Rows that are not NULL throughout.
std::vector<std::uint8_t> find_persons(std::span<ReadAttribute* const> known, std::size_t rows,
                                       const Progress& progress) {
  std::vector<std::uint8_t> is_person(rows);
  for (ReadAttribute* one : known) {
    progress.in_blocks(rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        is_person[row] |= one->labels().is_null(one->published[row]) ? 0U : 1U;
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

void add_persons(std::span<const Code> bucket_of, std::span<ReadAttribute* const> known,
                 ShownEdition& shown, const Progress& progress) {
  const std::vector<std::uint8_t> is_person = find_persons(known, bucket_of.size(), progress);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    if (is_person[row] == 0) continue;
    ++shown.edition.buckets[bucket_of[row]].persons;
    shown.edition.bucket_of.push_back(bucket_of[row]);
  }
  for (ReadAttribute* one : known) {
    progress.checkpoint();
    if (one->attribute->generalized) continue;
    shown.attributes.push_back({one->attribute->source_name, one->attribute->column,
                                std::move(one->values()), only(is_person, one->published)});
  }
}

// By code of counts.
std::vector<bool> find_ones(const Dictionary& counts) {
  std::vector<bool> ones;
  for (Code code = 0; code < counts.distinct(); ++code)
    ones.push_back(!counts.is_null(code) && counts.text(code) == "1");
  return ones;
}

// A value of the anatomy format that is not counted once is there twice, be it NULL: of persons
// without a value it is.
void add_values(std::span<const Code> bucket_of, const ReadAttribute& sensitive,
                std::vector<InvariantBucket>& buckets, const Progress& progress) {
  const CountedColumn* const counted = sensitive.counted ? &*sensitive.counted : nullptr;
  const std::vector<Code>& values = counted != nullptr ? counted->values : sensitive.published;
  const std::vector<bool> counts_one =
      counted != nullptr ? find_ones(counted->numbers.front()) : std::vector<bool>{};
  for (std::size_t row = 0; row < values.size(); ++row) {
    progress.checkpoint_at(row);
    const Code bucket = counted != nullptr ? counted->buckets[row] : bucket_of[row];
    const bool twice = counted != nullptr && !counts_one[counted->counts[row]];
    buckets[bucket].values.insert(buckets[bucket].values.end(), twice ? 2 : 1, values[row]);
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
  ReadRelease read = read_release(release, {.as_it_is = true, .source = false}, progress);
  std::vector<ReadAttribute*> known;
  ReadAttribute* sensitive = nullptr;
  for (ReadAttribute& one : read.attributes) {
    if (one.attribute->role == Role::sensitive) {
      sensitive = &one;
    } else {
      known.push_back(&one);
    }
  }
  if (sensitive == nullptr || known.empty()) fail_incomplete(release);
  ShownEdition shown{{}, std::move(sensitive->values()), {}, {}};
  // Rows in no bucket are in one of their own.
  shown.edition.buckets.resize(read.bucket_numbers.front().distinct());
  add_values(read.bucket_of, *sensitive, shown.edition.buckets, progress);
  add_persons(read.bucket_of, known, shown, progress);
  take_valueless(shown, progress);
  return shown;
}

}  // namespace microdata::postgres
