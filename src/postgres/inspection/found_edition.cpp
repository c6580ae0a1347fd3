#include "postgres/inspection/found_edition.hpp"

#include <string>
#include <utility>
#include <vector>

#include "postgres/release/release_lock.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

FoundEdition find_edition(const EditionRecord& edition) {
  FoundEdition gone{.reason = "its tables are gone"};
  const std::vector<ResultRow> rows = [&] {
    const CatalogScope scope;
    return query(
        "SELECT r.relations[1]::pg_catalog.oid FROM microdata.release_record r "
        "WHERE r.release_id = $1::pg_catalog.int8",
        {std::to_string(edition.release)});
  }();
  if (rows.empty() || !rows.front().front()) return gone;
  std::optional<Release> release =
      locked_release(static_cast<Oid>(std::stoul(*rows.front().front())), AccessShareLock);
  if (!release || release->id != edition.release) return gone;
  if (!may_read_all(release->relations))
    return {.reason = "you may not read its tables", .hidden = true};
  // The caller has named the series. Its owner may have put a view in the place of a table.
  for (const Oid relation : release->relations) {
    require_no_code_of_others(relation,
                              "relation " + in_quotes(relation_name(relation)) + " of edition " +
                                  std::to_string(edition.edition),
                              Tables::left_out);
  }
  return {.release = std::move(release)};
}

}  // namespace microdata::postgres
