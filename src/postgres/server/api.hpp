#pragma once

// The server's headers, made fit for C++. This header must come first, and no server header may be
// included elsewhere.

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wregister"
#pragma GCC diagnostic ignored "-Wdeprecated-register"
#endif

// postgres.h must come before all others.
// clang-format off
extern "C" {
#include <postgres.h>

#include <access/genam.h>
#include <access/heapam.h>
#include <access/htup_details.h>
#include <access/multixact.h>
#include <access/nbtree.h>
#include <access/relation.h>
#include <access/table.h>
#include <access/tableam.h>
#include <access/xact.h>
#include <catalog/catalog.h>
#include <catalog/dependency.h>
#include <catalog/heap.h>
#include <catalog/index.h>
#include <catalog/indexing.h>
#include <catalog/namespace.h>
#include <catalog/objectaccess.h>
#include <catalog/partition.h>
#include <catalog/pg_am.h>
#include <catalog/pg_authid.h>
#include <catalog/pg_class.h>
#include <catalog/pg_collation.h>
#include <catalog/pg_constraint.h>
#include <catalog/pg_database.h>
#include <catalog/pg_depend.h>
#include <catalog/pg_extension.h>
#include <catalog/pg_inherits.h>
#include <catalog/pg_namespace.h>
#include <catalog/pg_operator.h>
#include <catalog/pg_partitioned_table.h>
#include <catalog/pg_proc.h>
#include <catalog/pg_publication.h>
#include <catalog/pg_range.h>
#include <catalog/pg_rewrite.h>
#include <catalog/pg_statistic_ext.h>
#include <catalog/pg_statistic_ext_data.h>
#include <catalog/pg_type.h>
#include <commands/cluster.h>
#include <commands/dbcommands.h>
#include <commands/defrem.h>
#include <commands/event_trigger.h>
#include <commands/extension.h>
#include <commands/tablecmds.h>
#include <common/hashfn.h>
#include <executor/execPartition.h>
#include <executor/executor.h>
#include <executor/nodeModifyTable.h>
#include <executor/spi.h>
#include <fmgr.h>
#include <funcapi.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <nodes/bitmapset.h>
#include <nodes/makefuncs.h>
#include <nodes/nodeFuncs.h>
#include <nodes/params.h>
#include <optimizer/optimizer.h>
#include <parser/analyze.h>
#include <parser/parse_coerce.h>
#include <parser/parse_collate.h>
#include <parser/parse_expr.h>
#include <parser/parse_relation.h>
#include <parser/parsetree.h>
#include <parser/parse_type.h>
#include <partitioning/partbounds.h>
#include <partitioning/partdesc.h>
#include <rewrite/prs2lock.h>
#include <rewrite/rewriteHandler.h>
#include <storage/bufmgr.h>
#include <storage/latch.h>
#include <storage/lmgr.h>
#include <storage/predicate.h>
#include <tcop/deparse_utility.h>
#include <tcop/dest.h>
#include <tcop/pquery.h>
#include <tcop/tcopprot.h>
#include <tcop/utility.h>
#include <utils/acl.h>
#include <utils/array.h>
#include <utils/backend_progress.h>
#include <utils/backend_status.h>
#include <utils/builtins.h>
#include <utils/date.h>
#include <utils/fmgroids.h>
#include <utils/fmgrprotos.h>
#include <utils/guc.h>
#include <utils/inval.h>
#include <utils/jsonb.h>
#include <utils/lsyscache.h>
#include <utils/memutils.h>
#include <utils/numeric.h>
#include <utils/partcache.h>
#include <utils/plancache.h>
#include <utils/portal.h>
#include <utils/ps_status.h>
#include <utils/rangetypes.h>
#include <utils/regproc.h>
#include <utils/rel.h>
#include <utils/rls.h>
#include <utils/ruleutils.h>
#include <utils/snapmgr.h>
#include <utils/sortsupport.h>
#include <utils/syscache.h>
#include <utils/timestamp.h>
#include <utils/tuplestore.h>
#include <utils/typcache.h>
#include <utils/varlena.h>
#include <utils/wait_event.h>
}
// clang-format on

// The server redefines these names for its own ports; the C++ standard library needs its own.
#undef bind
#undef dgettext
#undef dngettext
#undef fprintf
#undef gettext
#undef ngettext
#undef printf
#undef snprintf
#undef sprintf
#undef strerror
#undef strerror_r
#undef vfprintf
#undef vprintf
#undef vsnprintf
#undef vsprintf
#undef Abs
#undef Max
#undef Min
#undef _

// The library hides names that it does not export; servers before 16 leave this empty.
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))

#include "postgres/server/compat.hpp"

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include "core/base/vector_order.hpp"
