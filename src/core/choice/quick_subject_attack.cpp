#include "core/choice/quick_subject_attack.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/choice/attacked_table.hpp"
#include "core/choice/quick_sample.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/selection.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/inference_audit.hpp"
#include "core/risk/joint_placement.hpp"
#include "core/risk/person_features.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/true_values.hpp"

namespace microdata {

namespace {

constexpr Row nobody = std::numeric_limits<Row>::max();

// Persons of some buckets, numbered in order of appearance, and their published rows.
class SampledSubjects {
 public:
  SampledSubjects(const ShownSubjects& shown, std::size_t enough, Random& random)
      : shown_(shown), number_(shown.release->published_rows.buckets(), nobody) {
    const TuplePartition& all = shown.release->buckets;
    for (const Row bucket : random_order(all.buckets(), random)) {
      if (place_count() >= enough) break;
      add(all.offsets[bucket], std::min<std::size_t>(all.bucket(bucket).size(), enough));
    }
    others_ =
        shown.others * static_cast<double>(all.rows.size()) / static_cast<double>(place_count());
  }

  std::size_t place_count() const { return bucket_of_place_.size(); }
  const std::vector<std::uint32_t>& bucket_of_place() const { return bucket_of_place_; }
  std::uint32_t buckets() const { return buckets_; }
  // Returns the number of the person whose values stand at each place of a column.
  const std::vector<Row>& column(std::size_t c) const { return columns_[c]; }
  const std::vector<Row>& row_sets() const { return row_sets_; }
  const std::vector<Row>& value_sets() const { return value_sets_; }

  std::size_t persons() const { return persons_.size(); }
  SampledBuckets sampled() const { return {bucket_of_person_, others_}; }
  // Returns the published rows of the sampled persons, person by person, as rows of the data. Sets
  // `person_of` to the person of each row.
  std::vector<Row> rows(std::vector<std::uint32_t>& person_of) const {
    std::vector<Row> result;
    for (std::uint32_t i = 0; i < persons_.size(); ++i) {
      const std::span<const Row> of_person = shown_.release->published_rows.bucket(persons_[i]);
      result.insert(result.end(), of_person.begin(), of_person.end());
      person_of.resize(result.size(), i);
    }
    return result;
  }

 private:
  void add(std::size_t first, std::size_t places) {
    const SubjectBucketization& release = *shown_.release;
    columns_.resize(release.linking.size());
    const auto add_to = [&](std::vector<Row>& column, const std::vector<Row>& of_places) {
      for (std::size_t at = first; at < first + places; ++at)
        column.push_back(number_of(of_places[at]));
    };
    for (std::size_t c = 0; c < columns_.size(); ++c)
      add_to(columns_[c], release.linking[c]);
    add_to(row_sets_, release.row_sets);
    add_to(value_sets_, release.value_sets);
    bucket_of_place_.resize(bucket_of_place_.size() + places, buckets_);
    ++buckets_;
  }

  Row number_of(Row person) {
    if (number_[person] == nobody) {
      number_[person] = static_cast<Row>(persons_.size());
      persons_.push_back(person);
      bucket_of_person_.push_back(buckets_);
    }
    return number_[person];
  }

  const ShownSubjects& shown_;
  std::vector<Row> number_;
  std::vector<Row> persons_;
  std::vector<std::uint32_t> bucket_of_person_;
  std::uint32_t buckets_ = 0;
  double others_ = 1;
  std::vector<std::uint32_t> bucket_of_place_;
  std::vector<std::vector<Row>> columns_;
  std::vector<Row> row_sets_;
  std::vector<Row> value_sets_;
};

// Sets of numbers, numbered in order of appearance.
class NumberedSets {
 public:
  std::uint32_t number(std::vector<std::uint32_t> set) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    return numbers_.try_emplace(std::move(set), next).first->second;
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(numbers_.size()); }
  std::vector<const std::vector<std::uint32_t>*> in_order() const {
    std::vector<const std::vector<std::uint32_t>*> sets(numbers_.size());
    for (const auto& [set, number] : numbers_)
      sets[number] = &set;
    return sets;
  }

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
};

// Values of one attribute that each person has in any row.
struct ValuesOfPersons {
  std::vector<std::size_t> first{0};
  std::vector<Code> values;

  TrueValues truth() const { return {first, values}; }
};

class SubjectAttack {
 public:
  SubjectAttack(const Microdata& data, const ShownSubjects& shown, std::size_t learners,
                Random& random, const Progress& progress)
      : data_(data),
        shown_(shown),
        progress_(progress),
        subjects_(shown, learners, random),
        rows_(selected(data, subjects_.rows(person_of_row_), progress)),
        first_row_(subjects_.persons()),
        sensitive_(attributes_with_role(data, Role::sensitive)) {
    for (std::size_t row = person_of_row_.size(); row-- > 0;)
      first_row_[person_of_row_[row]] = static_cast<Row>(row);
    order_ = random_order(subjects_.persons(), random);
    order_.resize(std::min(order_.size(), learners));
  }

  QuickAttack make(const QuickAttackOptions& options) {
    place();
    const KnownFeatures features(known(), subjects_.persons(), progress_);
    std::vector<std::optional<NearValues>> near;
    InferenceOptions how;
    how.model = InferenceModel::naive_bayes;
    how.iterations = 3;
    for (const std::size_t a : sensitive_)
      near.push_back(near_values(data_, a));
    for (const std::optional<NearValues>& one : near)
      how.near.push_back(one && !one->is_exact() ? &*one : nullptr);
    for (const std::size_t a : sensitive_)
      how.harmless.emplace_back(data_.attributes[a].harmless);
    const auto guesses = guess_jointly(placement_, features, how, progress_);
    QuickAttack worst;
    double most_gained = 0;
    for (std::size_t j = 0; j < sensitive_.size(); ++j) {
      const QuickAttack found = judge(j, guesses[j], how.near[j], options);
      const double gained = found.share() - found.expected(options);
      if (j > 0 && gained <= most_gained) continue;
      most_gained = gained;
      worst = found;
    }
    worst.telling = most_telling(rows_, worst.attribute, progress_);
    return worst;
  }

 private:
  // Returns the value of an attribute of persons, by person.
  std::vector<Code> codes_of_persons(std::size_t attribute) const {
    return selected(rows_.columns[attribute], first_row_);
  }

  AttributeSet known_among(const AttributeSet& attributes) const {
    AttributeSet result;
    for (const std::size_t a : attributes) {
      if (data_.attributes[a].role == Role::quasi_identifier) result.push_back(a);
    }
    return result;
  }

  // Returns a column. `of_person` has numbers below `distinct`; `linking` is the person at each
  // place.
  static SlicedView::Column column(const std::vector<std::uint32_t>& of_person,
                                   std::uint32_t distinct, const std::vector<Row>& linking) {
    SlicedView::Values values;
    values.tuples = of_person;
    values.distinct = distinct;
    for (const Row person : linking)
      values.published.push_back(of_person[person]);
    return {values, values};
  }

  SlicedView::Column column_of_persons(std::size_t c) const {
    std::vector<std::vector<Code>> codes;
    std::vector<Code> domains;
    for (const std::size_t a : known_among(shown_.columns[c])) {
      codes.push_back(codes_of_persons(a));
      domains.push_back(data_.attributes[a].distinct);
    }
    const std::vector<std::span<const Code>> columns(codes.begin(), codes.end());
    const Combinations combined =
        combine(static_cast<Row>(subjects_.persons()), columns, domains, progress_);
    return column(combined.of_row, combined.distinct, subjects_.column(c));
  }

  // Returns the combinations of known values that each person has, with their numbers of rows.
  SlicedView::Column column_of_rows() const {
    const Combinations combined = combine(rows_, known_among(shown_.of_rows), progress_);
    std::vector<std::vector<std::uint32_t>> of_person(subjects_.persons());
    for (std::size_t row = 0; row < person_of_row_.size(); ++row)
      of_person[person_of_row_[row]].push_back(combined.of_row[row]);
    NumberedSets sets;
    std::vector<std::uint32_t> numbers;
    for (std::vector<std::uint32_t>& combinations : of_person) {
      std::sort(combinations.begin(), combinations.end());
      numbers.push_back(sets.number(std::move(combinations)));
    }
    return column(numbers, sets.count(), subjects_.row_sets());
  }

  SlicedView::Column column_of_classes() const {
    SlicedView::Values values;
    values.tuples = subjects_.sampled().of_person;
    values.published = subjects_.bucket_of_place();
    values.distinct = subjects_.buckets();
    return {values, values};
  }

  // Numbers the sets of values, which are the outcomes, and records the values of each person.
  SlicedView::Sensitive number_sets(JointPlacement::Outcomes& outcomes) {
    std::vector<std::vector<std::uint32_t>> of_person(subjects_.persons());
    for (std::size_t j = 0; j < sensitive_.size(); ++j) {
      const std::vector<Code>& codes = rows_.columns[sensitive_[j]];
      for (std::size_t row = 0; row < person_of_row_.size(); ++row)
        of_person[person_of_row_[row]].push_back(placement_.first_element[j] + codes[row]);
    }
    values_.resize(sensitive_.size());
    NumberedSets sets;
    SlicedView::Sensitive result;
    for (std::vector<std::uint32_t>& set : of_person) {
      progress_.checkpoint();
      std::sort(set.begin(), set.end());
      set.erase(std::unique(set.begin(), set.end()), set.end());
      for (const std::uint32_t element : set) {
        const std::size_t j = placement_.attribute_of(element);
        values_[j].values.push_back(element - placement_.first_element[j]);
      }
      for (ValuesOfPersons& values : values_)
        values.first.push_back(values.values.size());
      result.tuples.push_back(sets.number(std::move(set)));
    }
    for (const std::vector<std::uint32_t>* const set : sets.in_order())
      outcomes.add(*set);
    result.distinct = sets.count();
    for (const Row person : subjects_.value_sets())
      result.published.push_back(result.tuples[person]);
    return result;
  }

  void place() {
    for (const std::size_t a : sensitive_) {
      placement_.first_element.push_back(placement_.first_element.back() +
                                         data_.attributes[a].distinct);
    }
    SlicedView view;
    view.bucket_of = subjects_.bucket_of_place();
    view.buckets = subjects_.buckets();
    view.tuples = subjects_.persons();
    if (shown_.as_classes) {
      view.columns.push_back(column_of_classes());
    } else {
      for (std::size_t c = 0; c < shown_.columns.size(); ++c)
        view.columns.push_back(column_of_persons(c));
      if (!known_among(shown_.of_rows).empty()) view.columns.push_back(column_of_rows());
    }
    JointPlacement::Outcomes outcomes;
    SlicedView::Sensitive sets = number_sets(outcomes);
    sets.column = view.columns.size();
    view.columns.push_back(
        column(std::vector<std::uint32_t>(subjects_.persons()), 1, subjects_.value_sets()));
    constexpr std::size_t most_pairs = 1'000'000;
    const SampledBuckets sampled = subjects_.sampled();
    placement_.tables.push_back(
        {place_persons(view, sets, order_, most_pairs, progress_, &sampled), std::move(outcomes)});
  }

  std::vector<KnownAttribute> known() const {
    std::vector<KnownAttribute> result;
    for (const AttributeSet& column : shown_.columns) {
      for (const std::size_t a : known_among(column)) {
        result.push_back(
            {codes_of_persons(a), data_.attributes[a].distinct, data_.attributes[a].numeric()});
      }
    }
    std::vector<KnownAttribute> of_rows;
    for (const std::size_t a : known_among(shown_.of_rows)) {
      of_rows.push_back(
          {rows_.columns[a], data_.attributes[a].distinct, data_.attributes[a].numeric()});
    }
    for (KnownAttribute& one :
         known_by_rows(of_rows, person_of_row_, subjects_.persons(), progress_))
      result.push_back(std::move(one));
    return result;
  }

  // Notes the fraction of persons with a true value who have the most common one, or one near the
  // best single number.
  void find_most_frequent(const TrueValues& truth, Code distinct, const NearValues* near,
                          QuickAttack& found) const {
    std::vector<std::uint64_t> persons(distinct);
    std::size_t with_value = 0;
    for (Row person = 0; person < subjects_.persons(); ++person) {
      with_value += truth.of(person).empty() ? 0 : 1;
      for (const Code value : truth.of(person))
        ++persons[value];
    }
    const auto all = static_cast<double>(std::max<std::size_t>(with_value, 1));
    if (near == nullptr) {
      found.frequent = most_frequent_values(persons, all);
      found.most_frequent = found.frequent.empty() ? 0 : found.frequent.front().share;
      return;
    }
    const NearSpan span = near_most(persons, *near);
    std::size_t right = 0;
    for (Row person = 0; person < subjects_.persons(); ++person)
      right += span.has_any(truth.of(person)) ? 1 : 0;
    found.most_frequent = static_cast<double>(right) / all;
  }

  QuickAttack judge(std::size_t j, std::span<const Guess> guesses, const NearValues* near,
                    const QuickAttackOptions& options) const {
    const SecretValues secrets(values_[j].truth(), data_.attributes[sensitive_[j]].harmless);
    const TrueValues truth = secrets.values();
    const std::size_t judged_persons = std::min(guesses.size(), options.persons);
    const GuessesJudged judged = (near != nullptr ? judge_near : judge_guesses)(
        std::span(placement_.persons()).first(judged_persons), guesses.first(judged_persons),
        truth);
    QuickAttack found{sensitive_[j], near != nullptr, judged.persons, judged.right};
    find_most_frequent(truth, data_.attributes[sensitive_[j]].distinct, near, found);
    return found;
  }

  const Microdata& data_;
  const ShownSubjects& shown_;
  const Progress& progress_;
  SampledSubjects subjects_;
  std::vector<std::uint32_t> person_of_row_;
  // Published rows of the sampled persons.
  Microdata rows_;
  std::vector<Row> first_row_;
  AttributeSet sensitive_;
  std::vector<Row> order_;
  JointPlacement placement_;
  // Values of persons, by sensitive attribute.
  std::vector<ValuesOfPersons> values_;
};

}  // namespace

QuickAttack attack_quickly(const Microdata& data, const ShownSubjects& shown,
                           const QuickAttackOptions& options, Random& random,
                           const Progress& progress) {
  progress.phase("attack");
  return SubjectAttack(data, shown, persons_to_learn_from(data), random, progress).make(options);
}

}  // namespace microdata
