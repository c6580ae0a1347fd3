#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/near_guess.hpp"
#include "core/risk/placed_persons.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Largest distances from a number at which a guess of a sensitive attribute counts as near.
class NearTolerances {
 public:
  // Constructs an object without tolerances, for which no guess is near.
  NearTolerances() = default;
  // Constructs the tolerances from the argument `tolerance`, which has one for each attribute by
  // its name, or one for all. A tolerance is a number in the attribute's own units, days for dates
  // and times, or a percentage of the number guessed. Other attributes get a tenth of their
  // standard deviation in the source, which must exist. The source is read once for all numbers,
  // and separately for each column of texts. Requires a SpiSession.
  NearTolerances(const Release& release, const std::optional<Json>& given);
  // Constructs the tolerances that another server has packed.
  explicit NearTolerances(std::map<std::string, Tolerance> packed);

  // Returns the tolerances by attribute, in the units of amounts_of(). Attributes without numbers
  // have none.
  const std::map<std::string, Tolerance>& all() const { return of_; }
  // Returns the values that guesses can be near, or nothing if the attribute has no numbers.
  std::optional<NearValues> near_values(const std::string& attribute, const Dictionary& values,
                                        const Progress& progress) const;
  // Returns the tolerance as a number in the units of the argument, or as a percentage.
  std::string text_of(const std::string& attribute) const;
  // Returns the argument that gives another release the same tolerances.
  Json json() const;

 private:
  std::map<std::string, Tolerance> of_;
  // Size of a unit of the argument, by attribute.
  std::map<std::string, double> units_;
};

// Arguments of an inference audit.
struct InferenceRequest {
  InferenceOptions options;
  // Relation of persons who are not in the release.
  std::optional<Oid> outsiders;
  // Keys that are filled while the source is read, if guesses are shown person by person.
  SourceKeys* keys = nullptr;
  NearTolerances near = {};
  // True if the attribute that is guessed was declared sensitive. A release guarantees nothing
  // about other attributes. Workers do not guess these, because they take the release as it was
  // described.
  bool is_declared = true;
};

// Outcomes of guesses that come near an attribute's numbers: of all persons looked at, by a model
// without the release, with one guess for all persons, and of outsiders.
struct NearFigures {
  GuessesJudged guessed;
  GuessesJudged baseline;
  GuessesJudged naive;
  GuessesJudged control;
};

// Outcomes of guessing the values of one sensitive attribute.
struct InferenceFigures {
  std::string attribute;
  // Guesses about all persons looked at.
  GuessesJudged guessed;
  // Bound 1/l, if the release guarantees l, and the guesses that were believed with more.
  std::optional<double> bound;
  std::optional<GuessesJudged> above_bound;
  GuessesJudged above_half;
  GuessesJudged above_nine_tenths;
  // Guesses by a model learned from the true values of others, without the release.
  GuessesJudged baseline;
  // Guesses of the most frequently published value for every person.
  GuessesJudged naive;
  double calibration_error = 0;
  // Guesses of the same attack about persons who are not in the release, if there are any.
  GuessesJudged control;
  // Outcomes of near guesses, for attributes with numbers.
  std::optional<NearFigures> near;
  // Guesses of any value about persons who have only harmless values. Other figures are about the
  // other persons, and about guesses of values that are not harmless.
  GuessesJudged harmless;
  // Individual guesses: the persons, the guesses, and true for each right guess. `texts` has the
  // texts of the values guessed.
  std::vector<Row> persons;
  std::vector<Guess> guesses;
  std::vector<bool> guess_is_right;
  // True for each guess that is near; empty if there are no near guesses.
  std::vector<bool> guess_is_near;
  std::map<Code, std::string> texts;

  void set_attribute(const std::string& name, const Dictionary& values);
};

// Largest number of pairs of a person's place and a value there, which take a few hundred
// megabytes.
inline constexpr std::size_t most_inference_pairs = 40'000'000;

// Returns the persons of the source in random order. The attack learns from the first persons; if
// there are very many, the first persons are a sample.
std::vector<Row> in_random_order(std::size_t persons, Random& random);

// Returns the numbers from `first` to before `end`.
std::vector<Row> numbers_from(std::size_t first, std::size_t end);

// Places of the members, and places that the outsiders would have. The outsiders' tables have all
// these persons (keep_looked_for()).
struct PlacedSides {
  JointPlacement members;
  JointPlacement outsiders;
  // Number of members whose guesses are judged, the first ones; the others are their neighbours.
  std::size_t judged = std::numeric_limits<std::size_t>::max();
};

// Largest number of persons whose guesses are judged if nobody asks for each person and there are
// no outsiders. Persons are in random order.
inline constexpr std::size_t most_judged_persons = 50'000;

// Returns the sides of an attack by one table. Leaves out members without a place, and members whom
// no guess that is judged depends on.
PlacedSides placed_sides(PlacedPersons members, PlacedPersons outsiders,
                         const InferenceRequest& request);

// Basis for judging the guesses of a sensitive attribute: the true values of all persons, members
// and outsiders. `l` is the guaranteed l, `harmless` has the harmless values as in
// Attribute::harmless, and `near` the values that are near a guess of a number.
struct JudgedAttribute {
  TrueValues truth;
  std::optional<double> l;
  std::vector<std::uint8_t> harmless;
  std::optional<NearValues> near = {};
};

// Performs the attack, and judges its guesses attribute by attribute.
std::vector<InferenceFigures> measure_inference(const PlacedSides& placed,
                                                std::span<const JudgedAttribute> attributes,
                                                const KnownFeatures& features,
                                                const InferenceOptions& options,
                                                const Progress& progress);

// Judges the guesses of one attribute as far as each guess counts by itself: all guesses, and
// guesses that were believed with more than some bounds.
InferenceFigures judge_beliefs(std::span<const Row> persons, std::span<const Guess> guesses,
                               const TrueValues& truth, const std::optional<double>& l);

// Fails if the release has no sensitive attribute to guess.
void require_sensitive(const std::vector<InferenceFigures>& figures);

// Returns the l that the release guarantees, if there is one.
std::optional<double> promised_l(const Release& release);

}  // namespace microdata::postgres

namespace microdata {

// Guesses about persons that were made separately for parts of a release, and are judged together.

template <typename Judged>
auto members(Judged& judged, const GuessesJudged* /*type*/) {
  return std::tie(judged.persons, judged.right);
}

template <typename Tolerated>
auto members(Tolerated& tolerance, const Tolerance* /*type*/) {
  return std::tie(tolerance.number, tolerance.is_share);
}

}  // namespace microdata

namespace microdata::postgres {

template <typename Figures>
auto members(Figures& figures, const NearFigures* /*type*/) {
  return std::tie(figures.guessed, figures.baseline, figures.naive, figures.control);
}

// Outcomes of the guesses of one attribute that add up to figures, in codes of `values`.
struct JudgedGuesses {
  std::string attribute;
  // Figures of the part, as far as they need no other parts.
  InferenceFigures figures;
  BelievedBeyond beyond{};
  PackedValues values;
  // Number of rows in the release, and number of guessed persons, by value.
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> persons;
  // Share of each region's persons up to which all regions of the part were looked at.
  float looked_at = 0;
};
template <typename Guesses>
auto members(Guesses& judged, const JudgedGuesses* /*type*/) {
  return std::tie(judged.attribute, judged.figures.guessed, judged.figures.bound,
                  judged.figures.above_bound, judged.figures.above_half,
                  judged.figures.above_nine_tenths, judged.figures.baseline, judged.figures.control,
                  judged.figures.near, judged.figures.harmless, judged.beyond, judged.values,
                  judged.rows, judged.persons, judged.looked_at);
}

// Outcomes of all parts for one attribute.
class JudgedTogether {
 public:
  // Constructs an object without parts. `tolerances` are those of the parts, and must outlive the
  // object.
  JudgedTogether(const AttributeType& type, const NearTolerances& tolerances)
      : values_(type), tolerances_(tolerances) {}

  void add(const JudgedGuesses& judged, const Progress& progress);
  // Returns the figures of all parts. Must be called only once.
  InferenceFigures finish(const Progress& progress);

 private:
  CollectedValues values_;
  const NearTolerances& tolerances_;
  // Number of parts, and the naive near guesses of the last one.
  std::size_t parts_ = 0;
  GuessesJudged near_naive_;
  // Number of rows in the release, and number of guessed persons, by number of the value.
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> persons_;
  BelievedBeyond beyond_{};
  InferenceFigures figures_;
};

// Returns the figures by attribute, in the order of the parts.
std::vector<InferenceFigures> judge_together(const Release& release,
                                             const NearTolerances& tolerances,
                                             const std::vector<std::vector<JudgedGuesses>>& parts,
                                             const Progress& progress);

// Places of all persons of the source in a release, and places that outsiders would have, with the
// values of one sensitive attribute. Persons are numbered in the order of their tuples, and
// outsiders after the persons of the source.
struct PlacedAttribute {
  const std::string& name;
  const std::string& source_name;
  const Dictionary& values;
  const PlacedPersons& placed;
  const PlacedPersons& outside;
  std::span<const Row> persons;
  std::span<const Row> outsiders;
  std::span<const Code> truth;
  std::span<const KnownAttribute> known;
  // Dictionary of each known attribute.
  std::span<const Dictionary* const> known_values;
  // View of buckets; null for classes.
  const SlicedView* view = nullptr;
};

// Largest number of pairs of a person's place and a value there, which take a few hundred
// megabytes.
inline constexpr std::size_t most_placed_pairs = 40'000'000;

// Returns the numbers of the first `members` tuples, in the order that `beside` asks for.
std::vector<Row> members_in_order(std::size_t members, const ReadScope& beside);

// Places the persons of a release in buckets that has one tuple of the source for each person.
// Shows each of its sensitive attributes to `visit`. `beside` has the tuples, if they were read
// before, and outsiders.
void place_in_buckets(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress);

}  // namespace microdata::postgres
