#include "core/subject/subject_bucketization.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/permutation.hpp"
#include "core/microdata/selection.hpp"
#include "core/partition/eligibility.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/published_rows.hpp"
#include "core/privacy/set_privacy.hpp"
#include "core/subject/item_sets.hpp"
#include "core/subject/levels.hpp"
#include "core/subject/oblivious_persons.hpp"
#include "core/subject/other_draws.hpp"
#include "core/subject/person_buckets.hpp"
#include "core/subject/person_classes.hpp"
#include "core/subject/rows_left_out.hpp"
#include "core/subject/second_look.hpp"
#include "core/subject/set_rule.hpp"
#include "core/subject/value_combinations.hpp"

namespace microdata {

namespace {

bool asks_for_sensitive_values(const SubjectBucketizationOptions& options) {
  return options.l > 1 ||
         std::any_of(options.privacy.begin(), options.privacy.end(), is_about_sensitive_values);
}

bool is_oblivious(const SubjectBucketizationOptions& options) {
  return options.cuts == Cuts::oblivious && asks_for_sensitive_values(options);
}

// Returns the fewest persons of a stratum that is formed without looking at values. In a small
// stratum the share of a value is above 1/l by chance; large strata cost rows. With the largest
// feasible rows_per_person, this number keeps within a few percent of the rows that feasible levels
// keep. Tables of 200 persons and of 20,000 persons give the same result
// (docs/experiments/figures.md, "Levels by counts").
std::size_t fewest_of_stratum(const SetRule& rule) {
  constexpr std::size_t times = 8;
  return times * rule.fewest();
}

// Returns every person's rows in random order, whose first rows may be published.
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

// Returns the largest level of at most a person's number of rows; 0 if there is none.
std::uint32_t level_of(const Levels& levels, std::uint32_t rows) {
  const auto above = std::upper_bound(levels.begin(), levels.end(), rows);
  return above == levels.begin() ? 0 : *std::prev(above);
}

// Plan of the release: as many first rows of each person in `drawn` as the person's level says.
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

  // Returns a plan without suppressed persons, if possible; otherwise with the fewest suppressed
  // persons that one row of each allows. Throws Infeasible. Rows are drawn once, whatever the
  // result. Drawing again until l holds would favour possible assignments in which l seldom holds.
  // Persons with few rows are drawn alike each time; such draws would disclose that these persons
  // have the frequent values.
  Plan run() {
    Plan plan = draw();
    if (is_oblivious(options_)) {
      plan.levels = levels_for(plan, options_.l).value();
      return plan;
    }
    if (!find_levels(plan)) {
      leave_out(plan);
      if (!find_levels(plan)) throw not_met(plan);
    }
    check_left_out(plan);
    return plan;
  }

  // Throws Infeasible if a published stratum of oblivious cuts does not meet the requirements.
  void check(const Plan& plan, const std::vector<std::vector<Row>>& strata) const {
    if (!is_oblivious(options_)) return;
    check_all_published(plan, strata);
    for (std::size_t s = 0; s < strata.size(); ++s) {
      progress_.checkpoint();
      std::optional<Infeasible> infeasible = violated(plan.sets, strata[s]);
      if (!infeasible) continue;
      infeasible->rows_each = plan.levels[s];
      throw *infeasible;
    }
    check_left_out(plan);
  }

 private:
  // Persons by number of rows, and their sets of all these rows.
  struct ByRows {
    std::map<std::uint32_t, std::vector<Row>> persons;
    ItemSets sets;
  };

  ByRows by_rows(const Plan& plan) const {
    ByRows result{{}, plan.sets};
    for (std::size_t i = 0; i < plan.persons.size(); ++i) {
      progress_.checkpoint_at(i);
      const Row person = plan.persons[i];
      result.persons[most_rows_[person]].push_back(person);
      result.sets.keep(person, most_rows_[person]);
    }
    return result;
  }

  // Fails if rows are suppressed while a model compares with the table, whose rows it all knows.
  void check_all_published(const Plan& plan, const std::vector<std::vector<Row>>& strata) const {
    const auto model =
        std::find_if(options_.privacy.begin(), options_.privacy.end(), compares_with_table);
    if (model == options_.privacy.end()) return;
    Row published = 0;
    for (std::size_t s = 0; s < strata.size(); ++s)
      published += static_cast<Row>(strata[s].size()) * plan.levels[s];
    if (published == data_.rows) return;
    Infeasible infeasible;
    infeasible.reason = Infeasible::Reason::rows_left_out;
    infeasible.count = data_.rows - published;
    infeasible.total = data_.rows;
    infeasible.model = *model;
    throw infeasible;
  }

  Plan draw() {
    Plan plan = draw_everybody();
    if (privacy_.empty()) {
      privacy_ = make_privacy(data_, sensitive_, plan.sets, options_.privacy, progress_);
    }
    return plan;
  }

  Plan draw_everybody() const {
    Subjects drawn = draw_rows(subjects_, most_rows_, random_, progress_);
    ItemSets sets(data_, sensitive_, drawn, options_.threads, progress_);
    std::vector<Row> persons(subjects_.buckets());
    std::iota(persons.begin(), persons.end(), 0U);
    return {std::move(drawn), std::move(sets), std::move(persons), {}};
  }

  // Returns the draw of a failing call and, unless cuts are oblivious, other draws.
  std::vector<Plan> other_draws(Plan everybody) const {
    std::vector<Plan> draws{std::move(everybody)};
    const std::size_t others = is_oblivious(options_) ? 0 : number_of_other_draws(data_.rows);
    for (std::size_t i = 0; i < others; ++i)
      draws.push_back(draw_everybody());
    return draws;
  }

  std::optional<Levels> levels_for(const Plan& plan, double l) const {
    const SetRule rule(plan.sets, l, privacy_, options_.k);
    if (!is_oblivious(options_)) return choose_levels(rule, plan.persons, most_rows_, progress_);
    return choose_levels_by_counts(fewest_of_stratum(rule), plan.persons, most_rows_, progress_);
  }

  bool find_levels(Plan& plan) const {
    std::optional<Levels> levels = levels_for(plan, options_.l);
    if (levels) plan.levels = std::move(*levels);
    return levels.has_value();
  }

  // Returns the number of rows of the persons beyond their levels.
  Row left_out_by(const Levels& levels, std::span<const Row> persons) const {
    Row rows = 0;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      progress_.checkpoint_at(i);
      rows += most_rows_[persons[i]] - level_of(levels, most_rows_[persons[i]]);
    }
    return rows;
  }

  RowsLeftOut left_out_of(const Plan& plan) const {
    RowsLeftOut left;
    left.all_rows = data_.rows;
    left.all_persons = static_cast<Row>(subjects_.buckets());
    left.persons = left.all_persons - static_cast<Row>(plan.persons.size());
    Row of_published = 0;
    for (std::size_t i = 0; i < plan.persons.size(); ++i) {
      progress_.checkpoint_at(i);
      const std::uint32_t most = most_rows_[plan.persons[i]];
      of_published += most;
      if (level_of(plan.levels, most) < most) ++left.persons;
    }
    Row all = 0;
    for (const std::uint32_t most : most_rows_)
      all += most;
    left.rows = all - of_published + left_out_by(plan.levels, plan.persons);
    return left;
  }

  Plan of_everybody(const Plan& plan) const {
    Plan everybody = plan;
    everybody.persons.resize(subjects_.buckets());
    std::iota(everybody.persons.begin(), everybody.persons.end(), 0U);
    return everybody;
  }

  void check_left_out(const Plan& plan) const {
    RowsLeftOut left = left_out_of(plan);
    if (left.rows <= left.all_rows * options_.leave_out * (1 + share_tolerance)) return;
    // Numbers of rows depend on no value if cuts are oblivious.
    const Plan everybody = of_everybody(plan);
    if (!is_oblivious(options_)) left.preventing = preventing(plan, by_rows(everybody));
    const std::vector<Plan> draws = other_draws(everybody);
    const LeftOut enough =
        enough_of(draws, {left.all_persons - static_cast<Row>(plan.persons.size()), left.rows});
    // The fraction of rows bounds the fraction of persons that may be suppressed.
    const std::uint64_t of_persons =
        (std::uint64_t{enough.persons} * left.all_rows + left.all_persons - 1) / left.all_persons;
    left.enough_rows = std::max(enough.rows, static_cast<Row>(of_persons));
    left.smaller = smaller_l(draws, left.enough_rows);
    throw left;
  }

  struct LeftOut {
    Row persons = 0;
    Row rows = 0;
  };

  // Returns numbers that hardly any draw exceeds, without draws that cannot be published at all.
  LeftOut enough_of(const std::vector<Plan>& draws, const LeftOut& of_first) const {
    std::vector<Row> persons{of_first.persons};
    std::vector<Row> rows{of_first.rows};
    for (std::size_t i = 1; i < draws.size(); ++i) {
      Plan plan = draws[i];
      if (!find_levels(plan) && !leaves_out_enough(plan, random_)) continue;
      const RowsLeftOut left = left_out_of(plan);
      persons.push_back(left.all_persons - static_cast<Row>(plan.persons.size()));
      rows.push_back(left.rows);
    }
    return {beyond_draws(persons), beyond_draws(rows)};
  }

  // Suppresses the fewest persons that make the plan possible; returns false if no number does.
  bool leaves_out_enough(Plan& plan, Random& random) const {
    try {
      leave_out(plan, 1, random);
    } catch (const Infeasible&) {
      return false;
    }
    return find_levels(plan);
  }

  // Returns why persons cannot publish all rows, for the number of rows whose persons lose most.
  std::optional<Infeasible> preventing(const Plan& plan, const ByRows& complete) const {
    std::optional<Infeasible> worst;
    std::pair<Row, std::size_t> most{0, 0};
    for (const auto& [rows, persons] : complete.persons) {
      progress_.checkpoint();
      const std::pair<Row, std::size_t> cost{left_out_by(plan.levels, persons), persons.size()};
      if (worst && cost <= most) continue;
      std::optional<Infeasible> infeasible = violated(complete.sets, persons);
      if (!infeasible) continue;
      infeasible->rows_each = rows;
      worst = infeasible;
      most = cost;
    }
    return worst;
  }

  // Returns the largest l, up to the requested one, that the persons of every number of rows meet
  // by themselves, regardless of other requirements.
  double largest_l(const ByRows& complete) const {
    double largest = options_.l;
    for (const auto& [rows, persons] : complete.persons) {
      const std::vector<std::uint32_t> counts = complete.sets.count(persons, progress_);
      if (counts.empty()) continue;
      // The quotient is infinite if all values are harmless.
      largest = std::min(largest, static_cast<double>(persons.size()) /
                                      *std::max_element(counts.begin(), counts.end()));
    }
    return largest;
  }

  // Returns a number of suppressed rows that hardly any draw exceeds with this l; nothing if some
  // draw cannot be published.
  std::optional<Row> left_out_with(double l, const std::vector<Plan>& draws) const {
    std::vector<Row> rows;
    for (const Plan& everybody : draws) {
      const std::optional<Levels> levels = levels_for(everybody, l);
      if (!levels) return std::nullopt;
      rows.push_back(left_out_by(*levels, everybody.persons));
    }
    return beyond_draws(rows);
  }

  // Returns a few values of l that would suppress fewer rows and no person, by draws of all
  // persons' rows.
  std::vector<SmallerL> smaller_l(const std::vector<Plan>& draws, Row left_out) const {
    constexpr std::size_t most_shown = 3;
    // The candidate that might suppress nothing.
    double for_all = options_.l;
    if (!is_oblivious(options_)) {
      std::vector<double> largest;
      for (const Plan& everybody : draws)
        largest.push_back(largest_l(by_rows(everybody)));
      for_all = below_draws(largest);
    }
    std::vector<double> candidates;
    for (double l = std::ceil(options_.l) - 1; l >= 2; l = l > 6 ? std::floor(l / 2) : l - 1)
      candidates.push_back(l);
    // The value is rounded down to two digits.
    candidates.push_back(std::floor(for_all * 100) / 100);
    std::sort(candidates.rbegin(), candidates.rend());
    std::vector<SmallerL> result;
    for (const double l : candidates) {
      if (l <= 1 || l >= options_.l || left_out == 0) continue;
      const std::optional<Row> rows = left_out_with(l, draws);
      if (!rows || *rows >= left_out) continue;
      left_out = *rows;
      if (result.size() == most_shown) result.pop_back();
      result.push_back({l, *rows});
    }
    return result;
  }

  // Suppresses persons if even one row of each person, the least that can be published, is
  // infeasible. Each person then has one value, and the method for rows applies.
  void leave_out(Plan& plan) const {
    const Random before = random_;
    try {
      leave_out(plan, options_.suppress, random_);
    } catch (const Infeasible& infeasible) {
      throw with_enough_left_out(infeasible, plan, before);
    }
  }

  // Returns the error with the numbers of persons and rows that would have to be suppressed.
  PersonsInfeasible with_enough_left_out(const Infeasible& found, Plan plan, Random random) const {
    PersonsInfeasible infeasible(found);
    infeasible.to_suppress = 0;
    const std::vector<Plan> draws = other_draws(of_everybody(plan));
    if (found.reason == Infeasible::Reason::share && !is_oblivious(options_)) {
      infeasible.smaller = smaller_l(draws, data_.rows);
      if (infeasible.smaller.empty()) {
        if (const std::optional<Row> rows = left_out_with(1, draws))
          infeasible.smaller.push_back({1, *rows});
      }
    }
    if (!leaves_out_enough(plan, random)) return infeasible;
    infeasible.to_suppress = static_cast<std::uint32_t>(subjects_.buckets() - plan.persons.size());
    infeasible.rows_to_suppress = left_out_of(plan).rows;
    const LeftOut enough = enough_of(draws, {infeasible.to_suppress, infeasible.rows_to_suppress});
    infeasible.enough_persons = enough.persons;
    infeasible.enough_rows = enough.rows;
    return infeasible;
  }

  void leave_out(Plan& plan, double suppress, Random& random) const {
    std::vector<Row> first_rows;
    for (std::size_t p = 0; p < plan.drawn.buckets(); ++p)
      first_rows.push_back(plan.drawn.bucket(p).front());
    const Microdata one_row = selected(data_, first_rows, progress_);
    PublishedRows published(one_row.rows, suppress, random);
    make_eligible(one_row, options_.l, published, progress_);
    plan.persons.assign(published.rows().begin(), published.rows().end());
  }

  // Returns the requirement that a single stratum with one row of each person does not meet.
  Infeasible not_met(const Plan& plan) const {
    ItemSets sets = plan.sets;
    for (const Row person : plan.persons)
      sets.keep(person, 1);
    return violated(sets, plan.persons).value();
  }

  // Returns the requirement that some persons do not meet as a whole.
  std::optional<Infeasible> violated(const ItemSets& sets, std::span<const Row> persons) const {
    const std::vector<std::uint32_t> counts = sets.count(persons, progress_);
    Infeasible infeasible;
    infeasible.total = static_cast<std::uint32_t>(persons.size());
    if (infeasible.total < options_.k) {
      infeasible.reason = Infeasible::Reason::too_few_rows;
      return infeasible;
    }
    if (infeasible.total < privacy_.fewest()) {
      infeasible.reason = Infeasible::Reason::privacy;
      infeasible.model = KAnonymity{static_cast<double>(privacy_.fewest())};
      infeasible.reached = infeasible.total;
      return infeasible;
    }
    for (std::size_t j = 0; j < sensitive_.size(); ++j) {
      infeasible.attribute = sensitive_[j];
      std::vector<ValueCount> values;
      for (Item item = sets.first_item(j); item < sets.first_item(j + 1); ++item) {
        if (counts[item] > 0) values.push_back({item - sets.first_item(j), counts[item]});
      }
      infeasible.count = 0;
      for (const ValueCount& v : values) {
        if (v.tuples <= infeasible.count) continue;
        infeasible.code = v.value;
        infeasible.count = v.tuples;
      }
      if (!share_holds(infeasible.count, infeasible.total, options_.l)) return infeasible;
      infeasible.model = privacy_.violated(j, values, infeasible.total);
      if (!infeasible.model) continue;
      infeasible.reason = Infeasible::Reason::privacy;
      infeasible.reached =
          achieved(*infeasible.model, values, infeasible.total, privacy_.tables()[j]);
      return infeasible;
    }
    return std::nullopt;
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

// Returns the persons by level, in their order.
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

// Returns the quasi-identifiers: of published rows for classes, of persons for buckets.
PersonSpace make_space(const Microdata& data, const Subjects& subjects,
                       const AttributeSet& of_person, const Subjects& published,
                       const SubjectBucketizationOptions& options, const Progress& progress) {
  PersonSpace space;
  if (options.classes) {
    space.tuples = representatives_of_rows(data, published, options.threads, progress);
    // Classes that are cut by gain need no axes.
    if (!is_oblivious(options)) return space;
  } else if (options.near_persons) {
    space.tuples = one_tuple_each(data, subjects,
                                  with_role(data, of_person, Role::quasi_identifier), progress);
  }
  AttributeSet all(space.tuples.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  space.axes = make_axes(space.tuples, all, progress, options.loss);
  return space;
}

TuplePartition divide(const PersonSpace& space, const SetRule& rule, std::span<const Row> stratum,
                      const SubjectBucketizationOptions& options, Random& random,
                      const Progress& progress) {
  if (options.classes && !is_oblivious(options)) {
    return classes_of_stratum(space.tuples, rule, stratum,
                              {*options.classes, options.threads, options.loss}, progress);
  }
  if (is_oblivious(options) && !space.axes.empty()) {
    const std::size_t least = (options.classes ? 1 : 2) * std::size_t{rule.fewest()};
    return cut_persons_obliviously(
        space, rule, stratum, {least, options.threads},
        [&](std::uint32_t bound) { return random.below(bound); }, random, progress);
  }
  // Drawing depends on no quasi-identifier.
  return divide_stratum(space, rule, stratum, options.threads, random, progress);
}

// Returns the first rows of each person, up to the person's number.
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
  // The result must not depend on sensitive values if no requirement concerns them.
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

  planning.check(plan, strata);

  const SetRule rule(plan.sets, options.l, planning.privacy(), options.k);
  const Subjects published = first_rows(plan.drawn, rows_of_person, progress);
  const PersonSpace space = make_space(data, subjects, of_person, published, options, progress);
  TuplePartition buckets;
  for (std::vector<Row>& stratum : strata) {
    random.shuffle(std::span(stratum));
    append(buckets, divide(space, rule, stratum, options, random, progress));
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
