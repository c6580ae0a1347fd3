#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Returns the relation's column of the name; fails if the column, which the release needs, is gone.
const SourceColumn& require_column(const Source& relation, const std::string& name);

// Fails if the published column has another type than the source's. The source's type can have been
// widened, if stored values of both types are the same.
void check_same_type(const SourceColumn& published, const SourceColumn& source);

// Fails if a generalized column does not have the type that values of the source's type generalize
// to, or text if `as_text` is true. The source's integers can have been widened.
void check_generalized_type(const std::string& attribute, const AttributeType& published,
                            const AttributeType& source, bool as_text = false);

// Returns the source's column of an attribute; fails if the column is gone.
const SourceColumn& source_column(const ReleaseAttribute& attribute, const Source& source);

// Returns the type of an attribute's column of the source, from the system catalog. Readers of the
// release thus need no privilege on the source. Returns nothing if the column or the source is
// gone.
std::optional<AttributeType> type_in_source(const Release& release,
                                            const ReleaseAttribute& attribute);

// Returns the harmless values on record for an attribute of the release, which has its published
// name, or null if there are none.
const HarmlessValues* harmless_values(const Release& release, const std::string& attribute);

// Returns 1 by code for the harmless values that are on record for an attribute of the release, as
// in Attribute::harmless; nothing if none of the values is harmless. `values` is finished. Values
// are harmless if the type takes them for equal to a recorded one.
std::vector<std::uint8_t> harmless_codes(const Release& release, const std::string& attribute,
                                         const Dictionary& values, const Progress& progress);

// Values of an attribute of a source that are harmless in every one of several releases.
class HarmlessInAll {
 public:
  // Adds a release's harmless values, as of harmless_codes().
  void add(const std::vector<std::uint8_t>& harmless);
  // Adds the harmless values of each sensitive attribute of the release that has the name in its
  // source.
  void add(const Release& release, const std::string& source_name, const Dictionary& values,
           const Progress& progress);
  // Returns the values, as harmless_codes() does.
  std::vector<std::uint8_t> values() const;

 private:
  std::optional<std::vector<std::uint8_t>> in_all_;
};

// Fails if a column is not of an integer type; `what` names the kind of column, such as bucket.
void check_is_integer(const SourceColumn& column, const char* what);

// Returns the quoted name of a relation's column of integers, for statements, which would cast
// values of any other type. Fails if there is no such column.
std::string integer_column(Oid relation, const std::string& name, const char* what);

// Returns the relation that has the rows of a release: in the anatomy format, the table without
// sensitive attributes. Fails if none of its attributes is left.
Oid relation_of_rows(const Release& release);

// Returns the error for misfits if no row can be without its value.
Error counts_do_not_fit(const std::string& attribute);

// Fails because a release has no rows.
[[noreturn]] void fail_empty(const Release& release);

// Fails if published rows and persons are too many to be numbered together.
void check_number_of_rows(std::size_t all);

// Numbers the combined values of some attributes alike over published rows and tuples.
SlicedView::Values number_values(const std::vector<std::vector<Code>>& published,
                                 const std::vector<std::vector<Code>>& tuples, std::size_t rows,
                                 std::size_t tuple_count, const Progress& progress);

// Reads releases back from their tables, beside their source, with the caller's privileges. Audits,
// checks and estimates look at views, which are made from a ReadRelease alone.

// Table of the anatomy format: the number of rows of each bucket with each sensitive value.
struct CountedColumn {
  std::vector<Code> buckets;
  std::vector<Code> values;
  std::vector<Code> counts;
  std::vector<Dictionary> numbers;  // one, of the counts
};

// Attribute of a release as published and as in the source, in one dictionary unless it was
// generalized.
struct ReadAttribute {
  const ReleaseAttribute* attribute;
  std::vector<Dictionary> dictionaries;  // values; then labels, if generalized
  std::vector<Code> published;
  // Values of the members, then of the outsiders.
  std::vector<Code> tuples;
  // Counts of the anatomy format, until they are spread over the rows of their buckets. The order
  // is arbitrary, because nothing links values within a bucket.
  std::optional<CountedColumn> counted = {};
  // Number of rows for which no value is counted, and of counts that the rows of their bucket
  // cannot hold.
  std::size_t misfits = 0;

  Dictionary& values() { return dictionaries.front(); }
  Dictionary& labels() { return dictionaries.back(); }
  // Returns the dictionary of published values and the source's; fails if they are apart because
  // the attribute was generalized.
  Dictionary& shared();
};

// Scope of a reading: the parts of a release, and of what is read beside the release.
struct ReadScope {
  // Names of the attributes to read, in this order; without names all, in the release's order.
  // Attributes that distinguish counterfeits from persons come after these.
  std::optional<std::span<const std::string>> attributes = {};
  // True if the rows' buckets are read; not all views of a release with a bucket column need them.
  bool buckets = true;
  // True if counts are not spread, rows can be in no bucket, and counterfeits are not looked for.
  bool as_it_is = false;
  // False if nothing of the source is read, even if it exists.
  bool source = true;
  // Person whose known values of attributes that are not generalized are the tuples, if the source
  // is not read.
  const KnownTuple* person = nullptr;
  // Relation with the source's columns, of persons who are not in the release; its tuples are read
  // after the source's. Without a relation, `drawing` draws drawn_outsiders() of them; without
  // `drawing`, there are no outsiders.
  std::optional<Oid> outsiders = {};
  Random* drawing = nullptr;
  // Random order in which persons are placed; without it, persons are placed as they come. Placing
  // ends at `most_pairs` pairs of a place and a value there, by default at most_placed_pairs.
  Random* order = nullptr;
  std::optional<std::size_t> most_pairs = {};
  // Keys of the source's tuples, which are read with them.
  SourceKeys* keys = nullptr;
  // Tuples of the source, if they were read before, and of outsiders; `keys` must then be null.
  const SourceTuples* tuples = nullptr;
  const SourceTuples* other_tuples = nullptr;
  // Persons of `tuples`, ascending, if persons have several rows.
  std::span<const std::uint32_t> person_of_tuple = {};

  bool has_outsiders() const { return outsiders || other_tuples != nullptr; }
};

// A release as read, with finished dictionaries.
struct ReadRelease {
  std::optional<Source> source;
  std::vector<ReadAttribute> attributes;
  std::vector<Dictionary> bucket_numbers;  // one; none without buckets
  std::vector<Code> bucket_of;
  // Number of rows, including those added for counterfeits of the anatomy format. Added rows show
  // only sensitive values.
  std::size_t rows = 0;
  // 1 for each row that is a counterfeit; empty if there are none.
  std::vector<std::uint8_t> counterfeit;
  std::size_t members = 0;
  std::size_t outsiders = 0;

  bool has_source() const { return source.has_value(); }
  std::size_t tuples() const { return members + outsiders; }
  bool is_counterfeit(std::size_t row) const { return !counterfeit.empty() && counterfeit[row]; }
};

// Reads the rows of a release, and its source if the source exists. Fails if an attribute or its
// source is gone. Requires a SpiSession.
ReadRelease read_release(const Release& release, const ReadScope& scope, const Progress& progress);

// Fails if the counts of an attribute do not fit the rows of their buckets.
void check_counts(const ReadRelease& read);

// Returns the attributes that the scope names, or all, and those that distinguish counterfeits from
// persons.
std::vector<const ReleaseAttribute*> attributes_to_read(const Release& release,
                                                        const ReadScope& scope);

// Returns an attribute before it is read. Fails if the attribute or its source is gone, or of
// another type.
ReadAttribute begin_attribute(const ReleaseAttribute& attribute, const Source& relation,
                              const std::optional<Source>& source);

// Columns of one relation, and the vectors that their codes are read into.
class ColumnsToRead {
 public:
  void add(const std::string& name, Dictionary& dictionary, std::vector<Code>& codes);
  // Reads the columns; returns the number of rows.
  std::size_t read_from(const Source& relation);

 private:
  std::vector<std::string> names_;
  std::vector<Dictionary*> dictionaries_;
  std::vector<std::vector<Code>*> codes_;
};

// Numbers of tuples that were read.
struct ReadPersons {
  std::size_t members;
  std::size_t outsiders;
};

// Reads the source's tuples, and adds the outsiders'. Outsiders are in a relation whose columns
// have the source's names and types, or are drawn, with every attribute's value from a random
// member.
ReadPersons read_persons(const Source& source, const ReadScope& scope,
                         std::vector<ReadAttribute>& attributes, const Progress& progress);

// Makes the known values of a person the tuples, except of generalized attributes.
void add_person(const KnownTuple& person, std::vector<ReadAttribute>& attributes);

// Finishes the dictionaries of attributes whose values and labels were read, and translates the
// codes.
void finish_attributes(std::vector<ReadAttribute>& attributes, const Progress& progress);

// Returns the number of outsiders that are drawn: as many as members, up to a limit.
std::size_t drawn_outsiders(std::size_t members);

// Fails if a relation of outsiders lacks a column of the source, or has it with another type.
void check_outsiders(const Source& outsiders, const std::string& name, const AttributeType& type);

// Reads columns of outsiders, who are in a relation with the source's columns. Fails if a column is
// missing, or of another type than its dictionary, which is the source's.
std::vector<std::vector<Code>> read_outsiders(Oid relation, const std::vector<std::string>& names,
                                              const std::vector<Dictionary*>& dictionaries);

}  // namespace microdata::postgres
