#pragma once

#include "postgres/server/api.hpp"

#include "postgres/methods/generalization/generalized_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"

namespace microdata::postgres {

// What is asked for, checked by itself.
GeneralizationRequest generalization_request(const Arguments& arguments,
                                             const PublishingArguments& publishing);

// Whether anything is asked of sensitive attributes.
bool asks_for_sensitive_values(const GeneralizationRequest& request);

// Fails where oblivious cuts would leave out rows for their sensitive values. Numbers of rows of
// persons do not depend on these: to leave out those is allowed.
void check_oblivious_rows(const GeneralizationRequest& request);

}  // namespace microdata::postgres
