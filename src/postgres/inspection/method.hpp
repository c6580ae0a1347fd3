#pragma once

#include "postgres/server/api.hpp"

#include "postgres/inspection/layout_operations.hpp"
#include "postgres/inspection/publishing_call.hpp"
#include "postgres/inspection/release_structure.hpp"

namespace microdata::postgres {

// A method of publishing. The methods stand in one table, methods/methods.hpp; nothing else
// compares their names.
struct Method {
  // In the catalog.
  const char* name;
  // What was done, as a sentence that readers of a release see.
  const char* about;
  PublishingCall call;
  CheckStructure* structure;
  // The layout of its releases in which a row is a person.
  LayoutKind layout;
};

}  // namespace microdata::postgres
