#include "postgres/distributed/region_copies.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "postgres/distributed/scratch.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

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

}  // namespace

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

namespace {

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

std::vector<std::string> ask_regions(const RegionCopies& copies, const std::string& expression) {
  std::vector<std::string> answers(copies.keys.size());
  const std::vector<ResultRow> rows =
      query_rows("SELECT region.number, " + expression + " FROM " + from_marks(copies));
  if (rows.size() != answers.size()) fail_unanswered(rows.size(), answers.size());
  for (const ResultRow& row : rows)
    answers.at(std::stoul(row[0].value())) = row[1].value();
  return answers;
}

void drop_copies(const RegionCopies& copies) {
  std::vector<std::string> tables = copies.tables;
  if (!copies.told.empty()) tables.push_back(copies.told);
  execute("DROP TABLE " + join(tables));
}

}  // namespace microdata::postgres
