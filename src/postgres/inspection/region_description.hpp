#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/disclosure_figures.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/server/json.hpp"

// What a server that has no catalog is told of a release whose region it looks at, and what it
// answers: as JSON. What is read back comes from whoever calls the function there: it fails where
// it is nothing of the kind.

namespace microdata::postgres {

// Of a release, of which these relations, or what stands for them there, have all attributes; by
// region, how many rows of it are suppressed. Of its parameters, `but_for` are left out.
Json release_description(const Release& release, const std::vector<Oid>& relations,
                         const std::vector<std::string>& but_for,
                         const std::vector<std::int64_t>& suppressed);

// The release of a region's rows, as if it was made at once.
Release described_release(const Json& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t region);

Json findings_json(const std::vector<Finding>& findings);
std::vector<Finding> described_findings(const Json& json);

Json figures_json(const DisclosureFigures& figures);
DisclosureFigures described_figures(const Json& json);

}  // namespace microdata::postgres
