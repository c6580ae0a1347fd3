#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/release/series_method.hpp"

namespace microdata::postgres {

// The methods that series are published by. Fails where there is none of the name.
const SeriesMethod& series_method_named(const std::string& name);

// The tables of methods and of layouts: what depends on either is looked up here.

// Whether the table has one of the name.
bool is_method(const std::string& name);

// Fails for a release that a later version of the extension has made, and for one of another
// structure than its method's, on which the method's readers rely.
const Method& method_of(const Release& release);

// Fails where there is none of the name.
const Method& method_named(const std::string& name);

const LayoutOperations& operations_of(LayoutKind layout);

// Fails as method_of() does.
const LayoutOperations& operations_of(const Release& release);

}  // namespace microdata::postgres
