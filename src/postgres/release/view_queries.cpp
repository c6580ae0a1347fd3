#include "postgres/release/view_queries.hpp"

#include <array>

#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string matches(const std::string& left, const std::string& right) {
  return left + " OPERATOR(pg_catalog.=) " + right;
}

// The columns of a view but its weight; each table's rows are known by an alias.
template <typename Aliases>
std::vector<std::string> shown_columns(const std::vector<ViewAttribute>& attributes,
                                       const std::string& bucket, const Aliases& alias_of) {
  std::vector<std::string> shown{bucket};
  for (const ViewAttribute& attribute : attributes)
    shown.push_back(alias_of(attribute.table) + "." + quote_name(attribute.name));
  return shown;
}

std::string subject_alias(std::size_t table) {
  constexpr std::array<const char*, 3> aliases{"p", "r", "v"};
  return aliases.at(table);
}

std::vector<std::string> names_in(const std::vector<ViewAttribute>& attributes, std::size_t table) {
  std::vector<std::string> names;
  for (const ViewAttribute& attribute : attributes) {
    if (attribute.table == table) names.push_back(quote_name(attribute.name));
  }
  return names;
}

}  // namespace

std::string anatomy_view_query(const std::vector<Oid>& tables,
                               const std::vector<ViewAttribute>& attributes,
                               const ViewColumns& columns) {
  const std::string bucket = quote_name(columns.bucket);
  const std::string count = quote_name(columns.count);
  std::vector<std::string> shown = shown_columns(attributes, "q." + bucket, [](std::size_t table) {
    return table == 0 ? "q" : "s" + std::to_string(table);
  });
  std::string from = qualified_name(tables.front()) + " q";
  const std::string rows_bucket = "q." + bucket;
  std::vector<std::string> shares;
  for (std::size_t j = 1; j < tables.size(); ++j) {
    const std::string s = "s" + std::to_string(j);
    const std::string sensitive = join(names_in(attributes, j), ", t.");
    const std::string joined = matches(join({s, ".", bucket}, ""), rows_bucket);
    from.append(join({" JOIN (SELECT t.", bucket, ", t.", sensitive, ", t.", count,
                      "::pg_catalog.float8 OPERATOR(pg_catalog./) pg_catalog.sum(t.", count,
                      ") OVER (PARTITION BY t.", bucket, ")::pg_catalog.float8 AS share FROM ",
                      qualified_name(tables[j]), " t) ", s, " ON ", joined},
                     ""));
    shares.push_back(s + ".share");
  }
  shown.push_back(join(shares, " OPERATOR(pg_catalog.*) ") + " AS " + quote_name(columns.weight));
  return "SELECT " + join(shown) + " FROM " + from;
}

std::string subject_view_query(const SubjectTables& tables,
                               const std::vector<ViewAttribute>& attributes,
                               const ViewColumns& columns) {
  const auto& [persons, rows, values] = tables;
  const std::string bucket = quote_name(columns.bucket);
  std::vector<std::string> shown = shown_columns(attributes, "p." + bucket, subject_alias);
  shown.push_back((rows || values ? "v.weight" : "1::pg_catalog.float8") + std::string(" AS ") +
                  quote_name(columns.weight));
  std::string query = "SELECT " + join(shown) + " FROM " + qualified_name(persons) + " p";
  if (rows)
    query += " JOIN " + qualified_name(*rows) + " r ON " + matches("r." + bucket, "p." + bucket);
  if (!rows && !values) return query;
  const std::string of_person = " ON " + matches("v." + bucket, "p." + bucket);
  if (!values) {
    return query + " JOIN (SELECT g." + bucket +
           ", 1::pg_catalog.float8 OPERATOR(pg_catalog./) pg_catalog.count(*)::pg_catalog.float8"
           " FROM " +
           qualified_name(persons) + " g GROUP BY g." + bucket + ") v (" + bucket + ", weight)" +
           of_person;
  }
  const std::string number = "b.persons::pg_catalog.float8";
  std::string divisor = number;
  if (rows) {
    divisor = "(" + number + " OPERATOR(pg_catalog.*) " + number +
              " OPERATOR(pg_catalog.*) pg_catalog.count(*) OVER (PARTITION BY t." + bucket +
              ", t." + quote_name(columns.member) + ")::pg_catalog.float8)";
  }
  std::vector<std::string> of_set{bucket};
  for (const std::string& name : names_in(attributes, SubjectTables::of_values))
    of_set.push_back(name);
  return query + " JOIN (SELECT t." + join(of_set, ", t.") +
         ", 1::pg_catalog.float8 OPERATOR(pg_catalog./) " + divisor + " FROM " +
         qualified_name(*values) + " t JOIN (SELECT g." + bucket + ", pg_catalog.count(*) FROM " +
         qualified_name(persons) + " g GROUP BY g." + bucket + ") b (bucket, persons) ON " +
         matches("b.bucket", "t." + bucket) + ") v (" + join(of_set) + ", weight)" + of_person;
}

std::string cohort_view_query(const SubjectTables& tables,
                              const std::vector<ViewAttribute>& attributes,
                              const ViewColumns& columns) {
  const std::string bucket = quote_name(columns.bucket);
  std::vector<std::string> shown = shown_columns(attributes, "p." + bucket, subject_alias);
  shown.push_back("1::pg_catalog.float8 OPERATOR(pg_catalog./) k.sets::pg_catalog.float8 AS " +
                  quote_name(columns.weight));
  const std::string values = qualified_name(tables.values.value());
  return "SELECT " + join(shown) + " FROM " + qualified_name(tables.persons) + " p JOIN " + values +
         " v ON " + matches("v." + bucket, "p." + bucket) + " JOIN (SELECT g." + bucket +
         ", pg_catalog.max(g." + quote_name(columns.member) + ") FROM " + values +
         " g GROUP BY g." + bucket + ") k (" + bucket + ", sets) ON " +
         matches("k." + bucket, "p." + bucket);
}

}  // namespace microdata::postgres
