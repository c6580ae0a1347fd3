#include "core/choice/attacked_persons.hpp"

#include <algorithm>

#include "core/choice/attacked_table.hpp"

namespace microdata {

namespace {

// True if persons match hardly any buckets except their own.
bool know_their_buckets(std::span<const Row> persons,
                        const std::function<PlacesOfPersons(std::span<const Row>)>& places_of) {
  constexpr std::size_t probed = 500;
  constexpr double few = 1.5;
  const PlacesOfPersons found = places_of(persons.first(std::min(persons.size(), probed)));
  return static_cast<double>(found.places) <= few * static_cast<double>(found.persons);
}

using Judge = GuessesJudged(std::span<const Row> persons, std::span<const Guess> guesses,
                            const TrueValues& truth);

GuessesJudged judge(const AttackedPersons& attacked, std::span<const Row> placed,
                    const std::vector<Guess>& guesses, const TrueValues& truth, Judge* judge_all) {
  if (attacked.judged.empty()) return judge_all(placed, guesses, truth);
  std::vector<Row> persons;
  std::vector<Guess> of_them;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (!attacked.judged[placed[i]]) continue;
    persons.push_back(placed[i]);
    of_them.push_back(guesses[i]);
  }
  return judge_all(persons, of_them, truth);
}

}  // namespace

AttackedPersons persons_to_attack(
    std::size_t count, const TuplePartition& buckets, std::size_t most, std::size_t learners,
    const std::function<PlacesOfPersons(std::span<const Row>)>& places_of, Random& random) {
  AttackedPersons attacked{random_order(count, random), {}};
  if (attacked.persons.size() <= std::max(most, learners)) return attacked;
  if (!know_their_buckets(attacked.persons, places_of)) {
    attacked.persons.resize(std::max(most, learners));
    return attacked;
  }
  attacked.persons.resize(learners);
  std::vector<bool> learned_from(count);
  for (const Row person : attacked.persons)
    learned_from[person] = true;
  attacked.judged.resize(count);
  std::size_t judged = 0;
  for (const Row b : random_order(buckets.buckets(), random)) {
    if (judged >= most) break;
    judged += buckets.bucket(b).size();
    for (const Row person : buckets.bucket(b)) {
      attacked.judged[person] = true;
      if (!learned_from[person]) attacked.persons.push_back(person);
    }
  }
  return attacked;
}

void judge_attribute(const AttackedPersons& attacked, std::span<const Row> placed,
                     std::vector<Guess> guesses, const TrueValues& truth, const NearValues* near,
                     std::span<const std::uint64_t> shown, std::size_t attribute,
                     InferenceReached& worst) {
  const auto consider = [&](Judge* judge_all, bool is_near) {
    const GuessesJudged judged = judge(attacked, placed, guesses, truth, judge_all);
    if (judged.persons == 0) return;
    const ShareInterval interval = wilson_interval(judged.right, judged.persons);
    if (interval.high > worst.interval.high) worst = {attribute, is_near, judged, interval};
  };
  consider(judge_guesses, false);
  if (near == nullptr) return;
  consider(judge_near, true);
  // A model of very large buckets might learn patterns that do not exist.
  const NearSpan most = near_most(shown, *near);
  for (Guess& guess : guesses)
    guess.near = most;
  consider(judge_near, true);
}

}  // namespace microdata
