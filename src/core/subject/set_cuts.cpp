#include "core/subject/set_cuts.hpp"

#include <algorithm>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

class PersonsJudge : public CutJudge {
 public:
  explicit PersonsJudge(const SetRule& rule)
      : rule_(rule), models_(rule), counts_(rule.sets().items()) {}

  void begin_class(std::span<const Row> persons) override {
    for (const Row person : persons)
      add(person);
    largest_of_class_ = largest_;
    clear(persons);
  }

  bool counted_part_holds(std::span<const Row> persons) override {
    if (persons.size() < rule_.fewest()) return false;
    for (const Row person : persons)
      add(person);
    const bool holds = share_holds(largest_, static_cast<double>(persons.size()), rule_.l());
    clear(persons);
    return holds;
  }

  void mark_allowed(std::span<const Row> persons, std::vector<std::uint8_t>& allowed) override {
    const std::size_t n = persons.size();
    allowed.assign(n + 1, 0);
    for (std::size_t p = rule_.fewest(); p + rule_.fewest() <= n; ++p)
      allowed[p] = 1;
    // No item of the class can be too frequent in a larger part.
    const auto may_fail = [&](std::size_t part) {
      return !share_holds(largest_of_class_, static_cast<double>(part), rule_.l());
    };
    std::size_t i = 0;
    while (i < n && may_fail(i)) {
      add(persons[i++]);
      if (!share_holds(largest_, static_cast<double>(i), rule_.l())) allowed[i] = 0;
    }
    clear(persons.first(i));
    i = n;
    while (i > 0 && may_fail(n - i)) {
      add(persons[--i]);
      if (!share_holds(largest_, static_cast<double>(n - i), rule_.l())) allowed[i] = 0;
    }
    clear(persons.subspan(i));
  }

  bool models_hold(std::span<const Row> persons) override { return models_.models_hold(persons); }

 private:
  void add(Row person) {
    for (const Item item : rule_.sets().of(person))
      largest_ = std::max(largest_, ++counts_[item]);
  }

  void clear(std::span<const Row> persons) {
    for (const Row person : persons) {
      for (const Item item : rule_.sets().of(person))
        counts_[item] = 0;
    }
    largest_ = 0;
  }

  const SetRule& rule_;
  SetJudge models_;
  std::vector<std::uint32_t> counts_;
  std::uint32_t largest_ = 0;
  std::uint32_t largest_of_class_ = 0;
};

class PersonsRequirement : public CutRequirement {
 public:
  explicit PersonsRequirement(const SetRule& rule) : rule_(rule) {}

  std::size_t fewest() const override { return rule_.fewest(); }
  bool is_counted() const override { return !rule_.has_models(); }
  std::unique_ptr<CutJudge> make_judge() const override {
    return std::make_unique<PersonsJudge>(rule_);
  }

 private:
  const SetRule& rule_;
};

}  // namespace

std::unique_ptr<const CutRequirement> cut_requirement(const SetRule& rule) {
  return std::make_unique<PersonsRequirement>(rule);
}

}  // namespace microdata
