#include "core/risk/inference_audit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace microdata {

GuessesJudged judge_guesses(std::span<const Row> persons, std::span<const Guess> guesses,
                            const TrueValues& truth) {
  return judge_believed(persons, guesses, truth, -1);
}

GuessesJudged judge_believed(std::span<const Row> persons, std::span<const Guess> guesses,
                             const TrueValues& truth, double above) {
  GuessesJudged judged;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    if (guesses[i].probability <= above || truth.of(persons[i]).empty()) continue;
    ++judged.persons;
    if (truth.has(persons[i], guesses[i].value)) ++judged.right;
  }
  return judged;
}

GuessesJudged judge_near(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth) {
  GuessesJudged judged;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    if (truth.of(persons[i]).empty()) continue;
    ++judged.persons;
    if (guesses[i].near.has_any(truth.of(persons[i]))) ++judged.right;
  }
  return judged;
}

BelievedBeyond believed_beyond_right(std::span<const Row> persons, std::span<const Guess> guesses,
                                     const TrueValues& truth) {
  BelievedBeyond beyond{};
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    const double believed = guesses[i].probability;
    const auto tenth =
        std::min(tenths_believed - 1, static_cast<std::size_t>(believed * tenths_believed));
    beyond[tenth] += believed - (truth.has(persons[i], guesses[i].value) ? 1 : 0);
  }
  return beyond;
}

double calibration_error(const BelievedBeyond& beyond, std::size_t guesses) {
  double sum = 0;
  for (const double b : beyond)
    sum += std::abs(b);
  return guesses == 0 ? 0 : sum / static_cast<double>(guesses);
}

double calibration_error(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth) {
  return calibration_error(believed_beyond_right(persons, guesses, truth), guesses.size());
}

}  // namespace microdata
