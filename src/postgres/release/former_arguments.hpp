#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>

#include "postgres/release/cuts_argument.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/source.hpp"

// Arguments of version 0.12.0. An update leaves its functions to views and functions of users that
// call them, and a dump takes them along: they are read as they were, and nowhere else.

namespace microdata::postgres {

// The argument `strict`, or `grouping` of a function of 0.12.0.
bool given_strict(const Arguments& arguments);

// The arguments `cuts` and `cuts_by` of a function of 0.12.0; nothing where the function is of this
// version.
std::optional<SlicingCuts> former_cuts(const Arguments& arguments);

// The name of the column `what` that a release gets besides the source's, such as "bucket": a
// function of 0.12.0 was given it.
std::string added_column(const Arguments& arguments, const Source& source, const char* what);

}  // namespace microdata::postgres
