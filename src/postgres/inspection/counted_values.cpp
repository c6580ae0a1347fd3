#include "postgres/inspection/counted_values.hpp"

#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

GlobalValues count_values(Oid relation, const std::string& column, const KeptSnapshot* snapshot) {
  const Source opened = open_source(relation);
  const SourceColumn& counted = require_column(opened, column);
  const std::string value =
      quote_name(column) +
      (counted.type.comparison == Comparison::text ? "::pg_catalog.text" : "");
  const std::string statement = "SELECT " + value + ", pg_catalog.count(*) FROM " +
                                qualified_name(relation) + " GROUP BY 1";
  const PlainText settings;
  GlobalValues values{column, {}, {}, 0};
  for (const ResultRow& row :
       snapshot != nullptr ? query_rows(statement, *snapshot) : query_rows(statement)) {
    const auto rows = static_cast<std::uint64_t>(std::stoll(*row[1]));
    if (row[0]) {
      values.values.push_back(*row[0]);
      values.counts.push_back(rows);
    } else {
      values.nulls = rows;
    }
  }
  return values;
}

}  // namespace microdata::postgres
