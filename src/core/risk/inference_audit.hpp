#pragma once

#include <array>
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

// The same of near guesses. A guess is right where it comes near a value that the person has.
GuessesJudged judge_near(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth);

// By tenths of the probability that was believed of guesses, how much of it there was beyond what
// was right; what other persons' guesses make adds up.
inline constexpr std::size_t tenths_believed = 10;
using BelievedBeyond = std::array<double, tenths_believed>;
BelievedBeyond believed_beyond_right(std::span<const Row> persons, std::span<const Guess> guesses,
                                     const TrueValues& truth);
double calibration_error(const BelievedBeyond& beyond, std::size_t guesses);

// The mean, over guesses, of how far the share of right ones is from the probability that was
// believed, among the guesses of about that probability (tenths of 1).
double calibration_error(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth);

}  // namespace microdata
