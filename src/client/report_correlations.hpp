// Correlations of the attributes of a release, by its published content and in its source.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "client/report_classes.hpp"
#include "client/report_release.hpp"

namespace microdata::client {

// Correlations by the names of both attributes, in alphabetical order.
using Correlations = std::map<std::pair<std::string, std::string>, double>;

// Returns correlations within rows: linked attributes as they are, others as one of many possible
// linkings shows them. Texts that stand for several values count as these values.
Correlations published_correlations(Session& session, const PublishedRelease& release);
Correlations source_correlations(Session& session, const PublishedRelease& release);

TextReading text_reading(const PublishedColumn& column);
// False for labels of several levels, which overlap and are not comparable values.
bool comparable(const PublishedRelease& release, const PublishedColumn& column);

}  // namespace microdata::client
