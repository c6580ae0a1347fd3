#include "release_checks.hpp"

#include <map>
#include <optional>

namespace microdata::fuzz {

namespace {

struct Column {
  std::string name;
  std::string role;
  bool generalized = false;
};

struct PublishedRelation {
  std::string name;
  std::string bucket_column;  // first bucket column, if the release has one
  std::map<std::string, std::vector<Column>> columns;  // columns by column number
};

struct Published {
  std::string method;
  Text l;
  Text k;
  std::string diversity_check;
  std::string format;
  std::string published_rows;
  // Relation of the people, if people have several rows; else empty.
  std::string persons;
  std::vector<PublishedRelation> relations;
  bool generalized = false;
  bool edition = false;  // true for an edition of a series
  std::string counterfeits;
  bool cohorts = false;
};

// Returns a column as text. Equal values are published in one spelling, so that the texts of all
// types distinguish them.
std::string plain_text(const std::string& column) {
  return identifier(column) + "::text COLLATE \"C\"";
}

std::string list_of(const std::vector<std::string>& columns) {
  std::vector<std::string> texts;
  for (const std::string& column : columns)
    texts.push_back(plain_text(column));
  return joined(texts, ", ");
}

std::optional<Published> read_release(Session& session, const std::string& id) {
  const Outcome head = session.run(
      "SELECT method, parameters ->> 'l', parameters ->> 'k', parameters ->> 'diversity_check', "
      "parameters ->> 'format', published_rows, "
      "CASE WHEN parameters ? 'member_column' THEN (SELECT format('%I.%I', n.nspname, c.relname) "
      "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = relations[1]) "
      "END, parameters ? 'series', coalesce(parameters ->> 'counterfeits', '0'), "
      "parameters ? 'cohorts' FROM microdata.release_record WHERE release_id = " +
      id);
  if (head.rows.size() != 1) return std::nullopt;
  const auto& row = head.rows.front();
  Published release;
  release.method = row[0].value_or("");
  release.l = row[1];
  release.k = row[2];
  release.diversity_check = row[3].value_or("");
  release.format = row[4].value_or("");
  release.published_rows = row[5].value_or("0");
  release.persons = row[6].value_or("");
  release.edition = row[7] == Text("t");
  release.counterfeits = row[8].value_or("0");
  release.cohorts = row[9] == Text("t");
  const Outcome columns = session.run(
      "SELECT format('%I.%I', n.nspname, c.relname), r.column_no, r.attribute, r.role, "
      "r.generalized, "
      "(SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = 1) "
      "FROM microdata.release_column_record r JOIN pg_class c ON c.oid = r.relation JOIN "
      "pg_namespace n ON n.oid = c.relnamespace "
      "WHERE r.release_id = " +
      id + " ORDER BY c.oid, r.attnum");
  for (const auto& column : columns.rows) {
    if (release.relations.empty() || release.relations.back().name != *column[0]) {
      release.relations.push_back({*column[0], column[5].value_or(""), {}});
    }
    const bool generalized = column[4] == Text("t");
    release.generalized |= generalized;
    release.relations.back().columns[*column[1]].push_back({*column[2], *column[3], generalized});
  }
  return release;
}

std::vector<std::string> with_role(const std::vector<Column>& columns, const std::string& role) {
  std::vector<std::string> names;
  for (const Column& column : columns) {
    if (column.role == role) names.push_back(column.name);
  }
  return names;
}

// Returns a query for groups of these attributes' values in which a value of the sensitive
// attribute has a share above 1/l.
std::string too_frequent(const std::string& relation, const std::vector<std::string>& group,
                         const std::string& sensitive, const std::string& l) {
  const std::string by = group.empty() ? "" : list_of(group) + ", ";
  const std::string over = group.empty() ? "" : "PARTITION BY " + list_of(group);
  return "SELECT 1 FROM (SELECT count(*) AS rows, sum(count(*)) OVER (" + over +
         ") AS of_all FROM " + relation + " GROUP BY " + by + plain_text(sensitive) +
         ") g WHERE rows > of_all / " + l + "::float8 * (1 + 1e-9)";
}

std::string too_few(const std::string& relation, const std::vector<std::string>& group,
                    const std::string& k) {
  if (group.empty()) return "SELECT 1 FROM " + relation + " HAVING count(*) < " + k;
  return "SELECT 1 FROM " + relation + " GROUP BY " + list_of(group) + " HAVING count(*) < " + k;
}

void check_slicing(const Published& release, std::vector<ReleaseCheck>& checks) {
  const PublishedRelation& relation = release.relations.front();
  for (const auto& [number, columns] : relation.columns) {
    auto group = with_role(columns, "quasi-identifier");
    const auto sensitive = with_role(columns, "sensitive");
    if (release.k && *release.k != "1" && !group.empty()) {
      auto values = group;
      values.push_back(relation.bucket_column);
      checks.push_back({"every group value occurs k times in its bucket",
                        too_few(relation.name, values, *release.k)});
    }
    if (release.diversity_check != "bucket" || release.generalized || !release.l) continue;
    group.push_back(relation.bucket_column);
    for (const std::string& attribute : sensitive) {
      checks.push_back({"no sensitive value has a share above 1/l in a bucket",
                        too_frequent(relation.name, group, attribute, *release.l)});
    }
  }
}

void check_bucketization(const Published& release, std::vector<ReleaseCheck>& checks) {
  if (!release.l) return;
  for (const PublishedRelation& relation : release.relations) {
    for (const auto& [number, columns] : relation.columns) {
      for (const std::string& attribute : with_role(columns, "sensitive")) {
        if (release.format == "joined") {
          checks.push_back(
              {"no sensitive value has a share above 1/l in a bucket",
               too_frequent(relation.name, {relation.bucket_column}, attribute, *release.l)});
        }
      }
    }
  }
}

void check_generalization(const Published& release, std::vector<ReleaseCheck>& checks,
                          bool fragments) {
  for (const PublishedRelation& relation : release.relations) {
    std::vector<std::string> group;
    std::vector<std::string> sensitive;
    for (const auto& [number, columns] : relation.columns) {
      if (number != "1") continue;  // column 1 of a fragment has the class
      group = with_role(columns, "quasi-identifier");
      sensitive = with_role(columns, "sensitive");
    }
    // An edition is grouped by buckets, because counterfeits of all classes show equal values, as
    // two classes might.
    if (release.edition) group = {relation.bucket_column};
    if (release.k)
      checks.push_back({"every class has k rows", too_few(relation.name, group, *release.k)});
    if (fragments || !release.l) continue;
    for (const std::string& attribute : sensitive) {
      checks.push_back({"no sensitive value has a share above 1/l in a class",
                        too_frequent(relation.name, group, attribute, *release.l)});
    }
  }
}

// Adds checks that all rows of an equivalence class show the same values.
void check_classes(const PublishedRelation& relation, std::vector<ReleaseCheck>& checks) {
  for (const auto& [number, columns] : relation.columns) {
    for (const std::string& attribute : with_role(columns, "quasi-identifier")) {
      const std::string label = "coalesce(" + plain_text(attribute) + ", 'null')";
      checks.push_back(
          {"all of a class show the same", "SELECT 1 FROM " + relation.name + " GROUP BY " +
                                               identifier(relation.bucket_column) + " HAVING min(" +
                                               label + ") <> max(" + label + ")"});
    }
  }
}

// Adds the checks of releases of people with several rows each, by person.
void check_subjects(const Published& release, const std::string& release_id,
                    std::vector<ReleaseCheck>& checks) {
  bool has_rows = false;
  const std::string& bucket_column = release.relations.front().bucket_column;
  if (release.k)
    checks.push_back(
        {"every bucket has k persons", too_few(release.persons, {bucket_column}, *release.k)});
  for (const PublishedRelation& relation : release.relations) {
    const std::string bucket = identifier(relation.bucket_column);
    if (release.method == "generalization") check_classes(relation, checks);
    if (relation.name == release.persons) continue;
    bool values = false;
    for (const auto& [number, columns] : relation.columns) {
      for (const std::string& attribute : with_role(columns, "sensitive")) {
        values = true;
        if (!release.l) continue;
        checks.push_back(
            {"no sensitive value is in the sets of more than 1/l of a bucket's persons",
             "SELECT 1 FROM (SELECT " + bucket + " AS b, count(DISTINCT member) AS sets FROM " +
                 relation.name + " GROUP BY 1, " + plain_text(attribute) + ") s JOIN (SELECT " +
                 bucket + " AS b, count(*) AS persons FROM " + release.persons +
                 " GROUP BY 1) p USING (b) WHERE sets > persons / " + *release.l +
                 "::float8 * (1 + 1e-9)"});
      }
    }
    if (values) continue;
    has_rows = true;
    checks.push_back({"as many rows of every person of a bucket",
                      "SELECT 1 FROM (SELECT " + bucket + " AS b, count(*) AS n FROM " +
                          relation.name +
                          " GROUP BY 1, member) m GROUP BY b HAVING min(n) <> "
                          "max(n)"});
    checks.push_back(
        {"as many rows as are recorded",
         "SELECT 1 FROM " + relation.name + " HAVING count(*) <> " + release.published_rows});
  }
  if (has_rows) {
    checks.push_back(
        {"all rows are counted",
         "SELECT 1 FROM (SELECT estimate_count(" + literal(release.persons) +
             ", '{}') AS counted) e, microdata.release_record WHERE release_id = " + release_id +
             " AND published_rows > 0 AND "
             "abs(counted - source_rows) > 1e-6 * (1 + source_rows)"});
  }
  checks.push_back(
      {"what is not published is recorded as suppressed",
       "SELECT 1 FROM microdata.release_record WHERE release_id = " + release_id +
           " AND (published_rows + suppressed_rows <> source_rows OR "
           "(parameters ->> 'suppressed_persons')::float8 > (parameters ->> 'suppress')::float8 * "
           "(parameters ->> 'persons')::float8 + 1e-6)"});
}

}  // namespace

std::vector<ReleaseCheck> release_checks(Session& session, const std::string& release_id) {
  const auto release = read_release(session, release_id);
  std::vector<ReleaseCheck> checks;
  if (!release || release->relations.empty()) return checks;
  // verify_release() has its own checks of cohorts.
  if (release->cohorts) return checks;
  if (!release->persons.empty()) {
    check_subjects(*release, release_id, checks);
    return checks;
  }
  if (release->method == "slicing") check_slicing(*release, checks);
  if (release->method == "bucketization") check_bucketization(*release, checks);
  if (release->method == "generalization") check_generalization(*release, checks, false);
  if (release->method == "fragmentation") check_generalization(*release, checks, true);
  const bool as_many_rows = release->format != "anatomy";
  for (const PublishedRelation& relation : release->relations) {
    if (!as_many_rows) break;
    checks.push_back({"as many rows as are recorded",
                      "SELECT 1 FROM " + relation.name + " HAVING count(*) <> " +
                          release->published_rows + " + " + release->counterfeits});
  }
  if (release->method != "fragmentation") {
    checks.push_back(
        {"all rows are counted",
         "SELECT 1 FROM (SELECT estimate_count(" + literal(release->relations.front().name) +
             ", '{}') AS counted) e, microdata.release_record WHERE release_id = " + release_id +
             " AND published_rows > 0 AND abs(counted - source_rows) > 1e-6 * (1 + source_rows)"});
  }
  checks.push_back({"what is not published is recorded as suppressed",
                    "SELECT 1 FROM microdata.release_record WHERE release_id = " + release_id +
                        " AND (published_rows + suppressed_rows <> source_rows OR suppressed_rows "
                        "> (parameters ->> 'suppress')::float8 * source_rows + 1e-6)"});
  return checks;
}

}  // namespace microdata::fuzz
