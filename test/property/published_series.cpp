#include "property/published_series.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/selection.hpp"

namespace microdata::test {

PublishedSeries::PublishedSeries(Microdata people, Code distinct, EditionOptions options,
                                 Code harmless)
    : people_(std::move(people)),
      near_by_(people_.attributes.size()),
      distinct_(distinct),
      options_(options),
      remembered_(people_.rows, no_signature),
      waited_(people_.rows),
      withheld_(people_.rows),
      harmless_(std::size_t{distinct} + 1) {
  std::fill_n(harmless_.begin(), harmless, std::uint8_t{1});
  std::iota(near_by_.begin(), near_by_.end(), std::size_t{0});
}

SeriesEdition PublishedSeries::publish(const std::vector<Row>& present,
                                       const std::vector<Code>& values, Random& random) {
  SeriesEdition result;
  std::vector<std::uint32_t> remembered;
  std::vector<std::uint8_t> waited;
  for (const Row person : present) {
    result.present.push_back(person);
    // A person who was once withheld has a value that no signature has.
    result.values.push_back(withheld_[person] != 0 ? distinct_ : values[person]);
    remembered.push_back(remembered_[person]);
    waited.push_back(waited_[person]);
  }
  const Microdata data = selected(people_, result.present, {});
  result.edition = make_edition(
      {data, near_by_, result.values, distinct_ + 1, remembered, waited, {}, harmless_},
      signatures_, options_, random, {});
  const Edition& edition = result.edition;
  signatures_ = edition.signatures;
  for (std::size_t b = 0; b < edition.buckets.buckets(); ++b) {
    for (const Row row : edition.buckets.bucket(b))
      remembered_[result.person(row)] = edition.signature_of[b];
  }
  for (const Row row : edition.harmless.rows)
    waited_[result.person(row)] = 0;
  for (const Row row : edition.waiting)
    waited_[result.person(row)] = 1;
  for (const Row row : edition.withheld)
    withheld_[result.person(row)] = 1;
  return result;
}

}  // namespace microdata::test
