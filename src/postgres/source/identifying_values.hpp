#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/privacy/identifier_rules.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// How much is looked at of a column: at most so many of its values or rows, and of each so many
// bytes.
struct SampleSize {
  std::size_t values;
  std::size_t bytes;
};

// What was read of a column; the codes are those of the finished dictionary, one to a row, or one
// to a person where all rows of each have the same.
struct ColumnValues {
  const std::string& name;
  const Dictionary& dictionary;
  std::span<const Code> codes;
  bool of_persons = false;
  // True if they look like full names.
  bool full_names = false;

  // How many distinct values there are, and how many rows, or persons, have one, NULL apart.
  std::uint64_t distinct() const;
  std::uint64_t with_value() const;
};

// The kind of a finished dictionary's values.
ValueKind value_kind(const Dictionary& values);

// A rule that holds for a column: for `count` `of` its rows, persons or values.
struct Evidence {
  const IdentifierRule* rule = nullptr;
  std::uint64_t count = 0;
  std::uint64_t of = 0;
  // Whether there are others: values or rows that were not looked at, or rows or persons that have
  // NULL.
  bool partly = false;
  // The column that contained identifiers are from, or what a key is named like.
  std::string identifier = {};
  // Of distinct values: whether persons were counted.
  bool of_persons = false;
  // Of distinct values: whether these are a sample of them, with all rows that have one.
  bool of_sample = false;
};

// True if it counts only for values that are none of codes or things: a code may have a long label
// or a uuid, and a thing what looks like a full name.
bool may_be_of_codes(const Evidence& evidence);
// True if so many rows and values of a column are of those.
bool is_of_codes(const Evidence& evidence, const std::string& column, std::uint64_t rows,
                 std::uint64_t values);

bool are_full_names(const std::vector<Evidence>& evidence);

// The rules that hold for a column looked at by itself. What is of persons is to be given so: a
// value that all rows of a person have names that person, however many they are.
std::vector<Evidence> identifying_values(const ColumnValues& column, const SampleSize& sample,
                                         const Progress& progress);

// Whether a type's texts are searched for patterns and identifiers.
bool is_searched(const AttributeType& type);

// True for points, boxes, paths and other figures of the server's own types.
bool is_geometric(const AttributeType& type);

// Whether a type's values are looked for in texts.
bool is_looked_for(const AttributeType& type);

// For each of `texts`, the column of `identifiers` whose values its texts contain, row by row; the
// first one. All columns are equally long, and are some or all of `rows` rows.
std::vector<std::optional<Evidence>> contained_identifiers(
    std::span<const ColumnValues> texts, std::span<const ColumnValues> identifiers, Row rows,
    const SampleSize& sample, const Progress& progress);

// How many of some rows' texts contain the row's own value of another column, and that of a row
// chosen at random.
struct ContainedValues {
  std::uint64_t texts = 0;
  std::uint64_t own = 0;
  std::uint64_t others = 0;

  double share() const { return static_cast<double>(own) / static_cast<double>(texts); }

  // True if they contain 0.75 of the values that they do not contain by chance, as where nearly all
  // rows have one value. By chance, 20 or more rows do not contain the other value.
  bool holds() const { return others + 20 <= texts && 4 * (texts - own) <= texts - others; }
};

// True for types whose texts may contain more than one number, date or name.
bool may_contain_values(const AttributeType& type);

// How a text contains a value: as a whole word, or as its beginning, as a code does its chapter.
enum class Containment { word, beginning };

// Looks at texts that are not NULL beside values of 2 to 100 bytes, 1 for beginnings; nothing where
// it soon shows that it does not hold.
std::optional<ContainedValues> contained_values(const ColumnValues& texts,
                                                const ColumnValues& values, Containment containment,
                                                const SampleSize& sample, const Progress& progress);

// "contains e-mail addresses in 3 of 2000 sampled values". Never shows a value.
std::string in_words(const Evidence& evidence);

}  // namespace microdata::postgres
