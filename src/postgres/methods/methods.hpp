#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

// Returns the method by which series are published. Fails if no such method has the name.
const SeriesMethod& series_method_named(const std::string& name);

// Tables of methods and of layouts, for everything that depends on either.

// True if a method has the name.
bool is_method(const std::string& name);

// Returns the release's method. Fails for a release of a later version of the extension. Fails if
// the release's structure is not its method's, because the method's readers rely on the structure.
const Method& method_of(const Release& release);

// Returns the method; fails if none has the name.
const Method& method_named(const std::string& name);

const LayoutOperations& operations_of(LayoutKind layout);

}  // namespace microdata::postgres
