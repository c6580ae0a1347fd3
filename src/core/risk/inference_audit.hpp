#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/risk/inference_attack.hpp"

namespace microdata {

// Number of guesses, and number of right ones. A guess is right if the person has that value, or,
// with several values, has it among them. Persons without true values (SecretValues) do not count.
struct GuessesJudged {
  std::size_t persons = 0;
  std::size_t right = 0;
};

GuessesJudged judge_guesses(std::span<const Row> persons, std::span<const Guess> guesses,
                            const TrueValues& truth);

// Judges only the guesses with a probability above a bound.
GuessesJudged judge_believed(std::span<const Row> persons, std::span<const Guess> guesses,
                             const TrueValues& truth, double above);

// Judges near guesses. A near guess is right if it is near a value that the person has.
GuessesJudged judge_near(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth);

// Excess of believed probability over right guesses, by tenths of the believed probability. Guesses
// about persons without true values count as wrong. The
// excess of several sets of persons' guesses adds up.
inline constexpr std::size_t tenths_believed = 10;
using BelievedBeyond = std::array<double, tenths_believed>;
BelievedBeyond believed_beyond_right(std::span<const Row> persons, std::span<const Guess> guesses,
                                     const TrueValues& truth);
double calibration_error(const BelievedBeyond& beyond, std::size_t guesses);

// Returns the mean difference, over guesses, between the share of right guesses and the believed
// probability, among guesses of about the same probability (tenths of 1).
double calibration_error(std::span<const Row> persons, std::span<const Guess> guesses,
                         const TrueValues& truth);

}  // namespace microdata
