#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/utility/count_query.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/values/dictionary.hpp"

// COUNT(*) estimated from what was published, of releases whose estimate is one by rows or by
// buckets. Requires a SpiSession.

namespace microdata::postgres {

// That the release has no such attribute, with the nearest name as a hint.
[[noreturn]] void fail_attribute(const std::vector<std::string>& attributes,
                                 const std::string& name);

// The release's attribute of the name; fails where it has none.
const ReleaseAttribute& require_attribute(const Release& release, const std::string& name);

// True if estimates over these attributes link columns of the release: those of the attributes, or
// with the column by which persons are told from counterfeits. Fails where it lacks one.
bool are_linked(const Release& release, const std::vector<std::string>& names);

// The release's attributes, each once, however many of its relations have it.
std::vector<ReleaseAttribute> distinct_attributes(const Release& release);

// How a method estimates.
struct CountEstimation {
  // For many predicates, over attributes whose values are those of the source's dictionaries.
  CountEstimate (*of_queries)(const Release& release, const std::vector<std::string>& attributes,
                              const std::vector<Dictionary>& domains, const Progress& progress);
};

// Of a single table without buckets; of rows in buckets, whose sensitive values may stand in a
// table of their own. Fail where the release has no such attribute, or no longer has its relation.
extern const CountEstimation counts_of_rows;
extern const CountEstimation counts_of_buckets;

}  // namespace microdata::postgres
