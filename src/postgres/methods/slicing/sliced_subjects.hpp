#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/random.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Whether the request keeps several rows of a person together, and somebody has several.
bool slices_persons(const Table& table, const SlicingRequest& request);

// Slices the persons of a table that was read and prepared for the models, then makes, fills and
// records the release; returns its table of persons. Groups and columns are of the attributes of
// persons that are not sensitive; sensitive attributes are a group of their own. Fails where the
// request asks for anything else.
Oid slice_by_subject(const Target& target, const Source& source, Table& table,
                     const SlicingRequest& request, const std::string& bucket_column, bool seeded,
                     Random& random, Phases& phases);

}  // namespace microdata::postgres
