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
                                 const SensitiveElements& elements, Threads threads,
                                 bool for_others)
    : placed_(table.placed),
      outcomes_(table.outcomes),
      elements_(elements),
      threads_(threads),
      weights_(placed_.pairs),
      of_person_(placed_.persons.size(), 1),
      of_slot_(placed_.slots.size(), 1),
      for_others_(for_others) {
  first_pair_ = first_pairs(placed_);
  persons_in_a_row_ = placed_.rate_of_persons();
  closed_groups_ = closed_groups(placed_);
  is_linked_.resize(closed_groups_.size());
  is_linked_person_.resize(placed_.persons.size());
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
  // Groups that are linked need no factors, unless these are what others could claim.
  if (!for_others_) link_closed_groups(progress);
  balance(progress);
  if (for_others_) link_closed_groups(progress);
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

// Makes the beliefs about closed groups those of all possible assignments.
void BalancedBeliefs::link_closed_groups(const Progress& progress) {
  in_parallel_blocks(threads_, closed_groups_.size(), progress,
                     [&](std::size_t begin, std::size_t end) {
                       for (std::size_t g = begin; g < end; ++g) {
                         is_linked_[g] = link(closed_groups_[g]) ? 1 : 0;
                         for (const std::uint32_t i : closed_groups_[g].persons)
                           is_linked_person_[i] = for_others_ ? 0 : is_linked_[g];
                       }
                     });
}

bool BalancedBeliefs::link(const ClosedGroup& group) {
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
  if (!link_group(placed_, group, probabilities)) return false;
  auto probability = probabilities.begin();
  for (std::uint32_t s = 0; s < group.slots; ++s)
    of_slot_[group.first_slot + s] = 1;
  for (const std::uint32_t i : group.persons) {
    of_person_[i] = 1;
    for (std::uint32_t s = 0; s < group.slots; ++s)
      weights_[first_pair_[i] + s] = static_cast<float>(*probability++);
  }
  return true;
}

// Fits the factors by iterative proportional fitting, persons last. Sums for the next sweep are
// formed while a person's slots are in the cache. Many persons are two blocks, whatever the number
// of threads, which would otherwise show in the rounding of sums.
void BalancedBeliefs::balance(const Progress& progress) {
  constexpr std::size_t many = 50'000;
  std::fill(of_person_.begin(), of_person_.end(), 1);
  std::vector<FittedSlots> blocks(persons() > many ? 2 : 1, FittedSlots(of_slot_.size()));
  sweep_persons(false, true, blocks, progress);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    fit_slots(blocks);
    sweep_persons(true, sweep + 1 < sweeps, blocks, progress);
    normalize_nobody(blocks.front());
  }
  for (std::size_t slot = 0; slot < of_slot_.size(); ++slot)
    of_slot_[slot] = blocks.front()[slot].factor;
  if (for_others_) {
    claims_ = of_slot_;
    return;
  }
  for (std::size_t g = 0; g < closed_groups_.size(); ++g) {
    const auto first = of_slot_.begin() + static_cast<std::ptrdiff_t>(closed_groups_[g].first_slot);
    if (is_linked_[g] != 0) std::fill_n(first, closed_groups_[g].slots, 1);
  }
}

// Normalizes the persons by the slots' factors, and adds their probabilities to the slots' sums, as
// far as each is asked for.
void BalancedBeliefs::sweep_persons(bool normalizes, bool sums, std::vector<FittedSlots>& blocks,
                                    const Progress& progress) {
  std::vector<std::size_t> numbers(blocks.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  const std::size_t in_block = persons() / blocks.size() + 1;
  const auto sweep = [&](std::size_t number, const Progress& poll) {
    FittedSlots& slots = blocks[number];
    const std::size_t end = std::min(persons(), (number + 1) * in_block);
    for (std::size_t i = number * in_block; i < end; ++i) {
      poll.checkpoint_at(i);
      if (is_linked_person_[i] != 0) continue;
      double sum = 0;
      if (normalizes) {
        each_pair(i, [&](std::size_t pair, std::size_t slot) {
          sum += weights_[pair] * slots[slot].factor;
        });
        of_person_[i] = sum > 0 ? 1 / sum : 0;
      }
      if (!sums) continue;
      each_pair(i, [&](std::size_t pair, std::size_t slot) {
        slots[slot].sum += of_person_[i] * weights_[pair];
      });
    }
  };
  if (blocks.size() == 1) return sweep(0, progress);
  WorkList<std::size_t>::run(
      threads_, std::move(numbers), progress,
      [&](std::size_t& number, auto& /*list*/, const Progress& poll) { sweep(number, poll); });
}

// Adds the rows that are nobody's to the sums, and turns these into factors.
void BalancedBeliefs::fit_slots(std::vector<FittedSlots>& blocks) const {
  FittedSlots& slots = blocks.front();
  for (std::size_t b = 1; b < blocks.size(); ++b) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
      slots[slot].sum += blocks[b][slot].sum;
  }
  for (std::size_t n = 0; n < of_nobody_.size(); ++n) {
    const PlacedPersons::Nobody& group = placed_.nobody[n];
    const double rows = persons_in_a_row_ * group.rows * of_nobody_[n].factor;
    for (std::uint32_t s = 0; s < group.slots; ++s)
      slots[group.first_slot + s].sum += rows * of_nobody_[n].of_slot[s];
  }
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    const double sum = slots[slot].sum;
    slots[slot] = {sum > 0 ? persons_in_a_row_ * placed_.slots[slot].rows / sum : 0, 0};
  }
  std::fill(blocks.begin() + 1, blocks.end(), slots);
}

void BalancedBeliefs::normalize_nobody(const FittedSlots& slots) {
  for (std::size_t n = 0; n < of_nobody_.size(); ++n) {
    double sum = 0;
    for (std::uint32_t s = 0; s < placed_.nobody[n].slots; ++s)
      sum += of_nobody_[n].of_slot[s] * slots[placed_.nobody[n].first_slot + s].factor;
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
