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
    if (guesses[i].probability <= above) continue;
    ++judged.persons;
    if (truth.has(persons[i], guesses[i].value)) ++judged.right;
  }
  return judged;
}

double calibration_error(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth) {
  constexpr std::size_t tenths = 10;
  // What was believed, beyond what was right.
  std::array<double, tenths> beyond{};
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    const double believed = guesses[i].probability;
    const auto tenth = std::min(tenths - 1, static_cast<std::size_t>(believed * tenths));
    beyond[tenth] += believed - (truth.has(persons[i], guesses[i].value) ? 1 : 0);
  }
  double sum = 0;
  for (const double b : beyond)
    sum += std::abs(b);
  return guesses.empty() ? 0 : sum / static_cast<double>(guesses.size());
}

}  // namespace microdata
