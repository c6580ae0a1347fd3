#include "core/risk/set_placement.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/risk/matching_buckets.hpp"
#include "core/risk/source_persons.hpp"

namespace microdata {

namespace {

// Persons of a bucket that sets are compared with one by one; of more, only whether somebody fits.
constexpr std::size_t most_candidates = 256;

// How many comparisons are made in all.
constexpr std::size_t most_comparisons = 100'000'000;

// The persons of the source who may be in every bucket, by what is published of persons.
class Candidates {
 public:
  Candidates(const SubjectView& view, const ClassPersons* classes, const Progress& progress)
      : view_(view), buckets_(view.persons, MatchingBuckets::Over::whole, progress) {
    if (classes != nullptr && !classes->cursory) {
      take_persons(*classes, progress);
      return;
    }
    const SlicedView::Values& values = view.persons.columns.front().whole;
    offsets_.assign(values.distinct + std::size_t{1}, 0);
    for (const std::uint32_t value : values.tuples)
      if (value != nowhere) ++offsets_[value + std::size_t{1}];
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
    persons_.resize(offsets_.back());
    std::vector<std::size_t> next(offsets_.begin(), offsets_.end() - 1);
    for (std::uint32_t person = 0; person < values.tuples.size(); ++person)
      if (values.tuples[person] != nowhere) persons_[next[values.tuples[person]]++] = person;
  }

  // Calls visit(person) until it returns false.
  template <typename Visit>
  void visit(std::uint32_t bucket, const Visit& visit) const {
    if (!of_bucket_.empty()) {
      for (const std::uint32_t person : of_bucket_[bucket])
        if (!visit(person)) return;
      return;
    }
    for (const BucketCounts::Entry& entry : buckets_.column(0).in_bucket(bucket)) {
      for (std::size_t i = offsets_[entry.value]; i < offsets_[entry.value + std::size_t{1}]; ++i) {
        if (may_be_in(bucket, persons_[i]) && !visit(persons_[i])) return;
      }
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
  // By their values of the first column.
  std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> persons_;
  // Of a generalization instead.
  std::vector<std::vector<std::uint32_t>> of_bucket_;
};

// The most sets that can be given to persons they fit, one each (augmenting paths).
class Assignment {
 public:
  // fits[set]: indices of persons, below `persons`.
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
      : progress_(progress),
        candidates_(view, classes, progress),
        rows_in_(published_rows_by_bucket(view)) {}

  // How many sets are nobody's.
  std::size_t of_nobody(const PublishedSets& sets, const SourcePersons& persons,
                        SetPlacement& result) {
    std::size_t found = 0;
    for (std::uint32_t b = 0; b < rows_in_.size(); ++b) {
      progress_.checkpoint();
      if (compared_ >= most_comparisons) {
        result.cursory = true;
        break;
      }
      const std::size_t in_bucket = of_nobody_in(b, sets, persons, result);
      if (in_bucket > 0 && (!result.bucket || b < *result.bucket)) result.bucket = b;
      found += in_bucket;
    }
    return found;
  }

 private:
  std::size_t of_nobody_in(std::uint32_t bucket, const PublishedSets& sets,
                           const SourcePersons& persons, SetPlacement& result) {
    people_.clear();
    bool all = true;
    candidates_.visit(bucket, [&](std::uint32_t person) {
      all = people_.size() < most_candidates;
      if (all) people_.push_back(person);
      return all;
    });
    const std::uint32_t first = sets.first_set[bucket];
    const std::uint32_t count = sets.sets_in(bucket);
    if (!all) {
      result.cursory = true;
      return fitting_none(bucket, first, count, persons);
    }
    std::vector<std::vector<std::uint32_t>> fits(count);
    for (std::uint32_t set = 0; set < count; ++set) {
      for (std::uint32_t p = 0; p < people_.size(); ++p) {
        if (persons.fits(first + set, people_[p], rows_in_[bucket])) fits[set].push_back(p);
      }
    }
    compared_ += count * people_.size();
    return count - assignment_.largest(fits, people_.size());
  }

  std::size_t fitting_none(std::uint32_t bucket, std::uint32_t first, std::uint32_t count,
                           const SourcePersons& persons) {
    std::size_t found = 0;
    for (std::uint32_t set = first; set < first + count; ++set) {
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

  const Progress& progress_;
  Candidates candidates_;
  std::vector<std::size_t> rows_in_;
  std::size_t compared_ = 0;
  std::vector<std::uint32_t> people_;
  Assignment assignment_;
};

}  // namespace

SetPlacement place_sets(const SubjectView& view, const Progress& progress,
                        const ClassPersons* classes) {
  SetPlacement result;
  SetPlacing placement(view, classes, progress);
  if (view.has_rows) {
    const SourcePersons persons(view, view.rows, view.rows.whole, SourcePersons::Elements::rows,
                                progress);
    result.rows_of_nobody = placement.of_nobody(view.rows, persons, result);
  }
  if (!view.has_values) return result;
  const SourcePersons persons(view, view.values, view.values.whole, SourcePersons::Elements::values,
                              progress);
  result.values_of_nobody = placement.of_nobody(view.values, persons, result);
  return result;
}

}  // namespace microdata
