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

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The tuples of a source, read once, for what looks at several releases of it person by person: two
// SELECTs may give them in two orders (scans that start where others are, a view, what others
// commit in between), and releases need not have the same attributes.
class SourceTuples {
 public:
  // Requires a SpiSession.
  SourceTuples(const Source& source, std::vector<std::string> attributes, const Progress& progress);

  // What was read otherwise: codes are provisional ones of the dictionaries, which are not
  // finished.
  SourceTuples(std::vector<std::string> attributes, std::vector<Dictionary> dictionaries,
               std::vector<std::vector<Code>> codes, const Progress& progress);

  std::size_t count() const { return count_; }
  // By attribute.
  const std::vector<std::string>& attributes() const { return attributes_; }
  const std::vector<Dictionary>& values() const { return dictionaries_; }
  const std::vector<std::vector<Code>>& codes() const { return codes_; }

  // Keeps these alone, in this order. The values of the others stay known.
  void keep(std::span<const Row> tuples);

  // As read_columns() reads them. Requires that the attributes were read.
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

// What tells the rows of a source apart, or its persons, read together with the
// tuples: a second reading might bring the rows in another order.
class SourceKeys {
 public:
  // The columns `subject` or, where there are none, those of the primary key,
  // else of the smallest unique index of all rows without NULL, else the
  // declared identifiers. Fails where there are none of all these.
  SourceKeys(const Source& source, const std::vector<std::string>& subject);

  // To be read with the tuples, as the last columns: adds them to these.
  void add_to(std::vector<std::string>& names, std::vector<Dictionary*>& dictionaries);
  // Takes what was read of them.
  void take_from(std::vector<std::vector<Code>>& codes, const Progress& progress);
  // Persons have several rows: from now on keys are those of persons.
  void make_one_each(std::span<const std::uint32_t> person_of, std::size_t persons);

  // As JSON.
  std::string of(Row row) const;

 private:
  std::vector<std::string> names_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
};

// The values of a dictionary and others, numbered in the type's order: those that it takes for
// equal, however they are written, have the same number.
struct NumberedTogether {
  // By code of the dictionary.
  std::vector<Code> known;
  std::vector<Code> others;
  // How many numbers there are.
  Code distinct = 0;
};

// `text_of` gives each of `count` others; nothing: NULL.
NumberedTogether number_together(
    const Dictionary& dictionary, std::size_t count,
    const std::function<std::optional<std::string>(std::size_t)>& text_of,
    const Progress& progress);

// What an adversary knows of a person. Requires a SpiSession.

// Values of quasi-identifiers as text, as far as they are known; nothing: NULL.
using KnownTuple = std::map<std::string, std::optional<std::string>>;

// Reads {"age": 22, "sex": "M"}. Fails, with SQLSTATE 22023, for anything but an object.
KnownTuple read_tuple(const Json& json);

// Fails for a value of what is no quasi-identifier of the release.
void check_tuple(const Release& release, const KnownTuple& tuple);

// Which labels of an attribute, generalized to ranges or sets, cover the value.
std::vector<std::uint8_t> covering_labels(const std::string& attribute, const Dictionary& labels,
                                          const std::optional<std::string>& value);

}  // namespace microdata::postgres
