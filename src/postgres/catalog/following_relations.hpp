#pragma once

#include "postgres/server/api.hpp"

#include <vector>

// Where one relation of a release, the one by which it is found, shows by itself all attributes of
// the release, the others show nothing that it does not: the view <target>_expected, or the two
// tables behind the view of the anatomy format. They follow it: who may read it may read them, they
// belong to its owner and go with it. Requires a SpiSession.

namespace microdata::postgres {

// Grants and revokes SELECT on them as the commands that have just ended did on what they follow.
void follow_granted();

// Gives them to the owner of what they follow, where the commands that have just ended altered
// that.
void follow_owners();

// Has a view that is made of one table dropped with the table, or a column of it, without CASCADE;
// `relations` are those of a release. Does nothing where the caller does not own both.
void bind_view_to_table(const std::vector<Oid>& relations);

}  // namespace microdata::postgres
