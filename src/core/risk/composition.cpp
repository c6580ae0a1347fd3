#include "core/risk/composition.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace microdata {

bool alike(std::span<const ReleaseBeliefs::Belief> a, std::span<const ReleaseBeliefs::Belief> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.value == y.value && std::abs(x.probability - y.probability) < alike_within;
  });
}

namespace {

using PersonBeliefs = std::span<const ReleaseBeliefs::Belief>;

// Candidates that one release after the other leaves of a person's values.
class Candidates {
 public:
  Candidates(std::span<const double> log_shares, std::span<const std::uint8_t> harmless)
      : log_shares_(log_shares), harmless_(harmless) {}

  // Takes the candidates from the first release; later releases leave fewer.
  void begin(PersonBeliefs beliefs) {
    left_.clear();
    for (const auto& belief : beliefs)
      left_.push_back({belief.value, std::log(belief.probability)});
  }

  void add(PersonBeliefs beliefs) {
    auto kept = left_.begin();
    auto belief = beliefs.begin();
    for (const Candidate& candidate : left_) {
      while (belief != beliefs.end() && belief->value < candidate.value)
        ++belief;
      if (belief == beliefs.end() || belief->value != candidate.value) continue;
      *kept++ = {candidate.value,
                 candidate.weight + std::log(belief->probability) - log_shares_[candidate.value]};
    }
    left_.erase(kept, left_.end());
  }

  std::size_t left() const { return left_.size(); }

  // Returns the most probable candidate that is not harmless, the first of equal ones; a harmless
  // one if there are no others. Requires a candidate.
  Code best() const {
    return std::max_element(left_.begin(), left_.end(),
                            [&](const auto& a, const auto& b) {
                              const bool of_a = is_harmless(a.value);
                              const bool of_b = is_harmless(b.value);
                              return of_a != of_b ? of_a : a.weight < b.weight - alike_within;
                            })
        ->value;
  }

  // True if one candidate is left, and it is not harmless.
  bool pinned() const { return left_.size() == 1 && !is_harmless(left_.front().value); }

 private:
  struct Candidate {
    Code value;
    double weight;  // logarithm of its probability, less a term common to all
  };

  bool is_harmless(Code value) const { return !harmless_.empty() && harmless_[value] != 0; }

  std::span<const double> log_shares_;
  std::span<const std::uint8_t> harmless_;
  std::vector<Candidate> left_;
};

// Returns the logarithm of each value's share in all releases together, which are of one table.
std::vector<double> log_shares(std::span<const ReleaseBeliefs* const> releases) {
  std::vector<double> shares;
  double all = 0;
  for (const ReleaseBeliefs* release : releases) {
    shares.resize(std::max(shares.size(), release->rows.size()));
    for (std::size_t value = 0; value < release->rows.size(); ++value) {
      shares[value] += static_cast<double>(release->rows[value]);
      all += static_cast<double>(release->rows[value]);
    }
  }
  for (double& share : shares)
    share = std::log(share / all);
  return shares;
}

// Result of guessing the value of one person.
struct Outcome {
  std::size_t left = 0;
  bool pinned = false;
  bool contradicted = false;
  bool right = false;
};

bool allows(PersonBeliefs beliefs, Code value) {
  return std::any_of(beliefs.begin(), beliefs.end(),
                     [&](const auto& belief) { return belief.value == value; });
}

// Returns the possible beliefs about the person of each release that shows the person. The
// alternative that is right has the true value, unless the value was changed since.
std::vector<std::vector<PersonBeliefs>> choices_of(std::span<const ReleaseBeliefs* const> releases,
                                                   std::size_t person, Code truth) {
  std::vector<std::vector<PersonBeliefs>> choices;
  for (const ReleaseBeliefs* release : releases) {
    if (!release->has(person)) continue;
    std::vector<PersonBeliefs>& of_release = choices.emplace_back();
    for (std::size_t a = 0; a < release->alternatives; ++a) {
      const PersonBeliefs beliefs = release->of(person, a);
      const bool known = std::any_of(of_release.begin(), of_release.end(),
                                     [&](PersonBeliefs other) { return alike(beliefs, other); });
      if (!beliefs.empty() && !known) of_release.push_back(beliefs);
    }
    const auto wrong = std::partition(of_release.begin(), of_release.end(),
                                      [&](PersonBeliefs said) { return allows(said, truth); });
    if (wrong != of_release.begin()) of_release.erase(wrong, of_release.end());
  }
  return choices;
}

// Combination of the beliefs of releases about one person.
class Composer {
 public:
  Composer(std::span<const double> log_shares, std::span<const std::uint8_t> harmless)
      : candidates_(log_shares, harmless), alone_(log_shares, harmless) {}

  // Returns the result of guessing from `said`, which must not be empty.
  Outcome compose(std::span<const PersonBeliefs> said, Code truth) {
    taken_.clear();
    std::optional<Code> last;
    for (const PersonBeliefs beliefs : said) {
      if (std::any_of(taken_.begin(), taken_.end(),
                      [&](PersonBeliefs other) { return alike(beliefs, other); }))
        continue;
      if (taken_.empty()) {
        candidates_.begin(beliefs);
      } else {
        candidates_.add(beliefs);
      }
      taken_.push_back(beliefs);
      // A release that contradicts those before it is newer.
      if (candidates_.left() > 0) continue;
      alone_.begin(beliefs);
      last = alone_.best();
      break;
    }
    return {candidates_.left(), candidates_.pinned(), last.has_value(),
            truth == (last ? *last : candidates_.best())};
  }

  Outcome worst(std::span<const std::vector<PersonBeliefs>> choices, Code truth) {
    double histories = 1;
    for (const auto& of_release : choices)
      histories *= static_cast<double>(of_release.size());
    said_.assign(choices.size(), {});
    worst_.reset();
    if (histories <= most_histories) {
      try_all(choices, 0, truth);
    } else {
      try_narrowest(choices, truth);
    }
    return *worst_;
  }

 private:
  static constexpr double most_histories = 256;

  void try_all(std::span<const std::vector<PersonBeliefs>> choices, std::size_t release,
               Code truth) {
    if (release == choices.size()) {
      take(compose(said_, truth));
      return;
    }
    for (const PersonBeliefs beliefs : choices[release]) {
      said_[release] = beliefs;
      try_all(choices, release + 1, truth);
    }
  }

  // Takes, if there are too many histories, the history that leaves the fewest values release by
  // release.
  void try_narrowest(std::span<const std::vector<PersonBeliefs>> choices, Code truth) {
    for (std::size_t release = 0; release < choices.size(); ++release) {
      std::size_t least = 0;
      PersonBeliefs best;
      for (const PersonBeliefs beliefs : choices[release]) {
        said_[release] = beliefs;
        const Outcome outcome = compose(std::span(said_).first(release + 1), truth);
        const std::size_t left = outcome.contradicted ? beliefs.size() + 1 : outcome.left;
        if (best.empty() || left < least) {
          least = left;
          best = beliefs;
        }
      }
      said_[release] = best;
    }
    take(compose(said_, truth));
  }

  void take(const Outcome& outcome) {
    if (!worst_) {
      worst_ = outcome;
      return;
    }
    // A person who is contradicted has no candidates left.
    if (worst_->left == 0 || (outcome.left > 0 && outcome.left < worst_->left))
      worst_->left = outcome.left;
    worst_->pinned = worst_->pinned || outcome.pinned;
    worst_->contradicted = worst_->contradicted && outcome.contradicted;
    worst_->right = worst_->right || outcome.right;
  }

  Candidates candidates_;
  Candidates alone_;
  std::vector<PersonBeliefs> taken_;
  std::vector<PersonBeliefs> said_;
  std::optional<Outcome> worst_;
};

}  // namespace

ReleaseBeliefs believe(const PlacedPersons& placed, std::size_t most, const Progress& progress) {
  ReleaseBeliefs result;
  result.rows = placed.rows_of_values();
  std::vector<double> sums(result.rows.size());
  std::vector<Code> seen;
  for (std::size_t i = 0; i < placed.persons.size() && result.beliefs.size() < most; ++i) {
    progress.checkpoint_at(i * 64);
    for (const PlacedPersons::Place& place : placed.of(i)) {
      const auto slots = std::span(placed.slots).subspan(place.first_slot, place.slots);
      double all = 0;
      for (const PlacedPersons::Slot& slot : slots)
        all += slot.rows;
      for (const PlacedPersons::Slot& slot : slots) {
        if (sums[slot.value] == 0) seen.push_back(slot.value);
        sums[slot.value] += static_cast<double>(place.probability) * slot.rows / all;
      }
    }
    std::sort(seen.begin(), seen.end());
    for (const Code value : seen) {
      result.beliefs.push_back({value, sums[value]});
      sums[value] = 0;
    }
    seen.clear();
    result.first.push_back(result.beliefs.size());
  }
  return result;
}

void BeliefsOfRegions::add(const PlacedPersons& placed, std::size_t persons,
                           std::span<const Code> codes, const Progress& progress) {
  // Beliefs about a person in several regions take more memory.
  constexpr std::size_t most = most_beliefs / 2;
  add(believe(placed, most - std::min(most, said_.size()), progress), placed.weights, persons,
      codes, progress);
}

void BeliefsOfRegions::add(const ReleaseBeliefs& region, std::span<const double> weights,
                           std::size_t persons, std::span<const Code> codes,
                           const Progress& progress) {
  looked_for_ = weights_.empty() ? region.persons() : std::min(looked_for_, region.persons());
  weights_.resize(persons);
  for (std::size_t person = 0; person < region.persons(); ++person) {
    progress.checkpoint_at(person);
    const double weight = weights[person];
    weights_[person] += weight;
    for (const ReleaseBeliefs::Belief& belief : region.of(person))
      said_.push_back({person, {codes[belief.value], belief.probability * weight}});
  }
  add_rows(region.rows, codes);
}

void BeliefsOfRegions::add(const BeliefsOfRegions& region, std::span<const Code> codes) {
  looked_for_ = weights_.empty() ? region.looked_for_ : std::min(looked_for_, region.looked_for_);
  weights_.resize(region.weights_.size());
  for (std::size_t person = 0; person < weights_.size(); ++person)
    weights_[person] += region.weights_[person];
  for (const Said& said : region.said_)
    said_.push_back({said.person, {codes[said.belief.value], said.belief.probability}});
  add_rows(region.rows_, codes);
}

void BeliefsOfRegions::add_rows(std::span<const std::uint64_t> rows, std::span<const Code> codes) {
  for (std::size_t value = 0; value < rows.size(); ++value) {
    if (codes[value] >= rows_.size()) rows_.resize(codes[value] + std::size_t{1});
    rows_[codes[value]] += rows[value];
  }
}

ReleaseBeliefs BeliefsOfRegions::finish(std::span<const Code> codes, const Progress& progress) {
  ReleaseBeliefs result;
  for (std::size_t value = 0; value < rows_.size(); ++value) {
    if (codes[value] >= result.rows.size()) result.rows.resize(codes[value] + std::size_t{1});
    result.rows[codes[value]] += rows_[value];
  }
  for (Said& said : said_)
    said.belief.value = codes[said.belief.value];
  progress.checkpoint();
  std::sort(said_.begin(), said_.end(), [](const Said& a, const Said& b) {
    return a.person != b.person ? a.person < b.person : a.belief.value < b.belief.value;
  });
  auto next = said_.begin();
  for (std::size_t person = 0; person < looked_for_; ++person) {
    progress.checkpoint_at(person);
    for (; next != said_.end() && next->person == person; ++next) {
      const double probability = next->belief.probability / weights_[person];
      if (result.beliefs.size() > result.first.back() &&
          result.beliefs.back().value == next->belief.value) {
        result.beliefs.back().probability += probability;
      } else {
        result.beliefs.push_back({next->belief.value, probability});
      }
    }
    result.first.push_back(result.beliefs.size());
  }
  return result;
}

void recode(ReleaseBeliefs& beliefs, std::span<const Code> codes, const Progress& progress) {
  for (std::size_t person = 0; person + 1 < beliefs.first.size(); ++person) {
    progress.checkpoint_at(person * 64);
    const auto of_person =
        std::span(beliefs.beliefs)
            .subspan(beliefs.first[person], beliefs.first[person + 1] - beliefs.first[person]);
    for (ReleaseBeliefs::Belief& belief : of_person)
      belief.value = codes[belief.value];
    std::sort(of_person.begin(), of_person.end(),
              [](const auto& a, const auto& b) { return a.value < b.value; });
  }
  std::vector<std::uint64_t> rows;
  for (std::size_t value = 0; value < beliefs.rows.size(); ++value) {
    if (codes[value] >= rows.size()) rows.resize(codes[value] + std::size_t{1});
    rows[codes[value]] = beliefs.rows[value];
  }
  beliefs.rows = std::move(rows);
}

CompositionFigures compose(std::span<const ReleaseBeliefs* const> releases,
                           std::span<const Code> truth, std::size_t persons,
                           const Progress& progress, std::span<const std::uint8_t> harmless) {
  CompositionFigures figures;
  const std::vector<double> shares = log_shares(releases);
  Composer composer(shares, harmless);
  std::vector<PersonBeliefs> said;
  double left = 0;
  for (std::size_t person = 0; person < persons; ++person) {
    progress.checkpoint_at(person * 64);
    if (!harmless.empty() && harmless[truth[person]] != 0) continue;
    Outcome outcome;
    if (std::all_of(releases.begin(), releases.end(),
                    [](const ReleaseBeliefs* release) { return release->alternatives == 1; })) {
      said.clear();
      for (const ReleaseBeliefs* release : releases) {
        if (release->has(person)) said.push_back(release->of(person));
      }
      if (said.empty()) continue;
      outcome = composer.compose(said, truth[person]);
    } else {
      const auto choices = choices_of(releases, person, truth[person]);
      if (choices.empty()) continue;
      outcome = composer.worst(choices, truth[person]);
    }
    ++figures.persons;
    left += static_cast<double>(outcome.left);
    figures.pinned += outcome.pinned ? 1 : 0;
    figures.contradicted += outcome.contradicted ? 1 : 0;
    figures.right += outcome.right ? 1 : 0;
  }
  if (figures.persons > 0) figures.candidates = left / static_cast<double>(figures.persons);
  return figures;
}

}  // namespace microdata
