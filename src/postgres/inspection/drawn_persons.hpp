#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/code_set.hpp"
#include "core/microdata/microdata.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

// Values and persons in the form in which servers send them to each other (packing.hpp): text that
// does not depend on the session. All functions require a SpiSession.

namespace microdata::postgres {

// The values of a dictionary by code; NULL is the last.
struct PackedValues {
  std::vector<std::string> texts;
  bool has_null = false;
};
template <typename Values>
auto members(Values& values, const PackedValues* /*type*/) {
  return std::tie(values.texts, values.has_null);
}

PackedValues packed_values(const Dictionary& values, const Progress& progress);
// Adds the values to an unfinished dictionary, and returns its provisional codes by the values'
// codes.
std::vector<Code> add_values(const PackedValues& values, Dictionary& to);
// A finished dictionary of packed values, and its codes by the packed codes.
struct UnpackedValues {
  Dictionary values;
  std::vector<Code> codes;
};
UnpackedValues unpacked_values(const PackedValues& values, const AttributeType& type,
                               const Progress& progress);

struct PackedTuples {
  std::vector<std::string> attributes;
  std::vector<PackedValues> values;
  // Codes by attribute and tuple.
  std::vector<std::vector<Code>> codes;
};
template <typename Tuples>
auto members(Tuples& tuples, const PackedTuples* /*type*/) {
  return std::tie(tuples.attributes, tuples.values, tuples.codes);
}

// Packs the tuples' values of the given attributes, in the tuples' order of attributes.
PackedTuples packed_tuples(const SourceTuples& tuples, const std::vector<std::string>& attributes,
                           const Progress& progress);
// Returns the tuples, with the types of the relation's columns. Fails if the packed tuples are
// malformed.
SourceTuples unpacked_tuples(const PackedTuples& tuples, const Source& relation,
                             const Progress& progress);

// Fails if a received set does not have ascending runs, or has codes that are not below `values`.
void check_set(const CodeSet& codes, Code values);

// Persons for an audit, drawn while a source is read region by region. They are few enough to be in
// memory together, beside each region of a release. Every person is looked for in all regions. A
// person matches nothing in a region other than the person's own. The regions' results therefore
// add up to the result for the whole release, even if the release was changed.

// Row from which each value of some tuples is taken, by attribute and tuple.
using RowsToTake = std::vector<std::vector<Row>>;

// Returns `most` of the rows, or all if there are fewer, in random order. The rows are the same for
// all attributes.
RowsToTake whole_rows(std::size_t attributes, Row rows, std::size_t most, Random& random);

// Returns `most` of the numbers 0 .. rows - 1, or all, in random order; each choice is equally
// likely.
std::vector<Row> some_of(Row rows, std::size_t most, Random& random);

// Adds a value to another dictionary of the type, and returns its provisional code there.
Code add_value(const Dictionary& from, Code code, Dictionary& to);

// Fails if outsiders do not have the published columns of the source.
void check_outsiders_of(const Release& release, const Source& source, Oid outsiders);

class TuplesInDrawing {
 public:
  // Prepares the drawing of tuples; `attributes` are columns of the source.
  TuplesInDrawing(const Source& source, std::vector<std::string> attributes);

  std::size_t attributes() const { return attributes_.size(); }

  // Takes rows of the source, or of a relation with the source's columns and types, and returns the
  // number of tuples. `draw` returns the rows to take from the number of rows. Rows have no defined
  // order within a region. Requires a SpiSession, and a release by regions of the source.
  std::size_t take(const Release& release, Oid relation,
                   const std::function<RowsToTake(Row rows)>& draw, const Progress& progress);

  SourceTuples finish(const Progress& progress) &&;

 private:
  std::vector<std::string> attributes_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
};

// Values of an attribute that are collected region by region, from a dictionary of each region.
class CollectedValues {
 public:
  explicit CollectedValues(const AttributeType& type) : values_(type) {}

  // Adds the values of a region and returns their numbers by the region's code. One value can have
  // several numbers.
  std::vector<Code> add(const Dictionary& region);
  // Ends the collection and returns the code by number.
  std::vector<Code> finish(const Progress& progress);
  std::size_t numbers() const { return provisional_.size(); }
  const Dictionary& dictionary() const { return values_; }

 private:
  Dictionary values_;
  // Provisional code by number, and number by provisional code.
  std::vector<Code> provisional_;
  std::unordered_map<Code, Code> number_of_;
};

// Returns the source's names of a release's attributes, each once.
std::vector<std::string> attributes_in_source(const Release& release);

// Returns options that read a release by regions, and its source if `source` is true. Regions know
// the source's values of generalized attributes, or of all attributes if `of_all` is true.
LoopOptions knowing_values_of_source(const Release& release, bool source, bool of_all = false);

// Returns the bytes of the values that knowing_values_of_source() makes known.
std::int64_t bytes_of_known_values(const Release& release, bool of_all);

// Visits the regions of a release that have published rows, in their order.
void for_each_published_region(const Release& release, const LoopOptions& options,
                               const std::function<void()>& visit);

// Persons of the source, followed by others. The others are from a relation with the source's
// columns. Without a relation, drawn_outsiders() gives their number, and every value is a random
// person's.
struct DrawnPersons {
  SourceTuples tuples;
  std::size_t members = 0;
  // Person of each tuple, ascending, if persons have several rows; otherwise empty.
  std::vector<std::uint32_t> person_of = {};

  std::size_t persons() const {
    return person_of.empty() ? tuples.count() : person_of.back() + std::size_t{1};
  }
  std::size_t others() const { return persons() - members; }
};

// Draws up to `most` persons of the source, and as many of the relation of outsiders. Without a
// relation, drawn_outsiders() outsiders are made up.
DrawnPersons draw_members_and_outsiders(const Release& release, const std::optional<Oid>& outsiders,
                                        std::size_t most, Random& random, const Progress& progress);
// Draws up to `most` persons of the source, and as many of the relation of outsiders, if there is
// one.
DrawnPersons draw_persons(const Release& release, const std::optional<Oid>& outsiders,
                          std::size_t most, Random& random, const Progress& progress);

// Persons for an audit, drawn where the source's rows are. Each server draws from its own rows of a
// table that Citus distributes, so that only about the needed number of rows comes here. Rows have
// no order there, so a seed does not determine the drawn persons. All functions require a
// SpiSession.

// Returns `most` rows of the relation, or all if there are fewer, in random order. `attributes` are
// columns of `source`, whose types the relation has.
SourceTuples sample_tuples(const Source& source, const Source& relation,
                           const std::vector<std::string>& attributes, std::size_t most,
                           Random& random, const Progress& progress);

// Draws persons as draw_members_and_outsiders() and draw_persons() do, but where the rows are.
DrawnPersons sample_members_and_outsiders(const Release& release,
                                          const std::optional<Oid>& outsiders, std::size_t most,
                                          Random& random, const Progress& progress);
DrawnPersons sample_persons(const Release& release, const std::optional<Oid>& outsiders,
                            std::size_t most, Random& random, const Progress& progress);

// Drawn persons in the form in which servers receive them.
struct PackedPersons {
  PackedTuples tuples;
  std::size_t members = 0;
};
template <typename Persons>
auto members(Persons& persons, const PackedPersons* /*type*/) {
  return std::tie(persons.tuples, persons.members);
}
PackedPersons packed_persons(const DrawnPersons& persons, const Progress& progress);
DrawnPersons unpacked_persons(const PackedPersons& persons, const Source& relation,
                              const Progress& progress);

}  // namespace microdata::postgres
