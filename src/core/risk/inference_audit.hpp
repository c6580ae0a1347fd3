#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/risk/inference_attack.hpp"

namespace microdata {

// How guesses turned out. A guess is right where the person has that value; of persons with
// several, where it is among them.
struct GuessesJudged {
  std::size_t persons = 0;
  std::size_t right = 0;
};

GuessesJudged judge_guesses(std::span<const Row> persons, std::span<const Guess> guesses,
                            const TrueValues& truth);

// The same of those that were believed with a probability above a bound.
GuessesJudged judge_believed(std::span<const Row> persons, std::span<const Guess> guesses,
                             const TrueValues& truth, double above);

// The mean, over guesses, of how far the share of right ones is from the probability that was
// believed, among the guesses of about that probability (tenths of 1).
double calibration_error(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth);

}  // namespace microdata
