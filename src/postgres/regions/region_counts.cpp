#include "postgres/regions/region_counts.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "core/privacy/diversity.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

namespace {

// A value as rows are grouped by it: those that have no order, by their text.
std::string grouped(const SourceColumn& column) {
  const std::string name = quote_name(column.name);
  return column.type.comparison != Comparison::order ? "(" + name + ")::pg_catalog.text" : name;
}

std::string number(double value) {
  return quote_value(microdata::to_string(value)) + "::pg_catalog.float8";
}

// True of a count n that is above a share of 1/l of t.
std::string above_share(const std::string& n, const std::string& t, double l) {
  return "((" + n + ")::pg_catalog.float8 OPERATOR(pg_catalog.*) " + number(l) +
         ") OPERATOR(pg_catalog.>) ((" + t + ")::pg_catalog.float8 OPERATOR(pg_catalog.*) " +
         number(1 + share_tolerance) + ")";
}

std::uint32_t region_of(const std::optional<std::string>& text) {
  return static_cast<std::uint32_t>(std::stoul(*text));
}

// Aggregates of partitions are computed where they are.
class CountingSettings : public PlainText {
 public:
  CountingSettings() { set("enable_partitionwise_aggregate", "on"); }
};

// Of a level of partitions and those below it.
void add_keys(const Partitioning& level, std::set<std::string>& keys, bool& has_expression,
              bool& has_foreign) {
  keys.insert(level.columns.begin(), level.columns.end());
  has_expression = has_expression || level.columns.empty();
  for (const Partition& partition : level.partitions) {
    has_foreign = has_foreign || guarded([&] {
                    return get_rel_relkind(partition.relation) == RELKIND_FOREIGN_TABLE;
                  });
    for (const Partitioning& below : partition.divided)
      add_keys(below, keys, has_expression, has_foreign);
  }
}

// Of a table with partitions on other servers, the columns of its partitions' keys. postgres_fdw
// computes no partial aggregates, but a group that has one value of each of these is in one
// partition. Nothing of other tables, or where the keys cannot be grouped by.
std::vector<std::string> keys_of_foreign_partitions(const Source& source) {
  if (guarded([&] { return get_rel_relkind(source.relation); }) != RELKIND_PARTITIONED_TABLE)
    return {};
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  std::set<std::string> keys;
  bool has_expression = false;
  bool has_foreign = false;
  add_keys(*partitioning, keys, has_expression, has_foreign);
  const bool readable = std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
    const SourceColumn* const column = source.find(key);
    return column != nullptr && may_select(source, *column);
  });
  if (!has_foreign || has_expression || !readable) return {};
  return {keys.begin(), keys.end()};
}

// An expression of a row, and what a statement calls it.
struct Named {
  std::string expression;
  std::string name;
};

// "1, 2": what a statement groups by: a name would be a column's of the table.
std::string positions(std::size_t count) {
  std::vector<std::string> numbers;
  for (std::size_t i = 1; i <= count; ++i)
    numbers.push_back(std::to_string(i));
  return join(numbers);
}

// Aggregates of the rows that are alike by `by`; `combined` are the same of aggregates of parts, by
// their names. Of partitions on other servers, these compute theirs.
std::string aggregated(const std::vector<Named>& by, const std::vector<Named>& aggregates,
                       const std::vector<Named>& combined, const Source& source) {
  const std::vector<std::string> keys = keys_of_foreign_partitions(source);
  std::vector<std::string> selected;
  std::vector<std::string> names;
  for (const Named& each : by) {
    selected.push_back(each.expression + " AS " + each.name);
    names.push_back(each.name);
  }
  for (std::size_t i = 0; i < keys.size(); ++i)
    selected.push_back(quote_name(keys[i]) + " AS k" + std::to_string(i));
  const std::size_t grouped_by = selected.size();
  for (const Named& each : aggregates)
    selected.push_back(each.expression + " AS " + each.name);
  std::string statement = "SELECT " + join(selected) + " FROM " + qualified_name(source.relation) +
                          (grouped_by == 0 ? "" : " GROUP BY " + positions(grouped_by));
  if (keys.empty()) return statement;
  for (const Named& each : combined)
    names.push_back(each.expression + " AS " + each.name);
  return "SELECT " + join(names) + " FROM (" + statement + ") p" +
         (by.empty() ? "" : " GROUP BY " + positions(by.size()));
}

// How many rows there are of each, as n.
std::string counted_by(const std::vector<Named>& by, const Source& source) {
  return aggregated(by, {{"pg_catalog.count(*)", "n"}},
                    {{"pg_catalog.sum(n)::pg_catalog.int8", "n"}}, source);
}

bool has_nan(const AttributeType& type) {
  return type.projection == Projection::floating || type.projection == Projection::numeric;
}

}  // namespace

Extremes count_extremes(const Source& source, const std::vector<std::size_t>& columns,
                        const KeptSnapshot& snapshot) {
  std::vector<Named> aggregates{{"pg_catalog.count(*)", "n"}};
  // Of no rows the sum is NULL.
  std::vector<Named> combined{{"COALESCE(pg_catalog.sum(n), 0)::pg_catalog.int8", "n"}};
  for (const std::size_t i : columns) {
    const SourceColumn& column = source.columns[i];
    const std::string name = quote_name(column.name);
    const std::string numbers =
        has_nan(column.type) ? " FILTER (WHERE " + name + " OPERATOR(pg_catalog.<>) 'NaN')" : "";
    for (const std::string extreme : {"min", "max"}) {
      const std::string called = extreme + std::to_string(i);
      aggregates.push_back({join({"pg_catalog.", extreme, "(", name, ")", numbers}, ""), called});
      combined.push_back({join({"pg_catalog.", extreme, "(", called, ")"}, ""), called});
    }
  }
  const CountingSettings settings;
  const ResultRow row = query_rows(aggregated({}, aggregates, combined, source), snapshot).front();
  Extremes result;
  result.rows = std::stoll(*row.front());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    GlobalValues values;
    values.column = source.columns[columns[i]].name;
    for (const std::size_t place : {1 + 2 * i, 2 + 2 * i}) {
      if (row[place]) values.values.push_back(*row[place]);
    }
    result.columns.push_back(std::move(values));
  }
  return result;
}

GlobalValues count_values(const SourceColumn& column, const Source& source, std::size_t most,
                          const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  GlobalValues result;
  result.column = column.name;
  const std::string statement = counted_by({{grouped(column), "s"}}, source) +
                                " ORDER BY 2 DESC LIMIT " + std::to_string(most);
  for (const ResultRow& row : query_rows(statement, snapshot)) {
    const std::uint64_t rows = std::stoull(*row[1]);
    if (!row[0]) {
      result.nulls = rows;
      continue;
    }
    result.values.push_back(*row[0]);
    result.counts.push_back(rows);
  }
  return result;
}

std::vector<std::int64_t> count_regions(const Source& source, const std::string& region,
                                        std::uint32_t regions, const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  std::vector<std::int64_t> rows(regions);
  for (const ResultRow& row : query_rows(counted_by({{region, "r"}}, source), snapshot)) {
    rows[region_of(row[0])] = std::stoll(*row[1]);
  }
  return rows;
}

std::vector<RegionCount> count_by_region(const SourceColumn& column, const Source& source,
                                         const std::string& region, OfValues which, double l,
                                         const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  std::string statement = counted_by({{region, "r"}, {grouped(column), "s"}}, source);
  if (which == OfValues::above_share) {
    statement =
        "SELECT r, s, n FROM (SELECT r, s, n, pg_catalog.bool_or(b) OVER (PARTITION BY s) "
        "AS b FROM (SELECT r, s, n, " +
        above_share("n", "pg_catalog.sum(n) OVER (PARTITION BY r)", l) + " AS b FROM (" +
        statement + ") c) d) e WHERE b";
  }
  std::vector<RegionCount> counts;
  for (const ResultRow& row : query_rows(statement, snapshot))
    counts.push_back({region_of(row[0]), row[1], std::stoll(*row[2])});
  return counts;
}

std::vector<LinkedCount> count_linked(const SourceColumn& column,
                                      const std::vector<std::string>& others, const Source& source,
                                      const std::string& region, double l, std::size_t most,
                                      const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  std::vector<Named> by{{region, "r"}};
  std::vector<std::string> names;
  for (const std::string& other : others) {
    names.push_back("q" + std::to_string(names.size()));
    by.push_back({grouped(*source.find(other)), names.back()});
  }
  by.push_back({grouped(column), "s"});
  const std::string given = join(names);
  const std::string counted = counted_by(by, source);
  const std::string judged =
      "SELECT r, " + given + ", s, n, " +
      above_share("n", "pg_catalog.sum(n) OVER (PARTITION BY r, " + given + ")", l) +
      " AS b FROM (" + counted + ") c";
  const std::string statement =
      "SELECT r, g, s, n FROM (SELECT r, s, n, pg_catalog.bool_or(b) OVER (PARTITION BY " + given +
      ") AS b, pg_catalog.dense_rank() OVER (ORDER BY " + given + ") AS g FROM (" + judged +
      ") d) e WHERE b LIMIT " + std::to_string(most);
  std::vector<LinkedCount> counts;
  for (const ResultRow& row : query_rows(statement, snapshot)) {
    counts.push_back({region_of(row[0]), std::stoll(*row[1]), row[2], std::stoll(*row[3])});
  }
  return counts;
}

}  // namespace microdata::postgres
