#include "postgres/functions/described_facts.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/edition_verification.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

[[noreturn]] void fail_to_fit(const Release& release, const std::string& why) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "description does not fit " + in_quotes(relation_name(release.relations.front())))
      .detail(why);
}

// A column of a role has the name that the role's parameter says, or else the role's own, and a
// parameter names such a column.
void check_names(const Release& release, const std::vector<DescribedColumn>& columns) {
  for (const DescribedColumn& column : columns) {
    const std::string key = column.role + "_column";
    const std::string name = release.layout.column(column.role).name;
    if (column.name != name)
      fail_to_fit(release, in_quotes(key) + " is " + in_quotes(name) + ", and " +
                               in_quotes(column.name) + " has the role " + column.role + ".");
    const Source table = open_source(column.relation);
    check_is_integer(require_column(table, name), column.role.c_str());
  }
  for (const char* role : {"bucket", "member", "count"}) {
    const std::string key = std::string(role) + "_column";
    const bool named = release.layout.column(role).recorded;
    const bool there =
        std::any_of(columns.begin(), columns.end(),
                    [&](const DescribedColumn& column) { return column.role == role; });
    if (named && !there)
      fail_to_fit(release,
                  "It has " + in_quotes(key) + ", and no column of the role " + role + ".");
  }
  const auto& of_class = release.layout.class_attribute;
  if (of_class &&
      std::none_of(release.attributes.begin(), release.attributes.end(),
                   [&](const ReleaseAttribute& attribute) { return attribute.name == *of_class; }))
    fail_to_fit(release, "Its class, " + in_quotes(*of_class) + ", is no attribute of it.");
}

std::int64_t counted(const std::string& what, Oid relation) {
  return std::stoll(
      *query_rows("SELECT pg_catalog.count(" + what + ") FROM " + qualified_name(relation))[0][0]);
}

void check_number(const Release& release, const char* what, std::optional<std::int64_t> said,
                  std::int64_t there, bool at_least) {
  const std::int64_t stated = said.value_or(there);
  if (stated == there || (at_least && stated >= there)) return;
  fail_to_fit(release, "It says " + std::to_string(stated) + " " + what + ", and there are " +
                           std::to_string(there) + ".");
}

void check_rows(const Release& release) {
  std::int64_t rows = 0;
  for (const Oid table : release.relations)
    rows = std::max(rows, counted("*", table));
  // Counterfeits are rows as well, or values in a row of a table of their own.
  rows -= static_cast<std::int64_t>(counterfeits_of(release));
  // Of persons with several rows, a table has one of each person.
  check_number(release, "rows", release.published_rows, rows, is_of_subjects(release));
}

void check_buckets(const Release& release, const std::vector<DescribedColumn>& columns) {
  const bool in_parts = release.parameters.contains("parts");
  std::int64_t buckets = 0;
  bool in_buckets = false;
  for (const DescribedColumn& column : columns) {
    if (column.role != "bucket") continue;
    in_buckets = true;
    const std::int64_t found = counted("DISTINCT " + quote_name(column.name), column.relation);
    buckets = in_parts ? buckets + found : std::max(buckets, found);
  }
  if (in_buckets) {
    check_number(release, "buckets", release.buckets, buckets, false);
  } else if (release.buckets && release.published_rows &&
             *release.buckets > *release.published_rows) {
    fail_to_fit(release, "It says more buckets than rows.");
  }
}

void check_groups(const Release& release) {
  const auto& columns = release.layout.columns;
  if (!columns || is_of_subjects(release)) return;
  std::set<int> groups;
  for (const ReleaseAttribute& attribute : release.attributes)
    groups.insert(attribute.column);
  if (static_cast<std::int64_t>(groups.size()) > *columns)
    fail_to_fit(release, "It says " + std::to_string(*columns) +
                             " groups of attributes, and numbers " + std::to_string(groups.size()) +
                             ".");
}

std::vector<Finding> findings_without_source(const Release& release, const Progress& progress) {
  Release alone = release;
  alone.source.reset();
  alone.source_rows.reset();
  for (ReleaseAttribute& attribute : alone.attributes)
    attribute.source_name.clear();
  try {
    return is_edition(alone) ? verify_edition(alone, progress)
                             : operations_of(alone).verify(alone, progress);
  } catch (const Error& error) {
    if (error.sqlstate() == ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE)
      fail_to_fit(release,
                  "Its parameters are those of other tables, or of other groups of attributes.");
    fail_to_fit(release, "Reading it fails: " + std::string(error.what()) + ".");
  }
}

// What nothing but the source could show stays a claim.
void check_promises(const Release& release, const Progress& progress) {
  for (const Finding& finding : findings_without_source(release, progress)) {
    if (finding.holds != false) continue;
    std::string why = in_quotes(finding.requirement) + " does not hold";
    if (finding.bound && finding.achieved)
      why += ": " + rounded(*finding.achieved, 6) + " where the bound is " +
             rounded(*finding.bound, 6);
    fail_to_fit(release, why + ".");
  }
}

}  // namespace

void check_described(const Release& release, const std::vector<DescribedColumn>& columns) {
  check_names(release, columns);
  check_rows(release);
  check_buckets(release, columns);
  check_groups(release);
  Phases phases("checking the description of " +
                in_quotes(relation_name(release.relations.front())));
  check_promises(release, phases.progress());
  phases.finish();
}

}  // namespace microdata::postgres
