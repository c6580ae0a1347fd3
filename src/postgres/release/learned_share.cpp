#include "postgres/release/learned_share.hpp"

#include <algorithm>

#include "core/microdata/attribute_set.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string percent(double share) {
  return rounded(100 * share, 0) + "%";
}

}  // namespace

bool LearnedShare::may_attack(const Microdata& data) const {
  return wanted_ && figures_.found.persons < most_persons &&
         !attributes_with_role(data, Role::sensitive).empty();
}

LearnedFigures LearnedShare::named(const Table& table, const QuickAttack& found) {
  const std::vector<Attribute>& attributes = table.data.attributes;
  LearnedFigures figures{found,
                         attributes[found.attribute].name,
                         found.telling ? attributes[*found.telling].name : "",
                         {}};
  const auto persons = static_cast<double>(found.persons);
  if (found.near) figures.right_by_value.emplace("", found.most_frequent * persons);
  const Dictionary& values = table.dictionaries[found.attribute];
  for (const FrequentValue& frequent : found.frequent) {
    // Values of cohorts are numbered in another way; a call has them only once.
    if (frequent.value >= values.distinct()) continue;
    figures.right_by_value.emplace(
        values.is_null(frequent.value) ? "null" : "=" + values.text(frequent.value),
        frequent.share * persons);
  }
  return figures;
}

void LearnedShare::add(const LearnedFigures& more) {
  QuickAttack& found = figures_.found;
  if (found.persons > 0 && more.attribute == figures_.attribute && more.found.near == found.near) {
    found.persons += more.found.persons;
    found.right += more.found.right;
    double most = 0;
    for (const auto& [value, right] : more.right_by_value)
      figures_.right_by_value[value] += right;
    for (const auto& [value, right] : figures_.right_by_value)
      most = std::max(most, right);
    found.most_frequent = most / static_cast<double>(found.persons);
    return;
  }
  // Regions can have different attributes that an attack guesses best; the attribute with the
  // larger gain counts.
  if (found.persons > 0 && more.found.share() - more.found.expected(options_) <=
                               found.share() - found.expected(options_))
    return;
  figures_ = more;
}

void LearnedShare::report(const std::string& made) const {
  const QuickAttack& found = figures_.found;
  if (!is_known()) {
    postgres::report(NOTICE, made, Remarks::take());
    return;
  }
  const std::string bound = found.near || options_.bound >= 1
                                ? ""
                                : "bound of one bucket " + percent(options_.bound) + ", ";
  const std::string message = made + "; an attacker that learns from the release guesses " +
                              in_quotes(figures_.attribute) +
                              (found.near ? " to within a tenth of its standard deviation" : "") +
                              " of at least about " + percent(found.share()) + " of people (" +
                              bound + "most frequent value " + percent(found.most_frequent) + ")";
  constexpr double much = 0.1;
  if (found.share() <= found.expected(options_) + much) {
    postgres::report(NOTICE, message, Remarks::take());
    return;
  }
  const std::string telling =
      figures_.telling.empty() ? ""
                               : "Attribute " + in_quotes(figures_.telling) + " tells most of it. ";
  const std::string remarks = Remarks::take();
  postgres::report(
      WARNING, message,
      "A person's bucket is bounded in what it shows, not in what other buckets teach." +
          (remarks.empty() ? "" : "\n" + remarks),
      telling +
          "Larger buckets teach less: slice_table() and bucketize_table() look for "
          "them with inference => " +
          rounded(std::min(found.expected(options_) + much, 1.0), 2) + ".");
}

namespace {

double guessed_share(const GoalFigures& figures) {
  const GuessesJudged& guessed = figures.reached.guessed;
  // Nobody is attacked if all values are harmless.
  const double persons = static_cast<double>(std::max<std::size_t>(guessed.persons, 1));
  return static_cast<double>(guessed.right) / persons;
}

// Returns words for the guessed attribute, the share of persons and its confidence interval.
std::string guessed_in_words(const Table& table, const GoalFigures& figures) {
  const auto in_percent = [](double share) { return rounded(100 * share, 2) + "%"; };
  return "the inference attack guesses " +
         in_quotes(table.data.attributes[figures.reached.attribute].name) +
         (figures.reached.near ? " to within a tenth of its standard deviation" : " correctly") +
         " for " + in_percent(guessed_share(figures)) +
         " of people, with the interval for at most " + in_percent(figures.reached.interval.high);
}

std::string buckets_in_words(const GoalFigures& figures) {
  return "buckets of at least " + count_of(figures.bucket_size, figures.tuple);
}

}  // namespace

std::optional<double> given_inference(const Arguments& arguments, Cuts cuts) {
  if (!arguments.has("inference")) return std::nullopt;
  const std::optional<double> share = arguments.optional_number("inference");
  if (!share) return share;
  if (!(*share > 0 && *share <= 1)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "inference must be above 0 and at most 1, not " + microdata::to_string(*share))
        .hint("It is the largest share of persons whose sensitive value an attack may guess.");
  }
  if (cuts == Cuts::oblivious) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "oblivious cuts cannot be combined with inference")
        .detail("The size of the buckets would depend on what the attack guesses of the rows.")
        .hint("Use privacy => ARRAY[k_anonymity(...)], and audit_inference() to see what it does.");
  }
  return share;
}

InferenceGoal inference_goal(double share) {
  InferenceGoal goal;
  goal.share = share;
  goal.attack.threads = max_threads();
  return goal;
}

void fail_goal(const Table& table, const GoalFigures& nearest, const std::string& settings) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "inference = " + microdata::to_string(nearest.share) + " is infeasible for " +
                  in_quotes(table.data.attributes[nearest.reached.attribute].name))
      .detail("The nearest release has " + buckets_in_words(nearest) + ", " + settings +
              "; there " + guessed_in_words(table, nearest) + ".")
      .hint(std::string("Ask for a larger share. ") +
            (std::string(nearest.tuple) == "row"
                 ? ""
                 : "Or let larger buckets suppress more rows, with a larger suppress. ") +
            "No buckets hide what frequent values and similar persons disclose.");
}

void remark_goal(const Table& table, const std::optional<GoalFigures>& goal) {
  if (!goal) return;
  remark(buckets_in_words(*goal) +
             " keep the attack below inference = " + microdata::to_string(goal->share),
         "With these, " + guessed_in_words(table, *goal) + ".");
}

void add_goal(Json& json, const std::optional<GoalFigures>& goal) {
  json.add("inference", goal ? Json(goal->share) : Json());
  if (goal)
    json.add("bucket_size", goal->bucket_size)
        .add("guessed", to_number(rounded(guessed_share(*goal), 4)));
}

}  // namespace microdata::postgres
