#include "core/risk/composition.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace microdata {

namespace {

using PersonBeliefs = std::span<const ReleaseBeliefs::Belief>;

// Sums of shares are in no certain order, and places have probabilities of single precision.
constexpr double alike_within = 1e-5;

bool alike(PersonBeliefs a, PersonBeliefs b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.value == y.value && std::abs(x.probability - y.probability) < alike_within;
  });
}

// What one release after the other leaves of a person's candidates.
class Candidates {
 public:
  explicit Candidates(std::span<const double> log_shares) : log_shares_(log_shares) {}

  // The first one's are the candidates; later ones leave fewer.
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

  // Requires that there is one left. Of equal ones the first.
  Code best() const {
    return std::max_element(
               left_.begin(), left_.end(),
               [](const auto& a, const auto& b) { return a.weight < b.weight - alike_within; })
        ->value;
  }

 private:
  struct Candidate {
    Code value;
    double weight;  // of its probability the logarithm, but for a sum that all have in common
  };

  std::span<const double> log_shares_;
  std::vector<Candidate> left_;
};

// The logarithm of each value's share in all releases together, which are of one table.
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

}  // namespace

ReleaseBeliefs believe(const PlacedPersons& placed, std::span<const Row> persons, std::size_t most,
                       const Progress& progress) {
  ReleaseBeliefs result;
  result.rows = placed.rows_of_values();
  std::vector<double> sums(result.rows.size());
  std::vector<Code> seen;
  std::size_t next = 0;
  for (std::size_t i = 0; i < persons.size() - placed.left_out && result.beliefs.size() < most;
       ++i) {
    progress.checkpoint_at(i * 64);
    if (next < placed.persons.size() && placed.persons[next] == persons[i]) {
      for (const PlacedPersons::Place& place : placed.of(next++)) {
        const auto slots = std::span(placed.slots).subspan(place.first_slot, place.slots);
        double all = 0;
        for (const PlacedPersons::Slot& slot : slots)
          all += slot.rows;
        for (const PlacedPersons::Slot& slot : slots) {
          if (sums[slot.value] == 0) seen.push_back(slot.value);
          sums[slot.value] += static_cast<double>(place.probability) * slot.rows / all;
        }
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

void BeliefsOfRegions::add(const PlacedPersons& placed, std::span<const Row> persons,
                           std::span<const Code> codes, const Progress& progress) {
  // Beliefs about a person in several regions take more room.
  constexpr std::size_t most = most_beliefs / 2;
  const ReleaseBeliefs region =
      believe(placed, persons, most - std::min(most, said_.size()), progress);
  looked_for_ = weights_.empty() ? region.persons() : std::min(looked_for_, region.persons());
  weights_.resize(persons.size());
  std::size_t next = 0;
  for (std::size_t person = 0; person < region.persons(); ++person) {
    progress.checkpoint_at(person);
    if (next == placed.persons.size() || placed.persons[next] != persons[person]) continue;
    const double weight = placed.weights[next++];
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
  for (std::size_t person = 0; person < beliefs.persons(); ++person) {
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
                           const Progress& progress) {
  CompositionFigures figures;
  const std::vector<double> shares = log_shares(releases);
  Candidates candidates(shares);
  std::vector<PersonBeliefs> taken;
  double left = 0;
  for (std::size_t person = 0; person < persons; ++person) {
    progress.checkpoint_at(person * 64);
    taken.clear();
    std::optional<Code> last;
    for (const ReleaseBeliefs* release : releases) {
      const PersonBeliefs beliefs = release->of(person);
      if (beliefs.empty() || std::any_of(taken.begin(), taken.end(), [&](PersonBeliefs other) {
            return alike(beliefs, other);
          })) {
        continue;
      }
      if (taken.empty()) {
        candidates.begin(beliefs);
      } else {
        candidates.add(beliefs);
      }
      taken.push_back(beliefs);
      // Where a release contradicts those before it, hers is the newer news.
      if (candidates.left() > 0) continue;
      ++figures.contradicted;
      Candidates alone(shares);
      alone.begin(taken.back());
      last = alone.best();
      break;
    }
    if (taken.empty()) continue;
    ++figures.persons;
    left += static_cast<double>(candidates.left());
    figures.pinned += candidates.left() == 1 ? 1 : 0;
    figures.right += truth[person] == (last ? *last : candidates.best()) ? 1 : 0;
  }
  if (figures.persons > 0) figures.candidates = left / static_cast<double>(figures.persons);
  return figures;
}

}  // namespace microdata
