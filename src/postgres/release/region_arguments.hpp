#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "postgres/server/arguments.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// regions: 1 to most_regions; nothing where it is NULL, or the function does not have it: as many
// as the memory limit needs.
std::optional<std::int32_t> given_regions(const Arguments& arguments);

// Why calls cannot go by regions.
inline constexpr const char* several_rows_each = "The rows of a person may lie in several regions.";
inline constexpr const char* attack_on_all =
    "The attack that inference bounds is on all buckets of a release.";

// For a call that cannot be divided into regions, for the reason that `why`, a sentence, gives:
// fails where several were asked for, or where it would take more memory than the limit allows.
// `call` is "slice_table()".
void check_undivided(const Source& source, const std::string& call,
                     std::optional<std::int32_t> regions, double bytes_per_row,
                     const std::string& why);

}  // namespace microdata::postgres
