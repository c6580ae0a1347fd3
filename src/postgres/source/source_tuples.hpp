#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Tuples of a source, read once, for comparing several releases of it person by person. Two SELECTs
// might return the rows in different orders (synchronized scans, a view, concurrent commits), and
// releases need not have the same attributes.
class SourceTuples {
 public:
  // Requires a SpiSession.
  SourceTuples(const Source& source, std::vector<std::string> attributes, const Progress& progress);

  // Takes tuples that were read elsewhere: codes are provisional ones of the dictionaries, which
  // are not finished.
  SourceTuples(std::vector<std::string> attributes, std::vector<Dictionary> dictionaries,
               std::vector<std::vector<Code>> codes, const Progress& progress);

  std::size_t count() const { return count_; }
  // Names, values and codes by attribute.
  const std::vector<std::string>& attributes() const { return attributes_; }
  const std::vector<Dictionary>& values() const { return dictionaries_; }
  const std::vector<std::vector<Code>>& codes() const { return codes_; }

  // Keeps only these tuples, in this order. The values of the others stay known.
  void keep(std::span<const Row> tuples);

  // Returns the codes as read_columns() does. Requires that the attributes were read.
  std::vector<std::vector<Code>> read(std::span<const std::string> attributes,
                                      std::span<Dictionary* const> dictionaries) const;

 private:
  void finish(const Progress& progress);
  std::size_t position(const std::string& attribute) const;

  std::vector<std::string> attributes_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
  std::size_t count_ = 0;
};

// Keys of a source's rows, or of its persons, read together with the tuples because a second
// reading might return the rows in another order.
class SourceKeys {
 public:
  // Takes the columns `subject` or, if it is empty, those of the primary key, else of the smallest
  // unique index of all rows without NULL. If there is neither, takes the declared identifiers.
  // Fails if there are none.
  SourceKeys(const Source& source, const std::vector<std::string>& subject);

  // Adds the keys' columns to the columns to read, as the last ones.
  void add_to(std::vector<std::string>& names, std::vector<Dictionary*>& dictionaries);
  // Takes the codes of the keys' columns.
  void take_from(std::vector<std::vector<Code>>& codes, const Progress& progress);
  // Makes the keys those of persons, who can have several rows.
  void make_one_each(std::span<const std::uint32_t> person_of, std::size_t persons);

  // Returns the key of a row or person as JSON.
  std::string of(Row row) const;

 private:
  std::vector<std::string> names_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
};

// Values of a dictionary and others, numbered in the type's order: values that the type takes for
// equal, however they are written, have one number.
struct NumberedTogether {
  // Numbers by code of the dictionary.
  std::vector<Code> known;
  std::vector<Code> others;
  // Number of distinct numbers.
  Code distinct = 0;
};

// Numbers the values together; `text_of` returns the text of each of `count` others, or nothing for
// NULL.
NumberedTogether number_together(
    const Dictionary& dictionary, std::size_t count,
    const std::function<std::optional<std::string>(std::size_t)>& text_of,
    const Progress& progress);

// Knowledge of an attacker about a person. Requires a SpiSession.

// Known values of quasi-identifiers by name, as text; a value without a text is NULL.
using KnownTuple = std::map<std::string, std::optional<std::string>>;

// Reads a tuple such as {"age": 22, "sex": "M"}. Fails (22023) for anything but an object.
KnownTuple read_tuple(const Json& json);

// Fails if the tuple has a value of an attribute that is not a quasi-identifier of the release.
void check_tuple(const Release& release, const KnownTuple& tuple);

// Returns, for each label of an attribute that is generalized to ranges or sets, 1 if it covers the
// value.
std::vector<std::uint8_t> covering_labels(const std::string& attribute, const Dictionary& labels,
                                          const std::optional<std::string>& value);

}  // namespace microdata::postgres
