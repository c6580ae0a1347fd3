#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/functions/published_series.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/methods/methods.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/shown_edition.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

// The SQL functions publish_series, drop_edition, microdata.publish_edition, microdata.show_edition
// and approve_edition. Functions for gates of series return the figures by which a method and an
// edition are judged, and sentences about findings.

namespace microdata::postgres {

namespace {

ResultRow row_of_edition(const NextEdition& edition) {
  const EditionRecord& record = edition.record;
  return {std::to_string(record.edition),       oid_array(edition.relations),
          std::to_string(record.persons),       std::to_string(record.counterfeits),
          std::to_string(record.waiting),       std::to_string(record.withheld),
          std::string(state_name(record.state))};
}

enum class WaitForReaders : std::uint8_t { no, yes };

// Returns the release of an edition, which is the caller's; nothing if its relations are gone.
std::optional<Release> release_of_edition(const EditionRecord& edition) {
  const std::vector<ResultRow> rows = [&] {
    const CatalogScope scope;
    return query(
        "SELECT r.relations[1]::pg_catalog.oid FROM microdata.release_record r "
        "WHERE r.release_id = $1::pg_catalog.int8 AND r.relations <> '{}'",
        {std::to_string(edition.release)});
  }();
  if (rows.empty() || !rows.front().front()) return std::nullopt;
  return find_release(static_cast<Oid>(std::stoul(*rows.front().front())));
}

void lock_to_drop(const Release& release, WaitForReaders wait) {
  for (const Oid relation : release.relations) {
    const bool locked = guarded([&] {
      if (wait == WaitForReaders::no)
        return ConditionalLockRelationOid(relation, AccessExclusiveLock);
      LockRelationOid(relation, AccessExclusiveLock);
      return true;
    });
    if (!locked) {
      throw Error(ERRCODE_LOCK_NOT_AVAILABLE, "could not lock " + qualified_name(relation));
    }
  }
}

// Drops the edition's tables, and returns true if they are gone. They stay if a session holds them,
// or if something depends on them.
bool drop_if_free(const Series& series, std::int32_t number, WaitForReaders wait) {
  const EditionRecord edition = edition_of_series(series, number);
  if (edition.state == EditionState::shown) {
    throw Error(ERRCODE_OBJECT_IN_USE, "edition " + std::to_string(number) + " of series " +
                                           in_quotes(series.name) + " is shown")
        .hint("Publish the next one first, or give up the view with alter_series().");
  }
  const std::optional<Release> release = release_of_edition(edition);
  if (!release) return true;
  for (const Oid relation : release->relations)
    require_owner(relation);
  const std::optional<Error> failed = in_subtransaction([&] {
    lock_to_drop(*release, wait);
    drop_relations(*release);
  });
  if (!failed) return true;
  const int reason = failed->sqlstate();
  // Another session might have dropped the tables meanwhile.
  if (reason == ERRCODE_UNDEFINED_TABLE) return !release_of_edition(edition);
  if (reason != ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST &&
      (reason != ERRCODE_LOCK_NOT_AVAILABLE || wait == WaitForReaders::yes)) {
    throw *failed;
  }
  return false;
}

void drop_old_editions(const std::string& name) {
  const std::vector<ResultRow> old = query("SELECT microdata.old_editions($1)", {name});
  if (old.empty()) return;
  const Series series = found_series(name);
  for (const ResultRow& row : old) {
    try {
      (void)drop_if_free(series, std::stoi(*row[0]), WaitForReaders::no);
    } catch (const Error& error) {
      // An edition that another role has published stays, so that the new edition is not lost
      // because of it.
      if (error.sqlstate() != ERRCODE_INSUFFICIENT_PRIVILEGE) throw;
    }
  }
}

// Publishes an edition. `function` is the called function, for messages.
void publish(const Arguments& arguments, ResultSet& result, const char* function, bool with_drops) {
  const std::string name = arguments.text("series");
  require_writable(function);
  Phases phases("publishing series " + in_quotes(name));
  std::optional<std::vector<Oid>> only;
  if (arguments.has("partitions") && !arguments.is_null("partitions"))
    only = given_renewed(arguments);
  const NextEdition edition = publish_next(name, only, phases);
  if (with_drops) drop_old_editions(name);
  result.add(row_of_edition(edition));
  phases.finish();
}

void publish_series(const Arguments& arguments, ResultSet& result) {
  publish(arguments, result, "publish_series()", true);
}

void publish_edition(const Arguments& arguments, ResultSet& result) {
  publish(arguments, result, "publish_edition()", false);
}

// Fails if another role must approve the edition and no approval is recorded.
void require_approval(const Series& series, const EditionRecord& edition) {
  if (!series.approve ||
      (edition.approved_by && edition.published_by && edition.approved_by != edition.published_by))
    return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "edition " + std::to_string(edition.edition) + " of series " +
                  in_quotes(series.name) + " is not approved")
      .hint("Another role than its publisher must call approve_edition().");
}

// Fails unless the edition is newer than the shown one, because readers never go back.
void require_newer(const Series& series, const EditionRecord& edition) {
  for (const EditionRecord& each : editions_of_series(series.id)) {
    if (each.state != EditionState::shown || each.edition < edition.edition) continue;
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                "edition " + std::to_string(edition.edition) + " of series " +
                    in_quotes(series.name) + " is not newer than the one that is shown")
        .detail("Edition " + std::to_string(each.edition) + " is shown.");
  }
}

EditionState state_after_showing(const Arguments& arguments) {
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("show_edition()");
  const Series series = locked_series(arguments.text("series"));
  require_readable_source_of(series);
  const EditionRecord edition = edition_of_series(series, arguments.integer("edition"));
  const EditionState settled = series.view ? EditionState::shown : EditionState::published;
  EditionState state = edition.state;
  if (state != settled) {
    require_approval(series, edition);
    require_newer(series, edition);
    const Source source = open_source(*series.source);
    state = judge_and_show(series, source, edition.edition, Approved::by_others);
  }
  return state;
}

Datum show_edition_again(FunctionCallInfo fcinfo) {
  const EditionState state = state_after_showing(Arguments(fcinfo));
  return guarded([&] { return CStringGetTextDatum(state_name(state)); });
}

Datum drop_edition(const Arguments& arguments) {
  require_writable("drop_edition()");
  const Series series = found_series(arguments.text("series"));
  // If the source is gone, the role that finds the series owned it last.
  if (series.source) require_source_of(series);
  return BoolGetDatum(
      drop_if_free(series, arguments.integer("edition"),
                   arguments.boolean("wait") ? WaitForReaders::yes : WaitForReaders::no));
}

}  // namespace

namespace {

// True if the session runs a function with the privileges of its owner, or code that a table's
// owner has attached to a table. The publisher might have written the code.
bool acts_for_another_role() {
  return guarded([] { return GetUserId() != GetOuterUserId() || InSecurityRestrictedOperation(); });
}

// Fails if the publisher approves the edition (four eyes). The roles that logged in count, whatever
// the session was set to.
void require_somebody_else(const Series& series, const EditionRecord& edition) {
  if (!series.approve) return;
  if (acts_for_another_role()) {
    throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
                "editions of series " + in_quotes(series.name) +
                    " cannot be approved by code that runs for another role")
        .hint("Call approve_edition() directly, not in a SECURITY DEFINER function.");
  }
  if (!is_publisher(edition)) return;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "edition " + std::to_string(edition.edition) +
                                                  " of series " + in_quotes(series.name) +
                                                  " must be approved by another role")
      .detail(in_quotes(*query("SELECT SESSION_USER")[0][0]) + " published it.");
}

// Withdraws an approval unless readers' locks kept the edition from being shown. An approval is
// about what was judged, not about what a looser gate lets pass later.
void forget_unless_held_up(const Series& series, std::int32_t edition) {
  const CatalogScope scope;
  query(
      "UPDATE microdata.edition_record e SET approved_by = NULL "
      "WHERE e.series_id = $1::pg_catalog.int4 AND e.edition = $2::pg_catalog.int4 "
      "AND e.state = 'draft' AND NOT e.findings @> '[{\"gate\": \"swap\"}]'",
      {std::to_string(series.id), std::to_string(edition)});
}

std::string state_after_approval(const Arguments& arguments) {
  const SpiSession spi;
  const SafeSearchPath path;
  require_writable("approve_edition()");
  const Series series = locked_series(arguments.text("series"));
  require_source_of(series);
  const EditionRecord edition = edition_of_series(series, arguments.integer("edition"));
  if (edition.state == EditionState::draft) {
    require_somebody_else(series, edition);
    record_approval(series.id, edition.edition);
  }
  std::string state = *query("SELECT microdata.show_edition($1, $2::pg_catalog.int4)",
                             {series.name, std::to_string(edition.edition)})[0][0];
  forget_unless_held_up(series, edition.edition);
  return state;
}

Datum approve_edition(FunctionCallInfo fcinfo) {
  const std::string state = state_after_approval(Arguments(fcinfo));
  return guarded([&] { return CStringGetTextDatum(state.c_str()); });
}

}  // namespace

namespace {

const Missing* missing_for(const std::string& gate, const LayoutOperations& operations) {
  if (gate == "loss") return std::get_if<Missing>(&operations.loss);
  if (gate == "linkability") return std::get_if<Missing>(&operations.released_table);
  if (gate == "composition" || gate == "minimality")
    return std::get_if<Missing>(&operations.places);
  return nullptr;
}

Datum check_gate_of_method(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const std::string gate = arguments.text("gate");
  const std::string name = arguments.text("method");
  const Method& method = method_named(name);
  const Missing* const missing = missing_for(gate, operations_of(method.layout));
  if (missing == nullptr) return 0;
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "gate " + in_quotes(gate) + " is not supported for method " + in_quotes(method.name))
      .detail(missing->detail != nullptr ? missing->detail : "")
      .hint(missing->hint);
}

Datum has_rows(const Arguments& arguments) {
  // No session gives its name to another relation until the transaction ends.
  const Source source = open_source(arguments.relation("relation"));
  const ResultRow row =
      query_rows("SELECT EXISTS (SELECT FROM " + qualified_name(source.relation) + ")").front();
  return BoolGetDatum(row.front() == "t");
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_publish_series, microdata::postgres::publish_series)
MICRODATA_FUNCTION(pg_microdata_publish_edition, microdata::postgres::publish_edition)
MICRODATA_FUNCTION(pg_microdata_show_edition, microdata::postgres::show_edition_again)
MICRODATA_FUNCTION(pg_microdata_drop_edition, microdata::postgres::drop_edition)

MICRODATA_FUNCTION(pg_microdata_approve_edition, microdata::postgres::approve_edition)

MICRODATA_FUNCTION(pg_microdata_check_gate_of_method, microdata::postgres::check_gate_of_method)
MICRODATA_FUNCTION(pg_microdata_has_rows, microdata::postgres::has_rows)
