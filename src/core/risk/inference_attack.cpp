#include "core/risk/inference_attack.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/microdata/parallel.hpp"
#include "core/microdata/linking_marginals.hpp"
#include "core/risk/value_classes.hpp"
#include "core/risk/value_model.hpp"

namespace microdata {

namespace {

constexpr unsigned first_steps = 40;
constexpr unsigned further_steps = 12;

// What is next to impossible for the model may be so in the bucket.
constexpr double least_believed = 1e-9;

// Which values persons have, as probabilities: for every person and every slot of every place, a
// weight times the person's factor times the slot's. Over a person they sum to 1; over the persons
// of a slot to the rows that it has, as far as persons are rows.
class BalancedBeliefs {
 public:
  BalancedBeliefs(const PlacedPersons& placed, const ValueClasses& values, unsigned threads)
      : placed_(placed),
        values_(values),
        threads_(threads),
        weights_(placed.pairs),
        of_person_(placed.persons.size(), 1),
        of_slot_(placed.slots.size(), 1) {
    first_pair_.reserve(placed.persons.size() + 1);
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < placed.persons.size(); ++i) {
      first_pair_.push_back(pairs);
      for (const PlacedPersons::Place& place : placed.of(i))
        pairs += place.slots;
    }
    first_pair_.push_back(pairs);
    double rows = 0;
    for (const PlacedPersons::Slot& slot : placed.slots)
      rows += slot.rows;
    persons_in_a_row_ = static_cast<double>(placed.persons.size()) / std::max(rows, 1.0);
    find_closed_groups();
  }

  // By the places' probabilities alone.
  void believe_buckets(const Progress& progress) {
    in_parallel_blocks(threads_, persons(), progress, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        weigh(i, [](Code /*value*/) { return 1.0; });
    });
    balance(progress);
    link_closed_groups(progress);
  }

  void believe(const ValueModel& model, const KnownFeatures& features, const Progress& progress) {
    in_parallel_blocks(threads_, persons(), progress, [&](std::size_t begin, std::size_t end) {
      std::vector<double> of_class(values_.classes);
      for (std::size_t i = begin; i < end; ++i) {
        model.predict(features.of(placed_.persons[i]), of_class);
        weigh(i, [&](Code value) {
          return std::max(of_class[values_.class_of[value]], least_believed) * values_.share[value];
        });
      }
    });
    balance(progress);
    link_closed_groups(progress);
  }

  // How much of a slot is left to one more who claims it.
  double claim(std::size_t slot) const { return balanced_slots_[slot]; }

  std::size_t persons() const { return placed_.persons.size(); }

  // The probabilities of the classes of values of the i-th person.
  template <typename Number>
  void of_classes(std::size_t i, std::span<Number> into) const {
    std::fill(into.begin(), into.end(), Number{0});
    each_belief(i, [&](Code value, double probability) {
      into[values_.class_of[value]] += static_cast<Number>(probability);
    });
  }

  // The most probable value; of several the first. `scratch` has zeros, one for each value, before
  // and after.
  Guess guess(std::size_t i, std::span<double> scratch) const {
    each_belief(i, [&](Code value, double probability) { scratch[value] += probability; });
    Guess best;
    each_belief(i, [&](Code value, double /*probability*/) {
      const double probability = scratch[value];
      if (probability > best.probability ||
          (probability == best.probability && value < best.value)) {
        best = {value, probability};
      }
    });
    each_belief(i, [&](Code value, double /*probability*/) { scratch[value] = 0; });
    return best;
  }

 private:
  static constexpr int sweeps = 12;

  template <typename Body>
  void each_pair(std::size_t i, const Body& body) const {
    std::size_t pair = first_pair_[i];
    for (const PlacedPersons::Place& place : placed_.of(i)) {
      for (std::uint32_t s = 0; s < place.slots; ++s)
        body(pair++, place.first_slot + s);
    }
  }

  template <typename Body>
  void each_belief(std::size_t i, const Body& body) const {
    each_pair(i, [&](std::size_t pair, std::size_t slot) {
      body(placed_.slots[slot].value, of_person_[i] * weights_[pair] * of_slot_[slot]);
    });
  }

  template <typename ProbabilityOf>
  void weigh(std::size_t i, const ProbabilityOf& probability_of) {
    std::size_t pair = first_pair_[i];
    for (const PlacedPersons::Place& place : placed_.of(i)) {
      for (std::uint32_t s = 0; s < place.slots; ++s) {
        const Code value = placed_.slots[place.first_slot + s].value;
        weights_[pair++] = place.probability * static_cast<float>(probability_of(value));
      }
    }
  }

  // A group whose persons can be nowhere else, and are as many as its rows.
  struct ClosedGroup {
    std::size_t first_slot = 0;
    std::uint32_t slots = 0;
    std::vector<std::uint32_t> persons;
  };

  // Of a closed group with few values the probabilities are those of all its linkings.
  static constexpr std::size_t most_states = 256;

  void find_closed_groups() {
    // By first slot.
    std::vector<ClosedGroup> groups(placed_.slots.size());
    std::vector<bool> closed(placed_.slots.size(), true);
    for (std::uint32_t i = 0; i < persons(); ++i) {
      const auto places = placed_.of(i);
      for (const PlacedPersons::Place& place : places) {
        if (places.size() > 1) closed[place.first_slot] = false;
        groups[place.first_slot].first_slot = place.first_slot;
        groups[place.first_slot].slots = place.slots;
        if (places.size() == 1) groups[place.first_slot].persons.push_back(i);
      }
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (!closed[g] || groups[g].persons.empty()) continue;
      const std::vector<std::uint32_t> counts = counts_of(groups[g]);
      const auto rows = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
      if (rows == groups[g].persons.size() &&
          LinkingMarginals::states(counts, most_states) <= most_states) {
        closed_groups_.push_back(std::move(groups[g]));
      }
    }
  }

  std::vector<std::uint32_t> counts_of(const ClosedGroup& group) const {
    std::vector<std::uint32_t> counts;
    for (std::size_t slot = group.first_slot; slot < group.first_slot + group.slots; ++slot)
      counts.push_back(placed_.slots[slot].rows);
    return counts;
  }

  // Factors of rows and columns, which is what balance() finds, take persons for independent but
  // for the sums, and so are too cautious in small buckets.
  void link_closed_groups(const Progress& progress) {
    in_parallel_blocks(threads_, closed_groups_.size(), progress,
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t g = begin; g < end; ++g)
                           link(closed_groups_[g]);
                       });
  }

  void link(const ClosedGroup& group) {
    std::vector<double> probabilities;
    for (const std::uint32_t i : group.persons) {
      for (std::uint32_t s = 0; s < group.slots; ++s)
        probabilities.push_back(weights_[first_pair_[i] + s]);
    }
    if (!LinkingMarginals(counts_of(group)).find(probabilities)) return;
    auto probability = probabilities.begin();
    for (std::uint32_t s = 0; s < group.slots; ++s)
      of_slot_[group.first_slot + s] = 1;
    for (const std::uint32_t i : group.persons) {
      of_person_[i] = 1;
      for (std::uint32_t s = 0; s < group.slots; ++s)
        weights_[first_pair_[i] + s] = static_cast<float>(*probability++);
    }
  }

  // Iterative proportional fitting, persons last.
  void balance(const Progress& progress) {
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
      for (std::size_t slot = 0; slot < sums.size(); ++slot) {
        of_slot_[slot] =
            sums[slot] > 0 ? persons_in_a_row_ * placed_.slots[slot].rows / sums[slot] : 0;
      }
      for (std::size_t i = 0; i < persons(); ++i) {
        progress.checkpoint_at(i);
        double sum = 0;
        each_pair(
            i, [&](std::size_t pair, std::size_t slot) { sum += weights_[pair] * of_slot_[slot]; });
        of_person_[i] = sum > 0 ? 1 / sum : 0;
      }
    }
    balanced_slots_ = of_slot_;
  }

  const PlacedPersons& placed_;
  const ValueClasses& values_;
  unsigned threads_;
  double persons_in_a_row_ = 1;
  std::vector<std::size_t> first_pair_;
  std::vector<float> weights_;
  std::vector<double> of_person_;
  std::vector<double> of_slot_;
  // As balance() leaves them, of closed groups too.
  std::vector<double> balanced_slots_;
  std::vector<ClosedGroup> closed_groups_;
};

// Learns a model again and again from the same persons.
class Learner {
 public:
  Learner(const KnownFeatures& features, std::span<const Row> persons, Code values,
          const InferenceOptions& options, const Progress& progress)
      : features_(features),
        persons_(persons),
        values_(values),
        options_(options),
        beliefs_(persons.size() * values) {
    if (options.model == InferenceModel::logistic) logistic_.emplace(features, persons, progress);
  }

  std::span<float> beliefs_of(std::size_t i) {
    return std::span(beliefs_).subspan(i * values_, values_);
  }

  const ValueModel& learn(const Progress& progress) {
    const Lessons lessons{persons_, beliefs_, values_};
    if (logistic_) {
      const unsigned steps = model_.weights.size() == 0 ? first_steps : further_steps;
      logistic_->learn(model_, lessons, steps, options_.threads, progress);
    } else {
      model_ = learn_naive_bayes(features_, lessons, progress);
    }
    return model_;
  }

 private:
  const KnownFeatures& features_;
  std::span<const Row> persons_;
  Code values_;
  const InferenceOptions& options_;
  std::vector<float> beliefs_;
  std::optional<LogisticRegression> logistic_;
  ValueModel model_;
};

// Fewer where there are many values, as each has weights of its own.
std::size_t most_learners(const ValueClasses& values, const InferenceOptions& options) {
  constexpr std::size_t most_beliefs = 1'000'000;
  constexpr std::size_t fewest = 4000;
  return std::min(options.most_learners,
                  std::max(fewest, most_beliefs / std::max(values.classes, Code{1})));
}

// What outsiders are guessed to have.
class OutsiderGuesses {
 public:
  // Without a model, before anything was learned, values are as frequent as they were published.
  OutsiderGuesses(const BalancedBeliefs& beliefs, const ValueClasses& values,
                  std::vector<std::uint64_t> rows_of_values, const ValueModel* model,
                  const KnownFeatures& features)
      : beliefs_(beliefs),
        values_(values),
        rows_of_values_(std::move(rows_of_values)),
        model_(model),
        features_(features),
        of_class_(values.classes, 1),
        of_value_(values.class_of.size()) {}

  Guess guess(Row person, const PlacedPersons& placed,
              std::span<const PlacedPersons::Place> places) {
    if (model_ != nullptr) model_->predict(features_.of(person), of_class_);
    std::fill(of_value_.begin(), of_value_.end(), 0);
    for (const PlacedPersons::Place& place : places) {
      for (std::size_t s = place.first_slot; s < place.first_slot + place.slots; ++s) {
        const Code value = placed.slots[s].value;
        of_value_[value] +=
            place.probability * beliefs_.claim(s) * (model_ == nullptr ? 1 : by_model(value));
      }
    }
    double sum = std::accumulate(of_value_.begin(), of_value_.end(), 0.0);
    if (!(sum > 0)) {
      for (Code value = 0; value < of_value_.size(); ++value) {
        of_value_[value] =
            model_ == nullptr ? static_cast<double>(rows_of_values_[value]) : by_model(value);
        sum += of_value_[value];
      }
    }
    const auto best = std::max_element(of_value_.begin(), of_value_.end());
    return {static_cast<Code>(best - of_value_.begin()), sum > 0 ? *best / sum : 0};
  }

 private:
  double by_model(Code value) const {
    return std::max(of_class_[values_.class_of[value]], least_believed) * values_.share[value];
  }

  const BalancedBeliefs& beliefs_;
  const ValueClasses& values_;
  std::vector<std::uint64_t> rows_of_values_;
  const ValueModel* model_;
  const KnownFeatures& features_;
  std::vector<double> of_class_;
  std::vector<double> of_value_;
};

}  // namespace

AttackGuesses guess_values(const PlacedPersons& placed, const Outsiders& outsiders,
                           const KnownFeatures& features, const InferenceOptions& options,
                           const Progress& progress) {
  const ValueClasses values = classes_of_values(placed.rows_of_values());
  BalancedBeliefs beliefs(placed, values, options.threads);
  const std::size_t learners = std::min(beliefs.persons(), most_learners(values, options));
  beliefs.believe_buckets(progress);
  std::optional<Learner> learner;
  const ValueModel* model = nullptr;
  if (options.iterations > 0 && learners > 0) {
    learner.emplace(features, std::span(placed.persons).first(learners), values.classes, options,
                    progress);
    for (unsigned iteration = 0; iteration < options.iterations; ++iteration) {
      for (std::size_t i = 0; i < learners; ++i) {
        progress.checkpoint_at(i * 64);
        beliefs.of_classes(i, learner->beliefs_of(i));
      }
      model = &learner->learn(progress);
      beliefs.believe(*model, features, progress);
    }
  }
  AttackGuesses guesses;
  std::vector<double> scratch(values.class_of.size());
  guesses.of_members.resize(beliefs.persons());
  for (std::size_t i = 0; i < guesses.of_members.size(); ++i) {
    progress.checkpoint_at(i * 64);
    guesses.of_members[i] = beliefs.guess(i, scratch);
  }
  OutsiderGuesses others(beliefs, values, placed.rows_of_values(), model, features);
  const std::size_t asked = outsiders.persons.size() - outsiders.placed.left_out;
  std::size_t place = 0;
  for (std::size_t i = 0; i < asked; ++i) {
    progress.checkpoint_at(i * 64);
    const Row person = outsiders.persons[i];
    const bool matches =
        place < outsiders.placed.persons.size() && outsiders.placed.persons[place] == person;
    guesses.of_outsiders.push_back(others.guess(
        person, placed,
        matches ? outsiders.placed.of(place) : std::span<const PlacedPersons::Place>()));
    if (matches) ++place;
  }
  return guesses;
}

std::vector<Guess> guess_values(const PlacedPersons& placed, const KnownFeatures& features,
                                const InferenceOptions& options, const Progress& progress) {
  const PlacedPersons nobody;
  return guess_values(placed, {{}, nobody}, features, options, progress).of_members;
}

std::vector<Guess> guess_by_true_model(std::span<const Row> persons, std::span<const Code> truth,
                                       const KnownFeatures& features,
                                       const InferenceOptions& options, const Progress& progress) {
  constexpr std::size_t folds = 3;
  std::vector<std::uint64_t> occurrences;
  for (const Row person : persons) {
    if (truth[person] >= occurrences.size()) occurrences.resize(truth[person] + std::size_t{1});
    ++occurrences[truth[person]];
  }
  const ValueClasses values = classes_of_values(occurrences);
  const std::size_t most = most_learners(values, options);
  std::vector<Guess> guesses(persons.size());
  std::vector<double> probabilities(values.classes);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<Row> others;
    for (std::size_t i = 0; i < persons.size() && others.size() < most; ++i) {
      if (i % folds != fold) others.push_back(persons[i]);
    }
    if (others.empty()) continue;
    Learner learner(features, others, values.classes, options, progress);
    for (std::size_t i = 0; i < others.size(); ++i)
      learner.beliefs_of(i)[values.class_of[truth[others[i]]]] = 1;
    const ValueModel& model = learner.learn(progress);
    for (std::size_t i = fold; i < persons.size(); i += folds) {
      progress.checkpoint_at(i / folds * 64);
      model.predict(features.of(persons[i]), probabilities);
      for (Code c = 0; c < values.classes; ++c) {
        const Code value = values.value_of[c];
        const double probability = probabilities[c] * values.share[value];
        if (probability > guesses[i].probability) guesses[i] = {value, probability};
      }
    }
  }
  return guesses;
}

}  // namespace microdata
