#include "core/partition/cut_requirement.hpp"

#include "core/partition/counted_requirement.hpp"
#include "core/partition/value_tally.hpp"

namespace microdata {

namespace {

class TupleJudge : public CutJudge {
 public:
  TupleJudge(std::span<const Strata> strata, const PrivacyRequirement& privacy,
             const CountedRequirement& counted)
      : privacy_(privacy), counted_(counted) {
    for (const Strata& s : strata)
      tallies_.emplace_back(s);
  }

  void begin_class(std::span<const Row> rows) override { count_class(rows, tallies_, largest_); }
  bool counted_part_holds(std::span<const Row> rows) override {
    return microdata::counted_part_holds(counted_, rows, tallies_);
  }
  void mark_allowed(std::span<const Row> rows, std::vector<std::uint8_t>& allowed) override {
    microdata::mark_allowed(counted_, rows, largest_, tallies_, allowed);
  }
  bool models_hold(std::span<const Row> rows) override {
    return microdata::models_hold(privacy_, rows, tallies_);
  }

 private:
  const PrivacyRequirement& privacy_;
  const CountedRequirement& counted_;
  std::vector<ValueTally> tallies_;
  std::vector<std::uint32_t> largest_;
};

class TupleRequirement : public CutRequirement {
 public:
  TupleRequirement(std::span<const Strata> strata, const PrivacyRequirement& privacy, double l)
      : strata_(strata), privacy_(privacy), counted_(counted_part(privacy, l)) {}

  std::size_t fewest() const override { return counted_.fewest; }
  bool is_counted() const override { return counted_.complete; }
  std::unique_ptr<CutJudge> make_judge() const override {
    return std::make_unique<TupleJudge>(strata_, privacy_, counted_);
  }

 private:
  std::span<const Strata> strata_;
  const PrivacyRequirement& privacy_;
  CountedRequirement counted_;
};

}  // namespace

std::unique_ptr<const CutRequirement> cut_requirement(std::span<const Strata> strata,
                                                      const PrivacyRequirement& privacy, double l) {
  return std::make_unique<TupleRequirement>(strata, privacy, l);
}

}  // namespace microdata
