#include "postgres/source/key_columns.hpp"

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/shown_columns.hpp"

namespace microdata::postgres {

namespace {

// Columns have one name wherever they are inherited. A table's keys are not its heirs', nor theirs
// its own, though rows of all of them are read, and name the same persons; partitions may have keys
// that the partitioned table cannot have. Foreign keys that the server has made for partitions
// have a parent.
constexpr const char* keys_of_columns =
    "WITH RECURSIVE shown (position, relation, attribute) AS ("
    "SELECT s.position, a.attrelid, a.attname FROM ROWS FROM ("
    "pg_catalog.unnest($1::pg_catalog.int4[]), pg_catalog.unnest($2::pg_catalog.oid[]), "
    "pg_catalog.unnest($3::pg_catalog.int2[])) s (position, relation, number) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = s.relation AND a.attnum = s.number), "
    "heir (origin, relation) AS ("
    "SELECT DISTINCT s.relation, s.relation FROM shown s UNION "
    "SELECT h.origin, i.inhrelid FROM heir h JOIN pg_catalog.pg_inherits i "
    "ON i.inhparent = h.relation), "
    "ancestor (origin, relation) AS ("
    "SELECT DISTINCT s.relation, s.relation FROM shown s UNION "
    "SELECT h.origin, i.inhparent FROM ancestor h JOIN pg_catalog.pg_inherits i "
    "ON i.inhrelid = h.relation), "
    "family (origin, relation) AS (SELECT * FROM heir UNION SELECT * FROM ancestor), "
    "keyed (origin, attribute, referenced, elsewhere) AS ("
    "SELECT f.origin, a.attname, NULL::pg_catalog.name, false FROM family f "
    "JOIN pg_catalog.pg_index i ON i.indrelid = f.relation AND i.indislive AND i.indpred IS NULL "
    "AND (i.indisprimary OR i.indisunique AND i.indnkeyatts = 1) "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) k (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = i.indkey[k.n] "
    "UNION SELECT f.origin, a.attname, t.relname, c.confrelid <> c.conrelid FROM family f "
    "JOIN pg_catalog.pg_constraint c ON c.conrelid = f.relation AND c.contype = 'f' "
    "AND c.conparentid = 0 CROSS JOIN LATERAL pg_catalog.unnest(c.conkey) k (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = k.n "
    "JOIN pg_catalog.pg_class t ON t.oid = c.confrelid) "
    "SELECT s.position, k.referenced, pg_catalog.bool_or(k.elsewhere) FROM shown s "
    "JOIN keyed k ON k.origin = s.relation AND k.attribute = s.attribute "
    "GROUP BY s.position, k.referenced ORDER BY 1, 2";

}  // namespace

std::vector<KeyColumn> key_columns(const Source& source) {
  std::vector<std::string> positions;
  std::vector<std::string> relations;
  std::vector<std::string> numbers;
  for (const ShownColumn& column : shown_columns(source)) {
    positions.push_back(std::to_string(column.position));
    relations.push_back(std::to_string(column.relation));
    numbers.push_back(std::to_string(column.number));
  }
  const auto array = [](const std::vector<std::string>& elements) {
    return "{" + join(elements, ",") + "}";
  };
  const RoleScope scope(catalog_owner());
  const SafeSearchPath path;
  std::vector<KeyColumn> keys(source.columns.size());
  for (const ResultRow& row :
       query(keys_of_columns, {array(positions), array(relations), array(numbers)})) {
    KeyColumn& column = keys[std::stoul(*row[0])];
    if (row[1]) {
      column.references.push_back(*row[1]);
      column.refers_elsewhere = column.refers_elsewhere || *row[2] == "t";
    } else {
      column.key = true;
    }
  }
  return keys;
}

}  // namespace microdata::postgres
