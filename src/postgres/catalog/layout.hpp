#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "postgres/server/json.hpp"

namespace microdata::postgres {

// A column that the extension adds to a release.
struct AddedColumn {
  std::string name;
  // True if the release has it on record; it has its usual name otherwise.
  bool recorded = false;
};

// The parameters of a release as its readers go by them, parsed once.
struct Layout {
  AddedColumn bucket{"bucket"};
  AddedColumn count{"count"};
  AddedColumn member{"member"};
  AddedColumn weight{"weight"};
  // True where sensitive values are counted in tables of their own.
  bool counted = false;
  // True of a release that was registered, not published here.
  bool registered = false;

  // Bounds, as asked for.
  std::optional<double> l;
  std::optional<double> k;
  std::optional<double> delta;
  // True if k is promised in every bucket, not over all rows as before 1.0.0, and if l is.
  bool k_in_buckets = false;
  bool l_in_buckets = false;

  // How quasi-identifiers are generalized; empty where they are not.
  std::string recoding;
  std::string cuts = "width";
  std::string method;
  std::string loss = "width";
  std::optional<std::string> class_attribute;
  std::optional<double> changed_class_values;

  // The share that may be left out, and what was; rows_beyond_limit were left out of persons with
  // more than rows_per_person.
  std::optional<double> suppress;
  bool suppresses_infeasible = false;
  std::optional<double> persons;
  std::optional<double> suppressed_persons;
  std::optional<double> rows_beyond_limit;
  std::optional<double> rows_per_person;

  // Groups of attributes, and those of them that are of persons.
  std::optional<std::int64_t> columns;
  std::optional<std::int64_t> person_columns;
  bool groups_by_hand = false;
  // Which tables persons with several rows have.
  bool value_sets = true;
  bool row_sets = false;
  bool cohorts = false;
  std::optional<std::int64_t> fragments;
  // True of a decomposition by privacy rules.
  bool by_rules = false;

  // The edition of a series, where it is one.
  std::optional<std::string> series;
  std::optional<std::int64_t> edition;
  std::optional<std::int64_t> m;
  std::optional<std::int64_t> counterfeits;
  std::optional<std::int64_t> valueless;

  // The key of a number that is out of range.
  std::optional<std::string> out_of_range;

  // Returns the column of a role: "bucket", "count", "member" or "weight".
  const AddedColumn& column(std::string_view role) const;
};

// Returns the layout that the parameters of a release say.
Layout layout_of(const Json& json);

}  // namespace microdata::postgres
