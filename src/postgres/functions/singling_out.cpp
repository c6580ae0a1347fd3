#include "core/risk/singling_out.hpp"

#include "postgres/server/api.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/risk/shown_release.hpp"
#include "postgres/functions/attack_figures.hpp"
#include "postgres/functions/control.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/region_singling_out.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/result_set.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

// audit_singling_out.

namespace microdata::postgres {

namespace {

constexpr std::array<const char*, 5> kinds{"univariate", "multivariate", "hull", "hull pair",
                                           "hull end"};

// By kind.
ControlBy controls_of_singling_out(const Arguments& arguments, Oid relation) {
  const Json again = Json::object().add("attacks", arguments.integer("attacks"));
  return audit_control_by("kind", "audit_singling_out", {&relation, 1}, arguments, again);
}

std::map<std::string, SingledOut> single_out_at_once(const ShownRelease& shown, std::size_t attacks,
                                                     Random& random, const Progress& progress) {
  progress.phase("learn predicates");
  const std::vector<SinglingPredicate> univariate =
      univariate_predicates(shown, attacks, random, progress);
  const std::vector<SinglingPredicate> multivariate =
      multivariate_predicates(shown, attacks, random, progress);
  progress.phase("judge predicates");
  const PredicateCounter members(shown.values, shown.source, progress);
  std::optional<PredicateCounter> others;
  if (shown.outsiders) others.emplace(shown.values, *shown.outsiders, progress);
  const auto judge = [&](const std::vector<SinglingPredicate>& learned) {
    SingledOut singled_out;
    singled_out.attack = judge_predicates(learned, members, progress);
    singled_out.naive =
        judge_predicates(naive_predicates(shown, learned, random), members, progress);
    if (others) singled_out.control = judge_for_size(learned, *others, members.persons(), progress);
    return singled_out;
  };
  std::map<std::string, SingledOut> result;
  result["univariate"] = judge(univariate);
  result["multivariate"] = judge(multivariate);
  const auto judge_hulls = [&](std::vector<HullPredicate>&& found) {
    std::vector<SinglingPredicate> learned;
    for (HullPredicate& one : found)
      learned.push_back(std::move(one.predicate));
    return judge(learned);
  };
  HullPredicates hulls = hull_predicates(shown, attacks, random, progress);
  result["hull"] = judge_hulls(std::move(hulls.of_pieces));
  result["hull pair"] = judge_hulls(std::move(hulls.of_pairs));
  const auto judge_ends = [&](EndBelief belief) {
    return judge_hulls(end_predicates(shown, belief, attacks, random, progress));
  };
  const SingledOut taken = judge_ends(EndBelief::taken);
  result["hull end"] = worse_of(taken, judge_ends(EndBelief::drawn));
  return result;
}

Datum audit_singling_out(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  ResultSet result(fcinfo);
  const SpiSession spi;
  const SafeSearchPath path;
  const auto [attacks, given] =
      given_attack(arguments, "Predicates are judged by whom of its persons they fit.", false);
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  const ControlBy controls = controls_of_singling_out(arguments, given.relation);
  MemoryNeed need = need_of_audit(given.release, "audit_singling_out()");
  // Both sides are ordered by each attribute as well.
  constexpr double with_orders = 1.6;
  need.of_row *= with_orders;
  need.of_tuple *= with_orders;
  need.beside = [&released = given.release] { return bytes_of_known_values(released, true); };
  const bool by_regions = must_read_by_regions(given.release, need) ||
                          is_audited_on_workers(given.release, RowsOfSource::read);
  Phases phases("singling out persons of " + given.name);
  Random random = random_for_measuring(arguments);
  const Progress progress = phases.progress();
  std::map<std::string, SingledOut> found =
      by_regions ? single_out_by_regions(given.release,
                                         require(given.operations.released_table, given.relation),
                                         attacks, outsiders, random, progress)
                 : single_out_at_once(
                       given.operations.shown(given.release, {.outsiders = outsiders}, progress),
                       attacks, random, progress);
  for (const std::string kind : kinds) {
    const auto& [attack, naive, control] = found[kind];
    ResultRow row =
        columns_of({attack, naive, control}, control_of(controls, kind, attack, control));
    row.insert(row.begin(), kind);
    result.add(row);
  }
  phases.finish();
  return 0;
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_singling_out, microdata::postgres::audit_singling_out)
