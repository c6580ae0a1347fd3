#include "postgres/functions/independent_series.hpp"

#include <algorithm>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/checks/appearance.hpp"
#include "postgres/checks/edition_verification.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/republication.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/view_code.hpp"

namespace microdata::postgres {

namespace {

// Fails for values that cannot be cast by `list` to the types of the method's arguments, because
// the first edition would fail for them.
void check_types(const Series& series, const std::string& list) {
  const std::string values = *query(
      "SELECT pg_catalog.replace(pg_catalog.regexp_replace($1, ', \"?[a-z_]+\"? => ', ', ', 'g'), "
      "'$1', 'g.given')",
      {list})[0][0];
  const std::optional<Error> failed = in_subtransaction([&] {
    query_rows("SELECT 1" + values + " FROM (SELECT " + quote_value(series.arguments.str()) +
               "::pg_catalog.jsonb) g (given)");
  });
  if (!failed) return;
  throw Error(failed->sqlstate(), failed->what())
      .detail(failed->detail())
      .hint(R"(Arguments are JSON, as in '{"sensitive": ["disease"], "l": 3}'.)");
}

// Fails for names that are not arguments of the method's publishing function, and for a missing
// argument.
void check_arguments(const Series& series) {
  if (!series.arguments.is_object()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "arguments must be a JSON object")
        .hint(R"(As in '{"sensitive": ["disease"], "l": 3}'.)");
  }
  for (const char* own : {"source", "replace", "in_place"}) {
    if (!SeriesArguments(series.arguments).text(own)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "a series has no argument " + in_quotes(own))
        .detail("Every edition is a relation of its own, of the series' source.");
  }
  check_types(series, *query("SELECT microdata.argument_list(microdata.function_of_extension("
                             "microdata.publishing_function($1)), $2::pg_catalog.jsonb - 'target')",
                             {series.method, series.arguments.str()})[0][0]);
}

// Returns the edition from which the next one takes partitions.
Release last_edition(const Series& series) {
  const std::vector<EditionRecord> editions = editions_of_series(series.id);
  const auto last = std::find_if(editions.rbegin(), editions.rend(), [](const EditionRecord& each) {
    return each.state != EditionState::draft;
  });
  if (last == editions.rend()) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "series " + in_quotes(series.name) + " has no edition yet")
        .hint("Publish all partitions of the first one.");
  }
  FoundEdition found = find_edition(*last);
  if (!found.release) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "edition " + std::to_string(last->edition) + " of series " +
                    in_quotes(series.name) + " cannot be read")
        .detail(found.reason)
        .hint("Publish all partitions of the next one.");
  }
  return *std::move(found.release);
}

}  // namespace

std::vector<SeriesAttribute> attributes_of(const Source& source,
                                           const std::vector<AssignedRole>& roles) {
  std::vector<SeriesAttribute> attributes;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier && !roles[i].subject) continue;
    attributes.push_back({source.columns[i].name, roles[i].role, roles[i].subject,
                          type_in_ddl(source.columns[i].type)});
    attributes.back().harmless = roles[i].harmless;
  }
  return attributes;
}

void define_independent(Series& series, const Source& source,
                        const std::optional<std::vector<std::string>>& subject) {
  (void)method_named(series.method);
  if (subject && series.arguments.is_object()) series.arguments.set("subject", *subject);
  check_arguments(series);
  series.m = 0;
  series.attributes.clear();
  // The publishing function will use the roles of its time; these are the present ones.
  const SeriesArguments given(series.arguments);
  const std::vector<AssignedRole> roles = assign_roles(source, given.roles(given.names("subject")));
  if (const auto hierarchies = given.text("hierarchies"))
    (void)choose_hierarchies(source, roles, Json::parse(*hierarchies));
  series.attributes = attributes_of(source, roles);
}

void warn_of_independence(const Series& series) {
  if (republish_setting() == Republish::allow) return;
  report(
      WARNING,
      "editions of series " + in_quotes(series.name) +
          " can be combined to disclose sensitive values",
      "Each edition keeps its own guarantee. Together, they can leave one possible value of a "
      "person.",
      "audit_composition(source => " + quote_value(qualified_name(*series.source)) +
          ") shows how much they disclose together. Editions of a series with m disclose no more.");
}

RememberedEdition publish_independent(const Series& series, const std::string& target,
                                      const std::optional<std::vector<Oid>>& only) {
  std::optional<RenewedPartitions> renewed;
  if (only) renewed.emplace(*series.source, *only, last_edition(series).relations.front());
  const KnownEditions known(*series.source, releases_of_series(series));
  const Oid first = static_cast<Oid>(std::stoul(*query(
      "SELECT (microdata.publish($1::pg_catalog.oid::pg_catalog.regclass, $2, "
      "$3::pg_catalog.jsonb - 'target', $4))[1]::pg_catalog.oid",
      {std::to_string(*series.source), series.method, series.arguments.str(), target})[0][0]));
  const std::optional<Release> found = find_release(first);
  if (!found) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "the edition was dropped while it was made");
  }
  const Release& release = *found;
  EditionRecord record{series.id, series.next_edition, release.id};
  record.persons = static_cast<std::size_t>(
      release.layout.persons.value_or(static_cast<double>(release.published_rows.value_or(0))));
  record.withheld = static_cast<std::size_t>(release.suppressed_rows.value_or(0));
  record_edition(series, record, {}, 0, {});
  return {record, release.relations};
}

std::vector<SeriesFinding> verify_independent(const Series& series, const Progress& progress) {
  std::vector<SeriesFinding> findings;
  for (const EditionRecord& edition : editions_of_series(series.id)) {
    const FoundEdition found = find_edition(edition);
    std::vector<Finding> of_edition;
    if (found.release && found.release->attributes.empty()) {
      of_edition = {not_checked("the edition exists", "all of its attributes are gone")};
      add_dropped_attributes(*found.release, of_edition);
    } else if (found.release) {
      // The source might have been registered, or redefined, since.
      if (found.release->source) {
        require_no_code_of_others(*found.release->source,
                                  "the source of edition " + std::to_string(edition.edition) +
                                      " of series " + in_quotes(series.name));
      }
      of_edition = operations_of(*found.release).verify(*found.release, progress);
      add_findings_of_any(*found.release, of_edition, progress);
    } else {
      of_edition = {not_checked("the edition exists", found.reason)};
    }
    for (Finding& finding : of_edition)
      findings.push_back({edition.edition, std::move(finding)});
  }
  return findings;
}

}  // namespace microdata::postgres
