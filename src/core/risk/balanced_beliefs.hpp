#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/threads.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/sensitive_elements.hpp"

namespace microdata {

// What persons have, as probabilities, by one table: for every person and every slot of every
// place, a weight times the person's factor times the slot's. Over a person they sum to 1; over the
// persons of a slot to the rows that it has, as far as persons are rows. Rows that are nobody's are
// filled by persons of whom nothing is known.
class BalancedBeliefs {
 public:
  BalancedBeliefs(const JointPlacement::Table& table, const SensitiveElements& elements,
                  Threads threads);
  // Of others, placed over the same slots, who are believed to have what these leave to one more:
  // nothing is learned of them, and they claim nothing from each other.
  BalancedBeliefs(const JointPlacement::Table& others, const BalancedBeliefs& beliefs);

  // By the places' probabilities and the models.
  void believe(const PredictClasses& predict, const Progress& progress);

  std::size_t persons() const { return placed_.persons.size(); }

  // Calls body(elements, probability), maybe several times for an outcome.
  template <typename Body>
  void each_outcome(std::size_t i, const Body& body) const {
    each_pair(i, [&](std::size_t pair, std::size_t slot) {
      body(outcomes_.of(placed_.slots[slot].value),
           of_person_[i] * weights_[pair] * of_slot_[slot]);
    });
  }

  // Calls body(element, probability), maybe several times for an element.
  template <typename Body>
  void each_belief(std::size_t i, const Body& body) const {
    each_outcome(i, [&](std::span<const std::uint32_t> elements, double probability) {
      for (const std::uint32_t element : elements)
        body(element, probability);
    });
  }

 private:
  static constexpr int sweeps = 12;
  // Of a closed group with few values the probabilities are those of all its linkings.
  static constexpr std::size_t most_states = 256;

  // A group whose persons can be nowhere else, and are as many as its rows that are somebody's.
  struct ClosedGroup {
    std::size_t first_slot = 0;
    std::uint32_t slots = 0;
    std::vector<std::uint32_t> persons;
    // Its number among those with rows that are nobody's.
    std::optional<std::size_t> nobody;
  };
  // Of the rows of a group that are nobody's: by slot, and as of_person_.
  struct NobodyWeights {
    std::vector<double> of_slot;
    double factor = 1;
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
  void normalize_nobody();
  void find_closed_groups();
  std::vector<std::uint32_t> counts_of(const ClosedGroup& group) const;
  void link_closed_groups(const Progress& progress);
  void link(const ClosedGroup& group);
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
  // How much of a slot is left to one more who claims it: as balance() leaves it, of closed groups
  // too.
  std::vector<double> claims_;
  bool of_others_ = false;
  std::vector<ClosedGroup> closed_groups_;
};

}  // namespace microdata
