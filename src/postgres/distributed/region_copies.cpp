#include "postgres/distributed/region_copies.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "postgres/distributed/scratch.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// A name that none of the columns that are copied has.
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

void copy_rows(const std::string& table, const CopiedRelation& copied, const RegionCopies& copies) {
  std::vector<std::string> names;
  std::transform(copied.columns.begin(), copied.columns.end(), std::back_inserter(names),
                 [](const SourceColumn* column) { return quote_name(column->name); });
  const std::string list = join(names);
  // Constants of the regions are read when the statement is planned.
  const PlainText settings;
  execute("INSERT INTO " + table + " (" + quote_name(copies.region_column) + ", " + list +
          ") SELECT (" + number_list(copies.keys) + ")[1 OPERATOR(pg_catalog.+) (" + copied.region +
          ")], " + list + " FROM " + qualified_name(copied.relation->relation) + copied.join);
}

}  // namespace

bool may_copy_to(Oid schema) {
  return guarded([&] { return !XactReadOnly && compat::may_create_in(schema, GetUserId()); });
}

RegionCopies copy_by_region(Oid schema, std::uint32_t regions,
                            const std::vector<CopiedRelation>& relations) {
  RegionCopies copies;
  copies.region_column = free_name("region", relations);
  copies.mark_column = free_name("mark", relations);
  for (const CopiedRelation& copied : relations)
    copies.tables.push_back(make_table(schema, copied, copies, regions));
  copies.keys = a_key_for_each_shard(copies.tables.front(), regions);
  for (std::size_t i = 0; i < relations.size(); ++i) {
    mark_regions(copies.tables[i], copies);
    copy_rows(copies.tables[i], relations[i], copies);
  }
  return copies;
}

namespace {

// The rows that mark regions, side by side.
std::string from_marks(const RegionCopies& copies) {
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
  return "(SELECT " + join(columns) + " FROM " + join(tables) + " WHERE " +
         join(conditions, " AND ") + ") region";
}

}  // namespace

std::vector<std::string> ask_regions(const RegionCopies& copies, const std::string& expression) {
  std::vector<std::string> answers(copies.keys.size());
  const std::vector<ResultRow> rows =
      query_rows("SELECT region.number, " + expression + " FROM " + from_marks(copies));
  if (rows.size() != answers.size())
    throw Error(ERRCODE_INTERNAL_ERROR, std::to_string(rows.size()) + " of " +
                                            std::to_string(answers.size()) +
                                            " regions have an answer");
  for (const ResultRow& row : rows)
    answers.at(std::stoul(row[0].value())) = row[1].value();
  return answers;
}

void drop_copies(const RegionCopies& copies) {
  execute("DROP TABLE " + join(copies.tables));
}

}  // namespace microdata::postgres
