#include "core/risk/set_placement.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/matching.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/source_persons.hpp"

namespace microdata {

namespace {

// Largest number of persons of a bucket that sets are compared with one by one; of more persons,
// only one that fits is searched for.
constexpr std::size_t most_candidates = 256;

// Largest number of comparisons in all.
constexpr std::size_t most_comparisons = 100'000'000;

// The persons of the source who can be in every bucket, by the published attributes of persons.
class Candidates {
 public:
  Candidates(const SubjectView& view, const ClassPersons* classes, const Progress& progress)
      : view_(view), buckets_(view.persons, MatchingBuckets::Over::whole, progress) {
    if (classes != nullptr && !classes->cursory) {
      take_persons(*classes, progress);
      return;
    }
    const SlicedView::Values& values = view.persons.columns.front().whole;
    persons_ = group_numbers(values.tuples, values.distinct, progress);
  }

  std::size_t columns() const { return buckets_.columns(); }
  // Returns the person's value of a column, and the number of persons whom a bucket shows with it.
  std::uint32_t value(std::size_t column, std::uint32_t person) const {
    return view_.persons.columns[column].whole.tuples[person];
  }
  std::size_t shown(std::uint32_t bucket, std::size_t column, std::uint32_t value) const {
    return buckets_.column(column).rows(bucket, value);
  }

  // Calls visit(person) for the persons who can be in the bucket, until it returns false.
  template <typename Visit>
  void visit(std::uint32_t bucket, const Visit& visit) const {
    if (!of_bucket_.empty()) {
      for (const std::uint32_t person : of_bucket_[bucket])
        if (!visit(person)) return;
      return;
    }
    for (const BucketCounts::Entry& entry : buckets_.column(0).in_bucket(bucket)) {
      for (const std::uint32_t person : persons_[entry.value])
        if (may_be_in(bucket, person) && !visit(person)) return;
    }
  }

 private:
  void take_persons(const ClassPersons& classes, const Progress& progress) {
    of_bucket_.resize(view_.buckets());
    for (std::uint32_t person = 0; person < view_.persons.tuples; ++person) {
      progress.checkpoint_at(person);
      for (const std::uint32_t bucket : classes.of(person)) {
        const std::uint32_t of_person = value(0, person);
        if (of_person != nowhere && shown(bucket, 0, of_person) > 0)
          of_bucket_[bucket].push_back(person);
      }
    }
  }

  bool may_be_in(std::uint32_t bucket, std::uint32_t person) const {
    for (std::size_t c = 1; c < buckets_.columns(); ++c) {
      const std::uint32_t of_person = value(c, person);
      if (of_person == nowhere || shown(bucket, c, of_person) == 0) return false;
    }
    return true;
  }

  const SubjectView& view_;
  MatchingBuckets buckets_;
  // Persons by their values of the first column.
  Grouped<std::uint32_t> persons_;
  // Persons by bucket, if the release is a generalization.
  std::vector<std::vector<std::uint32_t>> of_bucket_;
};

class SetPlacing {
 public:
  SetPlacing(const SubjectView& view, const ClassPersons* classes, const Progress& progress)
      : view_(view),
        progress_(progress),
        candidates_(view, classes, progress),
        rows_in_(published_rows_by_bucket(view)) {
    if (view.has_rows) {
      rows_.emplace(view, view.rows, view.rows.whole, SourcePersons::Elements::rows, progress);
    }
    if (view.has_values) {
      values_.emplace(view, view.values, view.values.whole, SourcePersons::Elements::values,
                      progress);
    }
  }

  SetPlacement place() {
    SetPlacement result;
    for (std::uint32_t b = 0; b < rows_in_.size(); ++b) {
      progress_.checkpoint();
      if (compared_ >= most_comparisons) {
        result.cursory = true;
        break;
      }
      const bool all = find_people(b);
      result.cursory = result.cursory || !all;
      const std::size_t rows = !rows_ ? 0
                               : all  ? rows_of_nobody(b)
                                      : of_none(b, view_.rows, *rows_);
      const std::size_t values = !values_ ? 0
                                 : all    ? values_of_nobody(b)
                                          : of_none(b, view_.values, *values_);
      if (rows + values > 0 && !result.bucket) result.bucket = b;
      result.rows_of_nobody += rows;
      result.values_of_nobody += values;
    }
    return result;
  }

 private:
  // Lists the persons who can be in the bucket; returns true if all were listed.
  bool find_people(std::uint32_t bucket) {
    people_.clear();
    bool all = true;
    candidates_.visit(bucket, [&](std::uint32_t person) {
      all = people_.size() < most_candidates;
      if (all) people_.push_back(person);
      return all;
    });
    return all;
  }

  // Returns the pairs of a set and the index in people_ of a person whose set it can be, if `rows`
  // rows of each person are published.
  std::vector<MatchingEdge> compare(std::uint32_t bucket, const PublishedSets& sets,
                                    const SourcePersons& persons, std::size_t rows) {
    std::vector<MatchingEdge> fits;
    const std::uint32_t of_bucket = sets.sets_in(bucket);
    for (std::uint32_t set = 0; set < of_bucket; ++set) {
      for (std::uint32_t p = 0; p < people_.size(); ++p) {
        if (persons.fits(sets.first_set[bucket] + set, people_[p], rows)) fits.push_back({set, p});
      }
    }
    compared_ += std::size_t{of_bucket} * people_.size();
    return fits;
  }

  // Returns the number of sets that stay without a person if each person gets one, and if no more
  // persons get one than the bucket shows with their value of a column. All columns together would
  // be as hard as three-dimensional matching, so this is the most by one of them.
  std::size_t of_nobody(std::uint32_t bucket, const PublishedSets& sets,
                        const std::vector<MatchingEdge>& fits) const {
    std::size_t most = 0;
    for (std::size_t c = 0; c < candidates_.columns(); ++c)
      most = std::max(most, of_nobody(bucket, sets, fits, c));
    return most;
  }

  // Returns the number by one column. Beside the sets, the persons of a value in excess of those
  // that the bucket shows are taken by supplies of their own: a largest matching leaves no more of
  // these without a person than it could give to sets.
  std::size_t of_nobody(std::uint32_t bucket, const PublishedSets& sets,
                        std::vector<MatchingEdge> edges, std::size_t column) const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> with_value;
    for (std::uint32_t p = 0; p < people_.size(); ++p)
      with_value[candidates_.value(column, people_[p])].push_back(p);
    const std::uint32_t of_bucket = sets.sets_in(bucket);
    std::vector<std::uint32_t> supply(of_bucket, 1);
    std::size_t units = of_bucket;
    for (const auto& [value, people] : with_value) {
      if (value == nowhere) continue;
      const std::size_t shown = candidates_.shown(bucket, column, value);
      if (people.size() <= shown) continue;
      for (const std::uint32_t p : people)
        edges.push_back({static_cast<std::uint32_t>(supply.size()), p});
      supply.push_back(static_cast<std::uint32_t>(people.size() - shown));
      units += people.size() - shown;
    }
    return units - largest_matching(std::move(supply),
                                    std::vector<std::uint32_t>(people_.size(), 1), std::move(edges),
                                    progress_)
                       .matched;
  }

  // Counts the sets of rows without a person. A person who fits none of the sets of rows is not in
  // the bucket, and is removed from people_.
  std::size_t rows_of_nobody(std::uint32_t bucket) {
    std::vector<MatchingEdge> fits = compare(bucket, view_.rows, *rows_, rows_in_[bucket]);
    std::vector<bool> has_rows(people_.size());
    for (const MatchingEdge& fit : fits)
      has_rows[fit.demand] = true;
    const std::size_t without = of_nobody(bucket, view_.rows, fits);
    std::vector<std::uint32_t> with_rows;
    for (std::size_t p = 0; p < people_.size(); ++p) {
      if (has_rows[p]) with_rows.push_back(people_[p]);
    }
    people_ = std::move(with_rows);
    return without;
  }

  std::size_t values_of_nobody(std::uint32_t bucket) {
    if (rows_) return values_of_nobody(bucket, rows_in_[bucket]);
    // The number of published rows of each person is not shown, so the number that most sets fit is
    // used.
    std::size_t most = 0;
    for (const std::uint32_t person : people_)
      most = std::max<std::size_t>(most, values_->rows_of(person));
    std::size_t rows = 1;
    for (std::uint32_t set = view_.values.first_set[bucket];
         set < view_.values.first_set[bucket + std::size_t{1}]; ++set)
      rows = std::max(rows, values_->size_of(set));
    std::size_t fewest = view_.values.sets_in(bucket);
    for (; rows <= most && fewest > 0 && compared_ < most_comparisons; ++rows)
      fewest = std::min(fewest, values_of_nobody(bucket, rows));
    return fewest;
  }

  std::size_t values_of_nobody(std::uint32_t bucket, std::size_t rows) {
    return of_nobody(bucket, view_.values, compare(bucket, view_.values, *values_, rows));
  }

  // Returns the number of sets that fit no person who can be in the bucket, each set by itself.
  std::size_t of_none(std::uint32_t bucket, const PublishedSets& sets,
                      const SourcePersons& persons) {
    std::size_t found = 0;
    for (std::uint32_t set = sets.first_set[bucket]; set < sets.first_set[bucket + std::size_t{1}];
         ++set) {
      bool somebody = false;
      candidates_.visit(bucket, [&](std::uint32_t person) {
        progress_.checkpoint_at(++compared_);
        somebody = compared_ >= most_comparisons || persons.fits(set, person, rows_in_[bucket]);
        return !somebody;
      });
      found += somebody ? 0 : 1;
    }
    return found;
  }

  const SubjectView& view_;
  const Progress& progress_;
  Candidates candidates_;
  std::vector<std::size_t> rows_in_;
  std::optional<SourcePersons> rows_;
  std::optional<SourcePersons> values_;
  std::size_t compared_ = 0;
  std::vector<std::uint32_t> people_;
};

}  // namespace

SetPlacement place_sets(const SubjectView& view, const Progress& progress,
                        const ClassPersons* classes) {
  return SetPlacing(view, classes, progress).place();
}

}  // namespace microdata
