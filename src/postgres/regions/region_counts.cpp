#include "postgres/regions/region_counts.hpp"

#include <algorithm>
#include <iterator>

#include "core/privacy/diversity.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

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

bool has_nan(const AttributeType& type) {
  return type.projection == Projection::floating || type.projection == Projection::numeric;
}

// The smallest and the largest number of a column.
std::vector<std::string> extremes_of(const SourceColumn& column) {
  const std::string name = quote_name(column.name);
  const std::string numbers =
      has_nan(column.type) ? " FILTER (WHERE " + name + " OPERATOR(pg_catalog.<>) 'NaN')" : "";
  return {join({"pg_catalog.min(", name, ")", numbers}, ""),
          join({"pg_catalog.max(", name, ")", numbers}, "")};
}

// From a row that has, from a place on, how many rows there are, and then pairs.
Extremes read_extremes(const ResultRow& row, std::size_t first, const Source& source,
                       const std::vector<std::size_t>& columns) {
  Extremes result;
  result.rows = std::stoll(*row[first]);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    GlobalValues values;
    values.column = source.columns[columns[i]].name;
    for (const std::size_t place : {first + 1 + 2 * i, first + 2 + 2 * i}) {
      if (row[place]) values.values.push_back(*row[place]);
    }
    result.columns.push_back(std::move(values));
  }
  return result;
}

// From a row that begins with a value, and how many rows have it.
void add_count(const ResultRow& row, GlobalValues& to) {
  const std::uint64_t rows = std::stoull(*row[1]);
  if (!row[0]) {
    to.nulls = rows;
    return;
  }
  to.values.push_back(*row[0]);
  to.counts.push_back(rows);
}

// Rows by region, values of others (q0, q1 and so on) and a value of the column: r, q0, ..., s, n.
std::string count_of_combinations(const SourceColumn& column,
                                  const std::vector<std::string>& others, const Source& source,
                                  const std::string& region) {
  std::string selected;
  // By position: a name would be a column's of the table.
  std::string positions = "1, 2";
  for (std::size_t i = 0; i < others.size(); ++i) {
    selected += grouped(*source.find(others[i])) + " AS q" + std::to_string(i) + ", ";
    positions += ", " + std::to_string(3 + i);
  }
  return "SELECT " + region + " AS r, " + selected + grouped(column) +
         " AS s, pg_catalog.count(*) AS n FROM " + qualified_name(source.relation) + " GROUP BY " +
         positions;
}

std::string names_of_others(const std::vector<std::string>& others) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < others.size(); ++i)
    names.push_back("q" + std::to_string(i));
  return join(names);
}

std::vector<LinkedCount> read_linked(const std::string& statement, const KeptSnapshot& snapshot) {
  std::vector<LinkedCount> counts;
  for (const ResultRow& row : query_rows(statement, snapshot))
    counts.push_back({region_of(row[0]), std::stoll(*row[1]), row[2], std::stoll(*row[3])});
  return counts;
}

}  // namespace

Extremes count_extremes(const Source& source, const std::vector<std::size_t>& columns,
                        const KeptSnapshot& snapshot) {
  std::string list = "pg_catalog.count(*)";
  for (const std::size_t i : columns) {
    for (const std::string& extreme : extremes_of(source.columns[i]))
      list += ", " + extreme;
  }
  const PlainText settings;
  const ResultRow row =
      query_rows("SELECT " + list + " FROM " + qualified_name(source.relation), snapshot).front();
  return read_extremes(row, 0, source, columns);
}

ExtremesAndValues count_extremes_and_values(const Source& source,
                                            const std::vector<std::size_t>& columns,
                                            const SourceColumn& column, std::size_t most,
                                            const KeptSnapshot& snapshot) {
  // By value, and of these over all values.
  std::string by_value = grouped(column) + " AS s, pg_catalog.count(*) AS n";
  std::string over_all = "pg_catalog.sum(n) OVER ()";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::vector<std::string> extremes = extremes_of(source.columns[columns[i]]);
    const std::string number = std::to_string(i);
    by_value +=
        ", " + extremes.front() + " AS l" + number + ", " + extremes.back() + " AS h" + number;
    over_all +=
        ", pg_catalog.min(l" + number + ") OVER (), pg_catalog.max(h" + number + ") OVER ()";
  }
  const PlainText settings;
  const std::vector<ResultRow> rows =
      query_rows("SELECT s, n, " + over_all + " FROM (SELECT " + by_value + " FROM " +
                     qualified_name(source.relation) + " GROUP BY 1) c ORDER BY 2 DESC LIMIT " +
                     std::to_string(most),
                 snapshot);
  ExtremesAndValues result;
  result.values.column = column.name;
  if (rows.empty()) return result;
  result.extremes = read_extremes(rows.front(), 2, source, columns);
  for (const ResultRow& row : rows)
    add_count(row, result.values);
  return result;
}

bool is_known_to_have_few_values(const Source& source, const SourceColumn& column) {
  // A share of the rows is negative.
  const std::vector<ResultRow> rows = query(
      "SELECT s.n_distinct FROM pg_catalog.pg_class c "
      "JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace "
      "JOIN pg_catalog.pg_stats s ON s.schemaname OPERATOR(pg_catalog.=) n.nspname "
      "AND s.tablename OPERATOR(pg_catalog.=) c.relname "
      "WHERE c.oid OPERATOR(pg_catalog.=) $1::pg_catalog.oid "
      "AND s.attname OPERATOR(pg_catalog.=) $2::pg_catalog.name "
      "AND s.n_distinct OPERATOR(pg_catalog.>) 0 "
      "AND s.n_distinct OPERATOR(pg_catalog.<=) $3::pg_catalog.float4",
      {std::to_string(source.relation), column.name, std::to_string(most_few_values)});
  return !rows.empty();
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
  for (const ResultRow& row : query_rows(statement, snapshot))
    add_count(row, result);
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

std::vector<ResultRow> distinct_combinations(const std::vector<std::string>& columns,
                                             const Source& source, std::size_t most,
                                             const KeptSnapshot& snapshot) {
  const PlainText settings;
  std::vector<std::string> values;
  std::vector<std::string> positions;
  for (const std::string& column : columns) {
    values.push_back(grouped(*source.find(column)));
    positions.push_back(std::to_string(values.size()));
  }
  return query_rows("SELECT " + join(values) + " FROM " + qualified_name(source.relation) +
                        " GROUP BY " + join(positions) + " LIMIT " + std::to_string(most),
                    snapshot);
}

std::optional<std::vector<RegionCount>> count_combinations(const std::vector<std::string>& columns,
                                                           const Source& source,
                                                           const std::string& region,
                                                           std::size_t most,
                                                           const KeptSnapshot& snapshot) {
  const PlainText settings;
  std::vector<std::string> texts;
  for (const std::string& column : columns)
    texts.push_back(quote_name(column) + "::pg_catalog.text");
  std::vector<RegionCount> counts;
  for (const ResultRow& row : query_rows("SELECT " + region + ", ROW(" + join(texts) +
                                             ")::pg_catalog.text, pg_catalog.count(*) FROM " +
                                             qualified_name(source.relation) +
                                             " GROUP BY 1, 2 LIMIT " + std::to_string(most + 1),
                                         snapshot)) {
    counts.push_back({region_of(row[0]), row[1], std::stoll(*row[2])});
  }
  if (counts.size() > most) return std::nullopt;
  return counts;
}

std::vector<LinkedCount> count_linked(const SourceColumn& column,
                                      const std::vector<std::string>& others, const Source& source,
                                      const std::string& region, double l, std::size_t most,
                                      const KeptSnapshot& snapshot) {
  const PlainText settings;
  const std::string given = names_of_others(others);
  const std::string counted = count_of_combinations(column, others, source, region);
  const std::string judged =
      "SELECT r, " + given + ", s, n, " +
      above_share("n", "pg_catalog.sum(n) OVER (PARTITION BY r, " + given + ")", l) +
      " AS b FROM (" + counted + ") c";
  const std::string statement =
      "SELECT r, g, s, n FROM (SELECT r, s, n, pg_catalog.bool_or(b) OVER (PARTITION BY " + given +
      ") AS b, pg_catalog.dense_rank() OVER (ORDER BY " + given + ") AS g FROM (" + judged +
      ") d) e WHERE b LIMIT " + std::to_string(most);
  return read_linked(statement, snapshot);
}

std::optional<std::vector<LinkedCount>> count_together(const SourceColumn& column,
                                                       const std::vector<std::string>& others,
                                                       const Source& source,
                                                       const std::string& region, std::size_t most,
                                                       const KeptSnapshot& snapshot) {
  const PlainText settings;
  const std::string number =
      others.empty() ? "1"
                     : "pg_catalog.dense_rank() OVER (ORDER BY " + names_of_others(others) + ")";
  std::vector<LinkedCount> counts =
      read_linked("SELECT r, " + number + ", s, n FROM (" +
                      count_of_combinations(column, others, source, region) + ") c LIMIT " +
                      std::to_string(most + 1),
                  snapshot);
  if (counts.size() > most) return std::nullopt;
  return counts;
}

}  // namespace microdata::postgres
