#include "postgres/distributed/scratch.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <numeric>

#include "core/base/keyed_permutation.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

namespace {

// Returns a name that no column of the source has.
std::string free_name(const Source& source) {
  std::string name = "region";
  while (source.find(name) != nullptr)
    name += "_";
  return name;
}

// Returns the expression of the key of a row's region.
std::string key_expression(const Source& source, const RegionPlan& plan,
                           const std::vector<std::int32_t>& keys) {
  RegionPlan keyed = plan;
  for (RegionNode& node : keyed.tree.nodes) {
    if (node.region) node.region = static_cast<std::uint32_t>(keys[*node.region]);
  }
  return source_regions(source, keyed).region;
}

// Returns the number of rows of each region in a scratch table.
std::vector<std::int64_t> rows_by_region(const Scratch& scratch) {
  const std::string region = quote_name(scratch.region_column);
  std::vector<std::int64_t> rows(scratch.keys.size());
  const std::string counted = "(SELECT " + region + " AS key, pg_catalog.count(*) AS rows FROM " +
                              scratch.name + " GROUP BY 1) k";
  for (const ResultRow& row :
       query_rows("SELECT pg_catalog.array_position(" + number_list(scratch.keys) +
                  ", key) - 1, rows FROM " + counted)) {
    rows[std::stoul(*row[0])] = std::stoll(*row[1]);
  }
  return rows;
}

void require_unchanged(const Source& source, const Scratch& scratch, const RegionPlan& plan) {
  const std::vector<std::int64_t> rows = rows_by_region(scratch);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r] == plan.regions[r].rows) continue;
    throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
                "rows of " + in_quotes(source.name) + " have changed while it was being published")
        .detail("Region " + std::to_string(r) + " had " +
                count_of(static_cast<std::uint64_t>(plan.regions[r].rows), "row") + " and has " +
                std::to_string(rows[r]) + ".")
        .hint("Publish it again, or a copy of it.");
  }
}

// Returns a FROM clause of the rows that a function returns for each region, with the region's key
// as region.key.
std::string from_regions(const std::vector<TableColumn>& columns, const Scratch& scratch,
                         const std::string& call) {
  const std::string region = quote_name(scratch.region_column);
  std::vector<std::string> definitions;
  for (const TableColumn& column : columns)
    definitions.push_back(quote_name(column.name) + " " + column.type);
  return " FROM (SELECT " + region + " AS key, pg_catalog.min(tableoid) AS shard, " +
         "pg_catalog.array_position(" + number_list(scratch.keys) + ", " + region +
         ") - 1 AS number FROM " + scratch.name + " GROUP BY " + region + ") region, LATERAL " +
         call + " AS published (" + join(definitions) + ")";
}

std::string list_of(const std::vector<TableColumn>& columns) {
  std::vector<std::string> names;
  for (const TableColumn& column : columns)
    names.push_back(quote_name(column.name));
  return join(names);
}

// Adds the figures of one more region, as an array literal.
void add_figures(const std::string& literal, RegionFigures& figures) {
  ++figures.regions;
  const char* const end = literal.data() + literal.size() - 1;
  std::size_t place = 0;
  for (const char* at = literal.data() + 1; at < end; ++at) {
    double figure = 0;
    at = std::from_chars(at, end, figure).ptr;
    if (place == figures.sums.size()) figures.sums.push_back(0);
    figures.sums[place++] += figure;
  }
}

// Returns a name that no column has.
std::string free_name(std::string name, const std::vector<TableColumn>& columns) {
  const auto has_it = [&](const TableColumn& column) { return column.name == name; };
  while (std::any_of(columns.begin(), columns.end(), has_it))
    name += "_";
  return name;
}

// Returns a name that no copied column has.
std::string free_name(std::string name, const std::vector<CopiedRelation>& relations) {
  const auto has_it = [&](const CopiedRelation& copied) {
    return std::any_of(copied.columns.begin(), copied.columns.end(),
                       [&](const SourceColumn* column) { return column->name == name; });
  };
  while (std::any_of(relations.begin(), relations.end(), has_it))
    name += "_";
  return name;
}

std::string make_table(Oid schema, const CopiedRelation& copied, const RegionCopies& copies,
                       std::size_t regions) {
  const Target made = scratch_target(schema);
  std::vector<TableColumn> columns{{copies.region_column, "integer"},
                                   {copies.mark_column, "boolean"}};
  std::transform(copied.columns.begin(), copied.columns.end(), std::back_inserter(columns),
                 [](const SourceColumn* column) -> TableColumn {
                   return {column->name, type_in_ddl(column->type)};
                 });
  create_release_table(made, columns);
  if (copies.tables.empty()) {
    distribute(made.qualified, {copies.region_column, regions});
  } else {
    distribute(made.qualified, {copies.region_column, 0, copies.tables.front()});
  }
  return made.qualified;
}

void mark_regions(const std::string& table, const RegionCopies& copies) {
  std::vector<std::string> rows;
  std::transform(copies.keys.begin(), copies.keys.end(), std::back_inserter(rows),
                 [](std::int32_t key) { return "(" + std::to_string(key) + ", true)"; });
  execute("INSERT INTO " + table + " (" + quote_name(copies.region_column) + ", " +
          quote_name(copies.mark_column) + ") VALUES " + join(rows));
}

void copy_rows(const std::string& table, const CopiedRelation& copied, const RegionCopies& copies,
               const std::vector<std::int32_t>& key_of_region) {
  std::vector<std::string> names;
  std::transform(copied.columns.begin(), copied.columns.end(), std::back_inserter(names),
                 [](const SourceColumn* column) { return quote_name(column->name); });
  const std::string list = join(names);
  // Constants of the regions are evaluated when the statement is planned.
  const PlainText settings;
  execute("INSERT INTO " + table + " (" + quote_name(copies.region_column) + ", " + list +
          ") SELECT (" + number_list(key_of_region) + ")[1 OPERATOR(pg_catalog.+) (" +
          copied.region + ")], " + list + " FROM " + qualified_name(copied.relation->relation) +
          copied.join);
}

[[noreturn]] void fail_unanswered(std::size_t answered, std::size_t asked) {
  throw Error(ERRCODE_INTERNAL_ERROR, std::to_string(answered) + " of " + std::to_string(asked) +
                                          " regions have an answer");
}

// Returns a FROM clause of the rows that mark regions, side by side; with what they were sent in a
// round, if there is a round.
std::string from_marks(const RegionCopies& copies, std::int32_t round = 0) {
  const std::string key = quote_name(copies.region_column);
  const std::string mark = quote_name(copies.mark_column);
  std::vector<std::string> columns{"pg_catalog.array_position(" + number_list(copies.keys) +
                                   ", t1." + key + ") OPERATOR(pg_catalog.-) 1 AS number"};
  std::vector<std::string> tables;
  std::vector<std::string> conditions;
  for (std::size_t i = 0; i < copies.tables.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    columns.push_back(join({"t", number, ".tableoid AS shard_", number}, ""));
    tables.push_back(join({copies.tables[i], " t", number}, ""));
    conditions.push_back(join({"t", number, ".", mark}, ""));
    if (i > 0)
      conditions.push_back(join({"t", number, ".", key, " OPERATOR(pg_catalog.=) t1.", key}, ""));
  }
  const auto add_told = [&](const char* name, std::int32_t in_round) {
    columns.push_back(join({name, ".told AS ", name}, ""));
    tables.push_back(join({copies.told, " ", name}, ""));
    conditions.push_back(join({name, ".region OPERATOR(pg_catalog.=) t1.", key}, ""));
    conditions.push_back(
        join({name, ".round OPERATOR(pg_catalog.=) ", std::to_string(in_round)}, ""));
  };
  if (round > 0) {
    add_told("known", 0);
    add_told("request", round);
  }
  return "(SELECT " + join(columns) + " FROM " + join(tables) + " WHERE " +
         join(conditions, " AND ") + ") region";
}

void tell(const RegionCopies& copies, std::int32_t round, std::uint32_t part,
          const std::string& bytes) {
  execute("INSERT INTO " + copies.told + " (region, round, told) VALUES (" +
          std::to_string(copies.keys[part]) + ", " + std::to_string(round) + ", " +
          bytes_constant(bytes) + ")");
}

}  // namespace

std::vector<std::int32_t> a_key_for_each_shard(const std::string& table, std::size_t shards) {
  // Every shard has one of this number of integers, except in one case in a hundred thousand, which
  // takes twice as many.
  for (std::size_t numbers = 16 * shards;; numbers *= 2) {
    const std::vector<ResultRow> rows = query_rows(
        "SELECT pg_catalog.min(n) FROM (SELECT n, "
        "pg_catalog.get_shard_id_for_distribution_column(" +
        quote_value(table) +
        "::pg_catalog.regclass, n) AS shard FROM pg_catalog.generate_series(0, " +
        std::to_string(numbers) + ") n) s GROUP BY shard ORDER BY shard");
    if (rows.size() < shards) continue;
    std::vector<std::int32_t> keys;
    for (const ResultRow& row : rows)
      keys.push_back(std::stoi(*row.front()));
    return keys;
  }
}

std::string number_list(const std::vector<std::int32_t>& numbers) {
  std::vector<std::string> texts;
  std::transform(numbers.begin(), numbers.end(), std::back_inserter(texts),
                 [](std::int32_t number) { return std::to_string(number); });
  return "'{" + join(texts, ",") + "}'::pg_catalog.int4[]";
}

RegionRequest over_shards(RegionRequest request, const Source& source, bool distributed) {
  if (!distributed || request.regions) return request;
  constexpr std::int64_t fewest_rows = 10000;
  const auto shards = static_cast<std::int64_t>(shards_of(source.relation));
  request.at_least = static_cast<std::int32_t>(std::clamp<std::int64_t>(
      std::min(estimated_rows(source) / fewest_rows, shards), 1, most_regions));
  return request;
}

void distribute(const std::string& table, const HashShards& by) {
  query_rows("SELECT pg_catalog.create_distributed_table(" + quote_value(table) +
             "::pg_catalog.regclass, " + quote_value(by.column) + ", colocate_with => " +
             quote_value(by.beside.empty() ? "none" : by.beside) +
             (by.shards == 0 ? "" : ", shard_count => " + std::to_string(by.shards)) + ")");
}

Scratch copy_to_scratch(const Target& target, const Source& source,
                        const std::vector<AssignedRole>& roles, const RegionPlan& plan) {
  const Target made = scratch_target(target.schema);
  const std::string region = free_name(source);
  Scratch scratch{made.qualified, region, {}};
  std::vector<TableColumn> columns{{region, "integer"}};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier) continue;
    columns.push_back({source.columns[i].name, type_in_ddl(source.columns[i].type)});
    names.push_back(quote_name(source.columns[i].name));
  }
  create_release_table(made, columns);
  // The table is not unlogged, because a server that crashes with unlogged tables of an open
  // transaction might not start again. The end of recovery then fails with "could not create file:
  // File exists"; see test/citus/failures.pl.
  distribute(made.qualified, {region, plan.tree.regions()});
  scratch.keys = a_key_for_each_shard(made.qualified, plan.tree.regions());
  const std::string list = join(names);
  // Constants of the regions are evaluated when the statement is planned.
  const PlainText settings;
  execute("INSERT INTO " + made.qualified + " (" + quote_name(region) + ", " + list + ") SELECT " +
          key_expression(source, plan, scratch.keys) + ", " + list + " FROM " +
          qualified_name(source.relation));
  require_unchanged(source, scratch, plan);
  return scratch;
}

void fill_from_regions(const std::string& table, const std::vector<TableColumn>& columns,
                       const Scratch& scratch, const std::string& call) {
  execute("INSERT INTO " + table + " (" + list_of(columns) + ") SELECT published.*" +
          from_regions(columns, scratch, call));
}

RegionFigures fill_with_figures(const Target& target, const std::vector<TableColumn>& columns,
                                const Scratch& scratch, const std::string& call) {
  const TableColumn key{free_name("region", columns), "integer"};
  const TableColumn figures{free_name("figures", columns), "pg_catalog.text"};
  std::vector<TableColumn> returned = columns;
  returned.push_back(figures);
  std::vector<TableColumn> kept = returned;
  kept.insert(kept.begin(), key);
  const std::string made = make_beside(target, kept, key.name, scratch.name);
  execute("INSERT INTO " + made + " (" + list_of(kept) + ") SELECT region.key, published.*" +
          from_regions(returned, scratch, call));
  RegionFigures sums;
  const std::string column = quote_name(figures.name);
  const std::string told =
      join({"SELECT", column, "FROM", made, "WHERE", column, "IS NOT NULL"}, " ");
  for (const ResultRow& row : query_rows(told))
    add_figures(*row.front(), sums);
  execute("INSERT INTO " + target.qualified + " (" + list_of(columns) + ") SELECT " +
          list_of(columns) + " FROM " + made + " WHERE " + column + " IS NULL");
  drop_table(made);
  return sums;
}

BucketNumbers numbers_of_regions(const RegionPlan& plan) {
  return BucketNumbers(KeyedPermutation({}, static_cast<std::uint64_t>(plan.rows)));
}

CountedBuckets count_buckets(const std::string& table, const std::string& bucket_column,
                             std::uint32_t fewest) {
  const ResultRow row =
      query_rows(
          "SELECT pg_catalog.count(*), coalesce(pg_catalog.sum(n), 0), "
          "coalesce(pg_catalog.sum(n::pg_catalog.float8 OPERATOR(pg_catalog.*) n), 0), "
          "pg_catalog.count(*) FILTER (WHERE n OPERATOR(pg_catalog.<) " +
          std::to_string(fewest) +
          "), pg_catalog.count(*) FILTER (WHERE n OPERATOR(pg_catalog.=) 1) FROM (SELECT "
          "pg_catalog.count(*) AS n FROM " +
          table + " GROUP BY " + quote_name(bucket_column) + ") b")
          .front();
  return {{std::stoull(*row[0]), std::stoull(*row[1]), std::stod(*row[2])},
          std::stoull(*row[3]),
          std::stoull(*row[4])};
}

std::string make_beside(const Target& target, const std::vector<TableColumn>& columns,
                        const std::string& column, const std::string& other) {
  const Target made = scratch_target(target.schema);
  create_release_table(made, columns);
  distribute(made.qualified, {column, 0, other});
  return made.qualified;
}

void drop_table(const std::string& table) {
  execute("DROP TABLE " + table);
}

bool may_copy_to(Oid schema) {
  return guarded([&] { return !XactReadOnly && compat::may_create_in(schema, GetUserId()); });
}

RegionCopies copy_by_region(Oid schema, std::uint32_t regions,
                            const std::vector<CopiedRelation>& relations,
                            const std::vector<std::uint32_t>& part_of) {
  RegionCopies copies;
  copies.region_column = free_name("region", relations);
  copies.mark_column = free_name("mark", relations);
  std::vector<std::uint32_t> of_regions = part_of;
  if (of_regions.empty()) {
    of_regions.resize(regions);
    std::iota(of_regions.begin(), of_regions.end(), 0U);
  }
  const std::size_t parts =
      *std::max_element(of_regions.begin(), of_regions.end()) + std::size_t{1};
  for (const CopiedRelation& copied : relations)
    copies.tables.push_back(make_table(schema, copied, copies, parts));
  copies.keys = a_key_for_each_shard(copies.tables.front(), parts);
  std::vector<std::int32_t> key_of_region;
  std::transform(of_regions.begin(), of_regions.end(), std::back_inserter(key_of_region),
                 [&](std::uint32_t part) { return copies.keys[part]; });
  for (std::size_t i = 0; i < relations.size(); ++i) {
    mark_regions(copies.tables[i], copies);
    if (relations[i].rows) copy_rows(copies.tables[i], relations[i], copies, key_of_region);
  }
  return copies;
}

void begin_telling(Oid schema, RegionCopies& copies, const std::string& known) {
  Target beside;
  beside.schema = schema;
  copies.told = make_beside(
      beside, {{"region", "integer"}, {"round", "integer"}, {"told", "pg_catalog.bytea"}}, "region",
      copies.tables.front());
  for (std::uint32_t part = 0; part < copies.keys.size(); ++part)
    tell(copies, 0, part, known);
}

std::vector<std::string> ask_parts(RegionCopies& copies, const std::vector<std::uint32_t>& parts,
                                   const std::string& told, const std::string& expression) {
  const std::int32_t round = ++copies.rounds;
  for (const std::uint32_t part : parts)
    tell(copies, round, part, told);
  std::vector<std::string> answers(parts.size());
  const PlainText settings;
  const std::vector<ResultRow> rows =
      query_rows("SELECT region.number, " + expression + " FROM " + from_marks(copies, round));
  if (rows.size() != answers.size()) fail_unanswered(rows.size(), answers.size());
  for (const ResultRow& row : rows) {
    const auto at = std::find(parts.begin(), parts.end(), std::stoul(row[0].value()));
    answers.at(static_cast<std::size_t>(at - parts.begin())) = bytes_of_text(row[1].value());
  }
  return answers;
}

void drop_copies(const RegionCopies& copies) {
  std::vector<std::string> tables = copies.tables;
  if (!copies.told.empty()) tables.push_back(copies.told);
  execute("DROP TABLE " + join(tables));
}

}  // namespace microdata::postgres
