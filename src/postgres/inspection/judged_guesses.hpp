#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/inference_audit.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/inference_figures.hpp"
#include "postgres/inspection/packed_values.hpp"

// Guesses of persons that were made apart, by parts of a release, judged together.

namespace microdata {

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

}  // namespace microdata::postgres
