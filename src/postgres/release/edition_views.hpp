#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// Views that show an edition, existing and planned. Requires a SpiSession.

namespace microdata::postgres {

// Returns the name of an edition's release as functions take it: quoted if necessary.
std::string name_of_edition(const Series& series, std::int32_t edition);

// View, and the edition's relation that it will show.
struct PlannedView {
  std::string suffix;
  Oid relation = InvalidOid;
  // The existing view; InvalidOid if the view will be created, at `place`.
  Oid view = InvalidOid;
  // True if the relation has a column of a wider type, to which no view can be altered.
  bool is_made_anew = false;
  Target place;
};

// Returns one planned view for each of the edition's relations. Fails if a view could not show its
// relation.
std::vector<PlannedView> plan_views(const Series& series, const Source& source,
                                    std::int32_t edition, const std::vector<Oid>& relations);

// Creates or changes the view as planned, with a lock if it exists, and returns it. A new view
// belongs to the relation's owner; a view that is created again keeps its properties.
Oid make_view(const PlannedView& planned, Oid source);

// Sets the comments of the view and its columns to what they show, except comments of another
// origin.
void comment_view(Oid view, Oid relation, const Series& series, std::int32_t edition);

// Fails if the series cannot have the view: because the name belongs to a relation that no series
// may point at its editions, or because the caller may not create views there.
void check_view_name(const Source& source, const std::string& view);

// Returns the owner of a series' editions: the owner of its views or, before there are views, of
// its source. Returns the caller if that owner could not own relations of the schema, or if the
// caller could not make them its own. Fails if there are views that the caller could not point at
// that owner's relations.
Oid owner_of_editions(const Series& series, const Source& source, Oid schema);

void give_relations(const std::vector<Oid>& relations, Oid owner);

// Fails if a view has a column that the next edition would lack, or would have with a type that is
// not wider. Before the edition is made, the check is as complete as the source allows; `roles` are
// those of the source's columns, if known.
void check_view_columns(const Series& series, const Source& source,
                        const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
