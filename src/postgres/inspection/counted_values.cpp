#include "postgres/inspection/counted_values.hpp"

#include <algorithm>

#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

GlobalValues count_values(const Source& relation, const SourceColumn& column,
                          const std::string& number, const KeptSnapshot* snapshot) {
  // A type that values are not compared by has no groups.
  const std::string value = quote_name(column.name) +
                            (column.type.comparison == Comparison::text ? "::pg_catalog.text" : "");
  const std::string statement = "SELECT " + value + ", " + number + " FROM " +
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

}  // namespace microdata::postgres
