#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// True if so many rows share values more often than by accident.
bool is_repeating(std::uint64_t rows, std::uint64_t values);

// Counter of repeated values of a column, without NULL, in one pass over all rows with little
// memory. If there are too many values, a random sample of them is counted, each with all of its
// rows. The method is that of Gibbons ("Distinct sampling for highly-accurate answers to distinct
// values queries", 2001). Values are compared by their bytes.
class Repetition {
 public:
  explicit Repetition(const AttributeType& type) : type_(type) {}

  const AttributeType& type() const { return type_; }
  void add(const Key& key);

  // Return the numbers of values and rows in the sample.
  std::uint64_t values() const { return rows_of_value_.size(); }
  std::uint64_t rows() const;
  // Returns the number of rows whose value other rows have as well.
  std::uint64_t shared_rows() const;
  bool sampled() const { return outside_ != 0; }

  // Returns the mean number of rows per value; 0 without rows.
  double rows_per_value() const;
  // True if the values look like those of persons with several rows each: there are more values
  // than rows per value. A table of wards, countries or codes has fewer.
  bool tells_persons_apart() const;

 private:
  void halve();

  AttributeType type_;
  // Numbers of rows by the hash of their value.
  std::unordered_map<std::uint64_t, std::uint32_t> rows_of_value_;
  // Mask of hash bits; a value is in the sample if none of these bits of its hash is set.
  std::uint64_t outside_ = 0;
};

// Returns the source's identifiers whose values are counted while it is read, because persons might
// be distinguished by them: a few at most, and none if the subject is known.
std::vector<std::size_t> columns_to_count(const Source& source,
                                          const std::vector<AssignedRole>& roles);

// Warns once if one of these columns looks as if persons had several rows each.
void warn_of_repetition(const Source& source, const std::vector<AssignedRole>& roles,
                        const std::vector<std::size_t>& columns,
                        std::span<const Repetition> counted);

}  // namespace microdata::postgres
