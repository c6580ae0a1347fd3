#include "core/risk/inference_attack.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <type_traits>

#include "core/risk/balanced_beliefs.hpp"
#include "core/risk/exchanged_beliefs.hpp"
#include "core/risk/sensitive_elements.hpp"
#include "core/risk/value_classes.hpp"
#include "core/risk/value_model.hpp"

namespace microdata {

namespace {

constexpr unsigned first_steps = 40;
constexpr unsigned further_steps = 12;

// Learner of a model, which is learned repeatedly from the same persons.
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

  std::size_t persons() const { return persons_.size(); }

  std::span<float> beliefs_of(std::size_t i) {
    return std::span(beliefs_).subspan(i * values_, values_);
  }

  void forget(std::size_t i) {
    if (i >= persons()) return;
    const std::span<float> beliefs = beliefs_of(i);
    std::fill(beliefs.begin(), beliefs.end(), 0.0F);
  }

  // Scales the beliefs about a person down to a sum of 1. The sum is above 1 for a person with
  // several values.
  void normalize(std::size_t i) {
    if (i >= persons()) return;
    constexpr float rounding = 1e-4F;
    const std::span<float> beliefs = beliefs_of(i);
    const float sum = std::accumulate(beliefs.begin(), beliefs.end(), 0.0F);
    if (sum <= 1 + rounding) return;
    for (float& belief : beliefs)
      belief /= sum;
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

// Returns the number of persons to learn from. It is lower for many values, because each value has
// weights of its own, and for many attributes, which are counted pair by pair.
std::size_t most_learners(const ValueClasses& values, const KnownFeatures& features,
                          const InferenceOptions& options) {
  constexpr std::size_t most_beliefs = 1'000'000;
  constexpr std::size_t most_pairs = 1'000'000'000;
  constexpr std::size_t fewest = 4000;
  const std::size_t by_values = most_beliefs / std::max(values.classes, Code{1});
  const std::size_t by_attributes = most_pairs / (features.of_each() * features.of_each());
  return std::min(options.most_learners, std::max(fewest, std::min(by_values, by_attributes)));
}

// Returns the placement from which beliefs of each kind are constructed.
template <typename Beliefs>
const auto& table_or_all(const JointPlacement& placement) {
  if constexpr (std::is_same_v<Beliefs, BalancedBeliefs>) {
    return placement.tables.front();
  } else {
    return placement;
  }
}

// Attacker who learns and guesses the most probable value of each attribute of persons.
template <typename Beliefs>
class Believer {
 public:
  Believer(const JointPlacement& placement, const SensitiveElements& elements,
           const KnownFeatures& features, const InferenceOptions& options, Beliefs& beliefs)
      : placement_(placement),
        elements_(elements),
        features_(features),
        options_(options),
        beliefs_(beliefs) {}

  // Learns by expectation and maximization, all attributes in turn.
  void learn(const Progress& progress) {
    beliefs_.believe({}, progress);
    if (options_.iterations == 0 || beliefs_.persons() == 0) return;
    learners_.reserve(elements_.attributes());
    for (std::size_t a = 0; a < elements_.attributes(); ++a) {
      const ValueClasses& values = elements_.of_attribute(a);
      learners_.emplace_back(features_,
                             placement_.persons_to(std::min(
                                 beliefs_.persons(), most_learners(values, features_, options_))),
                             values.classes, options_, progress);
    }
    models_.resize(learners_.size());
    progress.expect(options_.iterations, "rounds");
    for (unsigned iteration = 0; iteration < options_.iterations; ++iteration) {
      teach(progress);
      for (std::size_t a = 0; a < learners_.size(); ++a)
        models_[a] = &learners_[a].learn(progress);
      beliefs_.believe(predict_for(placement_.persons()), progress);
      progress.advance();
    }
  }

  std::vector<std::vector<Guess>> guess(const Progress& progress) const {
    return guess_by(beliefs_, progress);
  }

  // Guesses the values of other persons by the learned models.
  std::vector<std::vector<Guess>> guess_others(const JointPlacement& others,
                                               const Progress& progress) const {
    Beliefs beliefs(table_or_all<Beliefs>(others), beliefs_);
    const std::vector<Row>& persons = others.persons();
    beliefs.believe(models_.empty() ? PredictClasses() : predict_for(persons), progress);
    std::vector<std::vector<Guess>> guesses = guess_by(beliefs, progress);
    for (std::size_t a = 0; a < guesses.size(); ++a) {
      const std::vector<std::uint64_t> rows = placement_.rows_of_values(a);
      for (std::size_t i = 0; i < persons.size(); ++i) {
        progress.checkpoint_at(i * 64);
        if (!(guesses[a][i].probability > 0)) guesses[a][i] = guess_by_model(a, persons[i], rows);
      }
    }
    return guesses;
  }

 private:
  PredictClasses predict_for(const std::vector<Row>& persons) const {
    return [this, &persons](std::size_t i, std::span<double> of_classes) {
      for (std::size_t a = 0; a < models_.size(); ++a) {
        models_[a]->predict(features_.of(persons[i]),
                            of_classes.subspan(elements_.first_class(a), models_[a]->values()));
      }
    };
  }

  // Returns the most probable values by attribute, the first of equally probable ones.
  std::vector<std::vector<Guess>> guess_by(const Beliefs& beliefs, const Progress& progress) const {
    std::vector<std::vector<Guess>> guesses(placement_.attributes(),
                                            std::vector<Guess>(beliefs.persons(), Guess{}));
    // Sums by element, which are zero before and after each person.
    std::vector<double> sums(elements_.count());
    for (std::size_t i = 0; i < beliefs.persons(); ++i) {
      progress.checkpoint_at(i * 64);
      beliefs.each_belief(
          i, [&](std::uint32_t element, double probability) { sums[element] += probability; });
      beliefs.each_belief(i, [&](std::uint32_t element, double /*probability*/) {
        const std::size_t a = placement_.attribute_of(element);
        const Code value = element - placement_.first_element[a];
        const double probability = sums[element];
        Guess& best = guesses[a][i];
        const auto is_better = [&](Code than) {
          const double known = sums[placement_.first_element[a] + than];
          return probability > known || (probability == known && value < than);
        };
        if (is_better(best.of_all)) best.of_all = value;
        if (options_.is_harmless(a, value)) return;
        if (probability > best.probability ||
            (probability == best.probability && value < best.value)) {
          best.value = value;
          best.probability = probability;
        }
      });
      beliefs.each_belief(
          i, [&](std::uint32_t element, double /*probability*/) { sums[element] = 0; });
    }
    for (std::size_t a = 0; a < placement_.attributes(); ++a) {
      if (options_.near_of(a) != nullptr)
        guess_near_by(beliefs, a, *options_.near_of(a), guesses[a], progress);
    }
    return guesses;
  }

  void guess_near_by(const Beliefs& beliefs, std::size_t attribute, const NearValues& near,
                     std::vector<Guess>& guesses, const Progress& progress) const {
    const std::uint32_t begin = placement_.first_element[attribute];
    const std::uint32_t end = placement_.first_element[attribute + 1];
    std::vector<ValueChance> chances;
    for (std::size_t i = 0; i < beliefs.persons(); ++i) {
      progress.checkpoint_at(i * 64);
      if (near.is_exact()) {
        guesses[i].near = near.only(guesses[i].value);
        continue;
      }
      chances.clear();
      std::uint32_t outcome = 0;
      beliefs.each_outcome(i, [&](std::span<const std::uint32_t> elements, double probability) {
        for (const std::uint32_t element : elements) {
          if (element >= begin && element < end &&
              !options_.is_harmless(attribute, element - begin))
            chances.push_back({element - begin, outcome, probability});
        }
        ++outcome;
      });
      guesses[i].near = guess_near(chances, near).span;
    }
  }

  // Guesses by the model alone. Before any model was learned, values are as probable as they are
  // frequent in the release.
  Guess guess_by_model(std::size_t attribute, Row person,
                       const std::vector<std::uint64_t>& rows_of_values) const {
    std::vector<double> of_value(rows_of_values.begin(), rows_of_values.end());
    if (!models_.empty()) {
      const std::vector<Row> alone{person};
      std::vector<double> of_classes(elements_.classes());
      predict_for(alone)(0, of_classes);
      for (Code value = 0; value < of_value.size(); ++value) {
        of_value[value] =
            elements_.probability<double>(placement_.first_element[attribute] + value, of_classes);
      }
    }
    const double sum = std::accumulate(of_value.begin(), of_value.end(), 0.0);
    for (Code value = 0; value < of_value.size(); ++value) {
      if (options_.is_harmless(attribute, value)) of_value[value] = 0;
    }
    const auto best = std::max_element(of_value.begin(), of_value.end());
    const NearValues* const near = options_.near_of(attribute);
    return {static_cast<Code>(best - of_value.begin()), sum > 0 ? *best / sum : 0,
            near != nullptr ? guess_near(of_value, *near).span : NearSpan()};
  }

  // Updates the beliefs about the classes of each attribute. Each of several values of a person is
  // an equal part of the lesson.
  void teach(const Progress& progress) {
    std::size_t most = 0;
    for (const Learner& learner : learners_)
      most = std::max(most, learner.persons());
    for (std::size_t i = 0; i < most; ++i) {
      progress.checkpoint_at(i * 64);
      for (Learner& learner : learners_)
        learner.forget(i);
      beliefs_.each_belief(i, [&](std::uint32_t element, double probability) {
        const std::size_t a = placement_.attribute_of(element);
        if (i < learners_[a].persons()) {
          learners_[a].beliefs_of(i)[elements_.class_of(element) - elements_.first_class(a)] +=
              static_cast<float>(probability);
        }
      });
      for (Learner& learner : learners_)
        learner.normalize(i);
    }
  }

  const JointPlacement& placement_;
  const SensitiveElements& elements_;
  const KnownFeatures& features_;
  const InferenceOptions& options_;
  Beliefs& beliefs_;
  std::vector<Learner> learners_;
  std::vector<const ValueModel*> models_;
};

template <typename Beliefs>
AttackGuesses believe_and_guess(const JointPlacement& placement, const JointPlacement* outsiders,
                                const SensitiveElements& elements, const KnownFeatures& features,
                                const InferenceOptions& options, Beliefs beliefs,
                                const Progress& progress) {
  Believer<Beliefs> believer(placement, elements, features, options, beliefs);
  believer.learn(progress);
  AttackGuesses guesses{believer.guess(progress), {}};
  if (outsiders != nullptr) guesses.of_outsiders = believer.guess_others(*outsiders, progress);
  return guesses;
}

AttackGuesses attack_by(const SensitiveElements& elements, const JointPlacement& placement,
                        const JointPlacement* outsiders, const KnownFeatures& features,
                        const InferenceOptions& options, const Progress& progress) {
  if (placement.tables.size() == 1) {
    return believe_and_guess(
        placement, outsiders, elements, features, options,
        BalancedBeliefs(placement.tables.front(), elements, options.threads, outsiders != nullptr),
        progress);
  }
  return believe_and_guess(placement, outsiders, elements, features, options,
                           ExchangedBeliefs(placement, elements, options.threads), progress);
}

// True if a model by values would learn little about the numbers, because most of very many values
// are in one class.
bool is_learned_by_intervals(const NearValues* near, std::span<const std::uint64_t> occurrences) {
  return near != nullptr && !near->is_exact() && are_too_many(occurrences);
}

AttackGuesses attack(const JointPlacement& placement, const JointPlacement* outsiders,
                     const KnownFeatures& features, const InferenceOptions& options,
                     const Progress& progress) {
  AttackGuesses guesses =
      attack_by(SensitiveElements(placement), placement, outsiders, features, options, progress);
  std::vector<const NearValues*> by_intervals;
  for (std::size_t a = 0; a < placement.attributes(); ++a) {
    const bool is_by_intervals =
        options.iterations > 0 &&
        is_learned_by_intervals(options.near_of(a), placement.rows_of_values(a));
    by_intervals.push_back(is_by_intervals ? options.near_of(a) : nullptr);
  }
  if (std::all_of(by_intervals.begin(), by_intervals.end(),
                  [](const NearValues* numbers) { return numbers == nullptr; }))
    return guesses;
  const AttackGuesses near = attack_by(SensitiveElements(placement, by_intervals), placement,
                                       outsiders, features, options, progress);
  const auto take = [&](const std::vector<std::vector<Guess>>& from,
                        std::vector<std::vector<Guess>>& to) {
    for (std::size_t a = 0; a < to.size(); ++a) {
      for (std::size_t i = 0; by_intervals[a] != nullptr && i < to[a].size(); ++i)
        to[a][i].near = from[a][i].near;
    }
  };
  take(near.of_members, guesses.of_members);
  take(near.of_outsiders, guesses.of_outsiders);
  return guesses;
}

// Calls body(i, probabilities of the classes) for each of the persons, with a model that was
// learned from the true values of other persons.
template <typename Body>
void predict_by_folds(std::span<const Row> persons, const TrueValues& truth,
                      const ValueClasses& values, const KnownFeatures& features,
                      const InferenceOptions& options, const Body& body, const Progress& progress) {
  constexpr std::size_t folds = 3;
  const std::size_t most = most_learners(values, features, options);
  std::vector<double> probabilities(values.classes);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<Row> others;
    for (std::size_t i = 0; i < persons.size() && others.size() < most; ++i) {
      if (i % folds != fold) others.push_back(persons[i]);
    }
    if (others.empty()) continue;
    Learner learner(features, others, values.classes, options, progress);
    for (std::size_t i = 0; i < others.size(); ++i) {
      for (const Code value : truth.of(others[i]))
        learner.beliefs_of(i)[values.class_of[value]] = 1;
      learner.normalize(i);
    }
    const ValueModel& model = learner.learn(progress);
    for (std::size_t i = fold; i < persons.size(); i += folds) {
      progress.checkpoint_at(i / folds * 64);
      model.predict(features.of(persons[i]), probabilities);
      body(i, std::span<const double>(probabilities));
    }
  }
}

}  // namespace

std::vector<std::vector<Guess>> guess_jointly(const JointPlacement& placement,
                                              const KnownFeatures& features,
                                              const InferenceOptions& options,
                                              const Progress& progress) {
  return attack(placement, nullptr, features, options, progress).of_members;
}

AttackGuesses guess_jointly(const JointPlacement& placement, const JointPlacement& outsiders,
                            const KnownFeatures& features, const InferenceOptions& options,
                            const Progress& progress) {
  if (!outsiders.persons().empty())
    return attack(placement, &outsiders, features, options, progress);
  AttackGuesses guesses = attack(placement, nullptr, features, options, progress);
  guesses.of_outsiders.resize(placement.attributes());
  return guesses;
}

std::vector<Guess> guess_values(const PlacedPersons& placed, const KnownFeatures& features,
                                const InferenceOptions& options, const Progress& progress) {
  return std::move(guess_jointly(joint_placement(placed), features, options, progress).front());
}

std::vector<Guess> guess_by_true_model(std::span<const Row> persons, const TrueValues& truth,
                                       const KnownFeatures& features,
                                       const InferenceOptions& options, const Progress& progress) {
  std::vector<std::uint64_t> occurrences;
  for (const Row person : persons) {
    for (const Code value : truth.of(person)) {
      if (value >= occurrences.size()) occurrences.resize(value + std::size_t{1});
      ++occurrences[value];
    }
  }
  const NearValues* const near = options.near_of(0);
  const bool by_intervals = is_learned_by_intervals(near, occurrences);
  const ValueClasses values = classes_of_values(occurrences);
  std::optional<NearClasses> of_classes;
  if (near != nullptr && !near->is_exact() && !by_intervals) of_classes.emplace(values, *near);
  std::vector<Guess> guesses(persons.size());
  predict_by_folds(
      persons, truth, values, features, options,
      [&](std::size_t i, std::span<const double> probabilities) {
        for (Code c = 0; c < values.classes; ++c) {
          const Code value = values.value_of[c];
          const double probability = probabilities[c] * values.share[value];
          if (options.is_harmless(0, value)) continue;
          if (probability > guesses[i].probability) guesses[i] = {value, probability};
        }
        if (near == nullptr) return;
        guesses[i].near =
            of_classes ? of_classes->guess(probabilities).span : near->only(guesses[i].value);
      },
      progress);
  if (!by_intervals) return guesses;
  const ValueClasses intervals = intervals_of_values(occurrences, near->in_order());
  NearClasses of_intervals(intervals, *near);
  predict_by_folds(
      persons, truth, intervals, features, options,
      [&](std::size_t i, std::span<const double> probabilities) {
        guesses[i].near = of_intervals.guess(probabilities).span;
      },
      progress);
  return guesses;
}

}  // namespace microdata
