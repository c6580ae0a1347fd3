#include "postgres/inspection/counterfeits.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>

#include "postgres/inspection/release_structure.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

std::size_t counterfeits_of(const Release& release) {
  return static_cast<std::size_t>(release.layout.counterfeits.value_or(0));
}

std::size_t valueless_of(const Release& release) {
  return static_cast<std::size_t>(release.layout.valueless.value_or(0));
}

std::vector<std::uint8_t> valueless_buckets(const Release& release, std::span<const Code> bucket_of,
                                            std::size_t buckets, std::span<const Code> values,
                                            const Dictionary& dictionary) {
  const std::size_t recorded = valueless_of(release);
  if (recorded == 0) return {};
  std::vector<std::uint8_t> valueless(buckets, 1);
  std::vector<std::size_t> rows(buckets);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    ++rows[bucket_of[row]];
    if (!dictionary.is_null(values[row])) valueless[bucket_of[row]] = 0;
  }
  for (std::size_t b = 0; b < buckets; ++b) {
    if (rows[b] < 2) valueless[b] = 0;
  }
  const auto found = static_cast<std::size_t>(std::count_if(
      bucket_of.begin(), bucket_of.end(), [&](Code bucket) { return valueless[bucket] != 0; }));
  if (found == recorded) return valueless;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "persons of " + in_quotes(relation_name(release.relations.front())) +
                  " without a value cannot be told from others")
      .detail("It was published with " + std::to_string(recorded) + ", and has " +
              std::to_string(found) + " rows in buckets without a sensitive value.")
      .hint("verify_release() shows more.");
}

void CounterfeitRows::add(std::span<const Code> codes, const Dictionary& dictionary,
                          const Progress& progress) {
  for (std::size_t row = 0; row < codes.size(); ++row) {
    progress.checkpoint_at(row);
    if (!dictionary.is_null(codes[row])) counterfeit_[row] = 0;
  }
}

std::vector<std::uint8_t> CounterfeitRows::found(const Release& release) const {
  const auto found = std::count(counterfeit_.begin(), counterfeit_.end(), 1);
  const std::size_t recorded = counterfeits_of(release);
  if (static_cast<std::size_t>(found) == recorded) return counterfeit_;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "the counterfeits of " + in_quotes(relation_name(release.relations.front())) +
                  " cannot be told from its persons")
      .detail("It was published with " + std::to_string(recorded) + ", and has " +
              std::to_string(found) + " rows that are null in all but the sensitive attribute.")
      .hint("verify_release() shows more.");
}

std::vector<Row> persons_first(std::span<const std::uint8_t> counterfeit) {
  std::vector<Row> order(counterfeit.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_partition(order.begin(), order.end(), [&](Row row) { return counterfeit[row] == 0; });
  return order;
}

}  // namespace microdata::postgres
