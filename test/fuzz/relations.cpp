#include "relations.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "names.hpp"
#include "partitions.hpp"

namespace microdata::fuzz {

namespace {

std::size_t attribute_count(Choice& choice) {
  if (choice.one_in(60)) return static_cast<std::size_t>(choice.between(20, 60));
  if (choice.one_in(25)) return 1;
  return static_cast<std::size_t>(choice.between(2, 7));
}

std::size_t row_count(Choice& choice, std::size_t attributes) {
  if (choice.one_in(40)) return 0;
  if (choice.one_in(40)) return 1;
  if (choice.one_in(10)) return static_cast<std::size_t>(choice.between(2, 6));
  if (choice.one_in(60) && attributes < 10)
    return static_cast<std::size_t>(choice.between(300, 1500));
  return static_cast<std::size_t>(choice.between(6, 60));
}

// Returns the number of distinct values of an attribute.
std::size_t value_count(Choice& choice, std::size_t rows) {
  switch (choice.below(6)) {
    case 0:
      return 1 + choice.below(2);
    case 1:
      return std::max<std::size_t>(rows, 1);
    default:
      return 2 + choice.below(7);
  }
}

std::vector<Attribute> new_attributes(Choice& choice, std::size_t count, std::size_t rows) {
  const auto& types = value_types();
  std::vector<const ValueType*> usual;
  for (const ValueType& type : types) {
    if (type.usual) usual.push_back(&type);
  }
  const int strange = choice.one_in(3) ? 60 : 3;
  std::vector<std::string> names;
  std::vector<Attribute> attributes;
  for (std::size_t i = 0; i < count; ++i) {
    Attribute attribute;
    attribute.name = new_name(choice, names, strange);
    names.push_back(attribute.name);
    attribute.type = choice.percent(70) ? choice.of(usual) : &choice.of(types);
    for (std::size_t n = value_count(choice, rows); n > 0; --n) {
      attribute.values.push_back(attribute.type->value(choice));
    }
    attributes.push_back(std::move(attribute));
  }
  if (count > 1 && choice.one_in(6)) {
    const std::size_t determined = 1 + choice.below(count - 1);
    attributes[determined].follows = choice.below(determined);
  }
  return attributes;
}

// Returns an attribute that identifies people, with typical values.
Attribute naming_attribute(Choice& choice, std::size_t rows) {
  struct Kind {
    const char* name;
    const char* type;
    std::function<std::string(Choice&)> value;
  };
  static const auto name_of = [](Choice& c) {
    return std::string(c.of({"Kal", "Mir", "Tov", "Zel", "Bru"})) +
           c.of({"oda", "enski", "ura", "mann", "ic"});
  };
  static const std::vector<Kind> kinds = {
      {"family_name", "text", name_of},
      {"vorname", "text", name_of},
      {"date_of_birth", "date",
       [](Choice& c) {
         return std::to_string(c.between(1930, 2015)) + "-0" + std::to_string(c.between(1, 9)) +
                "-1" + std::to_string(c.between(0, 9));
       }},
      {"contact", "text",
       [](Choice& c) { return name_of(c) + std::to_string(c.between(1, 99)) + "@example.org"; }},
      {"phone", "text",
       [](Choice& c) { return "+49 30 " + std::to_string(c.between(1000000, 9999999)); }},
  };
  const Kind& kind = choice.of(kinds);
  Attribute attribute;
  attribute.name = kind.name;
  attribute.type =
      &*std::find_if(value_types().begin(), value_types().end(),
                     [&](const ValueType& type) { return type.declaration == kind.type; });
  for (std::size_t n = std::max<std::size_t>(rows / 2, 1); n > 0; --n)
    attribute.values.push_back(kind.value(choice));
  return attribute;
}

// Percentages of an attribute: of its first value, in addition to random draws, and of NULL.
struct Skew {
  std::size_t first = 0;
  std::size_t null = 0;
};

std::string row_values(Choice& choice, const Relation& relation, const std::vector<Skew>& skews) {
  std::vector<std::string> values;
  // Index of each attribute's value in this row.
  std::vector<std::optional<std::size_t>> places(relation.attributes.size());
  for (std::size_t i = 0; i < relation.attributes.size(); ++i) {
    const Attribute& attribute = relation.attributes[i];
    if (attribute.generated) continue;
    if (attribute.follows) {
      places[i] = places[*attribute.follows];
    } else if (!choice.percent(skews[i].null)) {
      places[i] = choice.percent(skews[i].first) ? 0 : choice.below(attribute.values.size());
    }
    values.push_back(places[i] ? literal(attribute.values[*places[i] % attribute.values.size()])
                               : "NULL");
  }
  return "(" + joined(values, ", ") + ")";
}

// Returns an INSERT of the rows, some of them more than once.
std::string insert_statement(Choice& choice, const Relation& relation, const std::string& into) {
  std::vector<Skew> skews;
  std::vector<std::string> names;
  for (const Attribute& attribute : relation.attributes) {
    Skew skew;
    if (choice.one_in(4)) skew.first = static_cast<std::size_t>(choice.of({30, 60, 95}));
    if (choice.one_in(4)) skew.null = static_cast<std::size_t>(choice.of({5, 20, 60, 100}));
    skews.push_back(skew);
    if (!attribute.generated) names.push_back(identifier(attribute.name));
  }
  const bool duplicates = choice.one_in(4);
  std::vector<std::string> rows;
  while (rows.size() < relation.rows) {
    if (duplicates && !rows.empty() && choice.one_in(2)) {
      rows.emplace_back(choice.of(rows));
    } else {
      rows.push_back(row_values(choice, relation, skews));
    }
  }
  return "INSERT INTO " + into + " (" + joined(names, ", ") + ") VALUES " + joined(rows, ", ");
}

std::vector<std::string> attribute_definitions(const Relation& relation) {
  std::vector<std::string> definitions;
  for (const Attribute& attribute : relation.attributes) {
    if (!attribute.generated) {
      definitions.push_back(identifier(attribute.name) + " " + attribute.type->declaration);
    }
  }
  return definitions;
}

class Builder {
 public:
  Builder(Choice& choice, const World& world) : choice_(choice) {
    std::vector<std::string> taken;
    for (const Relation& relation : world.relations)
      taken.push_back(relation.plain_name);
    relation_.schema = "fuzz";
    relation_.plain_name = new_name(choice, taken, 20);
    relation_.name = "fuzz." + identifier(relation_.plain_name);
    const std::size_t attributes = attribute_count(choice);
    relation_.rows = row_count(choice, attributes);
    relation_.attributes = new_attributes(choice, attributes, relation_.rows);
    if (choice.one_in(20)) relation_.attributes.push_back(naming_attribute(choice, relation_.rows));
  }

  NewRelation build(RelationKind kind) {
    constexpr std::size_t partitions = 2;
    switch (kind == RelationKind::partitioned ? partitions : choice_.below(24)) {
      case 0:
        view();
        break;
      case 1:
        materialized_view();
        break;
      case partitions:
      case 11:
        partitioned();
        break;
      case 3:
        inherited();
        break;
      case 4:
        temporary();
        break;
      case 5:
        foreign();
        break;
      case 6:
        with_key();
        break;
      case 7:
        with_generated();
        break;
      case 8:
        with_dropped();
        break;
      case 9:
        with_policy();
        break;
      case 10:
        with_furniture();
        break;
      case 12:
      case 13:
      case 14:
      case 15:
      case 16:
        numbered();
        break;
      default:
        table(choice_.one_in(8) ? "UNLOGGED TABLE" : "TABLE");
        if (choice_.one_in(10)) multiply();
    }
    if (choice_.one_in(5) && !relation_.temporary) add("ANALYZE " + relation_.name);
    if (choice_.one_in(3))
      add("GRANT SELECT ON " + relation_.name + " TO fuzz_user");
    else if (choice_.one_in(4))
      add("ALTER TABLE " + relation_.name + " OWNER TO fuzz_user");
    return {std::move(relation_), std::move(statements_)};
  }

 private:
  std::string number() { return std::to_string(choice_.below(1000000)); }
  void add(std::string statement) { statements_.push_back(std::move(statement)); }

  void create(const std::string& kind, const std::string& name,
              const std::vector<std::string>& more = {}, const std::string& end = "") {
    auto definitions = attribute_definitions(relation_);
    definitions.insert(definitions.end(), more.begin(), more.end());
    add("CREATE " + kind + " " + name + " (" + joined(definitions, ", ") + ")" + end);
  }

  void fill(const std::string& name) {
    if (relation_.rows > 0) add(insert_statement(choice_, relation_, name));
  }

  void table(const std::string& kind) {
    create(kind, relation_.name);
    fill(relation_.name);
  }

  // Makes a table of the same rows with another name, for relations that read from it.
  std::string base_table() {
    const std::string base = "fuzz." + identifier("base " + number());
    create("TABLE", base);
    fill(base);
    return base;
  }

  void view() {
    const std::string base = base_table();
    std::string query = "SELECT * FROM " + base;
    const char* options =
        choice_.of({"", "", " WITH (security_barrier)", " WITH (security_invoker)"});
    switch (choice_.below(5)) {
      case 0:
        query += " WHERE " + identifier(relation_.attributes[0].name) + " IS NOT NULL";
        break;
      case 1:
        query += " UNION ALL SELECT * FROM " + base;
        break;
      case 2:
        query += " ORDER BY random()";
        break;
      default:
        break;
    }
    add("CREATE VIEW " + relation_.name + options + " AS " + query);
    relation_.table = false;
  }

  void materialized_view() {
    add("CREATE MATERIALIZED VIEW " + relation_.name + " AS SELECT * FROM " + base_table() +
        choice_.of({"", "", "", " WITH NO DATA"}));
    relation_.table = false;
  }

  void partitioned() {
    const Division division = new_division(choice_, relation_, "part " + number());
    create("TABLE", relation_.name, {}, division.clause);
    for (const std::string& statement : division.statements)
      add(statement);
    fill(relation_.name);
    if (choice_.one_in(4)) multiply();
    relation_.table = division.clause.empty();
    relation_.partitioned = !relation_.table;
  }

  // Multiplies the rows until a small memory limit is too small for them.
  void multiply() {
    if (relation_.rows == 0 || relation_.attributes.size() > 8) return;
    const std::size_t times =
        static_cast<std::size_t>(choice_.between(1500, 9000)) / relation_.rows;
    add("INSERT INTO " + relation_.name + " SELECT r.* FROM " + relation_.name +
        " r, generate_series(1, " + std::to_string(times) + ")");
  }

  void inherited() {
    table("TABLE");
    const std::string child = "fuzz." + identifier("child " + number());
    add("CREATE TABLE " + child + " (extra integer DEFAULT 7) INHERITS (" + relation_.name + ")");
    if (choice_.one_in(2)) fill(child);
  }

  void temporary() {
    relation_.schema = "pg_temp";
    relation_.name = "pg_temp." + identifier(relation_.plain_name);
    relation_.temporary = true;
    create("TEMPORARY TABLE", identifier(relation_.plain_name), {},
           choice_.of({"", "", " ON COMMIT PRESERVE ROWS"}));
    fill(relation_.name);
  }

  void foreign() {
    const std::string base = base_table();
    add("CREATE EXTENSION IF NOT EXISTS postgres_fdw");
    add("DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_foreign_server WHERE srvname = 'fuzz_server') "
        "THEN "
        "EXECUTE format('CREATE SERVER fuzz_server FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host "
        "%L, port %L, dbname %L)', "
        "split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'), "
        "current_database()); "
        "CREATE USER MAPPING FOR PUBLIC SERVER fuzz_server OPTIONS (user 'postgres', "
        "password_required 'false'); END IF; END $$");
    create("FOREIGN TABLE", relation_.name, {},
           " SERVER fuzz_server OPTIONS (schema_name 'fuzz', table_name " +
               literal(base.substr(6, base.size() - 7)) + ")");
    relation_.table = false;
    relation_.foreign = true;
  }

  void with_key() {
    if (!relation_.attributes[0].type->ordered) return table("TABLE");
    std::vector<std::string> more = {choice_.of({"PRIMARY KEY (", "UNIQUE ("}) +
                                     identifier(relation_.attributes[0].name) + ")"};
    create("TABLE", relation_.name, more);
    if (relation_.rows > 0)
      add(insert_statement(choice_, relation_, relation_.name) + " ON CONFLICT DO NOTHING");
  }

  // Adds a generated attribute: a number computed from an attribute, its text, or a copy of it.
  void with_generated() {
    const Attribute& first = relation_.attributes[0];
    const std::string from = identifier(first.name);
    Attribute computed = first;
    computed.name = "computed";
    computed.generated = true;
    std::string expression = from;
    switch (choice_.below(3)) {
      case 0:
        computed.type = &value_types().front();
        computed.values = {"0", "1", "5"};
        expression = "num_nulls(" + from + ") * 5";
        break;
      case 1:
        if (first.type->declaration == "text") expression = "upper(" + from + ")";
        break;
      default:
        break;
    }
    create("TABLE", relation_.name,
           {"computed " + computed.type->declaration + " GENERATED ALWAYS AS (" + expression +
            ") STORED"});
    relation_.attributes.push_back(std::move(computed));
    fill(relation_.name);
  }

  // Adds a unique number to every row, which identifies people in a series.
  void numbered() {
    Attribute attribute;
    attribute.name = "nr";
    attribute.generated = true;
    attribute.type = &value_types().front();
    for (std::size_t i = 1; i <= relation_.rows; ++i)
      attribute.values.push_back(std::to_string(i));
    create("TABLE", relation_.name, {"nr integer GENERATED BY DEFAULT AS IDENTITY"});
    relation_.attributes.push_back(std::move(attribute));
    fill(relation_.name);
  }

  // Makes a table with dropped attributes at the beginning, in the middle and at the end.
  void with_dropped() {
    auto definitions = attribute_definitions(relation_);
    definitions.insert(definitions.begin(), "gone_1 text DEFAULT 'x'");
    definitions.insert(definitions.begin() + 1 +
                           static_cast<std::ptrdiff_t>(choice_.below(relation_.attributes.size())),
                       "gone_2 integer[]");
    definitions.emplace_back("gone_3 date");
    add("CREATE TABLE " + relation_.name + " (" + joined(definitions, ", ") + ")");
    if (choice_.one_in(2)) fill(relation_.name);
    add("ALTER TABLE " + relation_.name + " DROP gone_1, DROP gone_2, DROP gone_3");
    fill(relation_.name);
  }

  void with_policy() {
    table("TABLE");
    add("ALTER TABLE " + relation_.name + " ENABLE ROW LEVEL SECURITY");
    if (choice_.one_in(2)) add("ALTER TABLE " + relation_.name + " FORCE ROW LEVEL SECURITY");
    if (choice_.one_in(2)) {
      add("CREATE POLICY these ON " + relation_.name + " USING (" +
          identifier(relation_.attributes[0].name) + " IS NOT NULL)");
    }
  }

  // Makes a table with indexes, a check, a trigger, statistics and another table's foreign key,
  // which in_place must keep or reject.
  void with_furniture() {
    table("TABLE");
    const std::string& name = relation_.name;
    const std::string first = identifier(relation_.attributes[0].name);
    if (relation_.attributes[0].type->ordered) add("CREATE INDEX ON " + name + " (" + first + ")");
    add("CREATE INDEX ON " + name + " (num_nulls(" + first + ")) WHERE " + first + " IS NOT NULL");
    if (choice_.one_in(2)) add("ALTER TABLE " + name + " ADD CHECK (num_nulls(" + first + ") < 2)");
    if (choice_.one_in(2))
      add("CREATE TRIGGER suppress BEFORE UPDATE ON " + name +
          " FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()");
    if (relation_.attributes.size() > 1 && relation_.attributes[0].type->ordered &&
        relation_.attributes[1].type->ordered && choice_.one_in(2)) {
      add("CREATE STATISTICS " + ("fuzz.statistics_" + number()) + " ON " + first + ", " +
          identifier(relation_.attributes[1].name) + " FROM " + name);
    }
    if (choice_.one_in(3))
      add("ALTER TABLE " + name + " ADD fuzz_no integer GENERATED ALWAYS AS IDENTITY");
    if (choice_.one_in(3)) add("COMMENT ON TABLE " + name + " IS 'a comment'");
  }

  Choice& choice_;
  Relation relation_;
  std::vector<std::string> statements_;
};

}  // namespace

NewRelation new_relation(Choice& choice, const World& world, RelationKind kind) {
  return Builder(choice, world).build(kind);
}

std::string level_table_statement(Choice& choice, const std::string& name, const Relation& relation,
                                  const std::string& attribute) {
  const std::string value = identifier(attribute) + "::text";
  const char* const top = choice.one_in(8) ? ", NULL AS level2" : ", '*' AS level2";
  const std::string middle = choice.of({"left(", "'group ' || left("}) + value + ", 1)";
  return "CREATE TABLE " + name + " AS SELECT DISTINCT " + value + " COLLATE \"C\" AS level0, " +
         (choice.one_in(10) ? "random()::text" : middle) + " COLLATE \"C\" AS level1" +
         (choice.one_in(10) ? "" : top) + " FROM " + relation.name +
         (choice.one_in(8) ? "" : " WHERE " + value + " IS NOT NULL");
}

}  // namespace microdata::fuzz
