#include "core/risk/class_persons.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/grouped.hpp"
#include "core/risk/covered_values.hpp"
#include "core/risk/published_levels.hpp"
#include "core/risk/source_persons.hpp"

namespace microdata {

namespace {

// Number of classes covering a row that can be gone through in the time of looking at one pair.
constexpr std::size_t steps_per_pair = 16;

std::vector<std::uint32_t> bucket_of_rows(const SubjectView& view) {
  std::vector<std::uint32_t> result;
  result.reserve(view.rows.set_of.size());
  for (const std::uint32_t set : view.rows.set_of)
    result.push_back(view.rows.bucket_of_set[set]);
  return result;
}

// Returns the class that the first row of each bucket shows; `nowhere` if the bucket has no row.
std::vector<std::uint32_t> class_of_buckets(std::span<const std::uint32_t> bucket_of,
                                            std::span<const std::uint32_t> class_of_row,
                                            std::uint32_t buckets) {
  std::vector<std::uint32_t> result(buckets, nowhere);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    std::uint32_t& shown = result[bucket_of[row]];
    if (shown == nowhere) shown = class_of_row[row];
  }
  return result;
}

void mark_uneven(std::span<const std::uint32_t> bucket_of,
                 const std::vector<RegionAttribute>& attributes, std::uint32_t buckets,
                 std::vector<std::uint8_t>& uneven, const Progress& progress) {
  const ClassCover shown = find_classes(bucket_of.size(), attributes, progress);
  const std::vector<std::uint32_t> first = class_of_buckets(bucket_of, shown.class_of_row, buckets);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    progress.checkpoint_at(row);
    if (shown.class_of_row[row] != first[bucket_of[row]]) uneven[bucket_of[row]] = 1;
  }
}

// Comparison of a person's rows with the labels of classes of the table of rows.
class RowCover {
 public:
  RowCover(const std::vector<RegionAttribute>& attributes, const ClassCover& shown)
      : attributes_(attributes), ends_(shown.classes * attributes.size()), codes_of_(ends_.size()) {
    for (std::size_t row = 0; row < shown.class_of_row.size(); ++row) {
      const std::size_t first = shown.class_of_row[row] * attributes.size();
      for (std::size_t a = 0; a < attributes.size() && codes_of_[first + a] == nullptr; ++a) {
        const CodeSet& codes = attributes[a].covers[attributes[a].published[row]];
        codes_of_[first + a] = &codes;
        if (!codes.empty()) ends_[first + a] = {codes.front(), codes.back()};
      }
    }
  }

  void take(std::span<const std::uint32_t> rows) {
    rows_ = rows.size();
    codes_.clear();
    for (const std::uint32_t row : rows) {
      for (const RegionAttribute& attribute : attributes_)
        codes_.push_back(attribute.tuples[row]);
    }
  }

  // Returns true if the class covers at least `rows` of the rows that were taken.
  bool covers(std::uint32_t shown, std::size_t rows) const {
    const std::size_t first = shown * attributes_.size();
    std::size_t covered = 0;
    for (std::size_t i = 0; covered < rows && covered + (rows_ - i) >= rows; ++i)
      covered += covers_row(first, codes_.data() + i * attributes_.size()) ? 1 : 0;
    return covered >= rows;
  }

 private:
  // The least and the greatest covered code; an empty range if no code is covered.
  struct Ends {
    Code low = 1;
    Code high = 0;
  };

  bool covers_row(std::size_t first, const Code* codes) const {
    for (std::size_t a = 0; a < attributes_.size(); ++a)
      if (codes[a] < ends_[first + a].low || codes[a] > ends_[first + a].high) return false;
    for (std::size_t a = 0; a < attributes_.size(); ++a)
      if (!codes_of_[first + a]->contains(codes[a])) return false;
    return true;
  }

  const std::vector<RegionAttribute>& attributes_;
  // Codes that the label of each class and attribute covers, and their ends, which rule out most
  // rows.
  std::vector<Ends> ends_;
  std::vector<const CodeSet*> codes_of_;
  std::size_t rows_ = 0;
  // Codes by row and attribute.
  std::vector<Code> codes_;
};

// Search for the buckets of one person after the other. If the labels of persons leave few enough
// buckets, each bucket is compared with the person's rows. Otherwise, if rows are shown, the
// classes that cover the rows are used as well.
class BucketSearch {
 public:
  BucketSearch(const SubjectView& view, const SubjectClasses& classes, ClassReach reach,
               std::size_t most, const Progress& progress)
      : view_(view),
        reach_(reach),
        most_(most),
        progress_(progress),
        persons_(cover_tuples(view.persons.bucket_of.size(), view.persons.tuples, classes.persons,
                              most, progress)),
        shown_by_persons_(
            class_of_buckets(view.persons.bucket_of, persons_.class_of_row, view.buckets())),
        buckets_by_persons_(group_numbers(shown_by_persons_, persons_.classes, progress)),
        rows_of_person_(group_numbers(view.person_of_tuple, view.persons.tuples, progress)),
        rows_in_(published_rows_by_bucket(view)),
        levels_(view),
        covers_person_(persons_.classes, nowhere) {
    if (!view.has_rows) return;
    const std::vector<std::uint32_t> bucket_of = bucket_of_rows(view);
    const bool few = !persons_.cursory && are_few();
    rows_ = few ? find_classes(view.rows.set_of.size(), classes.rows, progress)
                : cover_tuples(view.rows.set_of.size(), view.person_of_tuple.size(), classes.rows,
                               most, progress);
    shown_by_rows_ = class_of_buckets(bucket_of, rows_->class_of_row, view.buckets());
    if (few) {
      row_cover_.emplace(classes.rows, *rows_);
      return;
    }
    buckets_by_rows_ = group_numbers(shown_by_rows_, rows_->classes, progress_);
    covered_rows_.assign(rows_->classes, 0);
  }

  ClassPersons run() {
    ClassPersons result;
    result.cursory = persons_.cursory || (rows_ && rows_->cursory);
    for (std::uint32_t person = 0; person < view_.persons.tuples; ++person) {
      progress_.checkpoint_at(person);
      if (!find(person, result.buckets)) result.cursory = true;
      result.offsets.push_back(result.buckets.size());
    }
    result.compared = compared_;
    return result;
  }

 private:
  // Returns true if all pairs of persons and buckets whose labels of persons agree can be looked
  // at. A second pass over all buckets of a person without one in the person's stratum is not
  // counted.
  bool are_few() {
    std::vector<std::size_t> of_kind(persons_.kinds);
    for (std::uint32_t kind = 0; kind < persons_.kinds; ++kind)
      of_kind[kind] = count(persons_.of_kind(kind), buckets_by_persons_);
    std::size_t pairs = 0;
    for (const std::uint32_t kind : persons_.kind_of_tuple) {
      pairs += of_kind[kind];
      if (pairs > most_) return false;
    }
    return true;
  }

  // Lists the buckets of a person; returns false if there are too many to look at.
  bool find(std::uint32_t person, std::vector<std::uint32_t>& buckets) {
    if (rows_ && !row_cover_) return find_by_rows(person, buckets);
    const auto of_person = persons_.of_kind(persons_.kind_of_tuple[person]);
    if (!rows_) {
      return list_in_reach(person, of_person, buckets_by_persons_, buckets,
                           [](std::uint32_t) { return true; });
    }
    const std::span<const std::uint32_t> rows = rows_of_person_[person];
    row_cover_->take(rows);
    const auto enough_rows = [&](std::uint32_t bucket) {
      const std::uint32_t shown = shown_by_rows_[bucket];
      if (shown == nowhere || rows_in_[bucket] > rows.size()) return false;
      ++compared_;
      return row_cover_->covers(shown, rows_in_[bucket]);
    };
    return list_in_reach(person, of_person, buckets_by_persons_, buckets, enough_rows);
  }

  // Goes through the buckets by the labels of persons or by those of rows, whichever are fewer.
  bool find_by_rows(std::uint32_t person, std::vector<std::uint32_t>& buckets) {
    const auto of_person = persons_.of_kind(persons_.kind_of_tuple[person]);
    classes_.clear();
    const bool counted = count_rows(person);
    const auto enough_rows = [&](std::uint32_t bucket) {
      const std::uint32_t shown = shown_by_rows_[bucket];
      return shown != nowhere && covered_rows_[shown] >= rows_in_[bucket];
    };
    bool listed = false;
    if (!counted) {
      // There are too many classes to go through.
    } else if (count(of_person, buckets_by_persons_) <= count(classes_, *buckets_by_rows_)) {
      listed = list_in_reach(person, of_person, buckets_by_persons_, buckets, enough_rows);
    } else {
      for (const std::uint32_t c : of_person)
        covers_person_[c] = person;
      listed =
          list_in_reach(person, classes_, *buckets_by_rows_, buckets, [&](std::uint32_t bucket) {
            const std::uint32_t shown = shown_by_persons_[bucket];
            return shown != nowhere && covers_person_[shown] == person && enough_rows(bucket);
          });
    }
    for (const std::uint32_t c : classes_)
      covered_rows_[c] = 0;
    return listed;
  }

  // Counts the person's rows that each class of the table of rows covers; returns false if there
  // are too many.
  bool count_rows(std::uint32_t person) {
    for (const std::uint32_t row : rows_of_person_[person]) {
      const auto of_row = rows_->of_kind(rows_->kind_of_tuple[row]);
      progress_.checkpoint();
      steps_ += of_row.size();
      if (steps_ / steps_per_pair > most_) return false;
      for (const std::uint32_t c : of_row) {
        if (covered_rows_[c]++ == 0) classes_.push_back(c);
      }
    }
    return true;
  }

  static std::size_t count(std::span<const std::uint32_t> classes,
                           const Grouped<std::uint32_t>& buckets) {
    std::size_t result = 0;
    for (const std::uint32_t c : classes)
      result += buckets.size(c);
    return result;
  }

  template <typename Holds>
  bool list_in_reach(std::uint32_t person, std::span<const std::uint32_t> classes,
                     const Grouped<std::uint32_t>& of_class, std::vector<std::uint32_t>& buckets,
                     const Holds& holds) {
    if (reach_ == ClassReach::own_stratum) {
      const std::size_t before = buckets.size();
      const bool listed = list(classes, of_class, buckets, [&](std::uint32_t bucket) {
        return levels_.can_be_of(bucket, person) && holds(bucket);
      });
      if (!listed || buckets.size() > before) return listed;
    }
    return list(classes, of_class, buckets, holds);
  }

  template <typename Holds>
  bool list(std::span<const std::uint32_t> classes, const Grouped<std::uint32_t>& of_class,
            std::vector<std::uint32_t>& buckets, const Holds& holds) {
    for (const std::uint32_t c : classes) {
      for (const std::uint32_t bucket : of_class[c]) {
        progress_.checkpoint_at(looked_at_);
        if (looked_at_++ >= most_) return false;
        if (holds(bucket)) buckets.push_back(bucket);
      }
    }
    return true;
  }

  const SubjectView& view_;
  ClassReach reach_;
  std::size_t most_;
  const Progress& progress_;
  ClassCover persons_;
  std::vector<std::uint32_t> shown_by_persons_;
  Grouped<std::uint32_t> buckets_by_persons_;
  Grouped<std::uint32_t> rows_of_person_;
  std::vector<std::size_t> rows_in_;
  PublishedLevels levels_;
  // The last person whom each class of the table of persons covers.
  std::vector<std::uint32_t> covers_person_;
  std::optional<ClassCover> rows_;
  std::vector<std::uint32_t> shown_by_rows_;
  // Exactly one of these is set if rows are shown: rows are compared one by one, or by the classes
  // that cover them.
  std::optional<RowCover> row_cover_;
  std::optional<Grouped<std::uint32_t>> buckets_by_rows_;
  // Number of the current person's rows that each class of the table of rows covers; zero between
  // persons.
  std::vector<std::size_t> covered_rows_;
  std::vector<std::uint32_t> classes_;
  std::size_t looked_at_ = 0;
  std::size_t compared_ = 0;
  std::size_t steps_ = 0;
};

// Returns persons' buckets in the form of the classes that cover each person, for the matching.
ClassCover cover_of(const ClassPersons& persons, std::span<const std::uint32_t> bucket_of,
                    std::uint32_t buckets) {
  ClassCover cover;
  cover.class_of_row.assign(bucket_of.begin(), bucket_of.end());
  cover.classes = buckets;
  cover.kinds = static_cast<std::uint32_t>(persons.offsets.size() - 1);
  cover.kind_of_tuple.resize(cover.kinds);
  std::iota(cover.kind_of_tuple.begin(), cover.kind_of_tuple.end(), 0U);
  cover.offsets = persons.offsets;
  cover.covering = persons.buckets;
  cover.cursory = persons.cursory;
  return cover;
}

class ClassAdversary {
 public:
  ClassAdversary(const SubjectView& view, const SubjectClasses& classes,
                 const ClassPersons& persons, const Progress& progress)
      : view_(view),
        persons_(persons),
        size_(view.persons_in_buckets()),
        covered_(view, classes, progress),
        levels_known_(PublishedLevels(view).are_known()) {
    for (const SubjectView::Sensitive& sensitive : view.sensitive) {
      values_.emplace_back(view.values, view.buckets(), sensitive, progress);
      counts_.emplace_back(sensitive.distinct);
    }
    for (std::uint32_t b = 0; b < view.buckets(); ++b) {
      const std::uint32_t one[] = {b};
      of_one_.assign(1, 1);
      share_in_.push_back(largest_share(one));
      largest_ = std::max(largest_, share_in_.back());
    }
  }

  // Returns the largest probability of a value; nothing if no bucket can hold the person.
  std::optional<double> probability(std::uint32_t person) {
    // Incomplete lists do not have all buckets of the person.
    if (persons_.cursory) return largest_;
    const std::span<const std::uint32_t> buckets = persons_.of(person);
    if (buckets.empty()) return std::nullopt;
    if (buckets.size() == 1) return share_in_[buckets.front()];
    if (levels_known_ && covered_.weigh_persons(buckets, person, of_one_))
      return largest_share(buckets);
    // An attacker who knows which buckets are of the person's stratum finds no more than in the
    // worst one.
    double largest = 0;
    for (const std::uint32_t bucket : buckets)
      largest = std::max(largest, share_in_[bucket]);
    return largest;
  }

 private:
  // Returns the largest share of a value that is not harmless among the persons of some buckets.
  // Persons count by of_one_.
  double largest_share(std::span<const std::uint32_t> buckets) {
    double persons = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i)
      persons += of_one_[i] * size_[buckets[i]];
    double largest = 0;
    for (std::size_t j = 0; j < values_.size(); ++j) {
      for (std::size_t i = 0; i < buckets.size(); ++i) {
        for (const ValuesOfSets::Entry& entry : values_[j].in_bucket(buckets[i])) {
          if (view_.sensitive[j].is_harmless(entry.value)) continue;
          largest = std::max(largest, counts_[j][entry.value] += of_one_[i] * entry.sets);
        }
      }
      for (const std::uint32_t bucket : buckets) {
        for (const ValuesOfSets::Entry& entry : values_[j].in_bucket(bucket))
          counts_[j][entry.value] = 0;
      }
    }
    return persons > 0 ? largest / persons : 0;
  }

  const SubjectView& view_;
  const ClassPersons& persons_;
  std::vector<std::uint32_t> size_;
  CoveredValues covered_;
  // Weight of each person of a bucket, by bucket that is looked at.
  std::vector<double> of_one_;
  std::vector<ValuesOfSets> values_;
  // Counts by sensitive attribute and value; zero between calls.
  std::vector<std::vector<double>> counts_;
  bool levels_known_;
  std::vector<double> share_in_;
  double largest_ = 0;
};

}  // namespace

UnevenClasses find_uneven_classes(const SubjectView& view, const SubjectClasses& classes,
                                  const Progress& progress) {
  std::vector<std::uint8_t> uneven(view.buckets());
  mark_uneven(view.persons.bucket_of, classes.persons, view.buckets(), uneven, progress);
  if (view.has_rows)
    mark_uneven(bucket_of_rows(view), classes.rows, view.buckets(), uneven, progress);
  UnevenClasses result;
  for (std::uint32_t b = 0; b < view.buckets(); ++b) {
    if (uneven[b] == 0) continue;
    if (result.buckets++ == 0) result.first = b;
  }
  return result;
}

ClassPersons find_class_persons(const SubjectView& view, const SubjectClasses& classes,
                                ClassReach reach, std::size_t most, const Progress& progress) {
  return BucketSearch(view, classes, reach, most, progress).run();
}

namespace {

// Returns true if any assignment of persons to buckets also provides all rows. This is so if rows
// show nothing but labels, and no bucket has more sets of rows than persons.
bool rows_go_with_persons(const SubjectView& view) {
  const std::vector<std::uint32_t>& of_source = view.rows.whole.tuples;
  const std::vector<std::uint32_t>& shown = view.rows.whole.published;
  const auto is_the_only_one = [&](std::uint32_t value) { return value == shown.front(); };
  if (!shown.empty() && !(std::all_of(shown.begin(), shown.end(), is_the_only_one) &&
                          std::all_of(of_source.begin(), of_source.end(), is_the_only_one))) {
    return false;
  }
  const std::vector<std::uint32_t> persons = view.persons_in_buckets();
  for (std::uint32_t b = 0; b < view.buckets(); ++b) {
    if (view.rows.sets_in(b) > persons[b]) return false;
  }
  return true;
}

}  // namespace

ClassAssignment assign_persons(const SubjectView& view, const ClassPersons& persons,
                               const Progress& progress) {
  return assign_tuples(cover_of(persons, view.persons.bucket_of, view.buckets()),
                       view.persons.columns.front().whole, progress);
}

ClassAssignment assign_rows(const SubjectView& view, const SubjectClasses& classes,
                            const ClassPersons& persons, const ClassAssignment& of_persons,
                            std::size_t most, const Progress& progress) {
  if (of_persons.impossible_rows == 0 && rows_go_with_persons(view)) return {};
  const std::vector<std::uint32_t> bucket_of = bucket_of_rows(view);
  const ClassCover shown =
      cover_tuples(bucket_of.size(), view.person_of_tuple.size(), classes.rows, most, progress);
  const std::vector<std::uint32_t> shown_by =
      class_of_buckets(bucket_of, shown.class_of_row, view.buckets());
  ClassPersons of_rows;
  of_rows.cursory = persons.cursory || shown.cursory;
  std::vector<std::uint32_t> covers(shown.classes, nowhere);
  std::size_t steps = 0;
  for (std::uint32_t row = 0; row < view.person_of_tuple.size(); ++row) {
    progress.checkpoint();
    const auto of_row = shown.of_kind(shown.kind_of_tuple[row]);
    steps += of_row.size();
    const bool too_many = steps / steps_per_pair > most;
    of_rows.cursory = of_rows.cursory || too_many;
    for (const std::uint32_t c : too_many ? std::span<const std::uint32_t>() : of_row)
      covers[c] = row;
    for (const std::uint32_t bucket : persons.of(view.person_of_tuple[row])) {
      if (shown_by[bucket] == nowhere || covers[shown_by[bucket]] != row) continue;
      if (of_rows.buckets.size() < most) {
        of_rows.buckets.push_back(bucket);
      } else {
        of_rows.cursory = true;
      }
    }
    of_rows.offsets.push_back(of_rows.buckets.size());
  }
  return assign_tuples(cover_of(of_rows, bucket_of, view.buckets()), view.rows.whole, progress);
}

SubjectDisclosure measure_class_persons(const SubjectView& view, const SubjectClasses& classes,
                                        const ClassPersons& persons, const Progress& progress) {
  if (view.sensitive.empty()) return {};
  ClassAdversary adversary(view, classes, persons, progress);
  return measure_persons(
      view.persons.tuples, [&](std::uint32_t person) { return adversary.probability(person); },
      progress);
}

}  // namespace microdata
