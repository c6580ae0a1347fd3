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

// Probabilities of the values of persons, by several tables (a log-linear model, by iterative
// proportional fitting). Each choice of one element of every attribute has the product of the
// models' probabilities and of a term of each table. The term is the sum, over the slots with these
// elements, of the place's probability times the slot's factor. The probabilities of a slot's
// persons sum to the slot's rows, as far as persons are rows. Tables exchange beliefs about the
// elements that they share, up and down their join tree (sums and products; J. Pearl,
// "Probabilistic Reasoning in Intelligent Systems", 1988). The exchange is exact if there is a join
// tree. A slot of a closed group (closed_groups.hpp) has a factor for each person, by all possible
// assignments of the group's persons given the other tables.
class ExchangedBeliefs {
 public:
  ExchangedBeliefs(const JointPlacement& placement, const SensitiveElements& elements,
                   Threads threads);
  // Constructs the beliefs about other persons, who are placed over the same slots, with the
  // factors of `beliefs`. Nothing is learned from the other persons, and they claim nothing from
  // each other.
  ExchangedBeliefs(const JointPlacement& others, const ExchangedBeliefs& beliefs);

  void believe(const PredictClasses& predict, const Progress& progress);

  std::size_t persons() const { return placement_.persons().size(); }

  // Calls body(elements, probability) with one element, once for each element that any table
  // allows.
  template <typename Body>
  void each_outcome(std::size_t i, const Body& body) const {
    each_belief(i, [&](std::uint32_t element, double probability) {
      body(std::span<const std::uint32_t>(&element, 1), probability);
    });
  }

  // Calls body(element, probability) once for each element that any table allows.
  template <typename Body>
  void each_belief(std::size_t i, const Body& body) const {
    for (std::size_t at = first_belief_[i]; at < first_belief_[i + 1]; ++at)
      body(beliefs_[at].element, beliefs_[at].probability);
  }

 private:
  struct Belief {
    std::uint32_t element;
    float probability;
  };
  class Exchange;

  std::vector<double> factors_for_others(std::size_t table) const;
  double persons_in_a_row(std::size_t table) const;
  // Returns the factor of a pair of a person and a slot.
  double factor(std::size_t table, std::size_t pair, std::size_t slot) const {
    const bool linked = !linked_[table].empty() && linked_[table][pair] >= 0;
    return linked ? linked_[table][pair] : of_slot_[table][slot];
  }
  void predict_all(const PredictClasses& predict, const Progress& progress);
  void balance(std::size_t table, const Progress& progress);
  void link_closed_groups(std::size_t table, const Progress& progress);
  void take_beliefs(const Progress& progress);

  const JointPlacement& placement_;
  const SensitiveElements& elements_;
  Threads threads_;
  bool of_others_ = false;
  // Factors of slots and first pairs of persons, by table.
  std::vector<std::vector<double>> of_slot_;
  std::vector<std::vector<std::size_t>> first_pair_;
  // Closed groups by table, and factors of their pairs by table and pair; a pair of no closed group
  // has none. Empty if the groups are not linked yet.
  std::vector<std::vector<ClosedGroup>> closed_groups_;
  std::vector<std::vector<float>> linked_;
  // True if the table shows the element's attribute, by table and element.
  std::vector<std::vector<bool>> shows_;
  // Probabilities of the classes, person by person; empty if nothing was learned yet.
  std::vector<float> predicted_;
  // Probabilities of the pairs of the table that is balanced.
  std::vector<float> of_pair_;
  std::vector<std::size_t> first_belief_;
  std::vector<Belief> beliefs_;
};

}  // namespace microdata
