#include "core/risk/subject_disclosure.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "core/risk/matching_buckets.hpp"
#include "core/risk/published_levels.hpp"
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
        rows_in_(published_rows_by_bucket(view)),
        levels_(view),
        share_in_(view.buckets()) {
    if (view.has_rows) {
      rows_.emplace(view, view.rows, view.rows.known, SourcePersons::Elements::rows, progress);
    }
    for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
      values_.emplace_back(view.values, view.buckets(), view.sensitive[j], progress);
      sums_.emplace_back(view.sensitive[j].distinct);
      take_shares(values_.back(), progress);
    }
    for (const double share : share_in_)
      most_ = std::max(most_, share);
  }

  // The largest probability of a value; nothing where the person is in no bucket.
  std::optional<double> probability(std::uint32_t person) {
    known_.clear();
    for (const SlicedView::Column& column : view_.persons.columns)
      known_.push_back(column.known.tuples[person]);
    buckets_.find(known_, matches_);
    of_stratum_.clear();
    std::copy_if(matches_.begin(), matches_.end(), std::back_inserter(of_stratum_),
                 [&](const Match& match) { return levels_.can_be_of(match.bucket, person); });
    for (const std::vector<Match>* matches : {&of_stratum_, &matches_}) {
      if (!are_few(*matches)) return most_;
      place(*matches, person);
      if (!places_.empty()) return levels_.are_known() ? share_of_all() : share_of_any();
    }
    return std::nullopt;
  }

 private:
  void take_shares(const ValuesOfSets& values, const Progress& progress) {
    for (std::uint32_t b = 0; b < share_in_.size(); ++b) {
      progress.checkpoint_at(b);
      const double persons = std::max(persons_[b], 1U);
      for (const ValuesOfSets::Entry& entry : values.in_bucket(b))
        share_in_[b] = std::max(share_in_[b], entry.sets / persons);
    }
  }

  // Whether they can be gone through, now and with all others so far.
  bool are_few(std::span<const Match> matches) {
    std::size_t sets = 0;
    for (const Match& match : matches)
      sets += persons_[match.bucket];
    if (sets > most_sets_of_person || looked_at_ + sets > most_sets) return false;
    looked_at_ += sets;
    return true;
  }

  void place(std::span<const Match> matches, std::uint32_t person) {
    places_.clear();
    for (const Match& match : matches) {
      const double weight =
          buckets_.bucket_size(match.bucket) * match.degree * fitting_share(match.bucket, person);
      if (weight > 0) places_.push_back({match.bucket, weight});
    }
  }

  // The person may be in each of the places, by its weight.
  double share_of_all() {
    double total = 0;
    for (const Place& place : places_)
      total += place.weight;
    double largest = 0;
    for (std::size_t j = 0; j < values_.size(); ++j)
      largest = std::max(largest, largest_mean(j, total));
    return largest;
  }

  // Who knows which of the places are of the person's stratum finds no more than in the worst one.
  double share_of_any() const {
    double largest = 0;
    for (const Place& place : places_)
      largest = std::max(largest, share_in_[place.bucket]);
    return largest;
  }

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
  PublishedLevels levels_;
  // By bucket, the share of the value that most of its sets have.
  std::vector<double> share_in_;
  std::optional<SourcePersons> rows_;
  std::vector<ValuesOfSets> values_;
  std::vector<std::vector<double>> sums_;
  double most_ = 0;
  std::size_t looked_at_ = 0;
  std::vector<std::uint32_t> known_;
  std::vector<Match> matches_;
  std::vector<Match> of_stratum_;
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
