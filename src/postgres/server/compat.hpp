#pragma once

// The differences between PostgreSQL 14 and 18, and nothing else. Included by api.hpp.

#if PG_VERSION_NUM < 140000 || PG_VERSION_NUM >= 190000
#error "pg_microdata supports PostgreSQL 14 to 18"
#endif

namespace microdata::postgres::compat {

inline void reserve_setting_prefix(const char* prefix) {
#if PG_VERSION_NUM >= 150000
  MarkGUCPrefixReserved(prefix);
#else
  EmitWarningsOnPlaceholders(prefix);
#endif
}

// Returns a new heap for the relation's contents, to be swapped with the present one.
inline Oid make_new_heap_like(Relation relation) {
#if PG_VERSION_NUM >= 150000
  return make_new_heap(RelationGetRelid(relation), relation->rd_rel->reltablespace,
                       relation->rd_rel->relam, relation->rd_rel->relpersistence,
                       AccessExclusiveLock);
#else
  return make_new_heap(RelationGetRelid(relation), relation->rd_rel->reltablespace,
                       relation->rd_rel->relpersistence, AccessExclusiveLock);
#endif
}

// True if `user` owns the relation, or is a member of the role that owns it.
inline bool owns_relation(Oid relation, Oid user) {
#if PG_VERSION_NUM >= 160000
  return object_ownercheck(RelationRelationId, relation, user);
#else
  return pg_class_ownercheck(relation, user);
#endif
}

// True if `user` may make `role` the owner of an object.
inline bool may_give_to(Oid user, Oid role) {
#if PG_VERSION_NUM >= 160000
  return member_can_set_role(user, role);
#else
  return is_member_of_role(user, role);
#endif
}

inline bool may_create_in(Oid schema, Oid user) {
#if PG_VERSION_NUM >= 160000
  return object_aclcheck(NamespaceRelationId, schema, user, ACL_CREATE) == ACLCHECK_OK;
#else
  return pg_namespace_aclcheck(schema, user, ACL_CREATE) == ACLCHECK_OK;
#endif
}

inline bool may_look_into_schema(Oid schema, Oid user) {
#if PG_VERSION_NUM >= 160000
  return object_aclcheck(NamespaceRelationId, schema, user, ACL_USAGE) == ACLCHECK_OK;
#else
  return pg_namespace_aclcheck(schema, user, ACL_USAGE) == ACLCHECK_OK;
#endif
}

inline RangeVar* range_var_from(const char* qualified_name) {
#if PG_VERSION_NUM >= 160000
  return makeRangeVarFromNameList(stringToQualifiedNameList(qualified_name, nullptr));
#else
  return makeRangeVarFromNameList(stringToQualifiedNameList(qualified_name));
#endif
}

// The kind of elements of a function's set.
enum class SetOf { rows, values };

// Begins a function's result as a set that is materialized at once.
inline void begin_set(FunctionCallInfo fcinfo, SetOf what = SetOf::rows) {
#if PG_VERSION_NUM >= 150001
  InitMaterializedSRF(fcinfo, what == SetOf::values ? MAT_SRF_USE_EXPECTED_DESC : 0);
#elif PG_VERSION_NUM >= 150000
  SetSingleFuncCall(fcinfo, what == SetOf::values ? SRF_SINGLE_USE_EXPECTED : 0);
#else
  auto* info = reinterpret_cast<ReturnSetInfo*>(fcinfo->resultinfo);
  if (info == nullptr || !IsA(info, ReturnSetInfo) ||
      (info->allowedModes & SFRM_Materialize) == 0) {
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
                    errmsg("set-valued function called in context that cannot accept a set")));
  }
  MemoryContext const context = MemoryContextSwitchTo(info->econtext->ecxt_per_query_memory);
  TupleDesc descriptor = nullptr;
  if (what == SetOf::values) {
    descriptor = CreateTupleDescCopy(info->expectedDesc);
  } else if (get_call_result_type(fcinfo, nullptr, &descriptor) != TYPEFUNC_COMPOSITE) {
    elog(ERROR, "return type must be a row type");
  }
  info->returnMode = SFRM_Materialize;
  info->setDesc = BlessTupleDesc(descriptor);
  info->setResult =
      tuplestore_begin_heap((info->allowedModes & SFRM_Materialize_Random) != 0, false, work_mem);
  MemoryContextSwitchTo(context);
#endif
}

// Removes the data of extended statistics. Before 15 such an object always has a row of data, which
// is of nulls until ANALYZE fills it.
inline void remove_extended_statistics(Oid statistics) {
#if PG_VERSION_NUM >= 150000
  RemoveStatisticsDataById(statistics, false);
  RemoveStatisticsDataById(statistics, true);
#else
  Datum values[Natts_pg_statistic_ext_data] = {};
  bool nulls[Natts_pg_statistic_ext_data];
  bool replaced[Natts_pg_statistic_ext_data];
  for (int i = 0; i < Natts_pg_statistic_ext_data; ++i) {
    nulls[i] = replaced[i] = i != Anum_pg_statistic_ext_data_stxoid - 1;
  }
  Relation data = table_open(StatisticExtDataRelationId, RowExclusiveLock);
  HeapTuple old = SearchSysCache1(STATEXTDATASTXOID, ObjectIdGetDatum(statistics));
  if (!HeapTupleIsValid(old)) {
    elog(ERROR, "cache lookup failed for statistics object %u", statistics);
  }
  HeapTuple emptied = heap_modify_tuple(old, RelationGetDescr(data), values, nulls, replaced);
  CatalogTupleUpdate(data, &emptied->t_self, emptied);
  heap_freetuple(emptied);
  ReleaseSysCache(old);
  table_close(data, RowExclusiveLock);
#endif
}

inline RangeType* make_range_from(TypeCacheEntry* entry, RangeBound* lower, RangeBound* upper) {
#if PG_VERSION_NUM >= 160000
  return make_range(entry, lower, upper, false, nullptr);
#else
  return make_range(entry, lower, upper, false);
#endif
}

// True if a publication that has the relation, in any way, publishes TRUNCATE.
inline bool publishes_truncate(Relation relation) {
#if PG_VERSION_NUM >= 150000
  PublicationDesc published;
  RelationBuildPublicationDesc(relation, &published);
  return published.pubactions.pubtruncate;
#else
  return GetRelationPublicationActions(relation)->pubtruncate;
#endif
}

// True if a view reads its relations with the privileges of its reader.
inline bool reads_as_caller(Relation view) {
#if PG_VERSION_NUM >= 150000
  return RelationHasSecurityInvoker(view);
#else
  (void)view;
  return false;
#endif
}

// True if a node of SQL/JSON, of 17 and later, reads texts as values of a type that the server did
// not come with.
inline bool reads_json_as_foreign_type(Node* node) {
#if PG_VERSION_NUM >= 170000
  return IsA(node, JsonExpr) && exprType(node) >= FirstNormalObjectId;
#else
  (void)node;
  return false;
#endif
}

using TreeWalker = bool (*)(Node* node, void* context);

#if PG_VERSION_NUM < 160000
// Returns a walker without its parameters, as these versions declare walkers.
inline bool (*without_parameters(TreeWalker walker))() {
  return reinterpret_cast<bool (*)()>(reinterpret_cast<void*>(walker));
}
#endif

inline bool walk_expression_tree(Node* node, TreeWalker walker, void* context) {
#if PG_VERSION_NUM >= 160000
  return expression_tree_walker(node, walker, context);
#else
  return expression_tree_walker(node, without_parameters(walker), context);
#endif
}

inline bool walk_raw_tree(Node* node, TreeWalker walker, void* context) {
#if PG_VERSION_NUM >= 160000
  return raw_expression_tree_walker(node, walker, context);
#else
  return raw_expression_tree_walker(node, without_parameters(walker), context);
#endif
}

inline bool walk_query_tree(Query* query, TreeWalker walker, void* context, int flags) {
#if PG_VERSION_NUM >= 160000
  return query_tree_walker(query, walker, context, flags);
#else
  return query_tree_walker(query, without_parameters(walker), context, flags);
#endif
}

// Returns the expressions for the columns of a range table's entry for GROUP BY; none for other
// entries.
inline List* grouped_expressions(const RangeTblEntry* entry) {
#if PG_VERSION_NUM >= 180000
  return entry->rtekind == RTE_GROUP ? entry->groupexprs : NIL;
#else
  (void)entry;
  return NIL;
#endif
}

// Returns a session of the server by its place, from 1, in the transaction's snapshot of sessions.
inline const PgBackendStatus* session_at(int place) {
#if PG_VERSION_NUM >= 160000
  const LocalPgBackendStatus* found = pgstat_get_local_beentry_by_index(place);
#else
  const LocalPgBackendStatus* found = pgstat_fetch_stat_local_beentry(place);
#endif
  return found == nullptr ? nullptr : &found->backendStatus;
}

// Returns the wait event that pg_stat_activity shows while the session waits for threads of its
// own. Before 17, events of extensions have no names.
inline uint32 wait_for_threads() {
#if PG_VERSION_NUM >= 170000
  static uint32 event = 0;
  if (event == 0) event = WaitEventExtensionNew("MicrodataThreads");
  return event;
#else
  return PG_WAIT_EXTENSION;
#endif
}

// True if the collation is known to compare byte by byte. The catalog is asked, because the
// server's own answer (pg_locale.h) needs ICU's headers from 17 on.
inline bool collates_bytewise(Oid collation) {
  if (collation == C_COLLATION_OID) return true;
  if (collation != DEFAULT_COLLATION_OID) return false;
  HeapTuple tuple = SearchSysCache1(DATABASEOID, ObjectIdGetDatum(MyDatabaseId));
  if (!HeapTupleIsValid(tuple)) elog(ERROR, "cache lookup failed for database %u", MyDatabaseId);
#if PG_VERSION_NUM >= 150000
  bool is_null = false;
  const Datum name = SysCacheGetAttr(DATABASEOID, tuple, Anum_pg_database_datcollate, &is_null);
  const bool by_libc =
      reinterpret_cast<Form_pg_database>(GETSTRUCT(tuple))->datlocprovider == COLLPROVIDER_LIBC;
  const char* locale = by_libc && !is_null ? TextDatumGetCString(name) : "";
#else
  const char* locale =
      pstrdup(NameStr(reinterpret_cast<Form_pg_database>(GETSTRUCT(tuple))->datcollate));
#endif
  ReleaseSysCache(tuple);
  return strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
}

// Analyzes a statement without parameters.
inline Query* analyze(RawStmt* parsed, const char* text) {
#if PG_VERSION_NUM >= 150000
  return parse_analyze_fixedparams(parsed, text, nullptr, 0, nullptr);
#else
  return parse_analyze(parsed, text, nullptr, 0, nullptr);
#endif
}

// Fails if the current role lacks a privilege on a relation that the query names itself.
inline void check_permissions(Query* query) {
#if PG_VERSION_NUM >= 160000
  ExecCheckPermissions(query->rtable, query->rteperminfos, true);
#else
  ExecCheckRTPerms(query->rtable, true);
#endif
}

// Makes the executor check the role's privileges on a relation of the query, whatever role runs it.
inline void check_as(Query* query, RangeTblEntry* entry, Oid role) {
#if PG_VERSION_NUM >= 160000
  getRTEPermissionInfo(query->rteperminfos, entry)->checkAsUser = role;
#else
  (void)query;
  entry->checkAsUser = role;
#endif
}

// Makes the executor check no privilege on a relation of a query.
inline void require_no_right(Query* query, RangeTblEntry* entry) {
#if PG_VERSION_NUM >= 160000
  getRTEPermissionInfo(query->rteperminfos, entry)->requiredPerms = 0;
#else
  (void)query;
  entry->requiredPerms = 0;
#endif
}

// Runs a started query to its end.
inline void run_executor(QueryDesc* query) {
#if PG_VERSION_NUM >= 180000
  ExecutorRun(query, ForwardScanDirection, 0);
#else
  ExecutorRun(query, ForwardScanDirection, 0, true);
#endif
}

}  // namespace microdata::postgres::compat
