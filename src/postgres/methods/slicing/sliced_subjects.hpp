#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// True if a person has several rows, and the request can keep them together.
bool slices_persons(const Table& table, const SlicingRequest& request);

// Slices the persons of a table that was read and prepared for the models; creates, fills and
// records the release; returns its table of persons. Groups consist of the attributes of persons
// that are not sensitive; sensitive attributes are a group of their own. Fails if the request needs
// anything else.
Oid slice_by_subject(const Target& target, const Source& source, Table& table,
                     const SlicingRequest& request, const std::string& bucket_column, bool seeded,
                     Random& random, Phases& phases);

}  // namespace microdata::postgres
