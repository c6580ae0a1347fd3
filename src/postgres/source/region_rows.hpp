#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace microdata::postgres {

class Dictionary;

// What is known of the values of a column of the whole table, where a region is looked at. As text,
// independent of the session; NULL is not among them.
struct GlobalValues {
  std::string column;
  std::vector<std::string> values;
  // Of a sensitive attribute, how many rows have each, and how many have NULL; else empty.
  std::vector<std::uint64_t> counts;
  std::uint64_t nulls = 0;
};

// Within its scope, read_columns() (reader.hpp) reads the rows of one region of each relation that it
// knows, and all rows of others. For each set of columns that is asked for, one SELECT, sorted by
// region by PostgreSQL, which spills what it needs to, is open from its first region to the last; all of
// them see one snapshot. So regions are visited in ascending order, each once, and within a region the
// same columns are asked for once.
//
//   RegionRows rows(expressions, globals);
//   for (region : ...) { rows.enter(region); read_table(...); }
//
// Scopes do not nest. Requires a SpiSession that lasts longer.
class RegionRows {
 public:
  // Of a relation, the expression of a row's region (region_tree.hpp).
  struct Relation {
    Oid relation = InvalidOid;
    std::string region;
  };

  RegionRows(std::vector<Relation> relations, std::vector<GlobalValues> globals,
             std::uint32_t regions);
  RegionRows(const RegionRows&) = delete;
  RegionRows& operator=(const RegionRows&) = delete;
  ~RegionRows();

  // How many rows of a relation are in each region, counted once, by an aggregate; what lies in none,
  // as the last.
  const std::vector<std::int64_t>& counts(Oid relation);

  // From now on, rows are those of this region.
  void enter(std::uint32_t region);

  // What is known of a source's column of the name; null: nothing.
  const GlobalValues* globals(const std::string& column) const;

  // The innermost scope; null: none.
  static RegionRows* current();

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// Begins a dictionary with the values of the whole table, where a scope knows some: codes are then
// the same, or nearly, in each region, and domains those of the table. To be called before rows are
// read into it.
void begin_with_globals(Dictionary& dictionary, const std::string& column);

// For a finished dictionary that began with them: how many rows of the whole table have each code;
// empty where the scope does not know, or there is none.
std::vector<std::uint64_t> global_counts(const Dictionary& dictionary, const std::string& column);

}  // namespace microdata::postgres
