#include "postgres/source/key_columns.hpp"

#include <sstream>

#include "core/classification/column_names.hpp"
#include "core/classification/column_role.hpp"
#include "postgres/source/computed_columns.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/repetition.hpp"

namespace microdata::postgres {

namespace {

// Query for keys and foreign keys of columns. A table's keys do not apply to its children, nor
// theirs to it, but rows of all of them are read, and identify the same persons; partitions can
// have keys that the partitioned table cannot have. Foreign keys that the server created for
// partitions have a parent.
constexpr const char* keys_of_columns =
    "keyed (origin, attribute, referenced, elsewhere, alone, columns) AS ("
    "SELECT f.origin, a.attname, NULL::pg_catalog.name, false, i.indnkeyatts = 1, "
    "NULL::pg_catalog.text FROM family f "
    "JOIN pg_catalog.pg_index i ON i.indrelid = f.relation AND i.indislive AND i.indpred IS NULL "
    "AND (i.indisprimary OR i.indisunique AND i.indnkeyatts = 1) "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) k (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = i.indkey[k.n] "
    "UNION SELECT f.origin, a.attname, t.relname, c.confrelid <> c.conrelid, "
    "pg_catalog.cardinality(c.conkey) = 1, "
    "(SELECT pg_catalog.string_agg(b.attname::pg_catalog.text, E'\\n') "
    "FROM pg_catalog.pg_attribute b WHERE b.attrelid = t.oid AND b.attnum > 0 "
    "AND NOT b.attisdropped) FROM family f "
    "JOIN pg_catalog.pg_constraint c ON c.conrelid = f.relation AND c.contype = 'f' "
    "AND c.conparentid = 0 CROSS JOIN LATERAL pg_catalog.unnest(c.conkey) k (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = k.n "
    "JOIN pg_catalog.pg_class t ON t.oid = c.confrelid) "
    "SELECT s.position, k.referenced, pg_catalog.bool_or(k.elsewhere), "
    "pg_catalog.bool_or(k.alone), pg_catalog.bool_and(k.elsewhere AND k.alone), "
    "pg_catalog.string_agg(k.columns, E'\\n') FROM shown s "
    "JOIN keyed k ON k.origin = s.relation AND k.attribute = s.attribute "
    "GROUP BY s.position, k.referenced ORDER BY 1, 2";

// Query for pairs of columns in one key: the position of one, the key, and the position of the
// other.
constexpr const char* pairs_in_keys =
    "pairs (position, key, other, rank) AS ("
    "SELECT s.position, i.indexrelid, o.position, NOT i.indisprimary FROM shown s "
    "JOIN family f ON f.origin = s.relation "
    "JOIN pg_catalog.pg_index i ON i.indrelid = f.relation AND i.indislive AND i.indpred IS NULL "
    "AND i.indisunique AND i.indnkeyatts > 1 "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) m (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = i.indkey[m.n] "
    "AND a.attname = s.attribute "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) k (n) "
    "JOIN pg_catalog.pg_attribute b ON b.attrelid = f.relation AND b.attnum = i.indkey[k.n] "
    "JOIN shown o ON o.relation = s.relation AND o.attribute = b.attname "
    "AND o.position <> s.position) "
    "SELECT position, key, other FROM pairs ORDER BY position, rank, key, other";

bool names_persons(NameMeaning meaning, bool of_things) {
  switch (meaning) {
    case NameMeaning::person_name:
    case NameMeaning::number:
    case NameMeaning::birth_date:
      return true;
    // Schools have telephones, too, and wards have a doctor who heads them.
    case NameMeaning::contact:
    case NameMeaning::address:
    case NameMeaning::login:
    case NameMeaning::person_key:
      return !of_things;
    default:
      return false;
  }
}

// True if a table seems to be one of persons, by its name and the names of its columns, one per
// line.
bool is_of_persons(const std::string& table, const std::string& columns) {
  if (is_named_for_persons(table)) return true;
  const bool of_things = is_named_for_things(table);
  std::istringstream lines(columns);
  for (std::string column; std::getline(lines, column);) {
    if (names_persons(named_for(column, table).meaning, of_things)) return true;
  }
  return false;
}

}  // namespace

std::vector<KeyColumn> key_columns(const Source& source) {
  std::vector<KeyColumn> keys(source.columns.size());
  for (const ResultRow& row : query_families(source, keys_of_columns)) {
    const std::size_t position = std::stoul(*row[0]);
    KeyColumn& column = keys[position];
    if (row[1]) {
      const std::string& name = source.columns[position].name;
      const bool codes = *row[4] == "t" && !is_of_persons(*row[1], row[5].value_or("")) &&
                         !is_of_persons(name, name);
      column.refers_to_codes = codes && (column.references.empty() || column.refers_to_codes);
      column.references.push_back(*row[1]);
      column.refers_elsewhere = column.refers_elsewhere || *row[2] == "t";
    } else {
      column.key = true;
      column.unique = *row[3] == "t";
    }
  }
  return keys;
}

std::vector<std::size_t> columns_of_same_key(const Source& source, std::size_t column) {
  std::vector<std::size_t> others;
  std::string key;
  for (const ResultRow& row : query_families(source, pairs_in_keys)) {
    if (std::stoul(*row[0]) != column) continue;
    if (key.empty()) key = *row[1];
    if (key == *row[1]) others.push_back(std::stoul(*row[2]));
  }
  return others;
}

std::vector<bool> code_columns(const Source& source, std::span<const KeyColumn> keys,
                               const std::vector<bool>& asked) {
  constexpr std::size_t most_rows = 100000;
  std::vector<bool> codes(keys.size());
  std::vector<std::size_t> columns;
  std::vector<std::string> names;
  std::vector<Repetition> counted;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!asked[i] || keys[i].key || !keys[i].refers_to_codes) continue;
    if (!may_select(source, source.columns[i])) continue;
    columns.push_back(i);
    names.push_back(source.columns[i].name);
    counted.emplace_back(source.columns[i].type);
  }
  if (columns.empty()) return codes;
  read_columns(source.relation, names, {}, most_rows, counted);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool things = named_for(names[c], source.name).meaning == NameMeaning::thing;
    codes[columns[c]] =
        !counted[c].sampled() && is_code(counted[c].rows(), counted[c].values(), things);
  }
  return codes;
}

}  // namespace microdata::postgres
