#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/inference_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/near_tolerances.hpp"
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

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
