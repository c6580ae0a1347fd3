#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/near_guess.hpp"
#include "core/risk/placed_persons.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// How far from a number a guess of a sensitive attribute may be to come near it.
class NearTolerances {
 public:
  // Nothing comes near.
  NearTolerances() = default;
  // The argument `tolerance`: a number in the attributes' own units, days for dates and
  // times, or a percentage of the number guessed; for each attribute by its name, or for all. The
  // others have a tenth of their standard deviation in the source, which is there and is read once.
  // Requires a SpiSession.
  NearTolerances(const Release& release, const std::optional<Json>& given);
  // As another server has packed them.
  explicit NearTolerances(std::map<std::string, Tolerance> packed);

  // In the units of amounts_of(), by attribute; without those that are no numbers.
  const std::map<std::string, Tolerance>& all() const { return of_; }
  // Nothing if the attribute has no numbers.
  std::optional<NearValues> near_values(const std::string& attribute, const Dictionary& values,
                                        const Progress& progress) const;
  // A number in the units of the argument, or a percentage.
  std::string text_of(const std::string& attribute) const;
  // The argument that gives another release the same.
  Json json() const;

 private:
  std::map<std::string, Tolerance> of_;
  // The size of a unit of the argument.
  std::map<std::string, double> units_;
};

// What an audit was asked.
struct InferenceRequest {
  InferenceOptions options;
  // A relation of persons who are not in the release.
  std::optional<Oid> outsiders;
  // Filled while the source is read, where guesses are shown person by person.
  SourceKeys* keys = nullptr;
  NearTolerances near = {};
  // True if the attribute that is guessed was declared sensitive: a release promises nothing of
  // others, and workers, which take it as it was described, do not guess them.
  bool is_declared = true;
};

// How guesses that come near an attribute's numbers turned out: of all persons looked at, by a
// model without the release, where everybody is guessed alike, and of outsiders.
struct NearFigures {
  GuessesJudged guessed;
  GuessesJudged baseline;
  GuessesJudged naive;
  GuessesJudged control;
};

// How the guesses of one sensitive attribute's values turned out.
struct InferenceFigures {
  std::string attribute;
  // Of all persons looked at.
  GuessesJudged guessed;
  // 1/l, where l was promised, and the guesses believed with more.
  std::optional<double> bound;
  std::optional<GuessesJudged> above_bound;
  GuessesJudged above_half;
  GuessesJudged above_nine_tenths;
  // By a model learned from the true values of others, without the release.
  GuessesJudged baseline;
  // The value that is published most often, guessed of everybody.
  GuessesJudged naive;
  double calibration_error = 0;
  // The same attack on persons who are not in the release, where there are some.
  GuessesJudged control;
  // The same of guesses that come near, of attributes with numbers.
  std::optional<NearFigures> near;
  // One by one: of whom, what, and whether it is right. The texts are those of
  // the values guessed.
  std::vector<Row> persons;
  std::vector<Guess> guesses;
  std::vector<bool> guess_is_right;
  // If there are near guesses.
  std::vector<bool> guess_is_near;
  std::map<Code, std::string> texts;

  void set_attribute(const std::string& name, const Dictionary& values);
};

// Of persons' places and the values there: a few hundred megabytes.
inline constexpr std::size_t most_inference_pairs = 40'000'000;

// The persons of the source: the first of them are learned from, and of very many they are a
// sample.
std::vector<Row> in_random_order(std::size_t persons, Random& random);

// The numbers from the first to before the end.
std::vector<Row> numbers_from(std::size_t first, std::size_t end);

// Where the members are, and where the outsiders would be; the persons of these are in its tables
// (keep_all_persons()).
struct PlacedSides {
  JointPlacement members;
  JointPlacement outsiders;
};

// A sensitive attribute as its guesses are judged: by what all persons, members and outsiders,
// truly have. `l`: as it was promised. `near`: what is near a guess of a number.
struct JudgedAttribute {
  TrueValues truth;
  std::optional<double> l;
  std::optional<NearValues> near = {};
};

// Makes the attack, and judges its guesses, attribute by attribute.
std::vector<InferenceFigures> measure_inference(const PlacedSides& placed,
                                                std::span<const JudgedAttribute> attributes,
                                                const KnownFeatures& features,
                                                const InferenceOptions& options,
                                                const Progress& progress);

// What was guessed of one attribute, judged as far as each guess by itself goes: all of them, and
// those that were believed with more than some bounds.
InferenceFigures judge_beliefs(std::span<const Row> persons, std::span<const Guess> guesses,
                               const JudgedAttribute& attribute);

// Fails where the release has no sensitive attribute to guess.
void require_sensitive(const std::vector<InferenceFigures>& figures);

// The l that the release promises, if it does.
std::optional<double> promised_l(const Release& release);

}  // namespace microdata::postgres

namespace microdata {

// Guesses of persons that were made apart, by parts of a release, judged together.

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

// How guesses of one attribute turned out: what adds up to figures, in codes of `values`.
struct JudgedGuesses {
  std::string attribute;
  // As far as they need no others.
  InferenceFigures figures;
  BelievedBeyond beyond{};
  PackedValues values;
  // By value: in the release, and of persons who are guessed.
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t> persons;
  // The share of each region's persons up to which all of its regions were looked at.
  float looked_at = 0;
};
template <typename Guesses>
auto members(Guesses& judged, const JudgedGuesses* /*type*/) {
  return std::tie(judged.attribute, judged.figures.guessed, judged.figures.bound,
                  judged.figures.above_bound, judged.figures.above_half,
                  judged.figures.above_nine_tenths, judged.figures.baseline, judged.figures.control,
                  judged.figures.near, judged.beyond, judged.values, judged.rows, judged.persons,
                  judged.looked_at);
}

// What parts judged of one attribute.
class JudgedTogether {
 public:
  // `tolerances`: those of the parts.
  JudgedTogether(const AttributeType& type, const NearTolerances& tolerances)
      : values_(type), tolerances_(tolerances) {}

  void add(const JudgedGuesses& judged, const Progress& progress);
  // Once.
  InferenceFigures finish(const Progress& progress);

 private:
  CollectedValues values_;
  const NearTolerances& tolerances_;
  // By number of a value: in the release, and of persons who are guessed.
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> persons_;
  BelievedBeyond beyond_{};
  InferenceFigures figures_;
};

// By attribute, in the order of the parts.
std::vector<InferenceFigures> judge_together(const Release& release,
                                             const NearTolerances& tolerances,
                                             const std::vector<std::vector<JudgedGuesses>>& parts,
                                             const Progress& progress);

// Where every person of the source may be in a release, and where outsiders would be, with which
// values of one of its sensitive attributes. Persons are numbered as their tuples come, outsiders
// after those of the source.
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
  // Of each of those.
  std::span<const Dictionary* const> known_values;
  // The view of buckets; null for classes.
  const SlicedView* view = nullptr;
};

using VisitPlaced = std::function<void(const PlacedAttribute&)>;

// Of persons' places and the values there: a few hundred megabytes.
inline constexpr std::size_t most_placed_pairs = 40'000'000;

// The first so many of all tuples, in the order that is asked for.
std::vector<Row> members_in_order(std::size_t members, const ReadScope& beside);

// Of a release in buckets, a tuple of the source for each person: shows `visit` each of its
// sensitive attributes. `beside`: the tuples, where they were read before, and outsiders.
void place_in_buckets(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress);

}  // namespace microdata::postgres
