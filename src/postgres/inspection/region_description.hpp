#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/disclosure_figures.hpp"
#include "postgres/inspection/finding.hpp"

// What a server that has no catalog is told of a release whose region it looks at, and what it
// answers: as JSON. What is read back comes from whoever calls the function there: it fails where
// it is nothing of the kind. All require a SpiSession.

namespace microdata::postgres {

// Of a release, of which these relations, or what stands for them there, have all attributes; by
// region, how many rows of it are suppressed. Of its parameters, `but_for` are left out.
std::string release_description(const Release& release, const std::vector<Oid>& relations,
                                const std::vector<std::string>& but_for,
                                const std::vector<std::int64_t>& suppressed);

// The release of a region's rows, as if it was made at once.
Release described_release(const std::string& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t region);

std::string findings_json(const std::vector<Finding>& findings);
std::vector<Finding> described_findings(const std::string& json);

std::string figures_json(const DisclosureFigures& figures);
DisclosureFigures described_figures(const std::string& json);

}  // namespace microdata::postgres
