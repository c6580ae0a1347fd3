// How much the attributes of a release are correlated, by what is published, and in its source.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "client/report_classes.hpp"
#include "client/report_release.hpp"

namespace microdata::client {

// By the names of both, in their order.
using Correlations = std::map<std::pair<std::string, std::string>, double>;

// Of what stands in one row: linked attributes as they are, others as one linking of many shows
// them. Of what stands for several values, it is that of the values.
Correlations published_correlations(Session& session, const PublishedRelease& release);
Correlations source_correlations(Session& session, const PublishedRelease& release);

TextReading text_reading(const PublishedColumn& column);
// Labels of several levels overlap: those are no values that could be compared.
bool comparable(const PublishedRelease& release, const PublishedColumn& column);

}  // namespace microdata::client
