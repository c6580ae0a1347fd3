#include "core/risk/balanced_beliefs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/parallel.hpp"

namespace microdata {

namespace {

// Returns the first pair of a place and a slot of every person, and at the end the number of pairs.
std::vector<std::size_t> first_pairs(const PlacedPersons& placed) {
  std::vector<std::size_t> first;
  first.reserve(placed.persons.size() + 1);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    first.push_back(pairs);
    for (const PlacedPersons::Place& place : placed.of(i))
      pairs += place.slots;
  }
  first.push_back(pairs);
  return first;
}

}  // namespace

BalancedBeliefs::BalancedBeliefs(const JointPlacement::Table& table,
                                 const SensitiveElements& elements, Threads threads)
    : placed_(table.placed),
      outcomes_(table.outcomes),
      elements_(elements),
      threads_(threads),
      weights_(placed_.pairs),
      of_person_(placed_.persons.size(), 1),
      of_slot_(placed_.slots.size(), 1) {
  first_pair_ = first_pairs(placed_);
  const auto rows = static_cast<double>(placed_.rows_of_persons());
  persons_in_a_row_ = static_cast<double>(placed_.persons.size()) / std::max(rows, 1.0);
  closed_groups_ = closed_groups(placed_);
}

BalancedBeliefs::BalancedBeliefs(const JointPlacement::Table& others,
                                 const BalancedBeliefs& beliefs)
    : placed_(others.placed),
      outcomes_(others.outcomes),
      elements_(beliefs.elements_),
      threads_(beliefs.threads_),
      persons_in_a_row_(beliefs.persons_in_a_row_),
      first_pair_(first_pairs(placed_)),
      weights_(placed_.pairs),
      of_person_(placed_.persons.size(), 1),
      of_slot_(beliefs.claims_),
      of_others_(true) {
  for (std::size_t slot = 0; slot < placed_.slots.size(); ++slot) {
    if (slot == of_slot_.size()) of_slot_.push_back(0);
    // No person claims any part of the slot.
    if (of_slot_[slot] == 0) of_slot_[slot] = persons_in_a_row_ * placed_.slots[slot].rows;
  }
}

void BalancedBeliefs::believe(const PredictClasses& predict, const Progress& progress) {
  weigh(predict, progress);
  if (of_others_) {
    normalize_persons(progress);
    return;
  }
  weigh_nobody(predict);
  balance(progress);
  link_closed_groups(progress);
}

void BalancedBeliefs::weigh_nobody(const PredictClasses& predict) {
  if (placed_.nobody.empty()) return;
  // Persons are in random order, so the first of them are a sample.
  constexpr std::size_t sample = 1000;
  const std::size_t asked = std::min(persons(), sample);
  std::vector<double> mean(elements_.classes());
  std::vector<double> of_classes(elements_.classes());
  for (std::size_t i = 0; predict && i < asked; ++i) {
    predict(i, of_classes);
    for (std::size_t c = 0; c < mean.size(); ++c)
      mean[c] += of_classes[c] / static_cast<double>(asked);
  }
  of_nobody_.clear();
  for (const PlacedPersons::Nobody& group : placed_.nobody) {
    NobodyWeights& weights = of_nobody_.emplace_back();
    for (std::uint32_t s = 0; s < group.slots; ++s) {
      double probability = 1;
      for (const std::uint32_t element : outcomes_.of(placed_.slots[group.first_slot + s].value)) {
        if (predict) probability *= elements_.probability<double>(element, mean);
      }
      weights.of_slot.push_back(probability);
    }
  }
}

void BalancedBeliefs::weigh(const PredictClasses& predict, const Progress& progress) {
  in_parallel_blocks(threads_, persons(), progress, [&](std::size_t begin, std::size_t end) {
    std::vector<double> of_classes(elements_.classes());
    for (std::size_t i = begin; i < end; ++i) {
      if (predict) predict(i, of_classes);
      std::size_t pair = first_pair_[i];
      for (const PlacedPersons::Place& place : placed_.of(i)) {
        for (std::uint32_t s = 0; s < place.slots; ++s) {
          double probability = 1;
          if (predict) {
            for (const std::uint32_t element :
                 outcomes_.of(placed_.slots[place.first_slot + s].value))
              probability *= elements_.probability<double>(element, of_classes);
          }
          // Many values together may be less probable than a float can represent.
          constexpr double least = 1e-30;
          weights_[pair++] = place.probability * static_cast<float>(std::max(probability, least));
        }
      }
    }
  });
}

// Replaces the beliefs about closed groups by those of all possible assignments.
void BalancedBeliefs::link_closed_groups(const Progress& progress) {
  in_parallel_blocks(threads_, closed_groups_.size(), progress,
                     [&](std::size_t begin, std::size_t end) {
                       for (std::size_t g = begin; g < end; ++g)
                         link(closed_groups_[g]);
                     });
}

void BalancedBeliefs::link(const ClosedGroup& group) {
  std::vector<double> probabilities;
  for (const std::uint32_t i : group.persons) {
    for (std::uint32_t s = 0; s < group.slots; ++s)
      probabilities.push_back(weights_[first_pair_[i] + s]);
  }
  if (group.nobody) {
    const std::vector<double>& weights = of_nobody_[*group.nobody].of_slot;
    for (std::uint32_t row = 0; row < placed_.nobody[*group.nobody].rows; ++row)
      probabilities.insert(probabilities.end(), weights.begin(), weights.end());
  }
  if (!link_group(placed_, group, probabilities)) return;
  auto probability = probabilities.begin();
  for (std::uint32_t s = 0; s < group.slots; ++s)
    of_slot_[group.first_slot + s] = 1;
  for (const std::uint32_t i : group.persons) {
    of_person_[i] = 1;
    for (std::uint32_t s = 0; s < group.slots; ++s)
      weights_[first_pair_[i] + s] = static_cast<float>(*probability++);
  }
}

// Fits the factors by iterative proportional fitting, persons last.
void BalancedBeliefs::balance(const Progress& progress) {
  std::fill(of_person_.begin(), of_person_.end(), 1);
  std::vector<double> sums(of_slot_.size());
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    std::fill(sums.begin(), sums.end(), 0);
    for (std::size_t i = 0; i < persons(); ++i) {
      progress.checkpoint_at(i);
      each_pair(i, [&](std::size_t pair, std::size_t slot) {
        sums[slot] += of_person_[i] * weights_[pair];
      });
    }
    for (std::size_t n = 0; n < of_nobody_.size(); ++n) {
      const PlacedPersons::Nobody& group = placed_.nobody[n];
      const double rows = persons_in_a_row_ * group.rows * of_nobody_[n].factor;
      for (std::uint32_t s = 0; s < group.slots; ++s)
        sums[group.first_slot + s] += rows * of_nobody_[n].of_slot[s];
    }
    for (std::size_t slot = 0; slot < sums.size(); ++slot) {
      of_slot_[slot] =
          sums[slot] > 0 ? persons_in_a_row_ * placed_.slots[slot].rows / sums[slot] : 0;
    }
    normalize_persons(progress);
    normalize_nobody();
  }
  claims_ = of_slot_;
}

void BalancedBeliefs::normalize_nobody() {
  for (std::size_t n = 0; n < of_nobody_.size(); ++n) {
    double sum = 0;
    for (std::uint32_t s = 0; s < placed_.nobody[n].slots; ++s)
      sum += of_nobody_[n].of_slot[s] * of_slot_[placed_.nobody[n].first_slot + s];
    of_nobody_[n].factor = sum > 0 ? 1 / sum : 0;
  }
}

void BalancedBeliefs::normalize_persons(const Progress& progress) {
  for (std::size_t i = 0; i < persons(); ++i) {
    progress.checkpoint_at(i);
    double sum = 0;
    each_pair(i,
              [&](std::size_t pair, std::size_t slot) { sum += weights_[pair] * of_slot_[slot]; });
    of_person_[i] = sum > 0 ? 1 / sum : 0;
  }
}

}  // namespace microdata
