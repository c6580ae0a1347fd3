#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/attribute_type.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Keys and foreign keys of a column: in the source, in the tables whose columns it shows through
// views, and in tables that these inherit from or are inherited by.
struct KeyColumn {
  // True if the column is part of a primary key, or alone in a unique constraint or index of all
  // rows.
  bool key = false;
  // True if the column is the only one of a key.
  bool unique = false;
  // Names of the tables to which foreign keys with the column refer.
  std::vector<std::string> references;
  // True if one of these tables is not the table that has the foreign key.
  bool refers_elsewhere = false;
  // True if the column might be a code. The column must be the only one of each of its foreign
  // keys. Neither its name nor those of the referenced tables and their columns may be names for
  // persons.
  bool refers_to_codes = false;
};

// Returns the facts for each of the source's columns. Requires a SpiSession and a lock on the
// source.
std::vector<KeyColumn> key_columns(const Source& source);

// Returns the source's other columns in a key of several columns with the column: in the primary
// key, or else in a unique index of all rows. Empty if there is no such key. Requires a SpiSession
// and a lock on the source.
std::vector<std::size_t> columns_of_same_key(const Source& source, std::size_t column);

// Returns the columns among `asked` that are foreign keys with the values of codes. Judges by the
// first rows of the source, if the caller may read them. Publishing functions and classify() both
// use it. Requires a SpiSession and a lock on the source.
std::vector<bool> code_columns(const Source& source, std::span<const KeyColumn> keys,
                               const std::vector<bool>& asked);

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
