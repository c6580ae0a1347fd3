#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

// Persons whom an audit looks at, drawn while a source is read region by region: so many that they
// are in memory together, while each region of a release is. A person is looked for in all regions:
// in another than her own she matches nothing, so that what is found of her adds up to what is
// found in the release as a whole, whatever was done to it.

namespace microdata::postgres {

// Which row each value of some tuples is taken from: by attribute, by tuple.
using RowsToTake = std::vector<std::vector<Row>>;

// So many of the rows, or all where there are not as many, in random order; for all attributes the
// same.
RowsToTake whole_rows(std::size_t attributes, Row rows, std::size_t most, Random& random);
// Each value a random row's.
RowsToTake values_apart(std::size_t attributes, Row rows, std::size_t tuples, Random& random);

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
// Fails where outsiders have not the source's columns that were published.
void check_outsiders_of(const Release& release, const Source& source, Oid outsiders);

// `most` of each side.
DrawnPersons draw_members_and_outsiders(const Release& release, const std::optional<Oid>& outsiders,
                                        std::size_t most, Random& random, const Progress& progress);
// The same without others, where there is no relation of them.
DrawnPersons draw_persons(const Release& release, const std::optional<Oid>& outsiders,
                          std::size_t most, Random& random, const Progress& progress);

}  // namespace microdata::postgres
