#include "postgres/audits/identity_audits.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/risk/linkability.hpp"
#include "core/risk/shown_release.hpp"
#include "core/risk/singling_out.hpp"
#include "postgres/audits/inference_figures.hpp"
#include "postgres/functions/attack_figures.hpp"
#include "postgres/functions/given_release.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

// The SQL functions audit_linkability and audit_singling_out.

namespace microdata::postgres {

namespace {

using Side = std::vector<std::size_t>;

void require_attributes(const LinkedSides& sides) {
  if (!sides.left.empty() && !sides.right.empty()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "no attribute is left for one of the sides")
      .hint("The attack links some attributes of a person with others.");
}

std::optional<Side> given_side(const Arguments& arguments, const char* argument,
                               const std::vector<std::string>& attributes,
                               const std::string& release) {
  const std::optional<std::vector<std::string>> names = arguments.optional_texts(argument);
  if (!names) return std::nullopt;
  if (names->empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, std::string(argument) + " must not be empty");
  }
  Side side;
  for (const std::string& name : *names) {
    const auto found = std::find(attributes.begin(), attributes.end(), name);
    if (found == attributes.end()) {
      throw Error(ERRCODE_UNDEFINED_COLUMN,
                  "attribute " + in_quotes(name) + " of release " + release + " does not exist");
    }
    const auto attribute = static_cast<std::size_t>(found - attributes.begin());
    if (std::find(side.begin(), side.end(), attribute) != side.end()) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(name) + " stands twice in " + argument);
    }
    side.push_back(attribute);
  }
  return side;
}

// Returns the given sides. If only one is given, the other has all remaining attributes. Fails if
// no attack could link them.
LinkedSides given_sides(const Arguments& arguments, const std::vector<std::string>& names,
                        const std::string& release) {
  std::optional<Side> left = given_side(arguments, "left", names, release);
  std::optional<Side> right = given_side(arguments, "right", names, release);
  const auto rest = [&](const Side& given) {
    Side others;
    for (std::size_t a = 0; a < names.size(); ++a) {
      if (std::find(given.begin(), given.end(), a) == given.end()) others.push_back(a);
    }
    return others;
  };
  LinkedSides sides{left ? *left : rest(*right), right ? *right : rest(*left)};
  require_attributes(sides);
  for (const std::size_t a : sides.left) {
    if (std::find(sides.right.begin(), sides.right.end(), a) != sides.right.end()) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(names[a]) + " stands in both left and right")
          .hint("Such an attribute links both sides without a release.");
    }
  }
  return sides;
}

// The number of ways to divide the attributes into halves if no side is given: in their order,
// every second one, and the outer quarters from the inner ones.
constexpr std::size_t divisions = 3;

LinkedSides half_sides(std::size_t attributes, std::size_t division) {
  LinkedSides sides;
  for (std::size_t a = 0; a < attributes; ++a) {
    const std::array<bool, divisions> is_left{a < attributes / 2, a % 2 == 0,
                                              a * 4 / attributes % 3 == 0};
    (is_left[division] ? sides.left : sides.right).push_back(a);
  }
  require_attributes(sides);
  return sides;
}

// Returns the sides to link: given ones, or halves, one division after the other.
std::vector<ChooseSides> sides_to_link(const Arguments& arguments, const std::string& release) {
  if (!arguments.is_null("left") || !arguments.is_null("right")) {
    return {[&arguments, release](const std::vector<std::string>& names) {
      return given_sides(arguments, names, release);
    }};
  }
  std::vector<ChooseSides> result;
  for (std::size_t division = 0; division < divisions; ++division)
    result.emplace_back([division](const std::vector<std::string>& names) {
      return half_sides(names.size(), division);
    });
  return result;
}

std::vector<Row> drawn_persons(const PersonValues& persons, std::size_t attacks, Random& random) {
  std::vector<Row> drawn = in_random_order(persons.persons, random);
  if (drawn.size() > attacks) drawn.resize(attacks);
  return drawn;
}

ResultRow links_of_control(const Arguments& arguments, const GivenRelease& given) {
  Json again = Json::object().add("attacks", arguments.integer("attacks"));
  for (const char* const side : {"left", "right"}) {
    const std::optional<std::vector<std::string>> names = arguments.optional_texts(side);
    if (names) again.add(side, *names);
  }
  return audit_control("audit_linkability", {&given.relation, 1}, arguments, again, control_columns)
      .front();
}

AttackFigures figures_by_regions(const Arguments& arguments, const GivenRelease& given,
                                 Division division, std::size_t attacks, const ChooseSides& choose,
                                 Random& random, const Progress& progress) {
  const LinkedPersons linked = link_by_regions(
      given.release, division, {attacks, given_outsiders(arguments)}, choose, random, progress);
  const std::span all(linked.links);
  AttackFigures figures;
  figures.attack = draw_links(all.first(linked.members), random);
  if (given_outsiders(arguments)) figures.control = draw_links(all.subspan(linked.members), random);
  figures.naive = link_at_random(linked.rows, figures.attack.attacks, random);
  return figures;
}

AttackFigures figures_at_once(const ReleasedTable& released, std::size_t attacks,
                              const ChooseSides& choose, Random& random, const Progress& progress) {
  const LinkedSides sides = choose(released.names);
  progress.phase("link");
  const LinkAttack attack(released.table, sides.left, sides.right, progress);
  const auto attack_on = [&](const PersonValues& persons) {
    return attack_links(attack, persons, drawn_persons(persons, attacks, random), random,
                        max_threads(), progress);
  };
  AttackFigures figures;
  figures.attack = attack_on(released.source);
  if (released.outsiders) figures.control = attack_on(*released.outsiders);
  figures.naive = link_at_random(released.table.rows(), figures.attack.attacks, random);
  return figures;
}

// Returns the attack's gain over its control or, if there is none, its rate of success.
double gain(const AttackFigures& figures) {
  if (figures.attack.attacks == 0) return 0;
  if (figures.control) return attack_risk(figures.attack, *figures.control).risk;
  return static_cast<double>(figures.attack.successes) /
         static_cast<double>(figures.attack.attacks);
}

void audit_linkability(const Arguments& arguments, ResultSet& result) {
  const auto [attacks, given] =
      given_attack(arguments, "The attack links values of its persons.", true);
  ReadReleasedTable* const read = require(given.operations.released_table, given.relation);
  std::optional<ResultRow> of_control;
  if (!arguments.is_null("control")) of_control = links_of_control(arguments, given);
  MemoryNeed need = need_of_audit(given.release, "audit_linkability()");
  const bool outsiders = !arguments.is_null("outsiders");
  need.beside = [&released = given.release, most = attacks, outsiders] {
    return bytes_of_known_values(released, true) +
           bytes_of_persons(released, most, outsiders ? 2 : 1);
  };
  const Division division = division_of(given.release, need, RowsOfSource::left);
  Phases phases("linking persons by " + given.name);
  Random random = random_for_measuring(arguments);
  std::optional<ReleasedTable> released;
  if (division == Division::none) {
    released = read(given.release, {.outsiders = given_outsiders(arguments)}, phases.progress());
  }
  std::optional<AttackFigures> worst;
  for (const ChooseSides& choose : sides_to_link(arguments, given.name)) {
    const AttackFigures figures =
        released ? figures_at_once(*released, attacks, choose, random, phases.progress())
                 : figures_by_regions(arguments, given, division, attacks, choose, random,
                                      phases.progress());
    if (!worst || gain(figures) > gain(*worst)) worst = figures;
  }
  result.add(columns_of(*worst, of_control));
  phases.finish();
}

}  // namespace

namespace {

constexpr std::array<const char*, 5> kinds{"univariate", "multivariate", "hull", "hull pair",
                                           "hull end"};

// Returns the controls by kind.
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

void audit_singling_out(const Arguments& arguments, ResultSet& result) {
  const auto [attacks, given] =
      given_attack(arguments, "Predicates are judged by whom of its persons they fit.", false);
  const std::optional<Oid> outsiders = given_outsiders(arguments);
  const ControlBy controls = controls_of_singling_out(arguments, given.relation);
  MemoryNeed need = need_of_audit(given.release, "audit_singling_out()");
  // Both sides are also ordered by each attribute.
  constexpr double with_orders = 1.6;
  need.of_row *= with_orders;
  need.of_tuple *= with_orders;
  need.beside = [&released = given.release] { return bytes_of_known_values(released, true); };
  const Division division = division_of(given.release, need, RowsOfSource::read);
  Phases phases("singling out persons of " + given.name);
  Random random = random_for_measuring(arguments);
  const Progress progress = phases.progress();
  std::map<std::string, SingledOut> found =
      division != Division::none
          ? single_out_by_regions(given.release, division, attacks, outsiders, random, progress)
          : single_out_at_once(
                given.operations.shown(given.release, {.outsiders = outsiders}, progress), attacks,
                random, progress);
  for (const std::string kind : kinds) {
    const auto& [attack, naive, control] = found[kind];
    ResultRow row =
        columns_of({attack, naive, control}, control_of(controls, kind, attack, control));
    row.insert(row.begin(), kind);
    result.add(row);
  }
  phases.finish();
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_audit_linkability, microdata::postgres::audit_linkability)

MICRODATA_FUNCTION(pg_microdata_audit_singling_out, microdata::postgres::audit_singling_out)
