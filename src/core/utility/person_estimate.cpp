#include "core/utility/person_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/utility/permutation_variance.hpp"
#include "core/utility/row_linking.hpp"

namespace microdata {

namespace {

constexpr double rounding = 1e-12;

// Quantities that are added up over rows or persons: numbers, numbers less their mean, rows with a
// number, the sum of the last two, and squared numbers.
enum class Added { rows, persons, numbers, centered, known, both, squares };

// Piece of a column that stays together: a person's values, or a set. `entries` has the numbers of
// alike entries by their signature, and lacks the entries that satisfy nothing.
struct Unit {
  std::uint32_t size = 0;
  std::map<Code, std::uint32_t> entries;

  bool operator<(const Unit& other) const {
    return std::tie(size, entries) < std::tie(other.size, other.entries);
  }
};

// Number of units of each kind, by part of the group key.
using UnitsByPart = std::map<Code, std::map<Unit, double>>;

// A column of a table whose units are permuted within buckets.
class PermutedColumn {
 public:
  PermutedColumn(const AskedColumn& column, std::span<const Code> unit_of,
                 std::span<const Code> bucket_of_unit, const PersonQuestion& question,
                 const Progress& progress)
      : column_(column),
        conjunctions_(question.conjunctions),
        units_(group_numbers(bucket_of_unit, question.buckets, progress)),
        entries_(group_numbers(unit_of, bucket_of_unit.size(), progress)) {}

  // Takes entries for alike that satisfy the same, are in the same part of the group key and, if
  // the column has the measure, have the same number. Entries without a number satisfy nothing.
  void choose(std::optional<std::size_t> measure) {
    shares_.clear();
    number_.clear();
    signature_of_.assign(column_.levels, nowhere);
    const std::vector<double>* numbers = nullptr;
    if (measure && column_.measure[*measure]) numbers = &*column_.measure[*measure];
    std::map<std::pair<std::vector<double>, double>, Code> found;
    for (Code level = 0; level < column_.levels; ++level) {
      const auto share = std::span(column_.share).subspan(level * conjunctions_, conjunctions_);
      const double number = numbers == nullptr ? 1 : (*numbers)[level];
      const bool satisfies =
          share.empty() || std::any_of(share.begin(), share.end(), [](double s) { return s > 0; });
      if (!satisfies || std::isnan(number)) continue;
      const auto [place, is_new] =
          found.try_emplace({std::vector<double>(share.begin(), share.end()), number},
                            static_cast<Code>(found.size()));
      if (is_new) {
        shares_.insert(shares_.end(), share.begin(), share.end());
        number_.push_back(number);
      }
      signature_of_[level] = place->second;
    }
  }

  std::size_t units(std::size_t bucket) const { return units_.size(bucket); }
  // Returns the number of an entry; 1 if the column lacks the measure.
  double number(Code signature) const { return number_[signature]; }
  std::span<const double> share(Code signature) const {
    return std::span(shares_).subspan(signature * conjunctions_, conjunctions_);
  }

  UnitsByPart parts(std::size_t bucket, const Progress& progress) const {
    UnitsByPart result;
    std::map<Code, std::map<Code, std::uint32_t>> of_unit;
    for (const std::uint32_t unit : units_[bucket]) {
      progress.checkpoint_at(unit);
      of_unit.clear();
      for (const std::uint32_t entry : entries_[unit]) {
        const Code level = column_.level_of[entry];
        if (signature_of_[level] != nowhere) ++of_unit[column_.group[level]][signature_of_[level]];
      }
      for (auto& [part, entries] : of_unit)
        ++result[part][{static_cast<std::uint32_t>(entries_.size(unit)), std::move(entries)}];
    }
    return result;
  }

 private:
  const AskedColumn& column_;
  std::size_t conjunctions_;
  Grouped<std::uint32_t> units_;
  Grouped<std::uint32_t> entries_;
  std::vector<Code> signature_of_;
  std::vector<double> shares_;
  std::vector<double> number_;
};

// Entries of a person, rows or values, that satisfy something, by kind.
struct Side {
  std::vector<std::span<const double>> share;
  std::vector<double> number;
};

class PersonEstimation {
 public:
  PersonEstimation(const PersonQuestion& question, bool parts, const Progress& progress)
      : question_(question), parts_(parts), progress_(progress), persons_(question.buckets) {
    for (const Code bucket : question.bucket_of_person)
      ++persons_[bucket];
    std::vector<Code> each(question.bucket_of_person.size());
    std::iota(each.begin(), each.end(), Code{0});
    columns_.reserve(question.persons.size() + 2);
    for (const AskedColumn& column : question.persons)
      columns_.emplace_back(column, each, question.bucket_of_person, question, progress);
    for (const auto* sets : {&question.rows, &question.values}) {
      if (*sets) {
        columns_.emplace_back((*sets)->column, (*sets)->set_of, (*sets)->bucket_of_set, question,
                              progress);
      }
    }
    all_.assign(question.conjunctions, 1);
  }

  std::vector<GroupSums> sums() {
    choose(std::nullopt);
    add(Added::rows, [](GroupSums& sums, const LinkedFigure& rows) {
      sums.rows += rows.mean;
      sums.variance += rows.variance;
    });
    for (GroupSums& sums : groups_)
      sums.mixed_rows = sums.rows;
    if (question_.counts_persons) add_persons();
    for (measure_ = 0; measure_ < question_.measures; ++measure_)
      add_measure();
    std::sort(groups_.begin(), groups_.end(),
              [](const GroupSums& a, const GroupSums& b) { return a.group < b.group; });
    return std::move(groups_);
  }

 private:
  void choose(std::optional<std::size_t> measure) {
    for (PermutedColumn& column : columns_)
      column.choose(measure);
  }

  void add_persons() {
    for (GroupSums& sums : groups_)
      sums.persons.emplace();
    // The standard error is the variance until all buckets are added.
    add(Added::persons, [](GroupSums& sums, const LinkedFigure& persons) {
      sums.persons->estimate += persons.mean;
      sums.persons->standard_error += persons.variance;
    });
    for (GroupSums& sums : groups_)
      sums.persons->standard_error = std::sqrt(sums.persons->standard_error);
  }

  void add_measure() {
    choose(measure_);
    const auto measure = [&](GroupSums& sums) -> MeasureSums& { return sums.measures[measure_]; };
    add(Added::numbers, [&](GroupSums& sums, const LinkedFigure& sum) {
      measure(sums).sum += sum.mean;
      measure(sums).variance += sum.variance;
    });
    add(Added::known, [&](GroupSums& sums, const LinkedFigure& known) {
      measure(sums).known += known.mean;
      measure(sums).of_known += known.variance;
      measure(sums).together = std::max(measure(sums).together, most_rows_);
    });
    add(Added::squares, [&](GroupSums& sums, const LinkedFigure& squares) {
      measure(sums).squares += squares.mean;
    });
    for (GroupSums& sums : groups_) {
      measure(sums).mixed_sum = measure(sums).sum;
      measure(sums).mixed_known = measure(sums).known;
    }
    add(Added::centered, [&](GroupSums& sums, const LinkedFigure& centered) {
      measure(sums).of_centered += centered.variance;
    });
    if (!parts_) return;
    add(Added::both,
        [&](GroupSums& sums, const LinkedFigure& both) { measure(sums).of_both += both.variance; });
    for (GroupSums& sums : groups_) {
      MeasureSums& of_group = measure(sums);
      of_group.of_both = (of_group.of_both - of_group.of_centered - of_group.of_known) / 2;
      // An unknown variance stays unknown, whatever is added.
      if (!std::isfinite(of_group.of_both)) of_group.of_both = 0;
    }
  }

  // Calls body(sums of a group, figure of a bucket) for all groups of all buckets.
  template <typename Body>
  void add(Added added, const Body& body) {
    added_ = added;
    units_.resize(columns_.size());
    share_.resize(columns_.size());
    for (std::size_t b = 0; b < persons_.size(); ++b) {
      progress_.checkpoint_at(b * 64);
      if (persons_[b] == 0) continue;
      places_ = persons_[b];
      is_regular_ = true;
      std::vector<UnitsByPart> parts;
      for (const PermutedColumn& column : columns_) {
        parts.push_back(column.parts(b, progress_));
        is_regular_ = is_regular_ && static_cast<double>(column.units(b)) == places_;
      }
      std::vector<Code> key;
      add_groups(parts, key, body);
    }
  }

  template <typename Body>
  void add_groups(const std::vector<UnitsByPart>& parts, std::vector<Code>& key, const Body& body) {
    const std::size_t c = key.size();
    if (c == columns_.size()) {
      const std::size_t g = group(key);
      body(groups_[g], of_bucket(groups_[g]));
      return;
    }
    for (const auto& [part, alike] : parts[c]) {
      units_[c].clear();
      share_[c].clear();
      double rest = 1;
      for (const auto& [unit, number] : alike) {
        units_[c].push_back(&unit);
        share_[c].push_back(number / places_);
        rest -= number / places_;
      }
      if (rest > rounding) {
        units_[c].push_back(nullptr);
        share_[c].push_back(rest);
      }
      key.push_back(part);
      add_groups(parts, key, body);
      key.pop_back();
    }
  }

  std::size_t group(const std::vector<Code>& key) {
    const auto [found, is_new] = group_of_.try_emplace(key, groups_.size());
    if (is_new) {
      if (groups_.size() == most_estimated_groups) throw std::length_error("too many groups");
      groups_.emplace_back().group = key;
      groups_.back().measures.resize(question_.measures);
    }
    return found->second;
  }

  // Returns what the bucket adds to a group.
  LinkedFigure of_bucket(const GroupSums& sums) {
    if (added_ == Added::centered || added_ == Added::both) mean_ = sums.measures[measure_].mean();
    double cells = 1;
    for (const auto& units : units_)
      cells *= static_cast<double>(units.size());
    if (cells > most_links_of_bucket) throw TooManyLinks();
    std::vector<double> value(static_cast<std::size_t>(cells));
    LinkedFigure of_place;
    std::vector<const Unit*> units(units_.size());
    most_rows_ = 1;
    for (std::size_t cell = 0; cell < value.size(); ++cell) {
      progress_.checkpoint_at(cell * 16);
      double weight = 1;
      bool satisfies = true;
      std::size_t next = cell;
      for (std::size_t c = units_.size(); c-- > 0;) {
        const std::size_t kind = next % units_[c].size();
        next /= units_[c].size();
        weight *= share_[c][kind];
        units[c] = units_[c][kind];
        satisfies = satisfies && units[c] != nullptr;
      }
      if (!satisfies) continue;
      const LinkedFigure one = of_person(units);
      most_rows_ = std::max(most_rows_, rows_of_person_);
      value[cell] = one.mean;
      of_place.mean += weight * one.mean;
      of_place.variance += weight * one.variance;
    }
    LinkedFigure result{places_ * of_place.mean, places_ * of_place.variance};
    if (!is_regular_) {
      result.variance = std::numeric_limits<double>::infinity();
    } else if (added_ != Added::squares) {
      result.variance += permutation_variance(places_, share_, std::move(value), progress_);
    }
    return result;
  }

  // Finds the person's columns: the share that satisfies each conjunction, and the number.
  void find_person(const std::vector<const Unit*>& units) {
    shares_ = all_;
    number_ = 1;
    for (std::size_t c = 0; c < question_.persons.size(); ++c) {
      const Code signature = units[c]->entries.begin()->first;
      const auto share = columns_[c].share(signature);
      for (std::size_t k = 0; k < share.size(); ++k)
        shares_[k] *= share[k];
      number_ *= columns_[c].number(signature);
    }
    const std::size_t sets = question_.persons.size();
    const Unit* rows = question_.rows ? units[sets] : nullptr;
    const Unit* values = question_.values ? units.back() : nullptr;
    const double size = rows != nullptr ? rows->size : values != nullptr ? values->size : 1;
    linking_.rows = find_side(rows, sets, size, rows_);
    linking_.values = find_side(values, units.size() - 1, size, values_);
    rows_of_person_ = size;
  }

  // Finds a side of the linking and returns its entries by kind. Without a set, all entries satisfy
  // everything; those that satisfy nothing are the last kind.
  std::vector<double> find_side(const Unit* set, std::size_t column, double size,
                                Side& side) const {
    if (set == nullptr) {
      side = {{all_}, {1}};
      return {size};
    }
    side = {};
    std::vector<double> entries;
    double rest = set->size;
    for (const auto& [signature, number] : set->entries) {
      entries.push_back(number);
      side.share.push_back(columns_[column].share(signature));
      side.number.push_back(columns_[column].number(signature));
      rest -= number;
    }
    if (rest > 0) entries.push_back(rest);
    return entries;
  }

  // Finds by the kinds of a row and of the value linked to it the share that satisfies any
  // conjunction, times what such a row adds.
  void find_links(const std::vector<double>& of_person) {
    linking_.link.assign(linking_.rows.size() * linking_.values.size(), 0);
    for (std::size_t row = 0; row < rows_.share.size(); ++row) {
      for (std::size_t value = 0; value < values_.share.size(); ++value) {
        double none = 1;
        for (std::size_t k = 0; k < question_.conjunctions; ++k)
          none *= 1 - of_person[k] * rows_.share[row][k] * values_.share[value][k];
        const double share = question_.conjunctions == 0 ? 1 : 1 - none;
        linking_.link[row * linking_.values.size() + value] =
            share * quantity(number_ * rows_.number[row] * values_.number[value]);
      }
    }
  }

  double quantity(double number) const {
    if (added_ == Added::numbers) return number;
    if (added_ == Added::centered || added_ == Added::both) {
      const double centered = number - mean_;
      return (std::abs(centered) > rounding * std::abs(mean_) ? centered : 0) +
             (added_ == Added::both ? 1 : 0);
    }
    return added_ == Added::squares ? number * number : 1;
  }

  // Returns what a person of these units adds.
  LinkedFigure of_person(const std::vector<const Unit*>& units) {
    find_person(units);
    if (added_ == Added::persons) return any_of_person();
    find_links(shares_);
    return sum_of_rows(linking_);
  }

  // Returns the probability that any of the person's rows satisfies the question. The conjunctions
  // can hold whose share of the person is above a number drawn once for the person.
  LinkedFigure any_of_person() {
    std::vector<double> shares{1};
    for (const double share : shares_) {
      if (share > 0) shares.push_back(share);
    }
    std::sort(shares.begin(), shares.end());
    double any = 0;
    double before = 0;
    for (const double share : shares) {
      if (share == before) continue;
      std::vector<double> holds;
      for (const double one : shares_)
        holds.push_back(one >= share ? 1 : 0);
      find_links(holds);
      any += (share - before) * any_row(linking_, progress_).mean;
      before = share;
    }
    return {any, any * (1 - any)};
  }

  const PersonQuestion& question_;
  bool parts_;
  const Progress& progress_;
  // Number of persons by bucket.
  std::vector<double> persons_;
  // Columns of persons, rows and values, as in a group's key.
  std::vector<PermutedColumn> columns_;
  std::map<std::vector<Code>, std::size_t> group_of_;
  std::vector<GroupSums> groups_;
  // What is added up, and the mean of the group's numbers.
  Added added_ = Added::rows;
  std::size_t measure_ = 0;
  double mean_ = 0;
  // The bucket: its persons, and by column the kinds of units of the group and their shares. The
  // units that satisfy nothing come last, as a null pointer.
  double places_ = 0;
  // True if there are as many units of each column as persons.
  bool is_regular_ = true;
  std::vector<std::vector<const Unit*>> units_;
  std::vector<std::vector<double>> share_;
  // Most rows of a person of the bucket who can be in the group.
  double most_rows_ = 1;
  // The person: the share of each conjunction, the number, and both sides of the linking.
  std::vector<double> all_;
  std::vector<double> shares_;
  double number_ = 1;
  double rows_of_person_ = 1;
  Side rows_;
  Side values_;
  RowLinking linking_;
};

}  // namespace

std::vector<GroupSums> sum_person_groups(const PersonQuestion& question, bool parts,
                                         const Progress& progress) {
  return PersonEstimation(question, parts, progress).sums();
}

}  // namespace microdata
