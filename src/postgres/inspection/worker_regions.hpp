#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/disclosure_figures.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/region_loop.hpp"

// A release that Citus distributes, looked at region by region where the rows are: they go, with
// those of its source, from server to server, so that each region lies by itself on one, and
// microdata.inspect_region() is called there with all that must be known of the release.

namespace microdata::postgres {

// Whether workers may be asked, and a function of the schema microdata for that is there.
bool can_be_asked_on_workers(const char* function);

// Whether all that is published of a release is in one relation.
bool stands_in_one_relation(const Release& release);

// Whether the regions of a release are looked at so: rows of it and of its source are distributed,
// nothing is needed that stands in this server's catalog alone, and the caller may make tables
// beside the release.
bool is_inspected_on_workers(const Release& release);

// By region, what is found of it, as by a release of its rows that was made at once, of whose
// parameters some are left out.
std::vector<std::vector<Finding>> findings_on_workers(const Release& release, RegionLoop& loop,
                                                      const std::vector<std::string>& but_for);
std::vector<DisclosureFigures> disclosure_on_workers(const Release& release, RegionLoop& loop);

}  // namespace microdata::postgres
