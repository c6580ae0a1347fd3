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

#include "core/microdata/code_set.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

// Values and persons as servers send them to each other (packing.hpp): as text that does not depend
// on the session. All require a SpiSession.

namespace microdata::postgres {

// The values of a dictionary by their codes, NULL being the last.
struct PackedValues {
  std::vector<std::string> texts;
  bool has_null = false;
};
template <typename Values>
auto members(Values& values, const PackedValues* /*type*/) {
  return std::tie(values.texts, values.has_null);
}

PackedValues packed_values(const Dictionary& values, const Progress& progress);
// Adds them to a dictionary that is not finished: by their codes, the provisional ones there.
std::vector<Code> add_values(const PackedValues& values, Dictionary& to);
// A dictionary of them, finished; the second has, by their codes, those that they have in it.
struct UnpackedValues {
  Dictionary values;
  std::vector<Code> codes;
};
UnpackedValues unpacked_values(const PackedValues& values, const AttributeType& type,
                               const Progress& progress);

struct PackedTuples {
  std::vector<std::string> attributes;
  std::vector<PackedValues> values;
  // By attribute.
  std::vector<std::vector<Code>> codes;
};
template <typename Tuples>
auto members(Tuples& tuples, const PackedTuples* /*type*/) {
  return std::tie(tuples.attributes, tuples.values, tuples.codes);
}

// Some attributes, which the tuples have.
PackedTuples packed_tuples(const SourceTuples& tuples, const std::vector<std::string>& attributes,
                           const Progress& progress);
// Attributes have the types of the relation's columns.
SourceTuples unpacked_tuples(const PackedTuples& tuples, const Source& relation,
                             const Progress& progress);

// Fails where a set that was sent has no ascending runs, or codes that are not below `values`.
void check_set(const CodeSet& codes, Code values);

// Persons whom an audit looks at, drawn while a source is read region by region: so many that they
// are in memory together, while each region of a release is. A person is looked for in all regions:
// in another than her own she matches nothing, so that what is found of her adds up to what is
// found in the release as a whole, whatever was done to it.

// Which row each value of some tuples is taken from: by attribute, by tuple.
using RowsToTake = std::vector<std::vector<Row>>;

// So many of the rows, or all where there are not as many, in random order; for all attributes the
// same.
RowsToTake whole_rows(std::size_t attributes, Row rows, std::size_t most, Random& random);

class TuplesInDrawing {
 public:
  // Columns of the source.
  TuplesInDrawing(const Source& source, std::vector<std::string> attributes);

  std::size_t attributes() const { return attributes_.size(); }

  // Takes rows of the source, or of a relation with its columns and types, as `draw` says of so
  // many rows as it has; returns how many tuples these are. Within a region, rows have no order of
  // their own. Requires a release by regions of the source, and a SpiSession.
  std::size_t take(const Release& release, Oid relation,
                   const std::function<RowsToTake(Row rows)>& draw, const Progress& progress);

  SourceTuples finish(const Progress& progress) &&;

 private:
  std::vector<std::string> attributes_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
};

// Values of an attribute that are collected region by region, each time from a dictionary of the
// region.
class CollectedValues {
 public:
  explicit CollectedValues(const AttributeType& type) : values_(type) {}

  // By the region's code, the value's number. What is one value may have several numbers.
  std::vector<Code> add(const Dictionary& region);
  // Ends the collecting: by number, the code.
  std::vector<Code> finish(const Progress& progress);
  std::size_t numbers() const { return provisional_.size(); }
  const Dictionary& dictionary() const { return values_; }

 private:
  Dictionary values_;
  // By number; and back.
  std::vector<Code> provisional_;
  std::unordered_map<Code, Code> number_of_;
};

// The source's names of a release's attributes, each once.
std::vector<std::string> attributes_in_source(const Release& release);

// Reads a release by regions, and its source where `source` says so. Regions know the values that
// the source has of generalized attributes, or of all.
LoopOptions knowing_values_of_source(const Release& release, bool source, bool of_all = false);

// Bytes that these values take.
std::int64_t bytes_of_known_values(const Release& release, bool of_all);

// Visits the regions of a release that have rows, in their order.
void for_each_published_region(const Release& release, const LoopOptions& options,
                               const std::function<void()>& visit);

// Persons of the source, and after them others: those of a relation with the source's columns, or
// without one as many as are drawn (drawn_outsiders()), every value a random person's.
struct DrawnPersons {
  SourceTuples tuples;
  std::size_t members = 0;

  std::size_t others() const { return tuples.count() - members; }
};

// `most` of each side.
DrawnPersons draw_members_and_outsiders(const Release& release, const std::optional<Oid>& outsiders,
                                        std::size_t most, Random& random, const Progress& progress);
// The same without others, where there is no relation of them.
DrawnPersons draw_persons(const Release& release, const std::optional<Oid>& outsiders,
                          std::size_t most, Random& random, const Progress& progress);

// Persons whom an audit looks at, drawn where the source's rows are: of a table that Citus
// distributes, each server draws of those that it has, so that no more rows come here than about as
// many as are wanted. Rows have no order there, so that a seed does not say who is drawn. All
// require a SpiSession.

// So many rows of the relation, or all where there are not as many, in random order; attributes are
// columns of `source`, whose types the relation has.
SourceTuples sample_tuples(const Source& source, const Source& relation,
                           const std::vector<std::string>& attributes, std::size_t most,
                           Random& random, const Progress& progress);

// As draw_members_and_outsiders() and draw_persons() draw them.
DrawnPersons sample_members_and_outsiders(const Release& release,
                                          const std::optional<Oid>& outsiders, std::size_t most,
                                          Random& random, const Progress& progress);
DrawnPersons sample_persons(const Release& release, const std::optional<Oid>& outsiders,
                            std::size_t most, Random& random, const Progress& progress);

// As servers are told of them.
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
