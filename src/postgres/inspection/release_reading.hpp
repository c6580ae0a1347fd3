#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// One attribute of a release on its way in: as published and as in the source, in one dictionary
// unless it was generalized.
struct AttributeReading {
  const ReleaseAttribute* attribute;
  std::vector<Dictionary> dictionaries;  // values; then labels, where generalized
  std::vector<Code> published;
  std::vector<Code> tuples;

  Dictionary& values() { return dictionaries.front(); }
  Dictionary& labels() { return dictionaries.back(); }
  // The one that has published values and the source's; fails where the attribute was generalized.
  Dictionary& shared();
};

// The relation's column of the name, which the release needs; fails where there is none any more.
const SourceColumn& require_column(const Source& relation, const std::string& name);

// Fails where the published column is of another type than the source's, which may have been
// widened since: stored values of both types are the same.
void check_same_type(const SourceColumn& published, const SourceColumn& source);

// Fails where a generalized column is not of the type that values of the source's type generalize
// to, text where `as_text` says so.
void check_generalized_type(const std::string& attribute, const AttributeType& published,
                            const AttributeType& source, bool as_text = false);

// The source's column of an attribute; fails where it is gone.
const SourceColumn& source_column(const ReleaseAttribute& attribute, const Source& source);

// The type of an attribute's column of the source, from the system catalog: who reads the release
// needs no privilege on the source. Nothing where either is gone.
std::optional<AttributeType> type_in_source(const Release& release,
                                            const ReleaseAttribute& attribute);

// What is read beside the tuples of a source, where there is one.
struct ReadBeside {
  // A relation with the source's columns, of persons who are not in the release: its tuples are
  // read after the source's. Without it as many are drawn as there are, if there is something to
  // draw with.
  std::optional<Oid> outsiders = {};
  Random* drawing = nullptr;
  // Of releases in buckets: how probable the tuples' values are, attribute by attribute.
  bool chances = false;
  // Of a region, of what is read after the source's tuples alone (ValueChances::of_region()).
  bool chances_of_region = false;
  // Where persons are placed: in random order, and until there are so many pairs of a place and a
  // value there; otherwise as they come, until there are most_placed_pairs.
  Random* order = nullptr;
  std::optional<std::size_t> most_pairs = {};
  // Of persons with several rows: what is shown attribute by attribute.
  bool attributes = false;
  // The keys of the source's tuples.
  SourceKeys* keys = nullptr;
  // The source's tuples, where they were read before, then without keys; and those of outsiders.
  const SourceTuples* tuples = nullptr;
  const SourceTuples* other_tuples = nullptr;
};

// Reads the source's tuples, and their keys where they are asked for; returns how many there are.
std::size_t read_tuples(const Source& source, std::vector<AttributeReading>& readings,
                        const Progress& progress, const ReadBeside& beside = {});

// Adds tuples of persons who are not in the release to those of the source, the `members`: those of
// a relation, whose columns are found by their names in the source, and are of its types; or drawn
// ones, every attribute's value a random member's. Returns how many.
std::size_t add_outsiders(const ReadBeside& beside, const Source& source, std::size_t members,
                          std::vector<AttributeReading>& readings);

// How many outsiders are drawn beside so many members.
std::size_t drawn_outsiders(std::size_t members);

// Adds as many values, each a random one of the first `members`.
void draw_values(std::vector<Code>& values, std::size_t members, Random& random);

// Fails where outsiders lack a column of the source, or have it of another type.
void check_outsiders(const Source& outsiders, const std::string& name, const AttributeType& type);

// Reads these columns of outsiders, who are in a relation with the source's columns; fails where
// one is missing or of another type than the dictionary, which is the source's.
std::vector<std::vector<Code>> read_outsiders(Oid relation, const std::vector<std::string>& names,
                                              const std::vector<Dictionary*>& dictionaries);

// Fails where the column, the release's bucket column or such, is of no integer type.
void check_is_integer(const SourceColumn& column, const char* what);

// Returns the quoted name of a relation's column of integers, for statements: these would cast
// values of any other type. Fails if it is no such column.
std::string integer_column(Oid relation, const std::string& name, const char* what);

// The relation that has the rows of a release in buckets: in the anatomy format, that of what is
// not sensitive. Fails where none of its attributes is left.
Oid relation_of_rows(const Release& release);

// A table of the anatomy format: how many rows of each bucket have each sensitive value.
struct CountedColumn {
  std::vector<Code> buckets;
  std::vector<Code> values;
  std::vector<Code> counts;
  std::vector<Dictionary> numbers;  // one: of the counts
};

// Codes are provisional ones of `buckets` and `values`, which are not finished yet.
CountedColumn read_counted(const Source& relation, const std::string& attribute,
                           const std::string& bucket_column, const std::string& count_column,
                           Dictionary& buckets, Dictionary& values);

// Ends the reading of a counted column, whose other dictionaries are finished.
void finish_counted(CountedColumn& counted, const Dictionary& buckets, const Dictionary& values,
                    const Progress& progress);

// Adds places to `bucket_of`, whose first `rows_shown` are of rows, for counted values that
// outnumber those of their bucket, until there are `most`. A row of the column stands for one
// value: a bucket of an edition has each once, so that no count can claim more places than the
// table has rows.
void add_counterfeits(const CountedColumn& counted, std::size_t most, std::size_t rows_shown,
                      std::vector<Code>& bucket_of, const Progress& progress);

// Puts the counted values in the places of their buckets, in any order: within a bucket they are
// linked to nothing. Places without a value, and values without a place, are added to `misfits`.
// All places are there, of all counted columns alike.
std::vector<Code> spread_values(const CountedColumn& counted, Code buckets,
                                std::span<const Code> bucket_of, std::size_t& misfits,
                                const Progress& progress);

// What is said where there are misfits and no row can be without its value.
Error counts_do_not_fit(const std::string& attribute);

// Ends the reading of the bucket column; fails where a row is in no bucket.
void finish_buckets(Dictionary& buckets, std::vector<Code>& bucket_of, const Progress& progress);

// Says that a release has no rows.
[[noreturn]] void fail_empty(const Release& release);

// Fails where published rows and persons are more than can be numbered together.
void check_number_of_rows(std::size_t all);

// Values of some attributes over published rows and tuples alike.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress);

}  // namespace microdata::postgres
