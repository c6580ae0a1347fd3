#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
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

// Fails where the column, the release's bucket column or such, is of no integer type.
void check_is_integer(const SourceColumn& column, const char* what);

// Returns the quoted name of a relation's column of integers, for statements: these would cast
// values of any other type. Fails if it is no such column.
std::string integer_column(Oid relation, const std::string& name, const char* what);

// The relation that has the rows of a release in buckets: in the anatomy format, that of what is
// not sensitive. Fails where none of its attributes is left.
Oid relation_of_rows(const Release& release);

// What is said where there are misfits and no row can be without its value.
Error counts_do_not_fit(const std::string& attribute);

// Says that a release has no rows.
[[noreturn]] void fail_empty(const Release& release);

// Fails where published rows and persons are more than can be numbered together.
void check_number_of_rows(std::size_t all);

// Values of some attributes over published rows and tuples alike.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress);

// Reads releases back from their tables, beside their source, with the caller's privileges. What an
// audit, a check or an estimate looks at is a view: made of a ReadRelease alone.

// A table of the anatomy format: how many rows of each bucket have each sensitive value.
struct CountedColumn {
  std::vector<Code> buckets;
  std::vector<Code> values;
  std::vector<Code> counts;
  std::vector<Dictionary> numbers;  // one: of the counts
};

// One attribute of a release: as published and as in the source, in one dictionary unless it was
// generalized.
struct ReadAttribute {
  const ReleaseAttribute* attribute;
  std::vector<Dictionary> dictionaries;  // values; then labels, where generalized
  std::vector<Code> published;
  // The members' values, then the outsiders'.
  std::vector<Code> tuples;
  // The counts of the anatomy format, until they are spread over the rows of their buckets, in any
  // order: within a bucket they are linked to nothing.
  std::optional<CountedColumn> counted = {};
  // Rows for which no value is counted, and counted values without a row.
  std::size_t misfits = 0;

  Dictionary& values() { return dictionaries.front(); }
  Dictionary& labels() { return dictionaries.back(); }
  // The one that has published values and the source's; fails where the attribute was generalized.
  Dictionary& shared();
};

// What is read of a release, and beside it.
struct ReadScope {
  // The attributes, by name, in this order; without it all, in the release's. Where counterfeits
  // are told from persons by the others, these come after them.
  std::optional<std::span<const std::string>> attributes = {};
  // True if rows are in buckets: a release has a bucket column that not all views look at.
  bool buckets = true;
  // True if counts are not spread, rows may be in no bucket, and nobody looks for counterfeits.
  bool as_it_is = false;
  // False: nothing of the source, if there is one.
  bool source = true;
  // Without the source: a person, whose values of attributes that are not generalized are the
  // tuples.
  const KnownTuple* person = nullptr;
  // A relation with the source's columns, of persons who are not in the release: its tuples are
  // read after the source's. Without it as many are drawn as there are, if there is something to
  // draw with.
  std::optional<Oid> outsiders = {};
  Random* drawing = nullptr;
  // Where persons are placed: in random order, and until there are so many pairs of a place and a
  // value there; otherwise as they come, until there are most_placed_pairs.
  Random* order = nullptr;
  std::optional<std::size_t> most_pairs = {};
  // The keys of the source's tuples.
  SourceKeys* keys = nullptr;
  // The source's tuples, where they were read before, then without keys; and those of outsiders.
  const SourceTuples* tuples = nullptr;
  const SourceTuples* other_tuples = nullptr;

  bool has_outsiders() const { return outsiders || other_tuples != nullptr; }
};

// A release read back. Dictionaries are finished.
struct ReadRelease {
  std::optional<Source> source;
  std::vector<ReadAttribute> attributes;
  std::vector<Dictionary> bucket_numbers;  // one; none without buckets
  std::vector<Code> bucket_of;
  // With those that were added for counterfeits of the anatomy format. Such rows show what is
  // sensitive alone.
  std::size_t rows = 0;
  // By row, 1 if it is a counterfeit; empty if there are none.
  std::vector<std::uint8_t> counterfeit;
  std::size_t members = 0;
  std::size_t outsiders = 0;

  bool has_source() const { return source.has_value(); }
  std::size_t tuples() const { return members + outsiders; }
  bool is_counterfeit(std::size_t row) const { return !counterfeit.empty() && counterfeit[row]; }
};

// Reads rows, and their source where it is there. Fails where an attribute or its source is gone.
// Requires a SpiSession.
ReadRelease read_release(const Release& release, const ReadScope& scope, const Progress& progress);

// Fails where counts do not fit the rows of their buckets.
void check_counts(const ReadRelease& read);

// The attributes that the scope names, or all.
std::vector<const ReleaseAttribute*> attributes_to_read(const Release& release,
                                                        const ReadScope& scope);

// An attribute before it is read. Fails where it or its source is gone, or of another type.
ReadAttribute begin_attribute(const ReleaseAttribute& attribute, const Source& relation,
                              const std::optional<Source>& source);

// Columns of one relation, and where they go.
class ColumnsToRead {
 public:
  void add(const std::string& name, Dictionary& dictionary, std::vector<Code>& codes);
  // Returns how many rows there are.
  std::size_t read_from(const Source& relation);

 private:
  std::vector<std::string> names_;
  std::vector<Dictionary*> dictionaries_;
  std::vector<std::vector<Code>*> codes_;
};

// How many tuples were read.
struct ReadPersons {
  std::size_t members;
  std::size_t outsiders;
};

// Reads the source's tuples, and adds the outsiders': those of a relation, whose columns are found
// by their names in the source, and are of its types; or drawn ones, every attribute's value a
// random member's.
ReadPersons read_persons(const Source& source, const ReadScope& scope,
                         std::vector<ReadAttribute>& attributes, const Progress& progress);

// Makes what is known of a person the tuples.
void add_person(const KnownTuple& person, std::vector<ReadAttribute>& attributes);

// Ends the reading of attributes whose values and labels were read.
void finish_attributes(std::vector<ReadAttribute>& attributes, const Progress& progress);

// How many outsiders are drawn beside so many members.
std::size_t drawn_outsiders(std::size_t members);

// Fails where outsiders lack a column of the source, or have it of another type.
void check_outsiders(const Source& outsiders, const std::string& name, const AttributeType& type);

// Reads these columns of outsiders, who are in a relation with the source's columns; fails where
// one is missing or of another type than the dictionary, which is the source's.
std::vector<std::vector<Code>> read_outsiders(Oid relation, const std::vector<std::string>& names,
                                              const std::vector<Dictionary*>& dictionaries);

}  // namespace microdata::postgres
