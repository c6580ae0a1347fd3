#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the bits of a value that is passed by value, as a number. `length` is the length of its
// type.
inline std::int64_t fixed_value(Datum value, std::int16_t length) {
  switch (length) {
    case 1:
      return static_cast<std::int64_t>(static_cast<signed char>(DatumGetChar(value)));
    case 2:
      return DatumGetInt16(value);
    case 4:
      return DatumGetInt32(value);
    default:
      return DatumGetInt64(value);
  }
}

// Canonical values: bytes that are equal for equal values, and for equal values only, on every
// server, platform and version. A series that remembers their hash finds it again after dump and
// restore.

// True if values of the type have canonical values. False if equal values may be written
// differently and only the type, its collation or an extension knows how: citext, jsonb, arrays.
bool has_canonical_values(const AttributeType& type);

// Returns the canonical values of a finished dictionary without NULL, by code; the text forms for
// types that have none.
std::vector<std::string> canonical_values(const Dictionary& dictionary, const Progress& progress);

struct AssignedRole;
struct Source;
struct Table;

// Facts about the persons of a whole table, who can have several rows each.
struct PersonFacts {
  std::int64_t rows = 0;
  std::int64_t persons = 0;
  std::int64_t with_several_rows = 0;
  std::int64_t most_rows = 0;
  // Published columns that are constant within every person.
  std::vector<std::string> of_person;
};

// Remarks the attributes of persons and of their rows.
void remark_persons(const std::vector<std::string>& of_person,
                    const std::vector<std::string>& of_rows, const PersonFacts& facts);

// Fail if rows have no person, or if a declared attribute of persons has several values for
// `several` of them.
[[noreturn]] void fail_without_person(std::int64_t unknown, std::int64_t rows,
                                      const std::vector<std::string>& names);
[[noreturn]] void fail_not_of_person(const std::string& name, std::int64_t several,
                                     std::int64_t persons);

// Fails because a person has several rows: `what`, as the user calls it, cannot keep them together.
inline constexpr const char* one_row_hint =
    "Publish a view with one row of each person, or use bucketize_table() without "
    "in_place and format.";
[[noreturn]] void fail_several_rows_each(const PersonFacts& facts, const std::string& what,
                                         const char* hint = one_row_hint);

// Returns a new random key for hashes, as hexadecimal digits.
std::string draw_hash_key();

// Fails if values of an attribute of the subject have no canonical form: a person's name might be
// written differently in the next edition, and would not be recognized.
void check_subject_of_series(const Source& source, const std::vector<AssignedRole>& roles);

// Returns, for every row, SipHash of the subject's canonical values, by which persons are
// recognized. Requires a table that was read for an edition.
std::vector<PersonHash> person_hashes(const Table& table, const std::string& key,
                                      const Progress& progress);

// Returns, for every row, a hash other than 0 of all published values except the sensitive one, by
// which changes between editions are detected. The hash depends on the key. One change in 2^32
// remains undetected.
std::vector<std::uint32_t> shown_hashes(const Table& table, const std::string& key,
                                        const Progress& progress);

// Attribute that is shown, with its values by row.
struct ShownValues {
  const Dictionary* dictionary;
  const std::vector<Code>* codes;
};

// Returns these hashes for values that were read elsewhere, with the attributes in the same order.
std::vector<std::uint32_t> shown_hashes(const std::vector<ShownValues>& shown, std::size_t rows,
                                        const std::string& key, const Progress& progress);

}  // namespace microdata::postgres
