#include "core/risk/subject_disclosure.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/risk/matching_buckets.hpp"
#include "core/risk/source_persons.hpp"

namespace microdata {

namespace {

// Sets that are looked at for one person, and for all.
constexpr std::size_t most_sets_of_person = 20'000;
constexpr std::size_t most_sets = 200'000'000;

std::vector<std::uint32_t> fewest_persons(const SubjectView& view) {
  std::vector<std::uint32_t> persons = view.persons_in_buckets();
  for (std::uint32_t b = 0; b < view.buckets(); ++b)
    if (view.has_values) persons[b] = std::min(persons[b], view.values.sets_in(b));
  return persons;
}

CommonestValue commonest_of(const ValuesOfSets& values, std::span<const std::uint32_t> persons,
                            const Progress& progress) {
  CommonestValue worst;
  for (std::uint32_t b = 0; b < persons.size(); ++b) {
    progress.checkpoint_at(b);
    for (const ValuesOfSets::Entry& entry : values.in_bucket(b)) {
      // Values without persons are nobody's: whoever is there at all has them.
      const CommonestValue one{b, entry.value, entry.sets, std::max(persons[b], 1U)};
      if (one.share() > worst.share()) worst = one;
    }
  }
  return worst;
}

// A bucket that a person may be in, and how much it counts.
struct Place {
  std::uint32_t bucket;
  double weight;
};

class SubjectAdversary {
 public:
  SubjectAdversary(const SubjectView& view, const Progress& progress)
      : view_(view),
        buckets_(view.persons, MatchingBuckets::Over::known, progress),
        persons_(fewest_persons(view)),
        rows_in_(published_rows_by_bucket(view)) {
    if (view.has_rows) {
      rows_.emplace(view, view.rows, view.rows.known, SourcePersons::Elements::rows, progress);
    }
    for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
      values_.emplace_back(view.values, view.buckets(), view.sensitive[j], progress);
      sums_.emplace_back(view.sensitive[j].distinct);
      most_ = std::max(most_, commonest_of(values_.back(), persons_, progress).share());
    }
  }

  // The largest probability of a value; nothing where the person is in no bucket.
  std::optional<double> probability(std::uint32_t person) {
    known_.clear();
    for (const SlicedView::Column& column : view_.persons.columns)
      known_.push_back(column.known.tuples[person]);
    buckets_.find(known_, matches_);
    std::size_t sets = 0;
    for (const Match& match : matches_)
      sets += persons_[match.bucket];
    if (sets > most_sets_of_person || looked_at_ + sets > most_sets)
      return matches_.empty() ? std::nullopt : std::optional(most_);
    looked_at_ += sets;
    places_.clear();
    double total = 0;
    for (const Match& match : matches_) {
      const double weight =
          buckets_.bucket_size(match.bucket) * match.degree * fitting_share(match.bucket, person);
      if (weight == 0) continue;
      places_.push_back({match.bucket, weight});
      total += weight;
    }
    if (places_.empty()) return std::nullopt;
    double largest = 0;
    for (std::size_t j = 0; j < values_.size(); ++j)
      largest = std::max(largest, largest_mean(j, total));
    return largest;
  }

 private:
  // Of the bucket's sets of rows, those that can be the person's.
  double fitting_share(std::uint32_t bucket, std::uint32_t person) const {
    if (!rows_) return 1;
    const std::uint32_t sets = view_.rows.sets_in(bucket);
    std::uint32_t fitting = 0;
    for (std::uint32_t set = view_.rows.first_set[bucket]; set < view_.rows.first_set[bucket + 1];
         ++set)
      fitting += rows_->fits(set, person, rows_in_[bucket]) ? 1 : 0;
    return sets == 0 ? 0 : static_cast<double>(fitting) / sets;
  }

  double largest_mean(std::size_t j, double total) {
    std::vector<double>& sums = sums_[j];
    double largest = 0;
    for (const Place& place : places_) {
      const double persons = std::max(persons_[place.bucket], 1U);
      for (const ValuesOfSets::Entry& entry : values_[j].in_bucket(place.bucket)) {
        sums[entry.value] += place.weight / total * (entry.sets / persons);
        largest = std::max(largest, sums[entry.value]);
      }
    }
    for (const Place& place : places_) {
      for (const ValuesOfSets::Entry& entry : values_[j].in_bucket(place.bucket))
        sums[entry.value] = 0;
    }
    return largest;
  }

  const SubjectView& view_;
  MatchingBuckets buckets_;
  std::vector<std::uint32_t> persons_;
  std::vector<std::size_t> rows_in_;
  std::optional<SourcePersons> rows_;
  std::vector<ValuesOfSets> values_;
  std::vector<std::vector<double>> sums_;
  double most_ = 0;
  std::size_t looked_at_ = 0;
  std::vector<std::uint32_t> known_;
  std::vector<Match> matches_;
  std::vector<Place> places_;
};

}  // namespace

CommonestValue commonest_value(const SubjectView& view, std::size_t sensitive,
                               const Progress& progress) {
  return commonest_of(
      ValuesOfSets(view.values, view.buckets(), view.sensitive[sensitive], progress),
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
