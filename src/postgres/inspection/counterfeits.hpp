#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/values/dictionary.hpp"

// Editions of series can have counterfeits: sensitive values that belong to nobody (X. Xiao, Y.
// Tao, "m-Invariance", SIGMOD 2007). Rows of counterfeits are NULL in all other attributes, unlike
// any row of a person. In the anatomy format counterfeits are values without a row.

namespace microdata::postgres {

// Returns the recorded number of counterfeits of the release.
std::size_t counterfeits_of(const Release& release);

// Returns the recorded number of persons whom the edition shows without a value. These withheld
// persons are in buckets of several rows in which every sensitive value is NULL; no other bucket of
// an edition with such persons is like that.
std::size_t valueless_of(const Release& release);

// True if some rows of the release are counterfeits or persons without a value.
inline bool has_special_rows(const Release& release) {
  return counterfeits_of(release) > 0 || valueless_of(release) > 0;
}

// Returns by bucket 1 if its persons have no value; empty if there are no such buckets. `values`
// has the sensitive value of every row. Fails if the number of these persons is not the recorded
// one.
std::vector<std::uint8_t> valueless_buckets(const Release& release, std::span<const Code> bucket_of,
                                            std::size_t buckets, std::span<const Code> values,
                                            const Dictionary& dictionary);

// The counterfeits among published rows, found attribute by attribute.
class CounterfeitRows {
 public:
  explicit CounterfeitRows(std::size_t rows) : counterfeit_(rows, 1) {}

  // Adds an attribute that is not sensitive, by row. Requires a finished dictionary.
  void add(std::span<const Code> codes, const Dictionary& dictionary, const Progress& progress);

  // Returns by row 1 for a counterfeit. Fails if their number is not the recorded one, because rows
  // were changed or lost what distinguishes them from persons.
  std::vector<std::uint8_t> found(const Release& release) const;

 private:
  std::vector<std::uint8_t> counterfeit_;
};

// Returns the rows of persons and after them the counterfeits, both in their order.
std::vector<Row> persons_first(std::span<const std::uint8_t> counterfeit);

}  // namespace microdata::postgres
