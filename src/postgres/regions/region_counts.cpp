#include "postgres/regions/region_counts.hpp"

#include <algorithm>
#include <iterator>

#include "core/privacy/diversity.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// A value as rows are grouped by it: those that have no order, by their text. So are composite
// values, which Citus (13.2.2) does not read back from intermediate results.
std::string grouped(const SourceColumn& column) {
  const std::string name = quote_name(column.name);
  const Oid type = column.type.base;
  const bool by_text = column.type.comparison != Comparison::order ||
                       guarded([&] { return get_typtype(type); }) == TYPTYPE_COMPOSITE;
  return by_text ? "(" + name + ")::pg_catalog.text" : name;
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

bool has_nan(const AttributeType& type) {
  return type.projection == Projection::floating || type.projection == Projection::numeric;
}

}  // namespace

Extremes count_extremes(const Source& source, const std::vector<std::size_t>& columns,
                        const KeptSnapshot& snapshot) {
  std::string list = "pg_catalog.count(*)";
  for (const std::size_t i : columns) {
    const SourceColumn& column = source.columns[i];
    const std::string name = quote_name(column.name);
    const std::string numbers =
        has_nan(column.type) ? " FILTER (WHERE " + name + " OPERATOR(pg_catalog.<>) 'NaN')" : "";
    for (const char* extreme : {"min", "max"})
      list += join({", pg_catalog.", extreme, "(", name, ")", numbers}, "");
  }
  const PlainText settings;
  const ResultRow row =
      query_rows("SELECT " + list + " FROM " + qualified_name(source.relation), snapshot).front();
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
  const PlainText settings;
  const std::string value = grouped(column);
  GlobalValues result;
  result.column = column.name;
  const std::string statement = "SELECT " + value + ", pg_catalog.count(*) FROM " +
                                qualified_name(source.relation) + " GROUP BY " + value +
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
  const PlainText settings;
  std::vector<std::int64_t> rows(regions);
  for (const ResultRow& row : query_rows("SELECT " + region + ", pg_catalog.count(*) FROM " +
                                             qualified_name(source.relation) + " GROUP BY 1",
                                         snapshot)) {
    rows[region_of(row[0])] = std::stoll(*row[1]);
  }
  return rows;
}

std::vector<RegionCount> count_by_region(const SourceColumn& column, const Source& source,
                                         const std::string& region, OfValues which, double l,
                                         const KeptSnapshot& snapshot) {
  const PlainText settings;
  std::string statement = "SELECT " + region + " AS r, " + grouped(column) +
                          " AS s, pg_catalog.count(*) AS n FROM " +
                          qualified_name(source.relation) + " GROUP BY 1, 2";
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
  const PlainText settings;
  std::vector<std::string> selected;
  std::vector<std::string> names;
  // By position: a name would be a column's of the table.
  std::string positions = "1, 2";
  for (const std::string& other : others) {
    names.push_back("q" + std::to_string(names.size()));
    selected.push_back(grouped(*source.find(other)) + " AS " + names.back());
    positions += ", " + std::to_string(2 + names.size());
  }
  const std::string given = join(names);
  const std::string counted = "SELECT " + region + " AS r, " + join(selected) + ", " +
                              grouped(column) + " AS s, pg_catalog.count(*) AS n FROM " +
                              qualified_name(source.relation) + " GROUP BY " + positions;
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
