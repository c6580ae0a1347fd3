#include "postgres/inspection/counted_values.hpp"

#include <algorithm>
#include <cmath>

#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// A type that values are not compared by has no groups.
std::string grouped(const SourceColumn& column) {
  return quote_name(column.name) +
         (column.type.comparison == Comparison::text ? "::pg_catalog.text" : "");
}

}  // namespace

GlobalValues count_values(const Source& relation, const SourceColumn& column,
                          const std::string& number, const KeptSnapshot* snapshot) {
  const std::string statement = "SELECT " + grouped(column) + ", " + number + " FROM " +
                                qualified_name(relation.relation) + " GROUP BY 1";
  const PlainText settings;
  GlobalValues values{column.name, {}, {}, 0};
  for (const ResultRow& row :
       snapshot != nullptr ? query_rows(statement, *snapshot) : query_rows(statement)) {
    // Of counts that somebody changed, what is none.
    const double rows = row[1] ? std::max(to_number(*row[1]), 0.0) : 0;
    if (row[0]) {
      values.values.push_back(*row[0]);
      values.counts.push_back(static_cast<std::uint64_t>(rows));
    } else {
      values.nulls = static_cast<std::uint64_t>(rows);
    }
  }
  return values;
}

std::int64_t bytes_of_counted_values(const Source& relation, const SourceColumn& column) {
  // As rows of a statement; as texts and as values of all regions, and as those of the region that
  // is read, with what an inspection makes of each.
  constexpr double of_value = 400;
  constexpr double times_its_text = 4;
  const PlainText settings;
  const ResultRow row =
      query_rows(
          "SELECT pg_catalog.count(*), pg_catalog.sum(pg_catalog.octet_length(v)) FROM "
          "(SELECT g.v::pg_catalog.text FROM (SELECT " +
          grouped(column) + " AS v FROM " + qualified_name(relation.relation) +
          " GROUP BY 1) g) t (v)")
          .front();
  return std::llround(of_value * to_number(*row[0]) +
                      times_its_text * (row[1] ? to_number(*row[1]) : 0));
}

}  // namespace microdata::postgres
