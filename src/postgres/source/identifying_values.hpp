#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/classification/identifier_rules.hpp"
#include "core/microdata/microdata.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Limits of a sample: the number of a column's values or rows, and of bytes of each.
struct SampleSize {
  std::size_t values;
  std::size_t bytes;
};

// Values that were read of a column. The codes are those of the finished dictionary, one per row,
// or one per person if all rows of each person have the same value.
struct ColumnValues {
  const std::string& name;
  const Dictionary& dictionary;
  std::span<const Code> codes;
  bool of_persons = false;
  // True if the values look like full names.
  bool full_names = false;

  // Return the number of distinct values, and of rows or persons with a value; NULL does not count.
  std::uint64_t distinct() const;
  std::uint64_t with_value() const;
};

// Returns the kind of a finished dictionary's values.
ValueKind value_kind(const Dictionary& values);

// Rule that holds for a column: for `count` `of` its rows, persons or values.
struct Evidence {
  const IdentifierRule* rule = nullptr;
  std::uint64_t count = 0;
  std::uint64_t of = 0;
  // True if other values exist: values or rows outside of the sample, or rows or persons with NULL.
  bool partly = false;
  // Name of the column of contained identifiers, or words for a key's name.
  std::string identifier = {};
  // True if persons were counted; only for distinct values.
  bool of_persons = false;
  // True if the distinct values are a sample, with all rows that have one of them.
  bool of_sample = false;
};

// True if the evidence counts only for values that are not codes or names of things: a code can
// have a long label or a uuid, and a thing can have a name like a person's.
bool may_be_of_codes(const Evidence& evidence);
// True if a column with so many rows and values has such codes or things.
bool is_of_codes(const Evidence& evidence, const std::string& column, std::uint64_t rows,
                 std::uint64_t values);

bool are_full_names(const std::vector<Evidence>& evidence);

// Returns the rules that hold for a column by itself. Columns of persons must be given by person,
// because a value that all rows of a person share identifies that person, however many rows there
// are.
std::vector<Evidence> identifying_values(const ColumnValues& column, const SampleSize& sample,
                                         const Progress& progress);

// True if a type's texts are searched for patterns and identifiers.
bool is_searched(const AttributeType& type);

// True for points, boxes, paths and other figures of the server's own types.
bool is_geometric(const AttributeType& type);

// True if a type's values are searched for in texts.
bool is_looked_for(const AttributeType& type);

// Returns, for each of `texts`, evidence about the first column of `identifiers` whose values its
// texts contain, row by row. All columns are equally long, and have some or all of `rows` rows.
std::vector<std::optional<Evidence>> contained_identifiers(
    std::span<const ColumnValues> texts, std::span<const ColumnValues> identifiers, Row rows,
    const SampleSize& sample, const Progress& progress);

// Number of texts that contain the same row's value of another column, and the value of a row
// chosen at random.
struct ContainedValues {
  std::uint64_t texts = 0;
  std::uint64_t own = 0;
  std::uint64_t others = 0;

  double share() const { return static_cast<double>(own) / static_cast<double>(texts); }

  // True if texts contain 75% of the values that they do not contain by chance, which happens if
  // nearly all rows have one value. At least 20 rows must not contain the random row's value.
  bool holds() const { return others + 20 <= texts && 4 * (texts - own) <= texts - others; }
};

// True for types whose texts can contain more than one number, date or name.
bool may_contain_values(const AttributeType& type);

// Way in which a text contains a value: as a whole word, or as its beginning, as a code contains
// its chapter.
enum class Containment { word, beginning };

// Compares texts that are not NULL with values of 2 to 100 bytes, or from 1 byte for beginnings.
// Returns nothing if the texts do not contain the values, which can be seen early.
std::optional<ContainedValues> contained_values(const ColumnValues& texts,
                                                const ColumnValues& values, Containment containment,
                                                const SampleSize& sample, const Progress& progress);

// Returns words such as "contains e-mail addresses in 3 of 2000 sampled values". Never shows a
// value.
std::string in_words(const Evidence& evidence);

}  // namespace microdata::postgres
