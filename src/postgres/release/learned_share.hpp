#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "core/choice/inference_goal.hpp"
#include "core/choice/quick_attack.hpp"
#include "core/choice/quick_cohort_attack.hpp"
#include "core/choice/quick_subject_attack.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// The findings of a quick attack, by name: tables of regions are gone when all of the release is
// made.
struct LearnedFigures {
  // Its attributes are none of a table any more.
  QuickAttack found;
  std::string attribute;
  // Empty where no attribute tells anything.
  std::string telling;
};

template <typename Figures>
auto members(Figures& figures, const LearnedFigures* /*type*/) {
  return std::tie(figures.found.near, figures.found.persons, figures.found.right,
                  figures.found.most_frequent, figures.attribute, figures.telling);
}

// The findings of a quick attack on a release in the making, or on its first regions.
class LearnedShare {
 public:
  // So many persons are judged, or those of the first regions that have more.
  static constexpr std::size_t most_persons = QuickAttackOptions{}.persons;

  // Attacks if pg_microdata.quick_attack is on, or if it is `wanted`.
  LearnedShare() : LearnedShare(attacks_quickly()) {}
  explicit LearnedShare(bool wanted) : wanted_(wanted) {}

  // `bound`: what one bucket may tell of a value, 1/l. Does nothing where nothing is sensitive,
  // where enough persons were attacked, and where no attack is wanted.
  template <typename Release>
  void attack(const Table& table, const Release& release, double bound, const Progress& progress) {
    if (!may_attack(table.data)) return;
    options_.bound = bound;
    options_.persons = most_persons - figures_.found.persons;
    // The release does not depend on these draws.
    Random random = Random::seeded(0);
    add(named(table.data, attack_quickly(table.data, release, options_, random, progress)));
  }

  // Adds what another server has found in a region, with the bound of an attack here.
  void add(const LearnedFigures& found, double bound) {
    options_.bound = bound;
    add(found);
  }
  const LearnedFigures& figures() const { return figures_; }

  // False where nobody was attacked.
  bool is_known() const { return figures_.found.persons > 0; }

  // Says what was made, and what was found: in a NOTICE or, where the attack gets much more than
  // buckets and frequent values tell, in a WARNING.
  void report(const std::string& made) const;

 private:
  bool may_attack(const Microdata& data) const;
  static LearnedFigures named(const Microdata& data, const QuickAttack& found);
  void add(const LearnedFigures& more);

  bool wanted_;
  QuickAttackOptions options_;
  LearnedFigures figures_;
};

// The argument `inference`, a share above 0; nothing where it is NULL, or the function does not
// have it. Fails with cuts that may not depend on sensitive values.
std::optional<double> given_inference(const Arguments& arguments, Cuts cuts);

// With the attack that audit_inference() makes by default.
InferenceGoal inference_goal(double share);

// What became of a goal, but for the release.
struct GoalFigures {
  double share = 1;
  std::uint32_t bucket_size = 1;
  InferenceReached reached;
};

[[noreturn]] void fail_goal(const Table& table, const GoalFigures& nearest,
                            const std::string& settings);

// Fails where the goal was not met, with what came nearest. `settings`: what the release was made
// with, as an end of "The nearest release has ...".
template <typename Release, typename Settings>
GoalFigures require_met(const Table& table, const InferenceGoal& goal,
                        const MadeForGoal<Release>& made, const Settings& settings) {
  GoalFigures figures{goal.share, made.bucket_size, made.reached};
  if (!made.met) fail_goal(table, figures, settings(made.release));
  return figures;
}

// A NOTICE of what the attack guessed.
void report_goal(const Table& table, const std::optional<GoalFigures>& goal);

// For the catalog: what was asked for, and what came of it.
void add_goal(Json& json, const std::optional<GoalFigures>& goal);

}  // namespace microdata::postgres
