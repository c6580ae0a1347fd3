#include "partitions.hpp"

#include <algorithm>

namespace microdata::fuzz {

namespace {

std::string typed_rows(const Attribute& attribute) {
  std::vector<std::string> rows;
  for (const std::string& value : attribute.values)
    rows.push_back("(CAST(" + literal(value) + " AS " + attribute.type->declaration + "))");
  return joined(rows, ", ");
}

// Returns an expression for the distinct values in order, which the server computes.
std::string sorted_values(const Attribute& attribute) {
  return "(SELECT array_agg(x::text ORDER BY x) FROM (SELECT DISTINCT x FROM (VALUES " +
         typed_rows(attribute) + ") v (x)) d)";
}

class Divider {
 public:
  Divider(Choice& choice, const Relation& relation) : choice_(choice) {
    for (const Attribute& attribute : relation.attributes) {
      if (attribute.type->ordered && !attribute.generated && !attribute.values.empty())
        keys_.push_back(&attribute);
    }
  }

  // Divides the partition `table` and returns the clause; empty if no attribute can be a key.
  std::string divide(const std::string& table, const std::string& stem, int depth) {
    if (keys_.empty()) return {};
    const Attribute& key = *choice_.of(keys_);
    switch (choice_.below(8)) {
      case 0:
        return by_hash(key, table, stem);
      case 1:
      case 2:
      case 3:
        return by_list(key, table, stem, depth);
      default:
        return by_range(key, table, stem, depth);
    }
  }

  std::vector<std::string> statements() const { return statements_; }

 private:
  // Adds a partition with these bounds, which might be divided again; adds none if the bounds
  // contain no values. `bounds` is an SQL expression.
  void add(const std::string& table, const std::string& name, const std::string& bounds,
           int depth) {
    const std::size_t place = statements_.size();
    std::string below;
    if (depth < 2 && choice_.one_in(5)) below = divide("fuzz." + identifier(name), name, depth + 1);
    // The partitions of a partition come after it.
    statements_.insert(
        statements_.begin() + static_cast<std::ptrdiff_t>(place),
        "DO $division$ BEGIN EXECUTE " +
            literal("CREATE TABLE fuzz." + identifier(name) + " PARTITION OF " + table + " ") +
            " || " + bounds + " || " + literal(below) +
            "; EXCEPTION WHEN invalid_object_definition OR undefined_table THEN NULL; END "
            "$division$");
  }

  std::string by_hash(const Attribute& key, const std::string& table, const std::string& stem) {
    std::string columns = identifier(key.name);
    if (choice_.one_in(4)) columns += ", " + identifier(choice_.of(keys_)->name);
    const int modulus = choice_.between(2, 3);
    for (int i = 0; i < modulus; ++i) {
      add(table, stem + " h" + std::to_string(i),
          literal("FOR VALUES WITH (MODULUS " + std::to_string(modulus) + ", REMAINDER " +
                  std::to_string(i) + ")"),
          2);
    }
    return " PARTITION BY HASH (" + columns + ")";
  }

  std::string by_list(const Attribute& key, const std::string& table, const std::string& stem,
                      int depth) {
    std::vector<std::string> values = key.values;
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    choice_.shuffle(values);
    if (values.size() > 40) values.resize(40);
    const std::size_t partitions = 1 + choice_.below(4);
    std::vector<std::vector<std::string>> lists(partitions);
    for (std::size_t i = 0; i < values.size(); ++i) {
      // The remaining values are in the default partition, if there is one.
      if (i >= partitions && choice_.one_in(4)) continue;
      lists[i % partitions].push_back(values[i]);
    }
    const std::size_t with_null = choice_.below(partitions * 2);
    for (std::size_t i = 0; i < partitions; ++i) {
      std::vector<std::string> listed;
      for (const std::string& value : lists[i])
        listed.push_back(literal(value));
      if (i == with_null) listed.emplace_back("NULL");
      if (listed.empty()) continue;
      add(table, stem + " l" + std::to_string(i),
          literal("FOR VALUES IN (" + joined(listed, ", ") + ")"), depth);
    }
    if (!choice_.one_in(8)) add(table, stem + " else", literal("DEFAULT"), depth);
    return " PARTITION BY LIST (" + identifier(key.name) + ")";
  }

  // Divides by range, with some of the values as bounds, in the server's order.
  std::string by_range(const Attribute& key, const std::string& table, const std::string& stem,
                       int depth) {
    const bool two = choice_.one_in(8);
    const std::string more = two ? ", MINVALUE" : "";
    const std::size_t cuts = 1 + choice_.below(4);
    const auto bound = [&](std::size_t cut) {
      return "(SELECT quote_literal(s.v[1 + cardinality(s.v) * " + std::to_string(cut) + " / " +
             std::to_string(cuts + 1) + "]) FROM " + sorted_values(key) + " s (v))";
    };
    const bool otherwise = !choice_.one_in(6);
    const bool from_first = choice_.one_in(4);
    const bool to_last = choice_.one_in(2);
    for (std::size_t i = 0; i <= cuts; ++i) {
      // A partition is left out, to make a gap.
      if (otherwise && choice_.one_in(6)) continue;
      if (i == cuts && !to_last) continue;
      const std::string from = i == 0 ? (from_first ? bound(0) : literal("MINVALUE")) : bound(i);
      const std::string to = i == cuts ? literal("MAXVALUE") : bound(i + 1);
      add(table, stem + " r" + std::to_string(i),
          literal("FOR VALUES FROM (") + " || " + from + " || " + literal(more + ") TO (") +
              " || " + to + " || " + literal(more + ")"),
          depth);
    }
    if (otherwise) add(table, stem + " else", literal("DEFAULT"), depth);
    return " PARTITION BY RANGE (" + identifier(key.name) +
           (two ? ", " + identifier(choice_.of(keys_)->name) : "") + ")";
  }

  Choice& choice_;
  std::vector<const Attribute*> keys_;
  std::vector<std::string> statements_;
};

}  // namespace

Division new_division(Choice& choice, const Relation& relation, const std::string& stem) {
  Divider divider(choice, relation);
  std::string clause = divider.divide(relation.name, stem, 0);
  return {std::move(clause), divider.statements()};
}

std::string some_partitions(Choice& choice, const std::string& table) {
  return "ARRAY(SELECT t.relid FROM pg_partition_tree(" + literal(table) +
         ") t WHERE t.level > 0 ORDER BY t.relid LIMIT " + std::to_string(1 + choice.below(2)) +
         " OFFSET " + std::to_string(choice.below(3)) + ")::regclass[]";
}

std::string partition_statement(Choice& choice, const Relation& relation) {
  const std::string of_one = "FROM pg_inherits i WHERE i.inhparent = " + literal(relation.name) +
                             "::regclass ORDER BY i.inhrelid OFFSET " +
                             std::to_string(choice.below(3)) + " LIMIT 1";
  const auto do_each = [&](const std::string& statement) {
    return "DO $each$ DECLARE p regclass; BEGIN FOR p IN SELECT i.inhrelid::regclass " + of_one +
           " LOOP EXECUTE format(" + literal(statement) + ", p); END LOOP; END $each$";
  };
  const Attribute& attribute = choice.of(relation.attributes);
  const std::string value =
      attribute.values.empty() ? "NULL" : literal(choice.of(attribute.values));
  const std::string part = "fuzz.\"more " + std::to_string(choice.below(1000)) + "\"";
  switch (choice.below(6)) {
    case 0:
      return do_each("ALTER TABLE " + relation.name + " DETACH PARTITION %s");
    case 1:
      return do_each("DROP TABLE %s");
    case 2:
      return do_each("TRUNCATE %s");
    case 3:
      return "CREATE TABLE " + part + " PARTITION OF " + relation.name + " FOR VALUES IN (" +
             value + ")";
    case 4:
      return "CREATE TABLE " + part + " PARTITION OF " + relation.name + " FOR VALUES FROM (" +
             value + ") TO (MAXVALUE)";
    default:
      return "CREATE TABLE " + part + " PARTITION OF " + relation.name + " DEFAULT";
  }
}

}  // namespace microdata::fuzz
