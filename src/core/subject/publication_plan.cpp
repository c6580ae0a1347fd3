#include "core/subject/publication_plan.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/microdata/selection.hpp"
#include "core/partition/eligibility.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/published_rows.hpp"
#include "core/subject/other_draws.hpp"
#include "core/subject/person_suppression.hpp"
#include "core/subject/rows_left_out.hpp"
#include "core/subject/set_rule.hpp"

namespace microdata {

bool asks_for_sensitive_values(const SubjectBucketizationOptions& options) {
  return options.l > 1 ||
         std::any_of(options.privacy.begin(), options.privacy.end(), is_about_sensitive_values);
}

bool is_oblivious(const SubjectBucketizationOptions& options) {
  return options.cuts == Cuts::oblivious && asks_for_sensitive_values(options);
}

namespace {

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

// Returns the number of the table's persons with each value of the attributes, one after the other.
std::vector<std::vector<std::uint64_t>> persons_by_value(const Microdata& data,
                                                         const AttributeSet& sensitive,
                                                         const ItemSets& sets, bool of_region,
                                                         const Progress& progress) {
  std::vector<std::vector<std::uint64_t>> result;
  if (of_region) {
    for (const std::size_t a : sensitive)
      result.push_back(data.attributes[a].table_counts);
    return result;
  }
  std::vector<Row> all(sets.persons());
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<std::uint32_t> counts = sets.count(all, progress);
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    const auto begin = counts.begin() + static_cast<std::ptrdiff_t>(sets.first_item(j));
    const auto end = counts.begin() + static_cast<std::ptrdiff_t>(sets.first_item(j + 1));
    result.emplace_back(begin, end);
  }
  return result;
}

SetPrivacy make_privacy(const Microdata& data, const AttributeSet& sensitive, const ItemSets& sets,
                        const SubjectBucketizationOptions& options, const Progress& progress) {
  if (options.privacy.empty()) return {};
  const Row persons = options.persons_of_table.value_or(static_cast<Row>(sets.persons()));
  std::vector<std::vector<std::uint64_t>> with_value =
      persons_by_value(data, sensitive, sets, options.persons_of_table.has_value(), progress);
  std::vector<SetDistribution> tables;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    tables.push_back(
        set_distribution(data.attributes[sensitive[j]], std::move(with_value[j]), persons));
  }
  return {options.privacy, std::move(tables)};
}

// Returns the largest level of at most a person's number of rows; 0 if there is none.
std::uint32_t level_of(const Levels& levels, std::uint32_t rows) {
  const auto above = std::upper_bound(levels.begin(), levels.end(), rows);
  return above == levels.begin() ? 0 : *std::prev(above);
}

// Persons of a draw to be published, and their levels.
struct Choice {
  std::vector<Row> persons;
  Levels levels;
};

// Draw of the persons' rows, and the choice that it allows.
struct Plan {
  Subjects drawn;
  ItemSets sets;
  Choice choice;
  // Place of each person in the order in which they are suppressed; empty until it is drawn.
  std::vector<Row> place = {};
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
    all_rows_ = std::accumulate(most_rows_.begin(), most_rows_.end(), Row{0});
  }

  PublicationPlan run() {
    Plan plan = choose();
    std::vector<std::vector<Row>> strata = strata_of(plan.choice.persons, plan.choice.levels);
    for (std::size_t s = 0; s < strata.size(); ++s) {
      for (std::size_t i = 0; i < strata[s].size(); ++i) {
        progress_.checkpoint_at(i);
        plan.sets.keep(strata[s][i], plan.choice.levels[s]);
      }
    }
    check(plan, strata);
    return {std::move(plan.drawn), std::move(plan.sets), std::move(plan.choice.levels),
            std::move(strata), std::move(privacy_)};
  }

 private:
  // Returns a plan without suppressed persons, if possible; otherwise with the fewest suppressed
  // persons that one row of each allows. Throws Infeasible. Rows are drawn once, whatever the
  // result. Drawing again until l holds would favour possible assignments in which l seldom holds.
  // Persons with few rows are drawn alike each time; such draws would disclose that these persons
  // have the frequent values.
  Plan choose() {
    Plan plan = draw();
    if (is_oblivious(options_)) {
      plan.choice.levels = levels_for(plan, options_.l).value();
      return plan;
    }
    if (!find_levels(plan, random_)) {
      leave_out(plan);
      if (!find_levels(plan, random_)) throw not_met(plan);
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
      infeasible->rows_each = plan.choice.levels[s];
      throw *infeasible;
    }
    check_left_out(plan);
  }

  // Returns the persons by level, in their order.
  std::vector<std::vector<Row>> strata_of(std::span<const Row> persons,
                                          const Levels& levels) const {
    std::vector<std::vector<Row>> strata(levels.size());
    for (std::size_t i = 0; i < persons.size(); ++i) {
      progress_.checkpoint_at(i);
      const auto above = std::upper_bound(levels.begin(), levels.end(), most_rows_[persons[i]]);
      strata[static_cast<std::size_t>(above - levels.begin()) - 1].push_back(persons[i]);
    }
    return strata;
  }

  // Persons by number of rows, and their sets of all these rows.
  struct ByRows {
    std::map<std::uint32_t, std::vector<Row>> persons;
    ItemSets sets;
  };

  ByRows by_rows(const Plan& plan) const {
    ByRows result{{}, plan.sets};
    for (std::size_t i = 0; i < plan.choice.persons.size(); ++i) {
      progress_.checkpoint_at(i);
      const Row person = plan.choice.persons[i];
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
      published += static_cast<Row>(strata[s].size()) * plan.choice.levels[s];
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
      privacy_ = make_privacy(data_, sensitive_, plan.sets, options_, progress_);
    }
    return plan;
  }

  Plan draw_everybody() const {
    Subjects drawn = draw_rows(subjects_, most_rows_, random_, progress_);
    ItemSets sets(data_, sensitive_, drawn, options_.threads, progress_);
    std::vector<Row> persons(subjects_.buckets());
    std::iota(persons.begin(), persons.end(), 0U);
    return {std::move(drawn), std::move(sets), {std::move(persons), {}}};
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
    if (!is_oblivious(options_))
      return choose_levels(rule, plan.choice.persons, most_rows_, progress_);
    return choose_levels_by_counts(fewest_of_stratum(rule), plan.choice.persons, most_rows_,
                                   progress_);
  }

  struct LeftOut {
    Row persons = 0;
    Row rows = 0;
  };

  LeftOut left_out_of(const Choice& choice) const {
    Row published = 0;
    for (std::size_t i = 0; i < choice.persons.size(); ++i) {
      progress_.checkpoint_at(i);
      published += level_of(choice.levels, most_rows_[choice.persons[i]]);
    }
    return {static_cast<Row>(subjects_.buckets() - choice.persons.size()), all_rows_ - published};
  }

  bool is_allowed(const LeftOut& left) const {
    const auto within = [](Row count, std::size_t all, double share) {
      return count <= static_cast<double>(all) * share * (1 + share_tolerance);
    };
    return within(left.persons, subjects_.buckets(), options_.suppress) &&
           within(left.rows, all_rows_, options_.leave_out);
  }

  // Returns the fraction of rows and persons that a call must be allowed to suppress, and the
  // number of rows that has this fraction.
  double needed(const LeftOut& left) const {
    return std::max(static_cast<double>(left.rows) / all_rows_,
                    static_cast<double>(left.persons) / static_cast<double>(subjects_.buckets()));
  }
  Row needed_rows(const LeftOut& left) const {
    return static_cast<Row>(std::ceil(needed(left) * all_rows_ * (1 - share_tolerance)));
  }

  // Returns higher levels, for which some persons of a stratum are suppressed; nothing if models
  // forbid them.
  std::optional<Choice> with_persons_out(Plan& plan, double l, Random& random) const {
    if (plan.place.empty()) {
      plan.place.resize(subjects_.buckets());
      std::iota(plan.place.begin(), plan.place.end(), 0U);
      random.shuffle(std::span(plan.place));
    }
    const SetRule rule(plan.sets, l, privacy_, options_.k);
    std::optional<Levels> levels =
        choose_levels(rule, plan.choice.persons, most_rows_, progress_, PersonsOut::some);
    if (!levels) return std::nullopt;
    std::vector<std::vector<Row>> strata = strata_of(plan.choice.persons, *levels);
    Choice choice{{}, std::move(*levels)};
    for (std::size_t s = 0; s < strata.size(); ++s) {
      if (strata[s].empty()) continue;
      std::sort(strata[s].begin(), strata[s].end(),
                [&](Row a, Row b) { return plan.place[a] < plan.place[b]; });
      const std::optional<std::vector<Row>> rest =
          without_frequent_sets(rule, std::move(strata[s]), choice.levels[s], progress_);
      if (!rest) return std::nullopt;
      choice.persons.insert(choice.persons.end(), rest->begin(), rest->end());
    }
    std::sort(choice.persons.begin(), choice.persons.end());
    return choice;
  }

  // Returns the choice that must be allowed to suppress least, first of those that are allowed;
  // nothing if not even one row of each person can be published. Either rows of whole strata are
  // suppressed, or also persons with too frequent values.
  std::optional<Choice> choice_for(Plan& plan, double l, Random& random) const {
    std::optional<Levels> levels = levels_for(plan, l);
    if (!levels) return std::nullopt;
    Choice all{plan.choice.persons, std::move(*levels)};
    if (is_oblivious(options_) || left_out_by(all.levels, all.persons) == 0) return all;
    std::optional<Choice> fewer = with_persons_out(plan, l, random);
    if (!fewer) return all;
    const LeftOut of_all = left_out_of(all);
    const LeftOut of_fewer = left_out_of(*fewer);
    const bool allowed = is_allowed(of_fewer);
    const bool better = allowed == is_allowed(of_all) ? needed(of_fewer) < needed(of_all) : allowed;
    return better ? std::move(*fewer) : all;
  }

  bool find_levels(Plan& plan, Random& random) const {
    std::optional<Choice> choice = choice_for(plan, options_.l, random);
    if (choice) plan.choice = std::move(*choice);
    return choice.has_value();
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
    left.all_rows = all_rows_;
    left.all_persons = static_cast<Row>(subjects_.buckets());
    left.persons = left.all_persons - static_cast<Row>(plan.choice.persons.size());
    for (std::size_t i = 0; i < plan.choice.persons.size(); ++i) {
      progress_.checkpoint_at(i);
      const std::uint32_t most = most_rows_[plan.choice.persons[i]];
      if (level_of(plan.choice.levels, most) < most) ++left.persons;
    }
    left.rows = left_out_of(plan.choice).rows;
    return left;
  }

  Plan of_everybody(const Plan& plan) const {
    Plan everybody = plan;
    everybody.choice.persons.resize(subjects_.buckets());
    std::iota(everybody.choice.persons.begin(), everybody.choice.persons.end(), 0U);
    return everybody;
  }

  void check_left_out(const Plan& plan) const {
    RowsLeftOut left = left_out_of(plan);
    const LeftOut of_plan{left.all_persons - static_cast<Row>(plan.choice.persons.size()),
                          left.rows};
    if (is_allowed(of_plan)) return;
    // Numbers of rows depend on no value if cuts are oblivious.
    const Plan everybody = of_everybody(plan);
    if (!is_oblivious(options_)) left.preventing = preventing(plan, by_rows(everybody));
    std::vector<Plan> draws = other_draws(everybody);
    left.enough_rows = needed_rows(enough_of(draws, of_plan));
    left.smaller = smaller_l(draws, left.enough_rows);
    throw left;
  }

  // Returns numbers that hardly any draw exceeds, without draws that cannot be published at all.
  LeftOut enough_of(const std::vector<Plan>& draws, const LeftOut& of_first) const {
    std::vector<Row> persons{of_first.persons};
    std::vector<Row> rows{of_first.rows};
    for (std::size_t i = 1; i < draws.size(); ++i) {
      Plan plan = draws[i];
      if (!find_levels(plan, random_) && !leaves_out_enough(plan, random_)) continue;
      const RowsLeftOut left = left_out_of(plan);
      persons.push_back(left.all_persons - static_cast<Row>(plan.choice.persons.size()));
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
    return find_levels(plan, random);
  }

  // Returns why persons cannot publish all rows, for the number of rows whose persons lose most.
  std::optional<Infeasible> preventing(const Plan& plan, const ByRows& complete) const {
    std::optional<Infeasible> worst;
    std::pair<Row, std::size_t> most{0, 0};
    for (const auto& [rows, persons] : complete.persons) {
      progress_.checkpoint();
      const std::pair<Row, std::size_t> cost{left_out_by(plan.choice.levels, persons),
                                             persons.size()};
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
  std::optional<Row> left_out_with(double l, std::vector<Plan>& draws) const {
    std::vector<Row> rows;
    for (Plan& everybody : draws) {
      const std::optional<Choice> choice = choice_for(everybody, l, random_);
      if (!choice) return std::nullopt;
      rows.push_back(needed_rows(left_out_of(*choice)));
    }
    return beyond_draws(rows);
  }

  // Returns a few values of l that would suppress fewer rows and no person, by draws of all
  // persons' rows.
  std::vector<SmallerL> smaller_l(std::vector<Plan>& draws, Row left_out) const {
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
    infeasible.all_rows = all_rows_;
    std::vector<Plan> draws = other_draws(of_everybody(plan));
    Row most_rows = all_rows_;
    if (leaves_out_enough(plan, random)) {
      infeasible.to_suppress =
          static_cast<std::uint32_t>(subjects_.buckets() - plan.choice.persons.size());
      infeasible.rows_to_suppress = left_out_of(plan).rows;
      const LeftOut enough =
          enough_of(draws, {infeasible.to_suppress, infeasible.rows_to_suppress});
      infeasible.enough_persons = enough.persons;
      infeasible.enough_rows = enough.rows;
      most_rows = needed_rows(enough);
    }
    if (found.reason != Infeasible::Reason::share || is_oblivious(options_)) return infeasible;
    infeasible.smaller = smaller_l(draws, most_rows);
    if (infeasible.smaller.empty()) {
      if (const std::optional<Row> rows = left_out_with(1, draws))
        infeasible.smaller.push_back({1, *rows});
    }
    return infeasible;
  }

  void leave_out(Plan& plan, double suppress, Random& random) const {
    std::vector<Row> first_rows;
    for (std::size_t p = 0; p < plan.drawn.buckets(); ++p)
      first_rows.push_back(plan.drawn.bucket(p).front());
    const Microdata one_row = selected(data_, first_rows, progress_);
    PublishedRows published(one_row.rows, suppress, random);
    make_eligible(one_row, options_.l, published, progress_);
    plan.choice.persons.assign(published.rows().begin(), published.rows().end());
  }

  // Returns the requirement that a single stratum with one row of each person does not meet.
  Infeasible not_met(const Plan& plan) const {
    ItemSets sets = plan.sets;
    for (const Row person : plan.choice.persons)
      sets.keep(person, 1);
    return violated(sets, plan.choice.persons).value();
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
  // Number of rows within rows_per_person.
  Row all_rows_ = 0;
  SetPrivacy privacy_;
};

}  // namespace

PublicationPlan plan_publication(const Microdata& data, const AttributeSet& sensitive,
                                 const Subjects& subjects,
                                 const SubjectBucketizationOptions& options, Random& random,
                                 const Progress& progress) {
  return Planning(data, sensitive, subjects, options, random, progress).run();
}

}  // namespace microdata
