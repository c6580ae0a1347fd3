#include "postgres/catalog/collected_commands.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

std::vector<Oid> oids_of(const List* list) {
  std::vector<Oid> oids;
  for (int i = 0; i < list_length(list); ++i)
    oids.push_back(list_nth_oid(list, i));
  return oids;
}

// A command that has just ended, whose names the server has resolved.
struct EndedCommand {
  const CollectedCommand* command;
  // The relation that it was about, if that is one.
  Oid relation;
};

std::vector<EndedCommand> ended_commands() {
  const SPITupleTable* table = guarded([] {
    const int result = SPI_execute(
        "SELECT c.command, CASE WHEN c.classid = 'pg_catalog.pg_class'::pg_catalog.regclass "
        "THEN c.objid ELSE 0::pg_catalog.oid END "
        "FROM pg_catalog.pg_event_trigger_ddl_commands() c",
        false, 0);
    if (result < 0) elog(ERROR, "SPI_execute failed: %s", SPI_result_code_string(result));
    return SPI_tuptable;
  });
  std::vector<EndedCommand> commands;
  for (std::uint64_t i = 0; i < table->numvals; ++i) {
    commands.push_back(guarded([&] {
      bool is_null = false;
      const Datum command = SPI_getbinval(table->vals[i], table->tupdesc, 1, &is_null);
      const Datum relation = SPI_getbinval(table->vals[i], table->tupdesc, 2, &is_null);
      return EndedCommand{reinterpret_cast<const CollectedCommand*>(DatumGetPointer(command)),
                          DatumGetObjectId(relation)};
    }));
  }
  return commands;
}

}  // namespace

std::vector<CollectedGrant> grants_of_select(GrantScope scope) {
  std::vector<CollectedGrant> result;
  for (const auto& [command, relation] : ended_commands()) {
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

std::vector<Renaming> renamings() {
  std::vector<Renaming> result;
  for (const auto& [command, relation] : ended_commands()) {
    if (command == nullptr || command->type != SCT_Simple || !OidIsValid(relation)) continue;
    if (command->parsetree == nullptr || !IsA(command->parsetree, RenameStmt)) continue;
    const auto& rename = *reinterpret_cast<const RenameStmt*>(command->parsetree);
    if (rename.renameType != OBJECT_TABLE || rename.relation == nullptr) continue;
    result.push_back({relation, rename.relation->relname, rename.newname});
  }
  return result;
}

}  // namespace microdata::postgres
