#include "postgres/release/staged_rows.hpp"

#include "postgres/release/release_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/owner_scope.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/distribution.hpp"

namespace microdata::postgres {

std::optional<Oid> staging_for(Oid relation) {
  if (distribution_of(relation) == Distribution::local) return std::nullopt;
  const Target made = scratch_target(guarded([&] { return get_rel_namespace(relation); }));
  return create_relation(
      made, join({"CREATE TABLE", made.qualified, "(LIKE", qualified_name(relation), ")"}, " "));
}

void hand_over(Oid staged, Oid relation) {
  const std::string name = qualified_name(staged);
  {
    // INSERT evaluates the owner's checks, index expressions and domains, here or on workers.
    const Oid owner = owner_of(relation);
    std::optional<OwnerScope> scope;
    if (owner != GetUserId()) {
      execute("GRANT SELECT ON TABLE " + name + " TO " + quote_name(role_named(owner)));
      scope.emplace(relation);
    }
    execute(join({"INSERT INTO", qualified_name(relation), "SELECT * FROM", name}, " "));
  }
  execute("DROP TABLE " + name);
}

}  // namespace microdata::postgres
