#include "table_changes.hpp"

#include <optional>
#include <string_view>

#include "sql_text.hpp"

namespace microdata::fuzz {

namespace {

struct Column {
  std::string name;  // quoted
  std::string type;
};

std::vector<Column> columns_of(Session& session, const std::string& table) {
  std::vector<Column> columns;
  for (const auto& row :
       session
           .run("SELECT quote_ident(attname), format_type(atttypid, NULL) FROM pg_attribute WHERE "
                "attrelid = " +
                literal(table) + "::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum")
           .rows)
    columns.push_back({*row[0], *row[1]});
  return columns;
}

std::string some_value(Choice& choice, std::string_view type) {
  if (type == "integer" || type == "bigint" || type == "numeric")
    return choice.of({"0", "-1", "2147483647", "-2147483648", "1", "99"});
  return choice.of({"''", "'*'", "'{a,b}'", "'[1,2]'", "'no such label'", "'NULL'", "'{}'", "'[,)'",
                    "'empty'", "'{\"\"}'", "'2026-01-01'"});
}

std::string changed_values(Choice& choice, const std::string& table, const Column& column) {
  if (choice.one_in(3)) return "NULL";
  if (choice.one_in(3))
    return "(SELECT o." + column.name + " FROM " + table + " o ORDER BY hashtext(o::text) LIMIT 1)";
  return some_value(choice, column.type);
}

std::string swapped_names(const std::string& alter, const std::string& one,
                          const std::string& other) {
  return alter + "RENAME " + one + " TO between_names; " + alter + "RENAME " + other + " TO " +
         one + "; " + alter + "RENAME between_names TO " + other;
}

std::string changed_type(Choice& choice, const std::string& alter, const std::string& name) {
  const std::string to = choice.of({"text", "bigint", "numeric", "float8", "int4range", "text[]",
                                    "boolean", "date", "smallint"});
  return alter + "ALTER " + name + " TYPE " + to + " USING " +
         (choice.one_in(3) ? "NULL" : name + "::text::" + to);
}

// Returns the change as a statement.
std::string change_of(Choice& choice, const std::string& table, const std::vector<Column>& columns,
                      const std::vector<std::string>& others) {
  const Column& column = choice.of(columns);
  const std::string alter = "ALTER TABLE " + table + " ";
  // The condition selects the same rows in any order.
  const std::string some = choice.one_in(3) ? ""
                                            : " WHERE hashtext(t::text) % " +
                                                  std::to_string(choice.between(2, 9)) + " = 0";
  switch (choice.below(14)) {
    case 0:
    case 1:
      return "DELETE FROM " + table + " t" + some;
    case 2:
      return "INSERT INTO " + table + " SELECT * FROM " + table + " t" + some;
    case 3: {
      const std::string other = choice.of(columns).name;
      if (other != column.name) return swapped_names(alter, column.name, other);
      [[fallthrough]];
    }
    case 4:
      return changed_type(choice, alter, column.name);
    case 5:
      return alter + choice.of({"ADD more integer", "ADD bucket_2 integer DEFAULT 1"});
    // The rows are NULL except in two columns, like rows of counterfeits and like counts.
    case 6: {
      const std::string other = choice.of(columns).name;
      if (other == column.name) return "INSERT INTO " + table + " DEFAULT VALUES";
      const std::string both = column.name + ", " + other;
      return "INSERT INTO " + table + " (" + both + ") SELECT " + both + " FROM " + table + " t" +
             some;
    }
    case 7:
      if (column.type != "integer" && column.type != "bigint")
        return "DELETE FROM " + table + " t" + some;
      return "UPDATE " + table + " SET " + column.name + " = " + column.name + " * " +
             choice.of({"2", "1000000"});
    case 8:
      return "DROP TABLE " + table + "; CREATE TABLE " + table + " AS SELECT * FROM " +
             choice.of(others);
    default:
      return "UPDATE " + table + " t SET " + column.name + " = " +
             changed_values(choice, table, column) + some;
  }
}

}  // namespace

void change_table(Choice& choice, Session& session, const std::vector<std::string>& tables,
                  const std::vector<std::string>& others,
                  const std::function<Outcome(const std::string&)>& run) {
  const std::string table = choice.of(tables);
  const std::vector<Column> columns = columns_of(session, table);
  if (columns.empty()) return;
  run("SAVEPOINT changes");
  run(run(change_of(choice, table, columns, others)).failed() ? "ROLLBACK TO changes"
                                                              : "RELEASE changes");
}

}  // namespace microdata::fuzz
