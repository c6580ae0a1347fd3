#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "postgres/server/spi.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The rows of a statement, divided by region in one pass and without a sort: those of each region
// lie in a file of its own, or in memory where they are few. Where there are more regions than
// files may be open at once, some of them share one, which is divided when the first of its regions
// comes. Regions are read in ascending order, each once. What is read is gone.
//
// Plain data; what it holds lasts as long as its memory context.
struct RegionDivision;

// Hands over the rows of a later region.
void read_region(RegionDivision* division, std::int32_t region, DestReceiver* receiver);

// What is known of the values of a column of the whole table, where a region is looked at. As text,
// independent of the session; NULL is not among them.
struct GlobalValues {
  std::string column;
  std::vector<std::string> values;
  // Of a sensitive attribute, how many rows have each, and how many have NULL; else empty.
  std::vector<std::uint64_t> counts;
  std::uint64_t nulls = 0;
};

// Within its scope, read_columns() (reader.hpp) reads the rows of one region of each relation that
// it knows, and all rows of others. For each set of columns that is asked for, one SELECT is run
// when its first region is read, and its rows are divided by region; all of
// them see one snapshot. So regions are visited in ascending order, each once, and within a region
// the same columns are asked for once.
//
//   RegionRows rows(expressions, globals);
//   for (region : ...) { rows.enter(region); read_table(...); }
//
// Within a scope, another one takes its place. Requires a SpiSession that lasts longer.
class RegionRows {
 public:
  // Of a relation, the expression of a row's region (region_tree.hpp), and how many rows each
  // region has under the snapshot; none: unknown.
  struct Relation {
    Oid relation = InvalidOid;
    std::string region;
    std::vector<std::int64_t> rows;
    // What is joined with it, where the expression needs that: behind FROM relation. It has no
    // columns of the relation's names, and at most one row for each of the relation's.
    std::string join = {};
    // A condition that all rows of regions which are visited meet; empty: those of all regions are.
    std::string condition = {};
  };

  // Under a snapshot that the scope begins with, or one that is kept already.
  RegionRows(std::vector<Relation> relations, std::vector<GlobalValues> globals,
             std::uint32_t regions, std::shared_ptr<const KeptSnapshot> snapshot = nullptr);
  RegionRows(const RegionRows&) = delete;
  RegionRows& operator=(const RegionRows&) = delete;
  ~RegionRows();

  // How many rows of a relation are in each region, counted once, by an aggregate; what lies in
  // none, as the last.
  const std::vector<std::int64_t>& counts(Oid relation);

  // From now on, rows are those of this region.
  void enter(std::uint32_t region);

  // What is known of a source's column of the name; null: nothing.
  const GlobalValues* globals(const std::string& column) const;
  const std::vector<GlobalValues>& all_globals() const;

  // The innermost scope of the call; null: none, as in a call within it, of a view's function.
  static RegionRows* current();

  // For the reader. Whether rows of the relation come by regions.
  bool knows(Oid relation) const;
  // How many rows of it the region has; none: unknown.
  std::optional<std::int64_t> rows(Oid relation) const;
  // Hands over those of the region: one column, and after it these. What is first is found without
  // a look at the others.
  static constexpr std::size_t columns_before = 1;
  void read(Oid relation, std::span<const std::string> columns, DestReceiver* receiver);
  // After read() of the same: fails where so many rows are not those that the region has, or where
  // all regions' are not all that there are. Rows that changed, or are compared differently where
  // they were counted, are not lost silently.
  void require_all(Oid relation, std::span<const std::string> columns, std::int64_t read) const;
  // Where its rows come from, an expression that is true of those, and what they are seen under.
  std::string from(Oid relation) const;
  std::string condition(Oid relation) const;
  const KeptSnapshot& snapshot() const;
  // Values that are known of a column, and how many rows have each, by their codes; null: none.
  struct Known {
    Dictionary dictionary;
    std::vector<std::uint64_t> counts;
    // Their codes in a dictionary that begins with them, until it is finished.
    std::vector<Code> provisional;
  };
  Known* known_values(const std::string& column, const AttributeType& type);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// A region, or the table, has other rows than were counted in it: `what` begins a sentence.
[[noreturn]] void fail_not_as_counted(Oid relation, const std::string& what, std::int64_t read,
                                      std::int64_t counted);

// Begins a dictionary with the values of the whole table, where a scope knows some: codes are then
// the same, or nearly, in each region, and domains those of the table. To be called before rows are
// read into it.
void begin_with_globals(Dictionary& dictionary, const std::string& column);

// For a finished dictionary that began with them: how many rows of the whole table have each code,
// 0 for values that it does not know; empty where the scope does not know, or there is none.
std::vector<std::uint64_t> counts_in_table(const Dictionary& dictionary, const std::string& column);

// The same; fails where it does not know a value.
std::vector<std::uint64_t> global_counts(const Dictionary& dictionary, const std::string& column);

}  // namespace microdata::postgres
