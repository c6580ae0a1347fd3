#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/error.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// The release of which partitions are published again, as it is on record, and what a call may not
// have otherwise than it. Requires a SpiSession.

namespace microdata::postgres {

struct Target;

// What the call gives differs from the release.
Error differs_from_former(const Target& target, const std::string& detail);

// The release, or its source, is not such that it could be done.
Error unfit_to_renew(const Target& target, const std::string& detail);

// What is on record under "regions": numbers by region, or a text.
std::vector<std::int64_t> recorded_numbers(const Release& release, const char* key);
std::optional<std::string> recorded(const Release& release, const char* key);

// The release at the target, or the edition of which partitions are published again; fails where it
// was not made by the partitions of the source.
Release former_release(const Target& target, const Source& source);

// Roles as a call gives them; those that it does not give are the release's. What the release does
// not have is an identifier.
GivenRoles with_roles_of(const Release& release, const Source& source, GivenRoles given);

// Fails where attributes are others than the release's, or have other roles.
void require_same_roles(const Target& target, const Release& release, const Source& source,
                        const std::vector<AssignedRole>& roles);

// The groups of a release's attributes, in each those first that are sensitive.
std::vector<std::vector<std::string>> recorded_groups(const Release& release);

}  // namespace microdata::postgres
