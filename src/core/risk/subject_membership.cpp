#include "core/risk/subject_membership.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/risk/match_in_turn.hpp"
#include "core/risk/published_levels.hpp"
#include "core/risk/source_persons.hpp"
#include "core/risk/subject_places.hpp"
#include "core/risk/table_tuples.hpp"

namespace microdata {

namespace {

// Of a bucket's sets, those that can be a person's.
class FittingSets {
 public:
  FittingSets(const SubjectView& view, MatchingBuckets::Over over, const Progress& progress)
      : view_(view), rows_in_(published_rows_by_bucket(view)) {
    const bool all = over == MatchingBuckets::Over::whole;
    if (view.has_rows) {
      rows_.emplace(view, view.rows, all ? view.rows.whole : view.rows.known,
                    SourcePersons::Elements::rows, progress);
    }
    if (view.has_values && all) {
      values_.emplace(view, view.values, view.values.whole, SourcePersons::Elements::values,
                      progress);
    }
  }

  double share(std::uint32_t bucket, Row person) const {
    double share = 1;
    if (rows_) share *= share_of(view_.rows, *rows_, bucket, person);
    if (values_ && share > 0) share *= share_of(view_.values, *values_, bucket, person);
    return share;
  }

  // That are looked at.
  std::size_t sets_in(std::uint32_t bucket) const {
    return 1 + (rows_ ? view_.rows.sets_in(bucket) : 0) +
           (values_ ? view_.values.sets_in(bucket) : 0);
  }

  std::size_t rows_in(std::uint32_t bucket) const { return rows_in_[bucket]; }

 private:
  double share_of(const PublishedSets& sets, const SourcePersons& persons, std::uint32_t bucket,
                  Row person) const {
    const std::uint32_t first = sets.first_set[bucket];
    const std::uint32_t end = sets.first_set[bucket + std::size_t{1}];
    std::size_t fitting = 0;
    for (std::uint32_t set = first; set < end; ++set)
      fitting += persons.fits(set, person, rows_in_[bucket]) ? 1 : 0;
    return end == first ? 0 : static_cast<double>(fitting) / (end - first);
  }

  const SubjectView& view_;
  std::vector<std::size_t> rows_in_;
  std::optional<SourcePersons> rows_;
  std::optional<SourcePersons> values_;
};

// How many values all labels of a bucket's persons, or of its rows, cover together: by its first.
std::vector<double> combinations_by_bucket(const std::vector<RegionAttribute>& attributes,
                                           std::span<const std::uint32_t> bucket_of,
                                           std::uint32_t buckets) {
  std::vector<double> combinations(buckets, 0);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    double& of_bucket = combinations[bucket_of[row]];
    if (of_bucket > 0) continue;
    of_bucket = 1;
    for (const RegionAttribute& attribute : attributes)
      of_bucket *= static_cast<double>(attribute.covers[attribute.published[row]].size());
  }
  return combinations;
}

// The labels of every bucket's rows: those of the first of them.
std::vector<std::size_t> first_rows(std::span<const std::uint32_t> bucket_of,
                                    std::uint32_t buckets) {
  std::vector<std::size_t> first(buckets, bucket_of.size());
  for (std::size_t row = bucket_of.size(); row-- > 0;)
    first[bucket_of[row]] = row;
  return first;
}

// What classes show in place of values.
class CoveredValues {
 public:
  CoveredValues(const SubjectView& view, const SubjectClasses& classes, const Progress& progress)
      : classes_(classes), rows_in_(published_rows_by_bucket(view)) {
    of_persons_ = combinations_by_bucket(classes.persons, view.persons.bucket_of, view.buckets());
    for (const std::uint32_t set : view.rows.set_of)
      bucket_of_row_.push_back(view.rows.bucket_of_set[set]);
    of_rows_ = combinations_by_bucket(classes.rows, bucket_of_row_, view.buckets());
    first_row_ = first_rows(bucket_of_row_, view.buckets());
    std::vector<std::uint32_t> tuples(view.person_of_tuple.size());
    for (std::size_t row = 0; row < tuples.size(); ++row)
      tuples[row] = static_cast<std::uint32_t>(row);
    tuples_ = GroupedElements(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                              tuples, static_cast<std::uint32_t>(tuples.size()), progress);
  }

  // The probability that somebody of the bucket has just the person's values, and rows that some
  // choice of the person's gives.
  double probability(std::uint32_t bucket, Row person) {
    if (of_persons_[bucket] == 0) return 0;
    double probability = 1 / of_persons_[bucket];
    if (first_row_[bucket] == bucket_of_row_.size()) return probability;
    count_alike(bucket, person);
    const std::size_t length = rows_in_[bucket];
    return probability * sequences(times_, length) *
           std::pow(of_rows_[bucket], -static_cast<double>(length));
  }

 private:
  bool covers(std::uint32_t bucket, std::uint32_t tuple) const {
    return std::all_of(classes_.rows.begin(), classes_.rows.end(),
                       [&](const RegionAttribute& attribute) {
                         const Code label = attribute.published[first_row_[bucket]];
                         return attribute.covers[label].contains(attribute.tuples[tuple]);
                       });
  }

  // Of the person's rows that the bucket covers, how often each occurs.
  void count_alike(std::uint32_t bucket, Row person) {
    covered_.clear();
    for (const std::uint32_t tuple : tuples_.of(person)) {
      if (covers(bucket, tuple)) covered_.push_back(tuple);
    }
    const auto values = [&](std::uint32_t tuple) {
      std::vector<Code> codes;
      for (const RegionAttribute& attribute : classes_.rows)
        codes.push_back(attribute.tuples[tuple]);
      return codes;
    };
    std::sort(covered_.begin(), covered_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return values(a) < values(b); });
    times_.clear();
    for (std::size_t i = 0; i < covered_.size(); ++i) {
      if (i == 0 || values(covered_[i]) != values(covered_[i - 1])) times_.push_back(0);
      ++times_.back();
    }
  }

  const SubjectClasses& classes_;
  std::vector<std::size_t> rows_in_;
  std::vector<double> of_persons_;
  std::vector<double> of_rows_;
  std::vector<std::uint32_t> bucket_of_row_;
  std::vector<std::size_t> first_row_;
  GroupedElements tuples_;
  std::vector<std::uint32_t> covered_;
  std::vector<std::size_t> times_;
};

}  // namespace

double sequences(std::span<const std::size_t> times, std::size_t length) {
  // Exponential generating functions: ways by the number of places that are taken.
  std::vector<double> ways(length + 1, 0);
  ways[0] = 1;
  for (const std::size_t most : times) {
    for (std::size_t taken = length; taken > 0; --taken) {
      double choices = 1;
      for (std::size_t here = 1; here <= std::min(most, taken); ++here) {
        choices *= static_cast<double>(taken - here + 1) / static_cast<double>(here);
        ways[taken] += choices * ways[taken - here];
      }
    }
  }
  return ways[length];
}

SidesMatched match_subjects(const SubjectView& view, MatchingBuckets::Over over,
                            std::span<const Row> members, std::span<const Row> outsiders,
                            std::size_t most_entries, const Progress& progress) {
  const MatchingBuckets buckets(view.persons, over, progress);
  const PublishedLevels levels(view);
  const FittingSets sets(view, over, progress);
  std::vector<std::uint32_t> values(view.persons.columns.size());
  std::vector<Match> matches;
  std::size_t entries = 0;
  const auto match_of = [&](Row person) {
    PersonMatch found;
    for (const Match& match : matches) {
      if (!levels.can_be_of(match.bucket, person)) continue;
      const double persons =
          buckets.bucket_size(match.bucket) * match.degree * sets.share(match.bucket, person);
      found.rows += persons;
      found.buckets += persons > 0 ? 1 : 0;
    }
    return found;
  };
  const auto entries_of = [&](Row person) {
    for (std::size_t c = 0; c < values.size(); ++c)
      values[c] = values_of(view.persons.columns[c], over).tuples[person];
    entries = buckets.entries_to_find(values);
    buckets.find(values, matches);
    for (const Match& match : matches) {
      if (levels.can_be_of(match.bucket, person)) entries += sets.sets_in(match.bucket);
    }
    return entries;
  };
  return match_in_turn(ValueChances(view.persons.tuples), members, outsiders, most_entries,
                       match_of, entries_of, progress);
}

SidesMatched match_subjects(const SubjectView& view, const SubjectClasses& classes,
                            const ClassPersons& persons, MatchingBuckets::Over over,
                            std::span<const Row> members, std::span<const Row> outsiders,
                            std::size_t most_entries, const Progress& progress) {
  const FittingSets sets(view, over, progress);
  const std::vector<std::uint32_t> persons_in = fewest_persons(view);
  CoveredValues covered(view, classes, progress);
  // What is not generalized of persons.
  const MatchingBuckets apart(view.persons, over, progress);
  std::vector<std::uint32_t> values(view.persons.columns.size());
  const auto match_of = [&](Row person) {
    for (std::size_t c = 0; c < values.size(); ++c)
      values[c] = values_of(view.persons.columns[c], over).tuples[person];
    PersonMatch found;
    for (const std::uint32_t bucket : persons.of(person)) {
      double alike = persons_in[bucket];
      for (std::size_t c = 0; c < values.size(); ++c)
        alike *= static_cast<double>(apart.column(c).rows(bucket, values[c])) /
                 apart.bucket_size(bucket);
      if (alike == 0) continue;
      const double expected =
          alike * sets.share(bucket, person) * covered.probability(bucket, person);
      found.rows += expected;
      found.buckets += expected > 0 ? 1 : 0;
    }
    return found;
  };
  const auto entries_of = [&](Row person) {
    std::size_t entries = 0;
    for (const std::uint32_t bucket : persons.of(person))
      entries += sets.sets_in(bucket) + sets.rows_in(bucket);
    return entries;
  };
  return match_in_turn(ValueChances(view.persons.tuples), members, outsiders, most_entries,
                       match_of, entries_of, progress);
}

}  // namespace microdata
