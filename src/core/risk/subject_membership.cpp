#include "core/risk/subject_membership.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/risk/covered_values.hpp"
#include "core/risk/match_in_turn.hpp"
#include "core/risk/published_levels.hpp"
#include "core/risk/source_persons.hpp"
#include "core/risk/subject_places.hpp"
#include "core/risk/table_tuples.hpp"

namespace microdata {

namespace {

// The sets of a bucket that can be a person's.
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

  // Returns the number of sets that share() looks at, and 1.
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

}  // namespace

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
  // Values of persons that are not generalized.
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
