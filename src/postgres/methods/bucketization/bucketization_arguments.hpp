#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "postgres/methods/bucketization/bucketized_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// What is asked for, but for the format and the names of columns.
BucketizationRequest bucketization_request(const Arguments& arguments,
                                           const PublishingArguments& publishing);

// Fails where there is nothing to keep apart.
void check_bucketized_roles(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
