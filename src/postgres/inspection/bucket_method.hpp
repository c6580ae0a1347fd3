#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/method.hpp"
#include "postgres/inspection/release_structure.hpp"

namespace microdata::postgres {

// A method whose releases are rows in buckets, by its name in the catalog.
Method bucket_method(const char* name, const char* about, const PublishingCall& call,
                     CheckStructure* structure);

}  // namespace microdata::postgres
