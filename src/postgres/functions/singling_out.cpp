#include "core/risk/singling_out.hpp"

#include "postgres/server/api.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "postgres/functions/attack_figures.hpp"
#include "postgres/functions/control.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json_object.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

// audit_singling_out.

namespace microdata::postgres {

namespace {

// By kind.
ControlBy controls_of_singling_out(const Arguments& arguments, Oid relation) {
  JsonObject again;
  again.add("attacks", std::to_string(arguments.integer("attacks")));
  return audit_control_by("kind", "audit_singling_out", {&relation, 1}, arguments, again);
}

Datum audit_singling_out(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const std::size_t attacks = given_attacks(arguments);
  const GivenRelease given = given_release(arguments, Counterfeits::refused);
  ReadReleasedTable* const read = require(given.method.released_table, given.relation);
  require_source(given.release, given.name,
                 "Predicates are judged by whom of its persons they fit.");
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  const ControlBy controls = controls_of_singling_out(arguments, given.relation);
  require_memory(given.release, need_of_audit(given.release, "audit_singling_out()"),
                 "A predicate singles out one of the persons of all regions.");
  Phases phases("singling out persons of " + given.name);
  const Progress progress = phases.progress();
  const ReleasedTable released = read(given.release, outsiders, progress);
  Random random = random_for_measuring(arguments);
  phases.begin("learn predicates");
  std::map<std::string, std::vector<SinglingPredicate>> predicates;
  predicates["univariate"] = univariate_predicates(released.table, attacks, random, progress);
  predicates["multivariate"] = multivariate_predicates(released.table, attacks, random, progress);
  phases.begin("judge predicates");
  const PredicateCounter members(released.table, released.source, progress);
  std::optional<PredicateCounter> others;
  if (released.outsiders) others.emplace(released.table, *released.outsiders, progress);
  for (const std::string kind : {"univariate", "multivariate"}) {
    const std::vector<SinglingPredicate>& learned = predicates[kind];
    AttackFigures figures;
    figures.attack = judge_predicates(learned, members, progress);
    figures.naive =
        judge_predicates(naive_predicates(released.table, learned, random), members, progress);
    if (others) figures.control = judge_for_size(learned, *others, members.persons(), progress);
    ResultRow row =
        columns_of(figures, control_of(controls, kind, figures.attack, figures.control));
    row.insert(row.begin(), kind);
    result.add(row);
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_singling_out, microdata::postgres::audit_singling_out)
