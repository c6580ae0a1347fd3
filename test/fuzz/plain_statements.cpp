#include "plain_statements.hpp"

#include <algorithm>

#include "names.hpp"
#include "partitions.hpp"

namespace microdata::fuzz {

namespace {

void forget(World& world, const std::string& name) {
  std::erase_if(world.relations, [&](const Relation& relation) { return relation.name == name; });
  for (Release& release : world.releases)
    release.holds &= std::erase(release.relations, name) == 0;
  std::erase_if(world.releases, [](const Release& release) { return release.relations.empty(); });
}

PlainStatement of_relation(Choice& choice, const Relation& relation) {
  const std::string& name = relation.name;
  const Attribute& attribute = choice.of(relation.attributes);
  const std::string column = identifier(attribute.name);
  const std::string alter = "ALTER TABLE " + name + " ";
  const std::size_t place = static_cast<std::size_t>(&attribute - relation.attributes.data());
  const auto found = [name](World& world) {
    return std::find_if(world.relations.begin(), world.relations.end(),
                        [&](const Relation& r) { return r.name == name; });
  };
  // Foreign tables do not follow a rename.
  if (relation.partitioned && choice.one_in(2))
    return {partition_statement(choice, relation), true, {}};
  switch (relation.foreign ? 11 + choice.below(13) : choice.below(24)) {
    case 0:
    case 1: {
      std::vector<std::string> taken;
      const std::string new_plain = new_name(choice, {relation.plain_name}, 50);
      return {alter + "RENAME TO " + identifier(new_plain), false, [=](World& world) {
                found(world)->plain_name = new_plain;
                found(world)->name =
                    (relation.temporary ? "pg_temp." : "fuzz.") + identifier(new_plain);
              }};
    }
    case 2:
    case 3: {
      std::vector<std::string> taken;
      for (const Attribute& other : relation.attributes)
        taken.push_back(other.name);
      const std::string to = new_name(choice, taken, 50);
      return {alter + "RENAME " + column + " TO " + identifier(to), false,
              [=](World& world) { found(world)->attributes[place].name = to; }};
    }
    case 4:
      if (relation.attributes.size() < 2) break;
      return {alter + "DROP " + column + choice.of({"", " CASCADE"}), true, [=](World& world) {
                auto& attributes = found(world)->attributes;
                attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(place));
              }};
    case 5:
      return {"DROP TABLE " + name + choice.of({"", " CASCADE"}), true,
              [=](World& world) { forget(world, name); }};
    case 6:
      return {"INSERT INTO " + name + " SELECT * FROM " + name + " LIMIT 3", true, {}};
    case 7:
      return {"UPDATE " + name + " SET " + column + " = NULL", true, {}};
    case 8:
      return {"DELETE FROM " + name + " WHERE " + column + " IS NULL", true, {}};
    case 9:
      return {alter + "ALTER " + column + " TYPE text USING " + column + "::text", true, {}};
    case 10:
      return {alter + "ADD \"added later\" integer DEFAULT 3", true, {}};
    case 11:
      return {alter + "OWNER TO " + choice.of({"fuzz_user", "postgres"}), false, {}};
    case 12:
      return {choice.of({"GRANT SELECT ON ", "REVOKE SELECT ON "}) + name +
                  choice.of({" FROM fuzz_user", " TO fuzz_user"}),
              false,
              {}};
    case 13:
      return {"TRUNCATE " + name, true, {}};
    case 14:
      return {
          alter + choice.of({"ENABLE ROW LEVEL SECURITY", "DISABLE ROW LEVEL SECURITY"}), true, {}};
    case 15:
      return {choice.of({"ANALYZE ", "VACUUM ", "VACUUM FULL "}) + name, false, {}};
    case 16:
      return {"REFRESH MATERIALIZED VIEW " + name, true, {}};
    case 17:
      return {
          "CREATE VIEW fuzz.v" + std::to_string(choice.below(1000)) + " AS SELECT * FROM " + name,
          false,
          {}};
    case 18:
      return {"COMMENT ON COLUMN " + name + "." + column + " IS 'told'", false, {}};
    case 19:
      return {alter + "ADD CHECK (num_nulls(" + column + ") < 9)", false, {}};
    default:
      break;
  }
  const std::string external = "fuzz.external_" + std::to_string(choice.below(1000));
  return {"CREATE TABLE " + external +
              " AS SELECT (row_number() OVER ())::integer % 3 AS bucket, r.* FROM " + name + " r",
          false, [=](World& world) {
            world.externals.push_back({external, name});
          }};
}

PlainStatement of_release(Choice& choice, const Release& release) {
  const std::string& name = choice.of(release.relations);
  const std::string column =
      release.attributes.empty() ? "bucket" : identifier(choice.of(release.attributes).name);
  switch (choice.below(10)) {
    case 0:
    case 1:
      return {"DROP TABLE " + name + choice.of({"", " CASCADE"}), false,
              [=](World& world) { forget(world, name); }};
    case 2:
      return {"ALTER TABLE " + name + " DROP " + column, true, {}};
    case 3:
      return {"ALTER TABLE " + name + " RENAME " + column + " TO " +
                  identifier(new_name(choice, {}, 50)),
              true,
              {}};
    case 4:
      return {"DELETE FROM " + name + " WHERE ctid IN (SELECT ctid FROM " + name + " LIMIT 2)",
              true,
              {}};
    case 5:
      return {"CREATE VIEW fuzz.on_release_" + std::to_string(choice.below(1000)) +
                  " AS SELECT * FROM " + name,
              false,
              {}};
    case 6:
      return {"ALTER TABLE " + name + " ALTER " + column +
                  choice.of({" TYPE text USING 'x'", " TYPE integer USING 1",
                             " TYPE int4range USING '[1,3)'", " TYPE text[] USING '{a}'",
                             " TYPE jsonb USING '{}'"}),
              true,
              {}};
    case 7:
      return {"GRANT SELECT ON " + name + " TO fuzz_user", false, {}};
    case 8:
      return {"ALTER TABLE " + name + " ADD more integer", true, {}};
    default:
      return {"TRUNCATE " + name, true, {}};
  }
}

}  // namespace

PlainStatement plain_statement(Choice& choice, const World& world) {
  if (!world.releases.empty() && choice.one_in(3))
    return of_release(choice, choice.of(world.releases));
  if (world.relations.empty()) return {"SELECT 1", false, {}};
  return of_relation(choice, choice.of(world.relations));
}

}  // namespace microdata::fuzz
