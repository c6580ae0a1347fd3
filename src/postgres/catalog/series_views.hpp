#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// Who owns a series: the role that owns its source, or owned it last. From 1.0.0 on each series has
// a view that this role owns, which PostgreSQL hands over with the source; before, its row had the
// role. Requires a SpiSession.

// What finds the owner of series `s`: the view, or the role before 1.0.0.
const char* owner_in_series_record();

// True if the caller has the privileges of the owner: of the source, or else of what
// owner_in_series_record() has.
bool may_see_series(const Parameter& source, const Parameter& owner);

// The role that owned the source of series `s` last, in a statement.
const char* last_owner_of_source();

// The view; none where it is gone. Requires a CatalogScope.
std::optional<Oid> holder_of_series(std::int32_t series);

// What event triggers do. An array of relations: what is gone, or altered.
void forget_holders_of_series(const std::string& gone);
void follow_owners_of_series(const std::string& altered);

// The views that show the editions of series: what is on record of them. Requires a SpiSession.

// A view of a series.
struct SeriesView {
  Oid view = InvalidOid;
  // What stands behind the edition's name in the relation's, and behind the view's.
  std::string suffix;
};

// In the order of their suffixes.
std::vector<SeriesView> views_of_series(std::int32_t series);

void record_view(std::int32_t series, const SeriesView& view);

bool is_view_of_series(Oid relation);

// The views stay, as they are.
void forget_views(std::int32_t series);

// The series, and what the view shows of it: the relation of the edition that stands behind it.
struct ShownByView {
  std::int32_t series = 0;
  std::string series_name;
  std::int32_t edition = 0;
  std::int64_t release = 0;
};

// Nothing where the relation is no view of a series, or shows nothing yet.
std::optional<ShownByView> shown_by(Oid view);

// What event triggers do. An array of relations: what is gone, or altered.
void forget_dropped_views(const std::string& gone);
void follow_renamed_views(const std::string& altered);

}  // namespace microdata::postgres
