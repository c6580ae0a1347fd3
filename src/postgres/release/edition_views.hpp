#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "postgres/catalog/series_catalog.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

// The views that an edition is shown by, as they are and as they are to be. Requires a SpiSession.

namespace microdata::postgres {

// The name of an edition's release, as it is given to functions: quoted where it needs to be.
std::string name_of_edition(const Series& series, std::int32_t edition);

// A view, and the edition's relation that it is to show.
struct PlannedView {
  std::string suffix;
  Oid relation = InvalidOid;
  // None: it is to be made, in its place.
  Oid view = InvalidOid;
  // True where the relation has a column of a wider type, which no view can be altered to.
  bool is_made_anew = false;
  Target place;
};

// One for each of the edition's relations. Fails where a view could not show one.
std::vector<PlannedView> plan_views(const Series& series, const Source& source,
                                    std::int32_t edition, const std::vector<Oid>& relations);

// Makes the view as it is planned, which is locked where it is there, and returns it. A new one
// belongs to the relation's owner, and one that is made anew keeps what it had.
Oid make_view(const PlannedView& planned, Oid source);

// Says of the view what it shows, unless somebody else has said something of it.
void comment_view(Oid view, Oid relation, const Series& series, std::int32_t edition);

// Fails where a series cannot have the view: the name is taken by what no series may point at its
// editions, or the caller may not make views there.
void check_view_name(const Source& source, const std::string& view);

// Who owns a series' editions: the owner of its views or, before they are there, of its source.
// Where she could not own relations of the schema, or the caller not make her own them, it is who
// publishes. Fails where there are views that the caller could not point at her relations.
Oid owner_of_editions(const Series& series, const Source& source, Oid schema);

void give_relations(const std::vector<Oid>& relations, Oid owner);

// Fails where a view has a column that the next edition would not have, or has of a type that is no
// wider, as far as that is known before it is made. `roles` are those of the source's columns, if
// they are known.
void check_view_columns(const Series& series, const Source& source,
                        const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
