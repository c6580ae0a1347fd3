#pragma once

#include "postgres/server/api.hpp"

#include <vector>

namespace microdata::postgres {

// Where one relation of a release, the one by which it is found, shows by itself all attributes of
// the release, the others show nothing that it does not: the view <target>_expected, or the two
// tables behind the view of the anatomy format. They follow it: who may read it may read them, they
// belong to its owner and go with it. So do the views of a series that show such relations follow
// the view that shows the first one. Requires a SpiSession.

// What the name of the view has behind that of the release.
inline constexpr const char* expected_suffix = "expected";

// Grants and revokes SELECT on them as the commands that have just ended did on what they follow,
// where they belong to its owner.
void follow_granted();

// Grants SELECT on one of them, where nobody has been granted it yet, to those who are granted it
// on the relation that it follows. Does nothing with what does not follow it.
void follow_privileges(Oid leading, Oid follower);

// Gives them, and partitions, to the owner of what they follow, where the commands that have just
// ended altered that; and the editions of a series to the owner of the view. They belonged to the
// same former owner: what others own stays theirs.
void follow_owners();

// Renames the view of expected counts with the relation that it is named after, as the commands
// that have just ended renamed that, where the name is free and the view has kept the old one.
void follow_renamed_releases();

// Has a view that is made of one table dropped with the table, or a column of it, without CASCADE;
// `relations` are those of a release. Does nothing where the caller does not own both.
void bind_view_to_table(const std::vector<Oid>& relations);

}  // namespace microdata::postgres
