#include "core/subject/oblivious_persons.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "core/partition/halving_odds.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/diversity.hpp"
#include "core/subject/set_kinds.hpp"
#include "core/subject/set_requirement.hpp"

namespace microdata {

namespace {

// Counts of items over some persons; all counts are zero between uses.
class ItemCounts {
 public:
  explicit ItemCounts(const ItemSets& sets) : sets_(sets), counts_(sets.items()) {}

  // Calls body(count) for each item that any of the persons has.
  template <typename Body>
  void for_each(std::span<const Row> persons, const Body& body) {
    for (const Row person : persons) {
      for (const Item item : sets_.of(person))
        ++counts_[item];
    }
    for (const Row person : persons) {
      for (const Item item : sets_.of(person)) {
        if (counts_[item] > 0) body(counts_[item]);
        counts_[item] = 0;
      }
    }
  }

 private:
  const ItemSets& sets_;
  std::vector<std::uint32_t> counts_;
};

class PersonGroupJudge : public GroupJudge {
 public:
  PersonGroupJudge(const SetRule& rule, const SetKinds& kinds)
      : rule_(rule), kinds_(kinds), counts_(rule.sets()), models_(rule) {}

  bool holds(std::span<const Row> persons) override {
    if (persons.size() < rule_.fewest()) return false;
    std::uint32_t largest = 0;
    counts_.for_each(persons, [&](std::uint32_t count) { largest = std::max(largest, count); });
    return share_holds(largest, static_cast<double>(persons.size()), rule_.l()) &&
           models_.models_hold(persons);
  }

  bool alike(Row a, Row b) const override { return kinds_.have_common_item(a, b); }

 private:
  const SetRule& rule_;
  const SetKinds& kinds_;
  ItemCounts counts_;
  SetJudge models_;
};

class PersonHalves : public HalvingJudge {
 public:
  explicit PersonHalves(const SetRule& rule)
      : rule_(rule),
        requirement_(rule),
        scratch_(requirement_.make_scratch()),
        counts_(rule.sets()) {}

  bool worth_a_try(std::span<const std::uint32_t> tags) override {
    const auto persons = static_cast<double>(tags.size());
    const std::uint32_t limit =
        largest_count(static_cast<std::uint32_t>(tags.size() / 2), rule_.l());
    double failures = 0;
    counts_.for_each(
        tags, [&](std::uint32_t count) { failures += halving_failure(persons, count, limit); });
    return failures <= most_halving_failures;
  }

  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides) override {
    return requirement_.allows(tags, sides, scratch_);
  }

 private:
  const SetRule& rule_;
  SetRequirement requirement_;
  SetRequirement::Scratch scratch_;
  ItemCounts counts_;
};

class PersonsRule : public StrandRule {
 public:
  PersonsRule(const SetRule& rule, std::span<const Row> persons, Random& random,
              const Progress& progress)
      : rule_(rule), kinds_(rule.sets(), persons, progress), random_(random) {}

  std::size_t fewest() const override { return rule_.fewest(); }
  std::unique_ptr<GroupJudge> make_judge() const override {
    return std::make_unique<PersonGroupJudge>(rule_, kinds_);
  }
  std::unique_ptr<HalvingJudge> make_halving_judge() const override {
    return std::make_unique<PersonHalves>(rule_);
  }
  const Combinations& kinds_of_blocks() const override { return kinds_.spread(); }
  const Combinations& kinds_of_buckets() const override { return kinds_.in_order(); }
  bool frequent_first() const override { return false; }

  std::optional<TuplePartition> divide_one_strand(std::span<const Row> rows,
                                                  const UniformDraw& draw,
                                                  const Progress& progress) const override {
    if (rows.size() < 2 * std::size_t{rule_.fewest()}) return std::nullopt;
    std::vector<Row> persons(rows.begin(), rows.end());
    shuffle(std::span(persons), draw);
    return draw_person_buckets(rule_, persons, random_, progress);
  }

 private:
  const SetRule& rule_;
  SetKinds kinds_;
  Random& random_;
};

}  // namespace

TuplePartition cut_persons_obliviously(const PersonSpace& space, const SetRule& rule,
                                       std::span<const Row> persons,
                                       const ObliviousPersonsOptions& options,
                                       const UniformDraw& draw, Random& random,
                                       const Progress& progress) {
  std::vector<std::uint32_t> itself(space.tuples.rows);
  std::iota(itself.begin(), itself.end(), 0U);
  const std::vector<std::span<const std::uint32_t>> tags{itself};
  const std::vector<std::size_t> ends{persons.size()};
  return cut_obliviously({space.tuples, space.axes, tags, persons, ends},
                         PersonsRule(rule, persons, random, progress), options.least,
                         options.threads, draw, progress);
}

}  // namespace microdata
