#include "postgres/source/key_columns.hpp"

#include "postgres/source/column_families.hpp"

namespace microdata::postgres {

namespace {

// A table's keys are not its heirs', nor theirs its own, though rows of all of them are read, and
// name the same persons; partitions may have keys that the partitioned table cannot have. Foreign
// keys that the server has made for partitions have a parent.
constexpr const char* keys_of_columns =
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
  std::vector<KeyColumn> keys(source.columns.size());
  for (const ResultRow& row : query_families(source, keys_of_columns)) {
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
