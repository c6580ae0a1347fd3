#include "postgres/source/partitioning.hpp"

#include <algorithm>
#include <functional>

#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// Facts about a partition, as plain data that is copied while its parent is open.
struct RawPartition {
  Oid relation;
  const char* from;
  const char* to;
  int values;
  const char** value;
  bool takes_null;
  bool is_default;
};

struct RawPartitioning {
  char strategy;
  int attributes;
  const AttrNumber* numbers;
  // Type and collation of the key's first column.
  Oid type;
  Oid collation;
  // True if the key compares by the order, or equality, of the column's type.
  bool type_order;
  // Types of all columns of the key.
  const Oid* types;
  int partitions;
  const RawPartition* partition;
};

bool is_order_of_type(PartitionKey key) {
  const TypeCacheEntry* const entry =
      lookup_type_cache(key->parttypid[0], TYPECACHE_BTREE_OPFAMILY);
  return entry->btree_opf == key->partopfamily[0] && key->partcollation[0] == key->parttypcoll[0];
}

// Output function of a type, for values as text. Called within a guard.
class Output {
 public:
  explicit Output(Oid type) {
    bool varlena = false;
    getTypeOutputInfo(type, &function_, &varlena);
  }
  const char* text(Datum value) const { return OidOutputFunctionCall(function_, value); }

 private:
  Oid function_ = InvalidOid;
};

void take_range(PartitionBoundInfo bounds, int index, const Output& output, RawPartition& raw) {
  const auto value = [&](int place) -> const char* {
    return bounds->kind[place][0] == PARTITION_RANGE_DATUM_VALUE
               ? output.text(bounds->datums[place][0])
               : nullptr;
  };
  for (int i = 0; i < bounds->ndatums; ++i) {
    if (bounds->indexes[i] != index) continue;
    raw.to = value(i);
    // A partition's range begins at the end of the one before it, or of the gap before it.
    raw.from = i > 0 ? value(i - 1) : nullptr;
  }
}

void take_list(PartitionBoundInfo bounds, int index, const Output& output, RawPartition& raw) {
  raw.value = static_cast<const char**>(
      palloc0(sizeof(const char*) * static_cast<std::size_t>(bounds->ndatums + 1)));
  for (int i = 0; i < bounds->ndatums; ++i) {
    if (bounds->indexes[i] == index) raw.value[raw.values++] = output.text(bounds->datums[i][0]);
  }
  raw.takes_null = bounds->null_index == index;
}

RawPartitioning raw_partitioning(Oid relation) {
  return guarded([&] {
    RawPartitioning raw{};
    const Relation opened = table_open(relation, AccessShareLock);
    const PartitionKey key = RelationGetPartitionKey(opened);
    const PartitionDesc described = RelationGetPartitionDesc(opened, true);
    raw.strategy = static_cast<char>(key->strategy);
    raw.attributes = key->partnatts;
    auto* const numbers = static_cast<AttrNumber*>(
        palloc(sizeof(AttrNumber) * static_cast<std::size_t>(key->partnatts)));
    std::copy_n(key->partattrs, key->partnatts, numbers);
    raw.numbers = numbers;
    raw.type = getBaseType(key->parttypid[0]);
    auto* const types =
        static_cast<Oid*>(palloc(sizeof(Oid) * static_cast<std::size_t>(key->partnatts)));
    // Domains are kept, because bounds are read as values of them.
    std::copy_n(key->parttypid, key->partnatts, types);
    raw.types = types;
    raw.type_order = is_order_of_type(key);
    const bool by_value = key->partnatts == 1 && (raw.strategy == PARTITION_STRATEGY_RANGE ||
                                                  raw.strategy == PARTITION_STRATEGY_LIST);
    auto* const partitions = static_cast<RawPartition*>(
        palloc0(sizeof(RawPartition) * static_cast<std::size_t>(described->nparts + 1)));
    const Output output(raw.type);
    for (int i = 0; i < described->nparts; ++i) {
      RawPartition& partition = partitions[i];
      partition.relation = described->oids[i];
      partition.is_default = described->boundinfo->default_index == i;
      if (!by_value || partition.is_default) continue;
      if (raw.strategy == PARTITION_STRATEGY_RANGE) {
        take_range(described->boundinfo, i, output, partition);
      } else {
        take_list(described->boundinfo, i, output, partition);
      }
    }
    raw.partitions = described->nparts;
    raw.partition = partitions;
    table_close(opened, NoLock);
    return raw;
  });
}

Partitioning::Strategy strategy_of(const RawPartitioning& raw) {
  if (raw.attributes != 1 || raw.numbers[0] == 0 || !raw.type_order)
    return Partitioning::Strategy::other;
  if (raw.strategy == PARTITION_STRATEGY_RANGE) return Partitioning::Strategy::range;
  if (raw.strategy == PARTITION_STRATEGY_LIST) return Partitioning::Strategy::list;
  return Partitioning::Strategy::other;
}

std::vector<std::string> columns_of(Oid relation, const RawPartitioning& raw) {
  std::vector<std::string> columns;
  for (int i = 0; i < raw.attributes; ++i) {
    if (raw.numbers[i] == 0) return {};
    const AttrNumber number = raw.numbers[i];
    columns.emplace_back(guarded([&] { return get_attname(relation, number, false); }));
  }
  return columns;
}

std::optional<std::string> optional_text(const char* text) {
  return text == nullptr ? std::nullopt : std::optional<std::string>(text);
}

Partition partition_from(const RawPartition& raw) {
  Partition partition;
  partition.relation = raw.relation;
  partition.name = relation_name(raw.relation);
  partition.bound = found_row(
                        "SELECT pg_catalog.pg_get_expr(c.relpartbound, c.oid) "
                        "FROM pg_catalog.pg_class c WHERE c.oid = $1::pg_catalog.oid",
                        {std::to_string(raw.relation)})[0]
                        .value_or("");
  partition.from = optional_text(raw.from);
  partition.to = optional_text(raw.to);
  partition.values.assign(raw.value, raw.value + raw.values);
  partition.takes_null = raw.takes_null;
  partition.is_default = raw.is_default;
  return partition;
}

Partitioning read_partitioning(Oid relation) {
  const RawPartitioning raw = raw_partitioning(relation);
  Partitioning result;
  result.strategy = strategy_of(raw);
  result.columns = columns_of(relation, raw);
  result.trusted = std::none_of(raw.types, raw.types + raw.attributes, reads_by_code_of_others);
  result.key = *query("SELECT pg_catalog.pg_get_partkeydef($1::pg_catalog.oid)",
                      {std::to_string(relation)})[0][0];
  for (int i = 0; i < raw.partitions; ++i) {
    const Oid child = raw.partition[i].relation;
    Partition partition = partition_from(raw.partition[i]);
    if (guarded([&] { return get_rel_relkind(child); }) == RELKIND_PARTITIONED_TABLE)
      partition.divided.push_back(read_partitioning(child));
    result.partitions.push_back(std::move(partition));
  }
  std::stable_partition(result.partitions.begin(), result.partitions.end(),
                        [](const Partition& partition) { return !partition.is_default; });
  return result;
}

}  // namespace

std::optional<Partitioning> partitioning_of(Oid relation) {
  if (guarded([&] { return get_rel_relkind(relation); }) != RELKIND_PARTITIONED_TABLE)
    return std::nullopt;
  const PlainText text;
  return read_partitioning(relation);
}

namespace {

// Visits the partitions of all levels, upper ones before lower ones.
void for_each_partition(const Partitioning& partitioning,
                        const std::function<void(const Partition&)>& visit) {
  for (const Partition& partition : partitioning.partitions) {
    visit(partition);
    for (const Partitioning& divided : partition.divided)
      for_each_partition(divided, visit);
  }
}

}  // namespace

std::vector<Oid> partitions_below(Oid relation) {
  std::vector<Oid> partitions;
  for (const ResultRow& row :
       query("SELECT t.relid::pg_catalog.oid "
             "FROM pg_catalog.pg_partition_tree($1::pg_catalog.oid::pg_catalog.regclass) t "
             "WHERE t.level > 0",
             {std::to_string(relation)})) {
    partitions.push_back(static_cast<Oid>(std::stoul(*row[0])));
  }
  return partitions;
}

std::string rows_to_evaluate(Oid relation, const std::string& expression) {
  constexpr std::size_t most_characters = 1'000'000;
  std::string name = qualified_name(relation);
  const auto partitions = static_cast<std::size_t>(guarded([&] {
    return get_rel_relkind(relation) == RELKIND_PARTITIONED_TABLE
               ? list_length(find_all_inheritors(relation, AccessShareLock, nullptr))
               : 1;
  }));
  if (partitions * expression.size() <= most_characters) return name;
  const Source source = open_source(relation);
  std::vector<std::string> columns;
  for (const SourceColumn& column : source.columns) {
    if (may_select(source, column)) columns.push_back(quote_name(column.name));
  }
  return "(SELECT " + join(columns) + " FROM " + name + " OFFSET 0) \"pg_microdata rows\"";
}

const Partition* partition_at(const Partitioning& partitioning,
                              const std::vector<std::string>& path, std::size_t depth) {
  for (const Partition& partition : partitioning.partitions) {
    if (partition.bound != path[depth]) continue;
    if (depth + 1 == path.size()) return &partition;
    return partition.divided.empty() ? nullptr
                                     : partition_at(partition.divided.front(), path, depth + 1);
  }
  return nullptr;
}

bool has_prefix(const std::vector<std::string>& path, const std::vector<std::string>& prefix) {
  return path.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

namespace {

// Name of the table in which Citus lists distributed and replicated tables. The table that users
// see is then an empty shell: its rows are in shards, here or on other servers.
constexpr const char* distributed_tables = "pg_dist_partition";
constexpr const char* distributed_table = "logicalrelid";
constexpr const char* distribution_method = "partmethod";
constexpr char by_hash = 'h';

bool has_type(Oid list, AttrNumber column, Oid type) {
  return column != InvalidAttrNumber && get_atttype(list, column) == type;
}

Distribution of_tuple(Relation relation, HeapTuple tuple, AttrNumber method) {
  bool is_null = true;
  const Datum value = heap_getattr(tuple, method, RelationGetDescr(relation), &is_null);
  return !is_null && DatumGetChar(value) == by_hash ? Distribution::hashed
                                                    : Distribution::otherwise;
}

}  // namespace

// Returns the distribution of a table. Only a superuser can create tables in pg_catalog, so no
// other role can make tables of others be rejected.
Distribution distribution_of(Oid table) {
  return guarded([&] {
    const Oid list = get_relname_relid(distributed_tables, PG_CATALOG_NAMESPACE);
    if (!OidIsValid(list)) return Distribution::local;
    const AttrNumber column = get_attnum(list, distributed_table);
    const AttrNumber method = get_attnum(list, distribution_method);
    // A list in an unknown format might contain the table.
    if (get_rel_relkind(list) != RELKIND_RELATION || !has_type(list, column, REGCLASSOID) ||
        !has_type(list, method, CHAROID)) {
      return Distribution::otherwise;
    }
    const Relation relation = table_open(list, AccessShareLock);
    ScanKeyData key;
    ScanKeyInit(&key, column, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(table));
    SysScanDesc scan = systable_beginscan(relation, InvalidOid, false, nullptr, 1, &key);
    HeapTuple tuple = systable_getnext(scan);
    const Distribution distribution =
        HeapTupleIsValid(tuple) ? of_tuple(relation, tuple, method) : Distribution::local;
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
    return distribution;
  });
}

namespace {

// True if Citus is installed here.
bool knows_distributed_tables() {
  return guarded(
      [] { return OidIsValid(get_relname_relid(distributed_tables, PG_CATALOG_NAMESPACE)); });
}

}  // namespace

bool lies_elsewhere(Oid relation) {
  return guarded([&] {
    const char kind = get_rel_relkind(relation);
    if (kind != RELKIND_RELATION && kind != RELKIND_PARTITIONED_TABLE)
      return kind != RELKIND_MATVIEW;
    if (!has_subclass(relation)) return false;
    const List* all = find_all_inheritors(relation, AccessShareLock, nullptr);
    for (int i = 0; i < list_length(all); ++i) {
      if (get_rel_relkind(list_nth_oid(all, i)) == RELKIND_FOREIGN_TABLE) return true;
    }
    return false;
  });
}

namespace {

std::size_t shards_of_table(const std::string& name) {
  return std::stoul(*query_rows("SELECT pg_catalog.count(*) FROM pg_catalog.pg_dist_shard WHERE "
                                "logicalrelid OPERATOR(pg_catalog.=) " +
                                quote_value(name) + "::pg_catalog.regclass")
                         .front()
                         .front());
}

// Returns the number of tasks with which Citus plans to read the view, one for each shard; 0 if it
// plans anything else.
std::size_t tasks_of_view(const std::string& name) {
  const std::string plan =
      *query_rows("EXPLAIN (FORMAT JSON, COSTS OFF) SELECT * FROM " + name).front().front();
  const ResultRow row =
      query(
          "SELECT p.plan -> 'Distributed Query' -> 'Job' ->> 'Task Count' FROM (SELECT "
          "$1::pg_catalog.jsonb -> 0 -> 'Plan') p (plan) WHERE p.plan ->> 'Custom Plan Provider' "
          "OPERATOR(pg_catalog.=) 'Citus Adaptive' AND p.plan -> 'Distributed Query' -> "
          "'Subplans' IS NULL UNION ALL SELECT NULL",
          {plan})
          .front();
  const std::size_t tasks = row[0] ? std::stoul(*row[0]) : 0;
  // A single task can be for a table that every server has, or for rows that are combined.
  return tasks > 1 ? tasks : 0;
}

}  // namespace

std::size_t shards_of(Oid relation) {
  if (distribution_of(relation) == Distribution::hashed)
    return shards_of_table(qualified_name(relation));
  const bool is_view = guarded([&] { return get_rel_relkind(relation); }) == RELKIND_VIEW;
  return is_view && knows_distributed_tables() ? tasks_of_view(qualified_name(relation)) : 0;
}

}  // namespace microdata::postgres
