#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "core/choice/inference_goal.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

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
