#include "postgres/release/shown_edition.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/series_views.hpp"
#include "postgres/release/edition_views.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

milliseconds left_until(Clock::time_point end) {
  return std::chrono::duration_cast<milliseconds>(end - Clock::now());
}

// True if another session has changed the same row of the system's catalogs: for example by a grant
// on a view, which takes no lock on it.
bool is_concurrent_update(const Error& error) {
  return error.sqlstate() == ERRCODE_INTERNAL_ERROR &&
         std::string(error.what()).rfind("tuple concurrently ", 0) == 0;
}

// Runs `body` with all views locked; false if a lock was not granted. All locks share the time of
// one try, because readers of the first view wait while the last lock is awaited.
bool try_with_locks(const std::vector<Oid>& views, const std::function<void()>& body) {
  const Clock::time_point end = Clock::now() + swap_lock_timeout();
  const std::optional<Error> failed = in_subtransaction([&] {
    for (const Oid view : views) {
      const LockTimeout timeout(left_until(end));
      guarded([&] { LockRelationOid(view, AccessExclusiveLock); });
    }
    const LockTimeout timeout(left_until(end));
    body();
  });
  if (!failed) return true;
  if (!is_concurrent_update(*failed) && failed->sqlstate() != ERRCODE_LOCK_NOT_AVAILABLE &&
      failed->sqlstate() != ERRCODE_T_R_DEADLOCK_DETECTED) {
    throw *failed;
  }
  return false;
}

void pause(milliseconds duration) {
  const Clock::time_point end = Clock::now() + duration;
  for (milliseconds left = duration; left.count() > 0; left = left_until(end)) {
    guarded([&] {
      CHECK_FOR_INTERRUPTS();
      (void)WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
                      static_cast<long>(left.count()), PG_WAIT_EXTENSION);
      ResetLatch(MyLatch);
      CHECK_FOR_INTERRUPTS();
    });
  }
}

// Locks the views of a series against their readers, until the transaction ends, and runs `body`,
// which changes the views and waits for nothing else for long. Returns false if the locks were not
// granted within pg_microdata.swap_timeout; then all changes by `body` are undone. New readers
// queue behind a waiting lock, so each try ends after pg_microdata.swap_lock_timeout, and the next
// one follows after a pause for readers.
bool with_locked_views(const std::vector<Oid>& views, const std::function<void()>& body) {
  constexpr milliseconds longest{2000};
  const Clock::time_point end = Clock::now() + swap_timeout();
  // The random pause keeps two sessions that wait for each other's readers from retrying in step.
  Random random = make_random(std::nullopt);
  milliseconds between = swap_lock_timeout();
  while (!try_with_locks(views, body)) {
    const milliseconds left = left_until(end);
    if (left.count() <= 0) return false;
    const auto drawn = std::chrono::duration_cast<milliseconds>(between * (0.5 + random.share()));
    pause(std::min({drawn, longest, left}));
    between = std::min(between * 2, longest);
  }
  return true;
}

constexpr const char* swap_gate = "swap";
constexpr const char* view_gate = "view";

std::string edition_in_words(const Series& series, std::int32_t edition) {
  return "edition " + std::to_string(edition) + " of series " + in_quotes(series.name);
}

// Returns the edition's relations; empty if they no longer exist.
std::vector<Oid> recorded_relations(const Series& series, std::int32_t edition) {
  const CatalogScope scope;
  std::vector<Oid> relations;
  for (const ResultRow& row :
       query("SELECT u.relation::pg_catalog.oid FROM microdata.edition_record e "
             "JOIN microdata.release_record r ON r.release_id = e.release_id "
             "CROSS JOIN LATERAL pg_catalog.unnest(r.relations) WITH ORDINALITY "
             "u (relation, position) WHERE e.series_id = $1::pg_catalog.int4 "
             "AND e.edition = $2::pg_catalog.int4 ORDER BY u.position",
             {std::to_string(series.id), std::to_string(edition)})) {
    relations.push_back(static_cast<Oid>(std::stoul(*row[0])));
  }
  return relations;
}

std::vector<Oid> relations_of_edition(const Series& series, std::int32_t edition) {
  std::vector<Oid> relations = recorded_relations(series, edition);
  if (!relations.empty()) return relations;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "the tables of " + edition_in_words(series, edition) + " are gone");
}

// Locks relations and their partitions until the transaction ends, because an open transaction must
// not change what gates judge. Readers are not kept out.
void keep_writers_out(const std::vector<Oid>& relations) {
  for (const Oid relation : relations)
    guarded([&] {
      LockRelationOid(relation, ShareLock);
      // find_all_inheritors() locks the partitions, but not the relation itself.
      (void)find_all_inheritors(relation, ShareLock, nullptr);
    });
}

// Fails if the transaction's snapshot is older than a change of the edition, because gates would
// judge the former contents.
void require_contents_as_seen(const Series& series, std::int32_t edition) {
  if (!guarded([] { return IsolationUsesXactSnapshot(); })) return;
  if (has_recorded_contents(series.id, edition)) return;
  throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE,
              "could not serialize access due to concurrent update")
      .detail("The tables of " + edition_in_words(series, edition) +
              " were changed since it was published.");
}

std::string approval_shows(const Series& series, std::int32_t edition) {
  return "approve_edition(" + quote_value(series.name) + ", " + std::to_string(edition) +
         ") then shows this one.";
}

// Leaves the edition a draft, with a warning and a finding of the gate `gate`; the findings of the
// series' own gates stay unchanged.
EditionState stay_draft(const Series& series, std::int32_t edition, const char* gate,
                        const std::string& detail, const std::string& hint) {
  Json finding = Json::object();
  finding.add("gate", gate).add("bound", true).add("holds", false);
  finding.add("detail", detail).add("hint", hint);
  record_finding(series.id, edition, gate, finding.str());
  record_state(series.id, edition, EditionState::draft);
  report(WARNING, edition_in_words(series, edition) + " is not shown", detail, hint);
  return EditionState::draft;
}

// Fails if the edition is the first one, which is only tried.
EditionState stay_draft(const Series& series, std::int32_t edition, const Error& misfit) {
  if (Rehearsal::is_on()) throw misfit;
  return stay_draft(series, edition, view_gate, std::string(misfit.what()) + ". " + misfit.detail(),
                    misfit.hint() + " " + approval_shows(series, edition));
}

void comment_edition(const std::vector<Oid>& relations, const std::string& function) {
  const std::string statement = "SELECT " + function + "($1::pg_catalog.oid::pg_catalog.regclass)";
  query(statement.c_str(), {std::to_string(relations.front())});
}

struct Plan {
  std::vector<PlannedView> views;
  // Error that keeps the views from showing the edition.
  std::optional<Error> misfit;
};

Plan plan_of(const Series& series, const Source& source, std::int32_t edition,
             const std::vector<Oid>& relations) {
  try {
    return {plan_views(series, source, edition, relations), std::nullopt};
  } catch (const Error& error) {
    return {{}, error};
  }
}

std::vector<Oid> views_there(const std::vector<PlannedView>& planned) {
  std::vector<Oid> views;
  for (const PlannedView& each : planned) {
    if (OidIsValid(each.view)) views.push_back(each.view);
  }
  // All sessions lock several views in one order.
  std::sort(views.begin(), views.end());
  return views;
}

void point_views(const Series& series, std::int32_t edition,
                 const std::vector<PlannedView>& planned) {
  for (const PlannedView& each : planned) {
    const Oid view = make_view(each, *series.source);
    comment_view(view, each.relation, series, edition);
    record_view(series.id, {view, each.suffix});
  }
  record_finding(series.id, edition, swap_gate, std::nullopt);
  record_finding(series.id, edition, view_gate, std::nullopt);
  record_state(series.id, edition, EditionState::shown);
}

}  // namespace

bool has_drafts(const Series& series) {
  return series.view || series.approve || series.gate != "{}";
}

namespace {

// Judges the edition by microdata.gate_findings(), and records the findings. A series without a
// view and a gate is not judged. Returns the missed conditions in words; empty if all hold.
std::string judge_edition(const Series& series, std::int32_t edition) {
  if (!has_drafts(series)) return "";
  std::vector<Oid> relations = recorded_relations(series, edition);
  // All sessions lock several relations in one order.
  std::sort(relations.begin(), relations.end());
  keep_writers_out(relations);
  if (!relations.empty()) require_contents_as_seen(series, edition);
  const ResultRow row =
      query(
          "SELECT COALESCE(pg_catalog.jsonb_agg(pg_catalog.to_jsonb(g)), '[]'), "
          "pg_catalog.string_agg(microdata.sentence('finding', pg_catalog.to_jsonb(g)), '; ') "
          "FILTER (WHERE g.holds IS NOT TRUE) "
          "FROM microdata.gate_findings($1, $2::pg_catalog.int4) g",
          {series.name, std::to_string(edition)})
          .front();
  record_findings(series.id, edition, *row[0]);
  return row[1].value_or("");
}

}  // namespace

void check_views(const Series& series, const Source& source, const std::vector<AssignedRole>& roles,
                 Oid schema) {
  if (!has_drafts(series)) return;
  (void)owner_of_editions(series, source, schema);
  if (!series.view) return;
  if (views_of_series(series.id).empty()) check_view_name(source, *series.view);
  check_view_columns(series, source, roles);
}

void seal_draft(const Series& series, std::int32_t edition) {
  // Every role that can connect to the database can read comments.
  comment_edition(relations_of_edition(series, edition), "microdata.uncomment_release");
  record_contents(series.id, edition);
}

void hand_over_edition(const Series& series, const Source& source, Oid schema,
                       const std::vector<Oid>& relations) {
  if (has_drafts(series)) give_relations(relations, owner_of_editions(series, source, schema));
}

namespace {

// Shows the edition and records its state, or publishes it if the series has no view. Leaves the
// edition a draft, with a warning, if readers do not release the views in time, or if the views do
// not fit. The caller is responsible for gates and approval.
EditionState show_edition(const Series& series, const Source& source, std::int32_t edition) {
  // A draft has no comments.
  if (edition_of_series(series, edition).state == EditionState::draft)
    comment_edition(relations_of_edition(series, edition), "microdata.comment_release");
  if (!series.view) {
    record_state(series.id, edition, EditionState::published);
    return EditionState::published;
  }
  const std::vector<Oid> relations = relations_of_edition(series, edition);
  Plan plan = plan_of(series, source, edition, relations);
  if (plan.misfit) return stay_draft(series, edition, *plan.misfit);
  const std::vector<Oid> locked = views_there(plan.views);
  bool same_views = true;
  const bool swapped = with_locked_views(locked, [&] {
    // The plan is made again, because only now no other session can change the views.
    plan = plan_of(series, source, edition, relations);
    same_views = plan.misfit || views_there(plan.views) == locked;
    if (!plan.misfit && same_views) point_views(series, edition, plan.views);
  });
  if (!swapped) {
    return stay_draft(series, edition, swap_gate,
                      "Readers held view " + in_quotes(*series.view) + " for longer than " +
                          std::to_string(swap_timeout().count()) + " ms.",
                      approval_shows(series, edition) + " See pg_microdata.swap_timeout.");
  }
  if (plan.misfit) return stay_draft(series, edition, *plan.misfit);
  if (!same_views) {
    return stay_draft(series, edition, swap_gate, "Its views were changed meanwhile.",
                      approval_shows(series, edition));
  }
  return EditionState::shown;
}

}  // namespace

EditionState judge_and_show(const Series& series, const Source& source, std::int32_t edition,
                            Approved approved) {
  const std::string missed = judge_edition(series, edition);
  if (!missed.empty()) {
    record_state(series.id, edition, EditionState::draft);
    report(WARNING, edition_in_words(series, edition) + " is not shown", missed,
           "It stays a draft, for its owner alone. approve_edition() judges it again by the gate "
           "that the series has then.");
    return EditionState::draft;
  }
  if (series.approve && approved == Approved::not_yet) {
    record_state(series.id, edition, EditionState::draft);
    report(NOTICE, edition_in_words(series, edition) + " waits for approve_edition()",
           "A role other than its publisher must approve it.");
    return EditionState::draft;
  }
  return show_edition(series, source, edition);
}

}  // namespace microdata::postgres
