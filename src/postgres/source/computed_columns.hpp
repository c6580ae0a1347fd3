#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A column of a table, and its position among a source's columns if these show it.
struct BaseColumn {
  Oid relation = InvalidOid;
  AttrNumber number = 0;
  std::optional<std::size_t> position;
};

// A column of a source, by its position, that a table computes from others (GENERATED ALWAYS AS).
struct ComputedColumn {
  std::size_t position = 0;
  std::vector<BaseColumn> from;
};

// Finds them among the source's columns and, through views, those that these show
// (shown_columns.hpp). Requires a lock on the source.
std::vector<ComputedColumn> computed_columns(const Source& source);

// The roles of what a column is computed from.
struct RolesComputedFrom {
  bool sensitive = false;
  bool identifier = false;
};

// Returns them by the source's columns. A column has its role among `roles`, unless it is declared
// sensitive or an identifier for the table that computes, or a relative of it, and nobody chose to
// publish it here; what is sensitive is no identifier.
// Requires a SpiSession.
std::vector<RolesComputedFrom> roles_computed_from(const Source& source,
                                                   const std::vector<AssignedRole>& roles);

// Makes columns sensitive that are computed from sensitive ones, unless somebody chose a role for
// them or they are identifiers; a NOTICE has their names.
void protect_computed(const Source& source, std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
