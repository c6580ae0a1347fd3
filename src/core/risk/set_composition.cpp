#include "core/risk/set_composition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace microdata {

namespace {

// Smallest probability, and largest distance of one from 1. No release is certain, because persons
// can have changed since.
constexpr double least_chance = 1e-9;

double log_odds(double probability) {
  const double bounded = std::clamp(probability, least_chance, 1 - least_chance);
  return std::log(bounded / (1 - bounded));
}

using PersonBeliefs = std::span<const ReleaseBeliefs::Belief>;

double belief_in(PersonBeliefs beliefs, Code value) {
  const auto found =
      std::lower_bound(beliefs.begin(), beliefs.end(), value,
                       [](const auto& belief, Code wanted) { return belief.value < wanted; });
  return found != beliefs.end() && found->value == value ? found->probability : 0;
}

// The guess about one person after the other.
class SetGuess {
 public:
  SetGuess(std::span<const SetBeliefs* const> releases, std::span<const double> prior,
           std::span<const std::uint8_t> harmless)
      : releases_(releases), prior_(prior), harmless_(harmless) {}

  // Returns true if some release shows the person, whose value is then guessed.
  bool find(std::size_t person) {
    held_.clear();
    values_.clear();
    for (const SetBeliefs* release : releases_) {
      if (!release->in_set.has(person)) continue;
      const PersonBeliefs beliefs = release->in_set.of(person);
      const bool is_known = std::any_of(held_.begin(), held_.end(), [&](const SetBeliefs* other) {
        return alike(beliefs, other->in_set.of(person));
      });
      if (is_known) continue;
      held_.push_back(release);
      for (const ReleaseBeliefs::Belief& belief : beliefs)
        values_.push_back(belief.value);
    }
    std::sort(values_.begin(), values_.end());
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    const bool any_secret = std::any_of(values_.begin(), values_.end(),
                                        [&](Code value) { return !is_harmless(value); });
    double most = -std::numeric_limits<double>::infinity();
    for (const Code value : values_) {
      if (any_secret && is_harmless(value)) continue;
      const double odds = odds_of(person, value);
      if (odds <= most + alike_within) continue;
      most = odds;
      best_ = value;
    }
    return !held_.empty();
  }

  Code best() const { return best_; }

 private:
  bool is_harmless(Code value) const { return !harmless_.empty() && harmless_[value] != 0; }

  double odds_of(std::size_t person, Code value) const {
    const double before = log_odds(prior_[value]);
    double odds = before;
    for (const SetBeliefs* release : held_) {
      odds += log_odds_by_set(belief_in(release->in_set.of(person), value), release->share(value),
                              prior_[value]) -
              before;
    }
    return odds;
  }

  std::span<const SetBeliefs* const> releases_;
  std::span<const double> prior_;
  std::span<const std::uint8_t> harmless_;
  // Releases whose beliefs about the person differ.
  std::vector<const SetBeliefs*> held_;
  std::vector<Code> values_;
  Code best_ = 0;
};

}  // namespace

double SetBeliefs::share(Code value) const {
  if (value >= in_set.rows.size() || sets == 0) return 0;
  return static_cast<double>(in_set.rows[value]) / static_cast<double>(sets);
}

SetBeliefs believe_sets(const JointPlacement& placement, std::size_t attribute, std::size_t most,
                        const Progress& progress) {
  SetBeliefs result;
  result.in_set.rows = placement.rows_of_values(attribute);
  const JointPlacement::Table& table = placement.tables.front();
  for (const PlacedPersons::Slot& slot : table.placed.slots)
    result.sets += slot.rows;
  const std::uint32_t begin = placement.first_element[attribute];
  const std::uint32_t end = placement.first_element[attribute + 1];
  std::vector<double> sums(end - begin);
  std::vector<Code> seen;
  ReleaseBeliefs& beliefs = result.in_set;
  for (std::size_t i = 0; i < table.placed.persons.size() && beliefs.beliefs.size() < most; ++i) {
    progress.checkpoint_at(i * 64);
    for (const PlacedPersons::Place& place : table.placed.of(i)) {
      const auto slots = std::span(table.placed.slots).subspan(place.first_slot, place.slots);
      double sets = 0;
      for (const PlacedPersons::Slot& slot : slots)
        sets += slot.rows;
      for (const PlacedPersons::Slot& slot : slots) {
        const double here = static_cast<double>(place.probability) * slot.rows / sets;
        for (const std::uint32_t element : table.outcomes.of(slot.value)) {
          if (element < begin || element >= end) continue;
          if (sums[element - begin] == 0) seen.push_back(element - begin);
          sums[element - begin] += here;
        }
      }
    }
    std::sort(seen.begin(), seen.end());
    for (const Code value : seen) {
      beliefs.beliefs.push_back({value, std::min(sums[value], 1.0)});
      sums[value] = 0;
    }
    seen.clear();
    beliefs.first.push_back(beliefs.beliefs.size());
  }
  return result;
}

std::vector<double> prior_of_sets(std::span<const SetBeliefs* const> releases,
                                  const TrueValues& truth, std::size_t values) {
  std::vector<double> prior(values);
  for (Row person = 0; person < truth.persons(); ++person) {
    for (const Code value : truth.of(person))
      prior[value] += 1 / static_cast<double>(truth.persons());
  }
  for (Code value = 0; value < values; ++value) {
    for (const SetBeliefs* release : releases)
      prior[value] = std::max(prior[value], release->share(value));
  }
  return prior;
}

double log_odds_by_set(double in_set, double share, double prior) {
  const double beyond = share < 1 ? std::max(0.0, prior - share) / (1 - share) : 0;
  return log_odds(in_set + (1 - in_set) * beyond);
}

CompositionFigures compose_sets(std::span<const SetBeliefs* const> releases,
                                const TrueValues& truth, std::span<const double> prior,
                                std::size_t persons, const Progress& progress,
                                std::span<const std::uint8_t> harmless) {
  CompositionFigures figures;
  const SecretValues secrets(truth, harmless);
  const TrueValues secret = secrets.values();
  SetGuess guess(releases, prior, harmless);
  for (std::size_t person = 0; person < persons; ++person) {
    progress.checkpoint_at(person * 64);
    if (!harmless.empty() && secret.of(static_cast<Row>(person)).empty()) continue;
    if (!guess.find(person)) continue;
    ++figures.persons;
    figures.right += secret.has(static_cast<Row>(person), guess.best()) ? 1 : 0;
  }
  return figures;
}

}  // namespace microdata
