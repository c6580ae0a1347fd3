#include "core/risk/exchanged_beliefs.hpp"

#include <algorithm>
#include <span>

#include "core/base/parallel.hpp"

namespace microdata {

namespace {

// Number of pairs to fit over all sweeps, so that small tables are fitted fully. The factors of
// large tables persist from one call to the next, so that few sweeps suffice then.
constexpr std::size_t pairs_to_fit = 1'000'000;
constexpr std::size_t fewest_first_sweeps = 4;
constexpr std::size_t most_sweeps = 100;

// Smallest message of a table about an element. An element that one table rules out may be possible
// in another one, whose values were changed.
constexpr double least_message = 1e-9;

// Rounds in which the closed groups of all tables are linked, as each depends on the others. Small
// tables converge; the factors of large ones persist, as those of slots do.
constexpr std::size_t fewest_linking_rounds = 2;
constexpr std::size_t most_linking_rounds = 40;

// Factor of a pair of no closed group.
constexpr float not_linked = -1;

template <typename Body>
void each_pair_of(const PlacedPersons& placed, std::size_t i, const Body& body) {
  for (const PlacedPersons::Place& place : placed.of(i)) {
    for (std::size_t slot = place.first_slot; slot < place.first_slot + place.slots; ++slot)
      body(place.probability, slot);
  }
}

}  // namespace

// Messages of each table about each element given the other tables, for one person after the other.
class ExchangedBeliefs::Exchange {
 public:
  explicit Exchange(const ExchangedBeliefs& of)
      : of_(of),
        messages_(of.placement_.tables.size(), std::vector<double>(of.elements_.count())),
        touched_(of.placement_.tables.size()),
        local_(of.elements_.count(), 1) {
    const auto& tables = of.placement_.tables;
    alone_ = std::all_of(tables.begin(), tables.end(), [](const JointPlacement::Table& table) {
      return table.outcomes.elements.size() + 1 == table.outcomes.first.size();
    });
  }

  void exchange(std::size_t i) {
    for (std::size_t t = 0; t < touched_.size(); ++t)
      touch(t, i);
    for (std::size_t t = 0; t < touched_.size(); ++t)
      send(t, i);
    if (alone_) return;
    for (std::size_t t = touched_.size() - 1; t-- > 0;)
      send(t, i);
  }

  // Calls body(weight, slot) for the pairs of the table, in their order, with the weight given the
  // other tables.
  template <typename Body>
  void each_weight(std::size_t t, std::size_t i, const Body& body) const {
    const JointPlacement::Table& table = of_.placement_.tables[t];
    each_pair_of(table.placed, i, [&](double probability, std::size_t slot) {
      double weight = probability;
      for (const std::uint32_t element : table.outcomes.of(table.placed.slots[slot].value))
        weight *= from_others(t, element);
      body(weight, slot);
    });
  }

  // Calls body(element, probability) for the elements of the person's places in any table.
  template <typename Body>
  void each_element(const Body& body) {
    elements_.clear();
    for (const std::vector<std::uint32_t>& of_table : touched_)
      elements_.insert(elements_.end(), of_table.begin(), of_table.end());
    std::sort(elements_.begin(), elements_.end());
    elements_.erase(std::unique(elements_.begin(), elements_.end()), elements_.end());
    std::size_t attribute = 0;
    for (auto begin = elements_.begin(); begin != elements_.end();) {
      while (*begin >= of_.placement_.first_element[attribute + 1])
        ++attribute;
      const auto end =
          std::lower_bound(begin, elements_.end(), of_.placement_.first_element[attribute + 1]);
      double sum = 0;
      for (auto element = begin; element != end; ++element)
        sum += from_others(touched_.size(), *element);
      for (; begin != end; ++begin)
        body(*begin, sum > 0 ? from_others(touched_.size(), *begin) / sum : 0);
    }
  }

 private:
  void touch(std::size_t t, std::size_t i) {
    for (const std::uint32_t element : touched_[t])
      messages_[t][element] = 0;
    touched_[t].clear();
    const JointPlacement::Table& table = of_.placement_.tables[t];
    each_pair_of(table.placed, i, [&](double /*probability*/, std::size_t slot) {
      for (const std::uint32_t element : table.outcomes.of(table.placed.slots[slot].value)) {
        if (messages_[t][element] > 0) continue;
        messages_[t][element] = 1;
        touched_[t].push_back(element);
        local_[element] = of_.predicted_.empty() ? 1 : predicted(i, element);
      }
    });
  }

  double predicted(std::size_t i, std::uint32_t element) const {
    const std::size_t classes = of_.elements_.classes();
    return of_.elements_.probability<float>(
        element, std::span(of_.predicted_).subspan(i * classes, classes));
  }

  // Returns the product of the model's probability of an element and the messages of all other
  // tables.
  double from_others(std::size_t t, std::uint32_t element) const {
    double product = local_[element];
    for (std::size_t other = 0; other < messages_.size(); ++other) {
      if (other != t && of_.shows_[other][element])
        product *= std::max(messages_[other][element], least_message);
    }
    return product;
  }

  // Sends, for every element, the sum over the outcomes with the element, given the other tables'
  // messages about the outcome's other elements.
  void send(std::size_t t, std::size_t i) {
    const JointPlacement::Table& table = of_.placement_.tables[t];
    sums_.resize(of_.elements_.count());
    std::size_t pair = of_.first_pair_[t][i];
    each_pair_of(table.placed, i, [&](double probability, std::size_t slot) {
      const double weight = probability * of_.factor(t, pair++, slot);
      const auto outcome = table.outcomes.of(table.placed.slots[slot].value);
      for (std::size_t e = 0; e < outcome.size(); ++e) {
        double given = weight;
        for (std::size_t other = 0; other < outcome.size(); ++other) {
          if (other != e) given *= from_others(t, outcome[other]);
        }
        sums_[outcome[e]] += given;
      }
    });
    normalize(t);
  }

  void normalize(std::size_t t) {
    double most = 0;
    for (const std::uint32_t element : touched_[t])
      most = std::max(most, sums_[element]);
    for (const std::uint32_t element : touched_[t]) {
      messages_[t][element] = most > 0 ? std::max(sums_[element] / most, least_message) : 1;
      sums_[element] = 0;
    }
  }

  const ExchangedBeliefs& of_;
  std::vector<std::vector<double>> messages_;
  std::vector<std::vector<std::uint32_t>> touched_;
  std::vector<double> local_;
  std::vector<double> sums_;
  std::vector<std::uint32_t> elements_;
  // True if every outcome is one element, so that tables' messages do not depend on each other.
  bool alone_ = false;
};

ExchangedBeliefs::ExchangedBeliefs(const JointPlacement& placement,
                                   const SensitiveElements& elements, Threads threads)
    : placement_(placement),
      elements_(elements),
      threads_(threads),
      linked_(placement.tables.size()) {
  for (const JointPlacement::Table& table : placement.tables) {
    of_slot_.emplace_back(table.placed.slots.size(), 1);
    std::vector<std::size_t>& first = first_pair_.emplace_back();
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < persons(); ++i) {
      first.push_back(pairs);
      for (const PlacedPersons::Place& place : table.placed.of(i))
        pairs += place.slots;
    }
    first.push_back(pairs);
    closed_groups_.push_back(closed_groups(table.placed));
    std::vector<bool>& shows = shows_.emplace_back(elements.count());
    for (std::size_t a = 0; a < placement.attributes(); ++a) {
      const auto begin = shows.begin() + placement.first_element[a];
      const auto end = shows.begin() + placement.first_element[a + 1];
      const bool shown = std::any_of(table.outcomes.elements.begin(), table.outcomes.elements.end(),
                                     [&](std::uint32_t element) {
                                       return element >= placement.first_element[a] &&
                                              element < placement.first_element[a + 1];
                                     });
      std::fill(begin, end, shown);
    }
  }
}

ExchangedBeliefs::ExchangedBeliefs(const JointPlacement& others, const ExchangedBeliefs& beliefs)
    : ExchangedBeliefs(others, beliefs.elements_, beliefs.threads_) {
  of_others_ = true;
  for (std::size_t t = 0; t < others.tables.size(); ++t) {
    const double in_a_row = beliefs.persons_in_a_row(t);
    const std::vector<PlacedPersons::Slot>& slots = others.tables[t].placed.slots;
    of_slot_[t] = beliefs.factors_for_others(t);
    for (std::size_t slot = of_slot_[t].size(); slot < slots.size(); ++slot)
      of_slot_[t].push_back(in_a_row * slots[slot].rows);
  }
}

// Returns the factors for other persons. A slot that no person claims has the factor of all its
// rows.
std::vector<double> ExchangedBeliefs::factors_for_others(std::size_t table) const {
  const PlacedPersons& placed = placement_.tables[table].placed;
  const double in_a_row = persons_in_a_row(table);
  std::vector<double> factors;
  for (const PlacedPersons::Slot& slot : placed.slots)
    factors.push_back(in_a_row * slot.rows);
  for (std::size_t i = 0; i < persons(); ++i) {
    each_pair_of(placed, i, [&](double /*probability*/, std::size_t slot) {
      factors[slot] = of_slot_[table][slot];
    });
  }
  return factors;
}

void ExchangedBeliefs::believe(const PredictClasses& predict, const Progress& progress) {
  predict_all(predict, progress);
  if (of_others_) {
    take_beliefs(progress);
    return;
  }
  std::size_t pairs = 1;
  for (const std::vector<std::size_t>& first : first_pair_)
    pairs += first.back();
  const std::size_t sweeps =
      std::clamp(pairs_to_fit / pairs, predict ? 1 : fewest_first_sweeps, most_sweeps);
  for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t t = 0; t < placement_.tables.size(); ++t)
      balance(t, progress);
  }
  const std::size_t rounds =
      std::clamp(pairs_to_fit / pairs, fewest_linking_rounds, most_linking_rounds);
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t t = 0; t < placement_.tables.size(); ++t)
      link_closed_groups(t, progress);
  }
  take_beliefs(progress);
}

double ExchangedBeliefs::persons_in_a_row(std::size_t table) const {
  double rows = 0;
  for (const PlacedPersons::Slot& slot : placement_.tables[table].placed.slots)
    rows += slot.rows;
  return static_cast<double>(persons()) / std::max(rows, 1.0);
}

void ExchangedBeliefs::predict_all(const PredictClasses& predict, const Progress& progress) {
  if (!predict) return;
  const std::size_t classes = elements_.classes();
  predicted_.resize(persons() * classes);
  in_parallel_blocks(threads_, persons(), progress, [&](std::size_t begin, std::size_t end) {
    std::vector<double> of_classes(classes);
    for (std::size_t i = begin; i < end; ++i) {
      predict(i, of_classes);
      std::copy(of_classes.begin(), of_classes.end(),
                predicted_.begin() + static_cast<std::ptrdiff_t>(i * classes));
    }
  });
}

// Fits the factors of one table's slots, given all other tables.
void ExchangedBeliefs::balance(std::size_t table, const Progress& progress) {
  const PlacedPersons& placed = placement_.tables[table].placed;
  const std::vector<std::size_t>& first = first_pair_[table];
  of_pair_.resize(first.back());
  in_parallel_blocks(threads_, persons(), progress, [&](std::size_t begin, std::size_t end) {
    Exchange exchange(*this);
    std::vector<double> weights;
    for (std::size_t i = begin; i < end; ++i) {
      exchange.exchange(i);
      weights.clear();
      double sum = 0;
      exchange.each_weight(table, i, [&](double weight, std::size_t slot) {
        weights.push_back(weight * of_slot_[table][slot]);
        sum += weights.back();
      });
      for (std::size_t pair = 0; pair < weights.size(); ++pair)
        of_pair_[first[i] + pair] = static_cast<float>(sum > 0 ? weights[pair] / sum : 0);
    }
  });
  std::vector<double> sums(placed.slots.size());
  for (std::size_t i = 0; i < persons(); ++i) {
    progress.checkpoint_at(i);
    std::size_t pair = first[i];
    each_pair_of(placed, i,
                 [&](double /*probability*/, std::size_t slot) { sums[slot] += of_pair_[pair++]; });
  }
  // A factor beyond these bounds would be noise, of a slot that no person fits.
  constexpr double most = 1e12;
  const double in_a_row = persons_in_a_row(table);
  for (std::size_t slot = 0; slot < sums.size(); ++slot) {
    double& factor = of_slot_[table][slot];
    if (sums[slot] > 0)
      factor = std::clamp(factor * in_a_row * placed.slots[slot].rows / sums[slot], 1 / most, most);
  }
}

// Gives each person of a closed group the factors that make the person's probabilities those of all
// possible assignments, given the other tables.
void ExchangedBeliefs::link_closed_groups(std::size_t table, const Progress& progress) {
  const std::vector<std::size_t>& first = first_pair_[table];
  std::vector<float>& linked = linked_[table];
  linked.resize(first.back(), not_linked);
  in_parallel_blocks(
      threads_, closed_groups_[table].size(), progress, [&](std::size_t begin, std::size_t end) {
        Exchange exchange(*this);
        std::vector<double> weights;
        std::vector<double> probabilities;
        for (std::size_t g = begin; g < end; ++g) {
          const ClosedGroup& group = closed_groups_[table][g];
          weights.clear();
          for (const std::uint32_t i : group.persons) {
            exchange.exchange(i);
            exchange.each_weight(
                table, i, [&](double weight, std::size_t /*slot*/) { weights.push_back(weight); });
          }
          probabilities = weights;
          if (!link_group(placement_.tables[table].placed, group, probabilities)) continue;
          for (std::size_t n = 0; n < weights.size(); ++n) {
            const std::size_t pair = first[group.persons[n / group.slots]] + n % group.slots;
            linked[pair] = weights[n] > 0 ? static_cast<float>(probabilities[n] / weights[n]) : 0;
          }
        }
      });
}

void ExchangedBeliefs::take_beliefs(const Progress& progress) {
  Exchange exchange(*this);
  first_belief_.assign(1, 0);
  beliefs_.clear();
  for (std::size_t i = 0; i < persons(); ++i) {
    progress.checkpoint_at(i * 16);
    exchange.exchange(i);
    exchange.each_element([&](std::uint32_t element, double probability) {
      beliefs_.push_back({element, static_cast<float>(probability)});
    });
    first_belief_.push_back(beliefs_.size());
  }
}

}  // namespace microdata
