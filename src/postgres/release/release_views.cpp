#include "postgres/release/release_views.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "postgres/release/following_relations.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string matches(const std::string& left, const std::string& right) {
  return left + " OPERATOR(pg_catalog.=) " + right;
}

// Returns the columns of a view except its weight; an alias stands for each table.
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
  // A sensitive attribute can have the name.
  const std::vector<std::string> of_values = names_in(attributes, SubjectTables::of_values);
  const bool is_taken =
      std::find(of_values.begin(), of_values.end(), quote_name("weight")) != of_values.end();
  const std::string weight = is_taken ? quote_name(columns.weight) : "weight";
  std::vector<std::string> shown = shown_columns(attributes, "p." + bucket, subject_alias);
  shown.push_back((rows || values ? "v." + weight : "1::pg_catalog.float8") + std::string(" AS ") +
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
           qualified_name(persons) + " g GROUP BY g." + bucket + ") v (" + bucket + ", " + weight +
           ")" + of_person;
  }
  const std::string number = "b.persons::pg_catalog.float8";
  std::string divisor = number;
  if (rows) {
    divisor = "(" + number + " OPERATOR(pg_catalog.*) " + number +
              " OPERATOR(pg_catalog.*) pg_catalog.count(*) OVER (PARTITION BY t." + bucket +
              ", t." + quote_name(columns.member) + ")::pg_catalog.float8)";
  }
  std::vector<std::string> of_set{bucket};
  of_set.insert(of_set.end(), of_values.begin(), of_values.end());
  return query + " JOIN (SELECT t." + join(of_set, ", t.") +
         ", 1::pg_catalog.float8 OPERATOR(pg_catalog./) " + divisor + " FROM " +
         qualified_name(*values) + " t JOIN (SELECT g." + bucket + ", pg_catalog.count(*) FROM " +
         qualified_name(persons) + " g GROUP BY g." + bucket + ") b (bucket, persons) ON " +
         matches("b.bucket", "t." + bucket) + ") v (" + join(of_set) + ", " + weight + ")" +
         of_person;
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

namespace {

// Number of combinations above which equal tuples of a column are shown once, with their number.
constexpr double many_combinations = 16;

// The attributes of one column of the attribute partition.
struct ExpectedColumn {
  std::string alias;
  std::vector<std::string> names;
  bool grouped = true;
  // True if counterfeits are NULL in all attributes of the column.
  bool of_persons = true;
};

std::map<int, ExpectedColumn> columns_of(const std::vector<ExpectedAttribute>& attributes,
                                         double mean_bucket) {
  std::map<int, ExpectedColumn> columns;
  for (const ExpectedAttribute& attribute : attributes) {
    ExpectedColumn& column = columns[attribute.column];
    column.names.push_back(quote_name(attribute.name));
    column.grouped = column.grouped && attribute.has_equality;
    column.of_persons = column.of_persons && !attribute.sensitive;
  }
  const double combinations = std::pow(mean_bucket, static_cast<double>(columns.size()) - 1);
  int number = 0;
  for (auto& [place, column] : columns) {
    column.alias = "c" + std::to_string(++number);
    column.grouped = column.grouped && combinations > many_combinations;
  }
  return columns;
}

// Returns the name of an attribute in the view's query.
std::string place_of(const ExpectedColumn& column, const std::string& name) {
  const auto at = std::find(column.names.begin(), column.names.end(), name) - column.names.begin();
  return column.alias + "." + (column.grouped ? "a" + std::to_string(at + 1) : name);
}

std::string bucket_of(const ExpectedColumn& column, const std::string& bucket) {
  return column.alias + "." + (column.grouped ? "bucket" : bucket);
}

// Returns the FROM item with the tuples of a column. If the column is grouped, equal tuples occur
// once with their number, under generated names, because attributes can have any name.
std::string from_item(const ExpectedColumn& column, const std::string& table,
                      const std::string& bucket, const std::string& all,
                      const std::optional<std::string>& is_person) {
  const std::string rows = is_person && column.of_persons ? " WHERE " + *is_person : "";
  if (!column.grouped && rows.empty()) return table + " " + column.alias;
  if (!column.grouped)
    return "(SELECT " + all + " FROM " + table + " t" + rows + ") " + column.alias;
  std::vector<std::string> shown{"t." + bucket};
  std::vector<std::string> names{"bucket"};
  for (const std::string& name : column.names) {
    shown.push_back("t." + name);
    names.push_back("a" + std::to_string(names.size()));
  }
  return "(SELECT " + join(shown) + ", pg_catalog.count(*)::pg_catalog.float8 FROM " + table +
         " t" + rows + " GROUP BY " + join(shown) + ") " + column.alias + " (" + join(names) +
         ", rows)";
}

// Returns the condition that a row of table t is no counterfeit. IS NOT NULL would treat a
// composite value of nulls as NULL.
std::string condition_of_persons(const std::vector<ExpectedAttribute>& attributes) {
  std::vector<std::string> known;
  for (const ExpectedAttribute& attribute : attributes) {
    if (!attribute.sensitive)
      known.push_back("t." + quote_name(attribute.name) + " IS DISTINCT FROM NULL");
  }
  return "(" + join(known, " OR ") + ")";
}

std::string one_of(const std::string& rows, std::size_t columns) {
  return "pg_catalog.power(" + rows + "::pg_catalog.float8, '-" + std::to_string(columns) +
         "'::pg_catalog.float8)";
}

// Returns the FROM item with the share of each bucket. With n rows in c columns, each of the n^c
// combinations stands for n / n^c rows. Counterfeits are NULL in c - s columns. With p rows of
// persons, each of the p^(c - s) n^s combinations stands for p / (p^(c - s) n^s) rows.
std::string share_item(const std::string& table, const std::string& bucket,
                       const std::map<int, ExpectedColumn>& columns, const std::string& first,
                       const std::optional<std::string>& is_person) {
  const auto of_persons = static_cast<std::size_t>(std::count_if(
      columns.begin(), columns.end(), [](const auto& column) { return column.second.of_persons; }));
  const std::string all = "pg_catalog.count(*)";
  std::string share = one_of(all, columns.size() - 1);
  if (is_person) {
    share = one_of(all, columns.size() - of_persons) + " OPERATOR(pg_catalog.*) " +
            one_of(all + " FILTER (WHERE " + *is_person + ")", of_persons - 1);
  }
  return " JOIN (SELECT t." + bucket + ", " + share + " FROM " + table + " t GROUP BY t." + bucket +
         ") b (bucket, share) ON b.bucket OPERATOR(pg_catalog.=) " + first;
}

std::string expected_query(const std::string& table, const std::string& bucket,
                           const std::vector<ExpectedAttribute>& attributes,
                           const std::string& weight_column, double mean_bucket,
                           bool counterfeits) {
  const std::optional<std::string> is_person =
      counterfeits ? std::optional(condition_of_persons(attributes)) : std::nullopt;
  const std::map<int, ExpectedColumn> columns = columns_of(attributes, mean_bucket);
  const std::string first = bucket_of(columns.begin()->second, bucket);
  std::vector<std::string> shown{first + " AS " + bucket};
  for (const ExpectedAttribute& attribute : attributes) {
    const std::string name = quote_name(attribute.name);
    shown.push_back(place_of(columns.at(attribute.column), name) + " AS " + name);
  }
  // Columns are listed by name, so that columns that are added to the table later change nothing.
  std::vector<std::string> all{"t." + bucket};
  for (const ExpectedAttribute& attribute : attributes)
    all.push_back("t." + quote_name(attribute.name));
  std::string from;
  std::vector<std::string> weight;
  for (const auto& [number, column] : columns) {
    const std::string item = from_item(column, table, bucket, join(all), is_person);
    if (from.empty()) {
      from = item;
    } else {
      from.append(" JOIN ").append(item).append(" ON ").append(bucket_of(column, bucket));
      from.append(" OPERATOR(pg_catalog.=) ").append(first);
    }
    if (column.grouped) weight.push_back(column.alias + ".rows");
  }
  if (columns.size() > 1) {
    from += share_item(table, bucket, columns, first, is_person);
    weight.emplace_back("b.share");
  }
  if (weight.empty()) weight.emplace_back("1::pg_catalog.float8");
  shown.push_back(join(weight, " OPERATOR(pg_catalog.*) ") + " AS " + quote_name(weight_column));
  return "SELECT " + join(shown) + " FROM " + from;
}

// Returns the view of a release whose partitions are published again one by one, if it has a view.
std::optional<ExpectedView> former_view(const Release& former) {
  if (former.relations.size() < 2) return std::nullopt;
  return ExpectedView{former.relations[1], former.layout.weight.name};
}

}  // namespace

std::vector<std::string> expected_queries(Oid table, const std::string& bucket_column,
                                          const std::vector<ExpectedAttribute>& attributes,
                                          const std::string& weight_column, bool counterfeits) {
  std::vector<std::string> queries;
  for (const double mean_bucket : {1.0, std::numeric_limits<double>::infinity()}) {
    queries.push_back(expected_query(qualified_name(table), quote_name(bucket_column), attributes,
                                     weight_column, mean_bucket, counterfeits));
  }
  return queries;
}

void check_expected_name(const Target& target) {
  part_target(target, expected_suffix);
}

std::optional<ExpectedView> create_expected_view(const Target& target, Oid table,
                                                 const std::string& bucket_column,
                                                 const std::vector<ExpectedAttribute>& attributes,
                                                 const std::string& weight_column,
                                                 double mean_bucket, bool counterfeits) {
  if (target.renewal && !target.renewal->apart) return former_view(target.renewal->former);
  const Target named = part_target(target, expected_suffix);
  if (attributes.size() + 2 > MaxHeapAttributeNumber) {
    report(NOTICE, "there is no view " + in_quotes(named.name),
           "It would have more than " + std::to_string(MaxHeapAttributeNumber) + " columns.");
    return std::nullopt;
  }
  ExpectedView view;
  view.weight_column = weight_column;
  view.relation = create_release_view(
      named, expected_query(qualified_name(table), quote_name(bucket_column), attributes,
                            view.weight_column, mean_bucket, counterfeits));
  return view;
}

}  // namespace microdata::postgres
