#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/code.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/values/dictionary.hpp"

// Editions of series may have counterfeits: sensitive values that are nobody's (X. Xiao, Y. Tao,
// "m-Invariance", SIGMOD 2007). Where rows show them, they are NULL in all other attributes, as no
// row of a person is; in the anatomy format they are values without a row.

namespace microdata::postgres {

// How many the release has, as it is on record.
std::size_t counterfeits_of(const Release& release);

// Returns how many persons the edition shows without a value, as it is on record: withheld persons,
// in buckets in which every sensitive value is NULL. No other bucket of an edition is so.
std::size_t valueless_of(const Release& release);

// False if every row of the release is that of a person with a value.
inline bool has_special_rows(const Release& release) {
  return counterfeits_of(release) > 0 || valueless_of(release) > 0;
}

// Returns by bucket, 1 if it is one of these; empty if there are none. `values`: of every row.
// Fails if there are not as many persons as on record.
std::vector<std::uint8_t> valueless_buckets(const Release& release, std::span<const Code> bucket_of,
                                            std::size_t buckets, std::span<const Code> values,
                                            const Dictionary& dictionary);

// Finds the counterfeits among rows that are shown.
class CounterfeitRows {
 public:
  explicit CounterfeitRows(std::size_t rows) : counterfeit_(rows, 1) {}

  // An attribute that is not sensitive, by row; the dictionary is finished.
  void add(std::span<const Code> codes, const Dictionary& dictionary, const Progress& progress);

  // By row, whether it is one. Fails where there are not as many as the release has on record: then
  // some rows were changed, or lack what told them from persons.
  std::vector<std::uint8_t> found(const Release& release) const;

 private:
  std::vector<std::uint8_t> counterfeit_;
};

// The rows, those of persons first, each side in their order.
std::vector<Row> persons_first(std::span<const std::uint8_t> counterfeit);

}  // namespace microdata::postgres
