#include "postgres/inspection/judged_guesses.hpp"

#include <algorithm>
#include <iterator>

#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

void add_guesses(GuessesJudged& sum, const GuessesJudged& more) {
  sum.persons += more.persons;
  sum.right += more.right;
}

}  // namespace

void JudgedTogether::add(const JudgedGuesses& judged, const Progress& progress) {
  const UnpackedValues values =
      unpacked_values(judged.values, values_.dictionary().type(), progress);
  const std::vector<Code> numbers = values_.add(values.values);
  rows_.resize(values_.numbers());
  persons_.resize(values_.numbers());
  for (std::size_t code = 0; code < values.codes.size(); ++code) {
    const Code number = numbers[values.codes[code]];
    rows_[number] += judged.rows.at(code);
    persons_[number] += judged.persons.at(code);
  }
  const InferenceFigures& more = judged.figures;
  figures_.attribute = judged.attribute;
  figures_.bound = more.bound;
  if (more.above_bound) {
    if (!figures_.above_bound) figures_.above_bound.emplace();
    add_guesses(*figures_.above_bound, *more.above_bound);
  }
  add_guesses(figures_.guessed, more.guessed);
  add_guesses(figures_.above_half, more.above_half);
  add_guesses(figures_.above_nine_tenths, more.above_nine_tenths);
  add_guesses(figures_.baseline, more.baseline);
  add_guesses(figures_.control, more.control);
  if (more.near) {
    if (!figures_.near) figures_.near.emplace();
    add_guesses(figures_.near->guessed, more.near->guessed);
    add_guesses(figures_.near->baseline, more.near->baseline);
    add_guesses(figures_.near->control, more.near->control);
  }
  for (std::size_t tenth = 0; tenth < beyond_.size(); ++tenth)
    beyond_[tenth] += judged.beyond[tenth];
}

InferenceFigures JudgedTogether::finish(const Progress& progress) {
  const std::vector<Code> codes = values_.finish(progress);
  const Code distinct = std::max<Code>(values_.dictionary().distinct(), 1);
  std::vector<std::uint64_t> rows(distinct);
  std::vector<std::uint64_t> persons(distinct);
  for (std::size_t number = 0; number < codes.size(); ++number) {
    rows[codes[number]] += rows_[number];
    persons[codes[number]] += persons_[number];
  }
  const auto most_frequent = std::max_element(rows.begin(), rows.end()) - rows.begin();
  figures_.naive = {figures_.guessed.persons,
                    static_cast<std::size_t>(persons[static_cast<std::size_t>(most_frequent)])};
  const std::optional<NearValues> near =
      tolerances_.near_values(figures_.attribute, values_.dictionary(), progress);
  if (near && figures_.near) {
    const NearSpan most = near_most(rows, *near);
    figures_.near->naive = {figures_.guessed.persons, 0};
    for (Code value = 0; value < persons.size(); ++value)
      figures_.near->naive.right += most.has(value) ? persons[value] : 0;
  }
  figures_.calibration_error = calibration_error(beyond_, figures_.guessed.persons);
  return figures_;
}

std::vector<InferenceFigures> judge_together(const Release& release,
                                             const NearTolerances& tolerances,
                                             const std::vector<std::vector<JudgedGuesses>>& parts,
                                             const Progress& progress) {
  std::vector<std::pair<std::string, JudgedTogether>> together;
  for (const std::vector<JudgedGuesses>& part : parts) {
    for (const JudgedGuesses& judged : part) {
      auto known = std::find_if(together.begin(), together.end(),
                                [&](const auto& one) { return one.first == judged.attribute; });
      if (known == together.end()) {
        const ReleaseAttribute& attribute = require_attribute(release, judged.attribute);
        const Source relation = open_source(attribute.relation);
        together.emplace_back(
            judged.attribute,
            JudgedTogether(require_column(relation, attribute.name).type, tolerances));
        known = std::prev(together.end());
      }
      known->second.add(judged, progress);
    }
  }
  std::vector<InferenceFigures> result;
  for (auto& [attribute, judged] : together)
    result.push_back(judged.finish(progress));
  return result;
}

}  // namespace microdata::postgres
