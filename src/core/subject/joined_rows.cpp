#include "core/subject/joined_rows.hpp"

#include <cstddef>
#include <numeric>
#include <span>

namespace microdata {

namespace {

std::vector<Code> numbers_of_persons(std::size_t persons, Random& random) {
  std::vector<Code> numbers(persons);
  std::iota(numbers.begin(), numbers.end(), Code{1});
  random.shuffle(std::span(numbers));
  return numbers;
}

}  // namespace

JoinedRows join_rows(const SubjectBucketization& bucketization, Random& random,
                     const Progress& progress) {
  const TuplePartition& buckets = bucketization.buckets;
  const std::vector<Code> numbers = numbers_of_persons(buckets.rows.size(), random);
  const std::size_t rows = bucketization.published_rows.rows.size();
  JoinedRows joined;
  joined.rows.rows.reserve(rows);
  joined.values.reserve(rows);
  joined.places.reserve(rows);
  joined.persons.reserve(rows);
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    for (Row place = buckets.offsets[b]; place < buckets.offsets[b + 1]; ++place) {
      progress.checkpoint_at(place);
      const auto of_rows = bucketization.published_rows.bucket(bucketization.row_sets[place]);
      const auto of_values = bucketization.published_rows.bucket(bucketization.value_sets[place]);
      joined.rows.rows.insert(joined.rows.rows.end(), of_rows.begin(), of_rows.end());
      const std::size_t first = joined.values.size();
      joined.values.insert(joined.values.end(), of_values.begin(), of_values.end());
      random.shuffle(std::span(joined.values).subspan(first));
      joined.places.insert(joined.places.end(), of_rows.size(), place);
      joined.persons.insert(joined.persons.end(), of_rows.size(), numbers[place]);
    }
    joined.rows.offsets.push_back(static_cast<Row>(joined.rows.rows.size()));
  }
  return joined;
}

}  // namespace microdata
