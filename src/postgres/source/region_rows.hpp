#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/source/persons.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Rows of a statement, divided by region in one pass without sorting. The rows of each region are
// in a file of its own, or in memory if they are few. If there are more regions than open files,
// several regions share a file, which is divided when the first of them is read. Regions are read
// in ascending order, each once; rows are gone after they were read.
//
// Plain data, valid as long as its memory context.
struct RegionDivision;

// Hands over the rows of a later region.
void read_region(RegionDivision* division, std::int32_t region, DestReceiver* receiver);

// Values of a column in the whole table, for use while one region is read. Texts are independent of
// the session; NULL is not among them.
struct GlobalValues {
  std::string column;
  std::vector<std::string> values;
  // Number of rows with each value, and of rows with NULL, for a sensitive attribute; otherwise
  // empty.
  std::vector<std::uint64_t> counts;
  std::uint64_t nulls = 0;
};

// Scope in which read_columns() (reader.hpp) reads the rows of one region of each known relation,
// and all rows of others. Each set of columns takes one SELECT, when its first region is read; its
// rows are divided by region. All of them use one snapshot. Therefore regions must be visited in
// ascending order, each once, and each set of columns may be read once per region.
//
//   RegionRows rows(expressions, globals);
//   for (region : ...) { rows.enter(region); read_table(...); }
//
// An inner scope replaces the outer one. Requires a SpiSession that lasts longer.
class RegionRows {
 public:
  // Relation with the expression of a row's region (region_tree.hpp), and the number of rows of
  // each region under the snapshot; empty if unknown.
  struct Relation {
    Oid relation = InvalidOid;
    std::string region;
    std::vector<std::int64_t> rows;
    // Joined tables, as text after FROM relation, if the expression needs them. They have no
    // columns of the relation's names, and at most one row for each of its rows.
    std::string join = {};
    // Condition that all rows of visited regions satisfy; if it is empty, all regions are visited.
    std::string condition = {};
  };

  // Begins a scope with a new snapshot, or with one that is already kept.
  RegionRows(std::vector<Relation> relations, std::vector<GlobalValues> globals,
             std::uint32_t regions, std::shared_ptr<const KeptSnapshot> snapshot = nullptr);
  RegionRows(const RegionRows&) = delete;
  RegionRows& operator=(const RegionRows&) = delete;
  ~RegionRows();

  // Returns the number of a relation's rows in each region, counted once by an aggregate; the last
  // number is that of rows in no region.
  const std::vector<std::int64_t>& counts(Oid relation);

  // Makes the facts known about persons with several rows, whose rows are in one region each.
  void know_persons(PersonFacts facts);
  // Returns the facts; null if each row is a person, or if nothing is known.
  const PersonFacts* persons() const;

  // Makes this region the one whose rows are read.
  void enter(std::uint32_t region);

  // Returns the known values of the source's column; null if there are none.
  const GlobalValues* globals(const std::string& column) const;
  const std::vector<GlobalValues>& all_globals() const;

  // Returns the innermost scope of the call; null if there is none, as in a call within it by a
  // view's function.
  static RegionRows* current();

  // True if rows of the relation are read by region; used by the reader.
  bool knows(Oid relation) const;
  // Returns the number of the relation's rows in the region; nothing if it is unknown.
  std::optional<std::int64_t> rows(Oid relation) const;
  // Hands over the region's rows: one column before these, the region, so that it is found without
  // decoding the others.
  static constexpr std::size_t columns_before = 1;
  void read(Oid relation, std::span<const std::string> columns, DestReceiver* receiver);
  // Fails, after read() of the same columns, if the number of rows differs from the region's, or
  // from that of all regions. Rows that changed, or are compared differently than when they were
  // counted, are thus not lost silently.
  void require_all(Oid relation, std::span<const std::string> columns, std::int64_t read) const;
  // Return the FROM item of the region's rows, an expression that is true for them, and their
  // snapshot.
  std::string from(Oid relation) const;
  std::string condition(Oid relation) const;
  const KeptSnapshot& snapshot() const;
  // Known values of a column, and the number of rows with each, by code.
  struct Known {
    Dictionary dictionary;
    std::vector<std::uint64_t> counts;
    // Codes of the values, until it is finished, in a dictionary that begins with them.
    std::vector<Code> provisional;
  };
  Known* known_values(const std::string& column, const AttributeType& type);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// Fails because a region, or the table, has other rows than were counted; `what` is the beginning
// of a sentence.
[[noreturn]] void fail_not_as_counted(Oid relation, const std::string& what, std::int64_t read,
                                      std::int64_t counted);

// Begins a dictionary with the values of the whole table, if a scope knows them: codes are then
// nearly the same in each region, and domains are those of the table. Called before rows are read
// into it.
void begin_with_globals(Dictionary& dictionary, const std::string& column);

// Returns the number of the whole table's rows with each code, for a finished dictionary that began
// with known values; 0 for unknown values. Empty if the scope knows no counts, or if there is no
// scope.
std::vector<std::uint64_t> counts_in_table(const Dictionary& dictionary, const std::string& column);

// Returns counts_in_table(), but fails if a value is unknown.
std::vector<std::uint64_t> global_counts(const Dictionary& dictionary, const std::string& column);

}  // namespace microdata::postgres
