#include "core/risk/set_placement.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/grouped.hpp"
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
        const std::uint32_t value = view_.persons.columns.front().whole.tuples[person];
        if (value != nowhere && buckets_.column(0).rows(bucket, value) > 0)
          of_bucket_[bucket].push_back(person);
      }
    }
  }

  bool may_be_in(std::uint32_t bucket, std::uint32_t person) const {
    for (std::size_t c = 1; c < buckets_.columns(); ++c) {
      const std::uint32_t value = view_.persons.columns[c].whole.tuples[person];
      if (value == nowhere || buckets_.column(c).rows(bucket, value) == 0) return false;
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

// Assignment of the largest number of sets to persons they fit, one each (augmenting paths).
class Assignment {
 public:
  // Returns the size of a maximum assignment; fits[set] has indices of persons, below `persons`.
  std::size_t largest(const std::vector<std::vector<std::uint32_t>>& fits, std::size_t persons) {
    set_of_.assign(persons, none);
    std::size_t assigned = 0;
    for (std::uint32_t set = 0; set < fits.size(); ++set) {
      seen_.assign(persons, false);
      assigned += give(fits, set) ? 1 : 0;
    }
    return assigned;
  }

 private:
  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  // NOLINTNEXTLINE(misc-no-recursion): as deep as the bucket has sets, at most most_candidates.
  bool give(const std::vector<std::vector<std::uint32_t>>& fits, std::uint32_t set) {
    for (const std::uint32_t person : fits[set]) {
      if (seen_[person]) continue;
      seen_[person] = true;
      if (set_of_[person] != none && !give(fits, set_of_[person])) continue;
      set_of_[person] = set;
      return true;
    }
    return false;
  }

  std::vector<std::uint32_t> set_of_;
  std::vector<bool> seen_;
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
  using Fits = std::vector<std::vector<std::uint32_t>>;

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

  // Returns, by set, the indices in people_ of the persons whose set it can be, if `rows` rows of
  // each person are published.
  Fits compare(std::uint32_t bucket, const PublishedSets& sets, const SourcePersons& persons,
               std::size_t rows) {
    Fits fits(sets.sets_in(bucket));
    for (std::uint32_t set = 0; set < fits.size(); ++set) {
      for (std::uint32_t p = 0; p < people_.size(); ++p) {
        if (persons.fits(sets.first_set[bucket] + set, people_[p], rows)) fits[set].push_back(p);
      }
    }
    compared_ += fits.size() * people_.size();
    return fits;
  }

  // Counts the sets of rows without a person. A person who fits none of the sets of rows is not in
  // the bucket, and is removed from people_.
  std::size_t rows_of_nobody(std::uint32_t bucket) {
    const Fits fits = compare(bucket, view_.rows, *rows_, rows_in_[bucket]);
    std::vector<std::uint32_t> with_rows;
    for (const std::vector<std::uint32_t>& people : fits)
      with_rows.insert(with_rows.end(), people.begin(), people.end());
    const std::size_t assigned = assignment_.largest(fits, people_.size());
    std::sort(with_rows.begin(), with_rows.end());
    with_rows.erase(std::unique(with_rows.begin(), with_rows.end()), with_rows.end());
    for (std::uint32_t& p : with_rows)
      p = people_[p];
    people_ = std::move(with_rows);
    return fits.size() - assigned;
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
    const Fits fits = compare(bucket, view_.values, *values_, rows);
    return fits.size() - assignment_.largest(fits, people_.size());
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
  Assignment assignment_;
};

}  // namespace

SetPlacement place_sets(const SubjectView& view, const Progress& progress,
                        const ClassPersons* classes) {
  return SetPlacing(view, classes, progress).place();
}

}  // namespace microdata
