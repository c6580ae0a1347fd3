#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/slicing/slicing.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// The options as far as they can be read without the table, each checked by itself. Groups are read
// as names, see resolve_groups().
struct SlicingRequest {
  SlicingOptions options;
  std::vector<std::vector<std::string>> groups;
  // As given, for the catalog.
  std::string diversity_check;
  std::string infeasible;
  std::string discretization;
  // The largest share of persons whose sensitive value an attack may guess.
  std::optional<double> inference;
  // What was asked for, as the user calls it, that cannot keep several rows of a person together.
  std::optional<std::string> for_one_row_each;
  std::optional<std::uint32_t> rows_per_person;
};

// Of a function that has at least columns, sensitive_column_size, discretization and intervals.
SlicingRequest slicing_request(const Arguments& arguments);

// More intervals than this are no discretization.
inline constexpr std::int32_t most_intervals = 10000;

// discretization, intervals.
DiscretizationOptions given_discretization(const Arguments& arguments);

// Checks the attributes that groups name, as far as roles go.
void check_named_groups(const SlicingRequest& request, const Source& source,
                        const std::vector<AssignedRole>& roles);

// Checks the request against the roles of the source's columns, before the table is read.
void check_request(const SlicingRequest& request, const Source& source,
                   const std::vector<AssignedRole>& roles, bool needs_sensitive);

// The groups given by hand as an attribute partition of the table.
AttributePartition resolve_groups(const SlicingRequest& request, const Table& table);

}  // namespace microdata::postgres
