#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/risk/closed_groups.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/sensitive_elements.hpp"

namespace microdata {

// Probabilities of the values of persons, by one table. Each person and each slot of each of the
// person's places has a weight times the person's factor times the slot's factor. Probabilities sum
// to 1 over a person, and over the persons of a slot to the slot's rows, as far as persons are
// rows. Persons of whom nothing is known fill the rows that are nobody's.
class BalancedBeliefs {
 public:
  // `for_others` is true if beliefs about other persons will be constructed.
  BalancedBeliefs(const JointPlacement::Table& table, const SensitiveElements& elements,
                  Threads threads, bool for_others);
  // Constructs the beliefs about other persons, who are placed over the same slots and have what
  // the persons of `beliefs` leave to one more person. Nothing is learned from the other persons,
  // and they claim nothing from each other.
  BalancedBeliefs(const JointPlacement::Table& others, const BalancedBeliefs& beliefs);

  // Computes the probabilities from the places' probabilities and the models.
  void believe(const PredictClasses& predict, const Progress& progress);

  std::size_t persons() const { return placed_.persons.size(); }

  // Calls body(elements, probability), possibly several times for an outcome.
  template <typename Body>
  void each_outcome(std::size_t i, const Body& body) const {
    each_pair(i, [&](std::size_t pair, std::size_t slot) {
      body(outcomes_.of(placed_.slots[slot].value),
           of_person_[i] * weights_[pair] * of_slot_[slot]);
    });
  }

  // Calls body(element, probability), possibly several times for an element.
  template <typename Body>
  void each_belief(std::size_t i, const Body& body) const {
    each_outcome(i, [&](std::span<const std::uint32_t> elements, double probability) {
      for (const std::uint32_t element : elements)
        body(element, probability);
    });
  }

 private:
  static constexpr int sweeps = 12;

  // Weights of the rows of a group that are nobody's: a weight by slot, and a factor like those of
  // of_person_.
  struct NobodyWeights {
    std::vector<double> of_slot;
    double factor = 1;
  };
  // Factor of a slot, and the sum over its persons with which it is fitted. One lies beside the
  // other, because persons' slots are all over the memory.
  struct FittedSlot {
    double factor = 0;
    double sum = 0;
  };

  template <typename Body>
  void each_pair(std::size_t i, const Body& body) const {
    std::size_t pair = first_pair_[i];
    for (const PlacedPersons::Place& place : placed_.of(i)) {
      for (std::uint32_t s = 0; s < place.slots; ++s)
        body(pair++, place.first_slot + s);
    }
  }

  void weigh(const PredictClasses& predict, const Progress& progress);
  void weigh_nobody(const PredictClasses& predict);
  void normalize_persons(const Progress& progress);
  // Slots as seen by a block of persons, which adds to the sums of its own.
  using FittedSlots = std::vector<FittedSlot>;
  void sweep_persons(bool normalizes, bool sums, std::vector<FittedSlots>& blocks,
                     const Progress& progress);
  void fit_slots(std::vector<FittedSlots>& blocks) const;
  void normalize_nobody(const FittedSlots& slots);
  void link_closed_groups(const Progress& progress);
  // Returns true if any assignment is possible.
  bool link(const ClosedGroup& group);
  void balance(const Progress& progress);

  const PlacedPersons& placed_;
  const JointPlacement::Outcomes& outcomes_;
  const SensitiveElements& elements_;
  Threads threads_;
  double persons_in_a_row_ = 1;
  std::vector<std::size_t> first_pair_;
  std::vector<float> weights_;
  std::vector<NobodyWeights> of_nobody_;
  std::vector<double> of_person_;
  std::vector<double> of_slot_;
  // Factor of each slot that is left to one more person who claims the slot, as balance() computes
  // it, also for closed groups.
  std::vector<double> claims_;
  bool of_others_ = false;
  bool for_others_ = false;
  std::vector<ClosedGroup> closed_groups_;
  // 1 for each closed group whose beliefs are those of all assignments, and for its persons, if
  // nothing else is needed of them.
  std::vector<std::uint8_t> is_linked_;
  std::vector<std::uint8_t> is_linked_person_;
};

}  // namespace microdata
