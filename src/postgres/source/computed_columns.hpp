#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <vector>

#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// A column of a source that a table computes from others (GENERATED ALWAYS AS), and those of these
// that the source has; by their positions.
struct ComputedColumn {
  std::size_t position = 0;
  std::vector<std::size_t> from;
};

// Finds them among the source's columns and, through views, those that these show
// (shown_columns.hpp). Requires a lock on the source.
std::vector<ComputedColumn> computed_columns(const Source& source);

// Makes columns sensitive that are computed from sensitive ones, unless somebody chose a role for
// them or they are identifiers; a NOTICE has their names.
void protect_computed(const Source& source, std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
