#pragma once

#include "postgres/server/api.hpp"

#include <functional>
#include <optional>
#include <string>

#include "postgres/release/edition_table.hpp"
#include "postgres/release/expected_view.hpp"

namespace microdata::postgres {

// The view <target>_expected of an edition whose rows stand in one table. `column_of`: an
// attribute's column of the attribute partition.
std::optional<ExpectedView> create_expected_view(
    const Target& target, Oid table, const std::string& bucket_column, const EditionTable& edition,
    const std::function<int(std::size_t attribute)>& column_of, const std::string& weight_column);

}  // namespace microdata::postgres
