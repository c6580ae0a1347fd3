#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/slicing/slicing.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Options that can be read without the table, each checked by itself. Groups are read as names; see
// resolve_groups().
struct SlicingRequest {
  SlicingOptions options;
  std::vector<std::vector<std::string>> groups;
  // Arguments as given, for the catalog.
  std::string diversity_check;
  std::string infeasible;
  std::string discretization;
  // Largest fraction of persons whose sensitive value an attack may guess.
  std::optional<double> inference;
  // Requested option, as the user calls it, that cannot keep several rows of a person together.
  std::optional<std::string> for_one_row_each;
  std::optional<std::uint32_t> rows_per_person;
  SubjectFormat subject_format = SubjectFormat::joined;
  // Column of the buckets' numbers, once the source is known.
  std::string bucket_column;
};

// Returns the request of a function that has at least the arguments columns, sensitive_column_size,
// discretization and intervals.
SlicingRequest slicing_request(const Arguments& arguments);

// Largest number of intervals; more would be no discretization.
inline constexpr std::int32_t most_intervals = 10000;

// Returns the options from the arguments discretization and intervals.
DiscretizationOptions given_discretization(const Arguments& arguments);

// Checks the roles of the attributes that groups name.
void check_named_groups(const SlicingRequest& request, const Source& source,
                        const std::vector<AssignedRole>& roles);

// Checks the request against the roles of the source's columns, before the table is read.
void check_request(const SlicingRequest& request, const Source& source,
                   const std::vector<AssignedRole>& roles, bool needs_sensitive);

// Returns the groups given by hand as an attribute partition of the table.
AttributePartition resolve_groups(const SlicingRequest& request, const Table& table);

extern const Method slicing_method;

// Editions by slicing. The sensitive attribute is alone in its column: with a linked attribute, an
// attacker would have fewer candidates than the signature has values. The groups of the other
// attributes are shuffled independently among the rows of a bucket's persons. A counterfeit is a
// row that is NULL except in the sensitive column.
extern const SeriesMethod slicing_series;

}  // namespace microdata::postgres
