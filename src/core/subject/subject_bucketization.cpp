#include "core/subject/subject_bucketization.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/permutation.hpp"
#include "core/microdata/selection.hpp"
#include "core/partition/eligibility.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/published_rows.hpp"
#include "core/privacy/set_privacy.hpp"
#include "core/subject/item_sets.hpp"
#include "core/subject/levels.hpp"
#include "core/subject/person_buckets.hpp"
#include "core/subject/person_classes.hpp"
#include "core/subject/second_look.hpp"
#include "core/subject/set_rule.hpp"
#include "core/subject/value_combinations.hpp"

namespace microdata {

namespace {

bool asks_for_sensitive_values(const SubjectBucketizationOptions& options) {
  return options.l > 1 ||
         std::any_of(options.privacy.begin(), options.privacy.end(), is_about_sensitive_values);
}

// Every person's rows in an order of which the first ones, as many as may be published, are drawn
// at random.
Subjects draw_rows(const Subjects& subjects, const std::vector<std::uint32_t>& most, Random& random,
                   const Progress& progress) {
  Subjects drawn = subjects;
  for (std::size_t p = 0; p < drawn.buckets(); ++p) {
    const std::span<Row> rows =
        std::span(drawn.rows).subspan(drawn.offsets[p], drawn.offsets[p + 1] - drawn.offsets[p]);
    for (std::size_t i = 0; i < most[p] && i + 1 < rows.size(); ++i) {
      progress.checkpoint_at(drawn.offsets[p] + i);
      std::swap(rows[i], rows[i + random.below(static_cast<std::uint32_t>(rows.size() - i))]);
    }
  }
  return drawn;
}

SetPrivacy make_privacy(const Microdata& data, const AttributeSet& sensitive, const ItemSets& sets,
                        const std::vector<PrivacyModel>& models, const Progress& progress) {
  if (models.empty()) return {};
  std::vector<Row> all(sets.persons());
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<std::uint32_t> counts = sets.count(all, progress);
  std::vector<SetDistribution> tables;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    const auto begin = counts.begin() + static_cast<std::ptrdiff_t>(sets.first_item(j));
    const auto end = counts.begin() + static_cast<std::ptrdiff_t>(sets.first_item(j + 1));
    tables.push_back(set_distribution(data.attributes[sensitive[j]],
                                      std::vector<std::uint64_t>(begin, end),
                                      static_cast<std::uint32_t>(sets.persons())));
  }
  return {models, std::move(tables)};
}

// What is published of whom: the first rows of each person in `drawn`, as many as the person's
// level says.
struct Plan {
  Subjects drawn;
  ItemSets sets;
  std::vector<Row> persons;
  Levels levels;
};

class Planning {
 public:
  Planning(const Microdata& data, const AttributeSet& sensitive, const Subjects& subjects,
           const SubjectBucketizationOptions& options, Random& random, const Progress& progress)
      : data_(data),
        sensitive_(sensitive),
        subjects_(subjects),
        options_(options),
        random_(random),
        progress_(progress) {
    for (std::size_t p = 0; p < subjects.buckets(); ++p) {
      most_rows_.push_back(std::min(subjects.offsets[p + 1] - subjects.offsets[p],
                                    std::max(options.rows_per_person.value_or(data.rows), 1U)));
    }
  }

  const SetPrivacy& privacy() const { return privacy_; }
  const std::vector<std::uint32_t>& most_rows() const { return most_rows_; }

  // Without leaving anybody out, if that is possible; otherwise with as few persons left out as one
  // row of each allows. Throws Infeasible. Rows are drawn once, whatever comes of it: to draw again
  // until l holds would favour worlds in which it seldom does, and persons with few rows, who are
  // drawn alike each time, would be seen to have the frequent values.
  Plan run() {
    Plan plan = draw();
    if (find_levels(plan)) return plan;
    leave_out(plan);
    if (!find_levels(plan)) throw not_met(plan);
    return plan;
  }

 private:
  Plan draw() {
    Subjects drawn = draw_rows(subjects_, most_rows_, random_, progress_);
    ItemSets sets(data_, sensitive_, drawn, options_.threads, progress_);
    std::vector<Row> persons(subjects_.buckets());
    std::iota(persons.begin(), persons.end(), 0U);
    if (privacy_.empty()) {
      privacy_ = make_privacy(data_, sensitive_, sets, options_.privacy, progress_);
    }
    return {std::move(drawn), std::move(sets), std::move(persons), {}};
  }

  bool find_levels(Plan& plan) const {
    const SetRule rule(plan.sets, options_.l, privacy_, options_.k);
    std::optional<Levels> levels = choose_levels(rule, plan.persons, most_rows_, progress_);
    if (levels) plan.levels = std::move(*levels);
    return levels.has_value();
  }

  // Where one row of everybody, the least that can be published, is too much, persons have one
  // value each, and those to be left out are found as rows are.
  void leave_out(Plan& plan) const {
    std::vector<Row> first_rows;
    for (std::size_t p = 0; p < plan.drawn.buckets(); ++p)
      first_rows.push_back(plan.drawn.bucket(p).front());
    const Microdata one_row = selected(data_, first_rows, progress_);
    PublishedRows published(one_row.rows, options_.suppress, random_);
    make_eligible(one_row, options_.l, published, progress_);
    plan.persons.assign(published.rows().begin(), published.rows().end());
  }

  // Which of the models a single stratum does not meet.
  Infeasible not_met(const Plan& plan) const {
    ItemSets sets = plan.sets;
    for (const Row person : plan.persons)
      sets.keep(person, 1);
    const std::vector<std::uint32_t> counts = sets.count(plan.persons, progress_);
    Infeasible infeasible;
    infeasible.total = static_cast<std::uint32_t>(plan.persons.size());
    if (infeasible.total < options_.k) {
      infeasible.reason = Infeasible::Reason::too_few_rows;
      return infeasible;
    }
    infeasible.reason = Infeasible::Reason::privacy;
    if (infeasible.total < privacy_.fewest()) {
      infeasible.model = KAnonymity{static_cast<double>(privacy_.fewest())};
      infeasible.reached = infeasible.total;
      return infeasible;
    }
    for (std::size_t j = 0; j < sensitive_.size(); ++j) {
      std::vector<ValueCount> values;
      for (Item item = sets.first_item(j); item < sets.first_item(j + 1); ++item) {
        if (counts[item] > 0) values.push_back({item - sets.first_item(j), counts[item]});
      }
      infeasible.model = privacy_.violated(j, values, infeasible.total);
      if (!infeasible.model) continue;
      infeasible.attribute = sensitive_[j];
      infeasible.reached =
          achieved(*infeasible.model, values, infeasible.total, privacy_.tables()[j]);
      break;
    }
    return infeasible;
  }

  const Microdata& data_;
  const AttributeSet& sensitive_;
  const Subjects& subjects_;
  const SubjectBucketizationOptions& options_;
  Random& random_;
  const Progress& progress_;
  std::vector<std::uint32_t> most_rows_;
  SetPrivacy privacy_;
};

// Persons by their levels, in their order.
std::vector<std::vector<Row>> strata_of(const Plan& plan, std::span<const std::uint32_t> most_rows,
                                        const Progress& progress) {
  std::vector<std::vector<Row>> strata(plan.levels.size());
  for (std::size_t i = 0; i < plan.persons.size(); ++i) {
    progress.checkpoint_at(i);
    const Row person = plan.persons[i];
    const auto above = std::upper_bound(plan.levels.begin(), plan.levels.end(), most_rows[person]);
    strata[static_cast<std::size_t>(above - plan.levels.begin()) - 1].push_back(person);
  }
  return strata;
}

PersonSpace make_space(const Microdata& data, const Subjects& subjects,
                       const AttributeSet& of_person, const Progress& progress) {
  PersonSpace space;
  space.tuples =
      one_tuple_each(data, subjects, with_role(data, of_person, Role::quasi_identifier), progress);
  AttributeSet all(space.tuples.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  space.axes = make_axes(space.tuples, all, progress);
  return space;
}

// The first rows of each person, by number.
Subjects first_rows(const Subjects& drawn, std::span<const std::uint32_t> rows_of_person,
                    const Progress& progress) {
  Subjects published;
  published.offsets.reserve(drawn.offsets.size());
  for (std::size_t p = 0; p < drawn.buckets(); ++p) {
    progress.checkpoint_at(p);
    const std::span<const Row> rows = drawn.bucket(p).first(rows_of_person[p]);
    published.rows.insert(published.rows.end(), rows.begin(), rows.end());
    published.offsets.push_back(static_cast<Row>(published.rows.size()));
  }
  return published;
}

void permute(TuplePartition buckets, const SubjectBucketizationOptions& options, Random& random,
             SubjectBucketization& result, const Progress& progress) {
  buckets = shuffle_buckets(buckets, random, progress);
  std::vector<std::vector<Row>> linking =
      permute_columns(buckets, options.columns + 2, random, progress);
  result.row_sets = std::move(linking.back());
  linking.pop_back();
  result.value_sets = std::move(linking.back());
  linking.pop_back();
  result.buckets = std::move(buckets);
  result.buckets.rows = linking.front();
  result.linking = std::move(linking);
}

}  // namespace

SubjectBucketization bucketize_subjects(const Microdata& data, const Subjects& subjects,
                                        const AttributeSet& of_person,
                                        const SubjectBucketizationOptions& options, Random& random,
                                        const Progress& progress) {
  progress.phase("partition");
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  // Where nothing is asked of sensitive values nothing depends on them.
  const AttributeSet judged = asks_for_sensitive_values(options) ? sensitive : AttributeSet{};
  Planning planning(data, judged, subjects, options, random, progress);
  Plan plan = planning.run();
  std::vector<std::vector<Row>> strata = strata_of(plan, planning.most_rows(), progress);
  std::vector<std::uint32_t> rows_of_person(subjects.buckets());
  for (std::size_t s = 0; s < strata.size(); ++s) {
    for (std::size_t i = 0; i < strata[s].size(); ++i) {
      progress.checkpoint_at(i);
      rows_of_person[strata[s][i]] = plan.levels[s];
      plan.sets.keep(strata[s][i], plan.levels[s]);
    }
  }

  const SetRule rule(plan.sets, options.l, planning.privacy(), options.k);
  const Subjects published = first_rows(plan.drawn, rows_of_person, progress);
  const bool by_classes = options.classes.has_value();
  const Microdata tuples = by_classes
                               ? representatives_of_rows(data, published, options.threads, progress)
                               : Microdata{};
  const PersonSpace space = options.near_persons && !by_classes
                                ? make_space(data, subjects, of_person, progress)
                                : PersonSpace{};
  TuplePartition buckets;
  for (std::vector<Row>& stratum : strata) {
    random.shuffle(std::span(stratum));
    append(buckets, by_classes
                        ? classes_of_stratum(tuples, rule, stratum, *options.classes,
                                             options.threads, progress)
                        : divide_stratum(space, rule, stratum, options.threads, random, progress));
  }

  progress.phase("permute");
  SubjectBucketization result;
  permute(std::move(buckets), options, random, result, progress);
  result.published_rows = published;
  if (!sensitive.empty()) {
    result.published_values =
        value_combinations(data, sensitive, published, options.threads, random, progress);
  }
  result.suppressed_persons = static_cast<Row>(subjects.buckets() - plan.persons.size());
  Row rows = 0;
  for (const Row person : plan.persons)
    rows += static_cast<Row>(subjects.bucket(person).size());
  result.rows_left_out = rows - static_cast<Row>(result.published_rows.rows.size());
  look_again(data, sensitive, result, planning.privacy(), options, progress);
  return result;
}

}  // namespace microdata
