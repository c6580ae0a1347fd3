#include "postgres/catalog/collected_grants.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

std::vector<Oid> oids_of(const List* list) {
  std::vector<Oid> oids;
  for (int i = 0; i < list_length(list); ++i)
    oids.push_back(list_nth_oid(list, i));
  return oids;
}

// The server has resolved the names that the commands had.
std::vector<const CollectedCommand*> collected_grants() {
  const SPITupleTable* table = guarded([] {
    const int result = SPI_execute(
        "SELECT c.command FROM pg_catalog.pg_event_trigger_ddl_commands() c "
        "WHERE c.command_tag IN ('GRANT', 'REVOKE')",
        false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
    return SPI_tuptable;
  });
  std::vector<const CollectedCommand*> commands;
  for (std::uint64_t i = 0; i < table->numvals; ++i) {
    commands.push_back(guarded([&] {
      bool is_null = false;
      const Datum command = SPI_getbinval(table->vals[i], table->tupdesc, 1, &is_null);
      return is_null ? nullptr
                     : reinterpret_cast<const CollectedCommand*>(DatumGetPointer(command));
    }));
  }
  return commands;
}

}  // namespace

std::vector<CollectedGrant> grants_of_select(GrantScope scope) {
  std::vector<CollectedGrant> result;
  for (const CollectedCommand* command : collected_grants()) {
    if (command == nullptr || command->type != SCT_Grant) continue;
    const InternalGrant& grant = *command->d.grant.istmt;
    if (grant.objtype != OBJECT_TABLE) continue;
    const bool of_relations = grant.all_privs || (grant.privileges & ACL_SELECT) != 0;
    const bool of_columns = scope == GrantScope::columns_too && grant.col_privs != NIL;
    if (!of_relations && !of_columns) continue;
    result.push_back(
        {grant.is_grant, grant.grant_option, oids_of(grant.objects), oids_of(grant.grantees)});
  }
  return result;
}

}  // namespace microdata::postgres
