#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// The owner of a series is the role that owns its source, or owned it last. Since 1.0.0 each series
// has a view that this role owns and that PostgreSQL hands over with the source; before, the record
// of the series had the role. The functions require a SpiSession.

// Returns the expression for the owner of series `s`: its view or, before 1.0.0, the role.
const char* owner_in_series_record();

// True if the caller has the privileges of the owner of the source or, without a source, of the
// owner in owner_in_series_record().
bool may_see_series(const Parameter& source, const Parameter& owner);

// Returns the expression, for a statement, for the last owner of the source of series `s`.
const char* last_owner_of_source();

// Returns the view; nothing if the view is gone. Requires a CatalogScope.
std::optional<Oid> holder_of_series(std::int32_t series);

// Functions of event triggers. `gone` and `altered` are arrays of relations.
void forget_holders_of_series(const std::string& gone);
void follow_owners_of_series(const std::string& altered);

// Records of the views that show the editions of series. The functions require a SpiSession.

// A view of a series.
struct SeriesView {
  Oid view = InvalidOid;
  // The suffix that follows the edition's name in the relation's name, and the series' name in the
  // view's.
  std::string suffix;
};

// Returns the views in the order of their suffixes.
std::vector<SeriesView> views_of_series(std::int32_t series);

void record_view(std::int32_t series, const SeriesView& view);

bool is_view_of_series(Oid relation);

// Forgets the views of a series; the views themselves stay unchanged.
void forget_views(std::int32_t series);

// The series of a view, and the edition and release whose relation the view shows.
struct ShownByView {
  std::int32_t series = 0;
  std::string series_name;
  std::int32_t edition = 0;
  std::int64_t release = 0;
};

// Returns what the view shows; nothing if the relation is not a view of a series, or shows nothing
// yet.
std::optional<ShownByView> shown_by(Oid view);

// Functions of event triggers. `gone` and `altered` are arrays of relations.
void forget_dropped_views(const std::string& gone);
void follow_renamed_views(const std::string& altered);

}  // namespace microdata::postgres
