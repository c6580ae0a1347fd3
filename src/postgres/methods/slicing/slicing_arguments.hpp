#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/slicing/slicing.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Where the arguments that the slicing functions share stand in a function's list; -1: it has none.
struct SlicingPositions {
  int columns = -1;
  int l = -1;
  int sensitive = -1;
  int identifiers = -1;
  int insensitive = -1;
  int quasi_identifiers = -1;
  int groups = -1;
  int sensitive_column_size = -1;
  int k = -1;
  int grouping = -1;
  int diversity_check = -1;
  int infeasible = -1;
  int discretization = -1;
  int intervals = -1;
  int suppress = -1;
  int privacy = -1;
  int cuts = -1;
};

GivenRoles given_roles(const Arguments& arguments, const SlicingPositions& at);

// The options as far as they can be read without the table, each checked by itself. Groups are read
// as names, see resolve_groups().
struct SlicingRequest {
  SlicingOptions options;
  std::vector<std::vector<std::string>> groups;
  // As given, for the catalog.
  std::string grouping;
  std::string diversity_check;
  std::string infeasible;
  std::string discretization;
};

SlicingRequest slicing_request(const Arguments& arguments, const SlicingPositions& at);

// More intervals than this are no discretization.
inline constexpr std::int32_t most_intervals = 10000;

DiscretizationOptions discretization_options(const Arguments& arguments, int discretization,
                                             int intervals);

// Checks the request against the roles of the source's columns, before the table is read.
void check_request(const SlicingRequest& request, const Source& source,
                   const std::vector<AssignedRole>& roles, bool needs_sensitive);

// The groups given by hand as an attribute partition of the table.
AttributePartition resolve_groups(const SlicingRequest& request, const Table& table);

}  // namespace microdata::postgres
