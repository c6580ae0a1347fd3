#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "core/base/progress.hpp"
#include "core/choice/inference_goal.hpp"
#include "core/choice/quick_attack.hpp"
#include "core/choice/quick_cohort_attack.hpp"
#include "core/choice/quick_subject_attack.hpp"
#include "core/microdata/microdata.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Findings of a quick attack, with names: the tables of regions no longer exist when the whole
// release is made.
struct LearnedFigures {
  // The findings; their attribute numbers refer to no table any more.
  QuickAttack found;
  std::string attribute;
  // Name of the most telling attribute; empty if no attribute helps the attack.
  std::string telling;
  // Number of the attacked persons for whom a frequent value is right, by its text. Near guesses
  // have one entry without a text, for the best number of each region.
  std::map<std::string, double> right_by_value;
};

template <typename Figures>
auto members(Figures& figures, const LearnedFigures* /*type*/) {
  return std::tie(figures.found.near, figures.found.persons, figures.found.right,
                  figures.found.most_frequent, figures.attribute, figures.telling,
                  figures.right_by_value);
}

// Findings of a quick attack on a release that is being made, or on its first regions.
class LearnedShare {
 public:
  // Largest number of persons to judge; they are those of the first regions.
  static constexpr std::size_t most_persons = QuickAttackOptions{}.persons;

  // Attacks if pg_microdata.quick_attack is on, or if `wanted` is true.
  LearnedShare() : LearnedShare(attacks_quickly()) {}
  explicit LearnedShare(bool wanted) : wanted_(wanted) {}

  // Attacks a release; `bound` is 1/l, the largest probability with which one bucket may link a
  // value. Does nothing without sensitive attributes, after enough persons were attacked, or if no
  // attack is wanted.
  template <typename Release>
  void attack(const Table& table, const Release& release, double bound, const Progress& progress) {
    if (!may_attack(table.data)) return;
    options_.bound = bound;
    options_.persons = most_persons - figures_.found.persons;
    // The release does not depend on these draws.
    Random random = Random::seeded(0);
    add(named(table, attack_quickly(table.data, release, options_, random, progress)));
  }

  // Adds the findings of another server in a region, with the bound of an attack here.
  void add(const LearnedFigures& found, double bound) {
    options_.bound = bound;
    add(found);
  }
  const LearnedFigures& figures() const { return figures_; }

  // False if no person was attacked.
  bool is_known() const { return figures_.found.persons > 0; }

  // Reports `made`, the findings and the remarks of the call in a NOTICE, or in a WARNING if the
  // attack guesses much more than buckets and frequent values disclose.
  void report(const std::string& made) const;

 private:
  bool may_attack(const Microdata& data) const;
  static LearnedFigures named(const Table& table, const QuickAttack& found);
  void add(const LearnedFigures& more);

  bool wanted_;
  QuickAttackOptions options_;
  LearnedFigures figures_;
};

// Returns the argument `inference`, a share above 0; nothing if it is NULL or if the function does
// not have it. Fails with oblivious cuts, which must not depend on sensitive values.
std::optional<double> given_inference(const Arguments& arguments, Cuts cuts);

// Returns the goal, with the attack that audit_inference() makes by default.
InferenceGoal inference_goal(double share);

// Outcome of a goal, without the release.
struct GoalFigures {
  double share = 1;
  std::uint32_t bucket_size = 1;
  InferenceReached reached;
  // The word for what the size counts, as in "row".
  const char* tuple = "row";
};

[[noreturn]] void fail_goal(const Table& table, const GoalFigures& nearest,
                            const std::string& settings);

// Fails if the goal was not met, with the release that came nearest. `settings` returns an end of
// "The nearest release has ...".
template <typename Release, typename Settings>
GoalFigures require_met(const Table& table, const InferenceGoal& goal,
                        const MadeForGoal<Release>& made, const Settings& settings,
                        const char* tuple = "row") {
  GoalFigures figures{goal.share, made.bucket_size, made.reached, tuple};
  if (!made.met) fail_goal(table, figures, settings(made.release));
  return figures;
}

// Remarks the share that the attack guessed.
void remark_goal(const Table& table, const std::optional<GoalFigures>& goal);

// Adds the goal and its outcome to the parameters for the catalog.
void add_goal(Json& json, const std::optional<GoalFigures>& goal);

}  // namespace microdata::postgres
