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

// Whether so many rows have more than an accident's share of values in common.
bool is_repeating(std::uint64_t rows, std::uint64_t values);

// How often the values of a column repeat, NULL apart, in a pass over all rows and little memory:
// of more values than it has room for, a random sample is counted, each with all of its rows
// (Gibbons, "Distinct sampling for highly-accurate answers to distinct values queries", 2001).
// Values are compared by their bytes.
class Repetition {
 public:
  explicit Repetition(const AttributeType& type) : type_(type) {}

  const AttributeType& type() const { return type_; }
  void add(const Key& key);

  // Of the sample.
  std::uint64_t values() const { return rows_of_value_.size(); }
  std::uint64_t rows() const;
  // Rows whose value others have as well.
  std::uint64_t shared_rows() const;
  bool sampled() const { return outside_ != 0; }

  // 0 of no rows.
  double rows_per_value() const;
  // Whether the values look like those of persons with several rows each: more of them than one
  // has rows. A table of wards, countries or codes has fewer.
  bool tells_persons_apart() const;

 private:
  void halve();

  AttributeType type_;
  // By their hashes.
  std::unordered_map<std::uint64_t, std::uint32_t> rows_of_value_;
  // A value is in the sample when none of these bits of its hash is set.
  std::uint64_t outside_ = 0;
};

// The source's identifiers whose values are to be counted while it is read, as persons may be told
// apart by them: a few at most, and none where somebody said whose the rows are.
std::vector<std::size_t> columns_to_count(const Source& source,
                                          const std::vector<AssignedRole>& roles);

// Warns, once, where one of these columns looks as if persons had several rows each.
void warn_of_repetition(const Source& source, const std::vector<AssignedRole>& roles,
                        const std::vector<std::size_t>& columns,
                        std::span<const Repetition> counted);

}  // namespace microdata::postgres
