#include "core/risk/subject_disclosure.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/risk/subject_places.hpp"

namespace microdata {

namespace {

// Largest number of sets that are looked at for one person.
constexpr std::size_t most_sets_of_person = 20'000;

CommonestValue commonest_of(const SubjectView::Sensitive& sensitive, const ValuesOfSets& values,
                            std::span<const std::uint32_t> persons, const Progress& progress) {
  CommonestValue worst;
  for (std::uint32_t b = 0; b < persons.size(); ++b) {
    progress.checkpoint_at(b);
    for (const ValuesOfSets::Entry& entry : values.in_bucket(b)) {
      if (sensitive.is_harmless(entry.value)) continue;
      // Values without persons are nobody's; any person in the bucket is taken to have them.
      const CommonestValue one{b, entry.value, entry.sets, std::max(persons[b], 1U)};
      if (one.share() > worst.share()) worst = one;
    }
  }
  return worst;
}

class SubjectAdversary {
 public:
  SubjectAdversary(const SubjectView& view, const Progress& progress)
      : view_(view),
        places_(view, SubjectPlaces::Many::give_up, most_sets_of_person, progress),
        share_in_(view.buckets()) {
    for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
      values_.emplace_back(view.values, view.buckets(), view.sensitive[j], progress);
      sums_.emplace_back(view.sensitive[j].distinct);
      take_shares(j, progress);
    }
    for (const double share : share_in_)
      most_ = std::max(most_, share);
  }

  // Returns the largest probability of a value; nothing if the person is in no bucket.
  std::optional<double> probability(std::uint32_t person) {
    const auto places = places_.find(person);
    if (!places) return most_;
    if (places->empty()) return std::nullopt;
    return places_.levels().are_known() ? share_of_all(*places) : share_of_any(*places);
  }

 private:
  using Places = std::span<const SubjectPlaces::Place>;

  void take_shares(std::size_t j, const Progress& progress) {
    for (std::uint32_t b = 0; b < share_in_.size(); ++b) {
      progress.checkpoint_at(b);
      const double persons = std::max(places_.persons_in()[b], 1U);
      for (const ValuesOfSets::Entry& entry : values_[j].in_bucket(b)) {
        if (!view_.sensitive[j].is_harmless(entry.value))
          share_in_[b] = std::max(share_in_[b], entry.sets / persons);
      }
    }
  }

  // Returns the probability if the person can be in each of the places, by the place's weight.
  double share_of_all(Places places) {
    double total = 0;
    for (const SubjectPlaces::Place& place : places)
      total += place.weight;
    double largest = 0;
    for (std::size_t j = 0; j < values_.size(); ++j)
      largest = std::max(largest, largest_mean(j, places, total));
    return largest;
  }

  // Returns the largest share in any place. An attacker who knows which places are of the person's
  // stratum finds no more than in the worst one.
  double share_of_any(Places places) const {
    double largest = 0;
    for (const SubjectPlaces::Place& place : places)
      largest = std::max(largest, share_in_[place.bucket]);
    return largest;
  }

  double largest_mean(std::size_t j, Places places, double total) {
    std::vector<double>& sums = sums_[j];
    double largest = 0;
    for (const SubjectPlaces::Place& place : places) {
      const double persons = std::max(places_.persons_in()[place.bucket], 1U);
      for (const ValuesOfSets::Entry& entry : values_[j].in_bucket(place.bucket)) {
        if (view_.sensitive[j].is_harmless(entry.value)) continue;
        sums[entry.value] += place.weight / total * (entry.sets / persons);
        largest = std::max(largest, sums[entry.value]);
      }
    }
    for (const SubjectPlaces::Place& place : places) {
      for (const ValuesOfSets::Entry& entry : values_[j].in_bucket(place.bucket))
        sums[entry.value] = 0;
    }
    return largest;
  }

  const SubjectView& view_;
  SubjectPlaces places_;
  // Share of the value, not harmless, that most of the bucket's sets have, by bucket.
  std::vector<double> share_in_;
  std::vector<ValuesOfSets> values_;
  std::vector<std::vector<double>> sums_;
  double most_ = 0;
};

}  // namespace

CommonestValue commonest_value(const SubjectView& view, std::size_t sensitive,
                               const Progress& progress) {
  const SubjectView::Sensitive& of = view.sensitive[sensitive];
  return commonest_of(of, ValuesOfSets(view.values, view.buckets(), of, progress),
                      fewest_persons(view), progress);
}

SubjectDisclosure measure_persons(
    std::size_t persons,
    const std::function<std::optional<double>(std::uint32_t person)>& probability,
    const Progress& progress) {
  SubjectDisclosure result;
  double sum = 0;
  for (std::uint32_t person = 0; person < persons; ++person) {
    progress.checkpoint();
    const std::optional<double> found = probability(person);
    if (!found) continue;
    ++result.persons;
    sum += *found;
    result.max_probability = std::max(result.max_probability, *found);
  }
  if (result.persons > 0) result.mean_probability = sum / static_cast<double>(result.persons);
  return result;
}

SubjectDisclosure measure_subject_disclosure(const SubjectView& view, const Progress& progress) {
  SubjectAdversary adversary(view, progress);
  return measure_persons(
      view.persons.tuples, [&](std::uint32_t person) { return adversary.probability(person); },
      progress);
}

}  // namespace microdata
