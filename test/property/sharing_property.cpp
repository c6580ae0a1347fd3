#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <iostream>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/base/packing.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/bucket_judge.hpp"
#include "core/partition/cut_requirement.hpp"
#include "core/partition/even_blocks.hpp"
#include "core/partition/gain_cuts.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/partition/strand_regions.hpp"
#include "core/privacy/infeasible.hpp"
#include "digests/release_members.hpp"
#include "property/bucketization_choices.hpp"
#include "property/fragmentation_problem.hpp"
#include "property/generalization_problem.hpp"
#include "property/random_table.hpp"
#include "property/subject_choices.hpp"

// Tests that results depend neither on the number of threads that share the work nor on the size of
// the tasks. Tasks are small here, so that tables of some hundred rows are shared. Tests of shared
// work fail if helpers took no part.

namespace microdata {
namespace {

using test::Choices;

constexpr unsigned thread_numbers[] = {1, 2, 4, 7};

// Counts the work of helpers, which are threads other than the one that made the object.
class Helpers {
 public:
  // Records that the current thread works.
  void meet() {
    if (std::this_thread::get_id() != leader_) {
      ++calls_;
    } else if (calls_ == 0 && waits_left_ > 0) {
      // The leader waits, to leave some work for helpers, however little there is.
      --waits_left_;
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }
  bool took_part() const { return calls_ > 0; }

 private:
  std::thread::id leader_ = std::this_thread::get_id();
  int waits_left_ = 20;
  std::atomic<int> calls_ = 0;
};

// Compares the result of make(threads, helpers) on `rows` rows with that of one thread, for each
// number of threads. `rows` must be at least eight, which are several tasks. Returns the number of
// cases in which helpers took part.
template <typename Make>
int expect_same(Choices& choices, std::size_t rows, const Make& make) {
  Helpers nobody;
  const auto alone = make(Threads(), nobody);
  const auto largest = static_cast<int>(std::min<std::size_t>(rows / 8, 32));
  const auto task = static_cast<std::size_t>(choices.between(1, largest));
  int shared = 0;
  for (const unsigned number : thread_numbers) {
    SCOPED_TRACE(std::to_string(number) + " threads, tasks of " + std::to_string(task));
    Helpers helpers;
    EXPECT_TRUE(make(Threads(number, task), helpers) == alone);
    if (number == 1) {
      EXPECT_FALSE(helpers.took_part());
    }
    shared += helpers.took_part() ? 1 : 0;
  }
  return shared;
}

// Expects that most cases that could be shared were shared.
void expect_shared(int shared, int tables) {
  if (testing::Test::HasFailure()) return;
  std::cout << "helpers took part in " << shared << " of " << 3 * tables << " cases\n";
  EXPECT_GE(tables, test::expected_of(31));
  EXPECT_GT(shared, test::expected_of(tables / 4.0));
}

// A table that satisfies a requirement as a whole, with the requirement.
struct Problem {
  Problem(Choices& choices, const Microdata& table)
      : data(table),
        quasi_identifiers(attributes_with_role(data, Role::quasi_identifier)),
        sensitive(attributes_with_role(data, Role::sensitive)),
        strata(all_ungrouped_strata(data, sensitive)),
        rows(test::all_rows(data)),
        axes(make_axes(data, quasi_identifiers, Progress())),
        l(choices.of(std::vector<double>{1, 1.5, 2, 3})),
        privacy(data, sensitive, models(choices), Progress()),
        requirement(strata, l, privacy) {
    for (const Strata& s : strata)
      tags.emplace_back(s.of_row);
    test::shuffle(rows, choices);
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  bool holds() const { return BucketJudge(strata, requirement).holds(rows); }
  LaidOutRows laid_out(std::span<const Row> in_order) const {
    return lay_out(data, axes, in_order, tags, Threads(), Progress());
  }

  Microdata data;
  AttributeSet quasi_identifiers;
  AttributeSet sensitive;
  std::vector<Strata> strata;
  std::vector<std::span<const std::uint32_t>> tags;
  std::vector<Row> rows;
  std::vector<Axis> axes;
  double l;
  PrivacyRequirement privacy;
  BucketRequirement requirement;

 private:
  static std::vector<PrivacyModel> models(Choices& choices) {
    std::vector<PrivacyModel> result{KAnonymity{static_cast<double>(choices.between(1, 4))}};
    if (choices.one_in(3)) result.emplace_back(TCloseness{0.3 + choices.real() / 2});
    return result;
  }
};

// Calls property(choices, problem, seed) for random tables of some hundred rows; returns their
// number.
template <typename Property>
int for_problems(const Property& property) {
  int tables = 0;
  test::for_cases(150, [&](Choices& choices, std::uint64_t seed) {
    const Problem problem(choices,
                          test::random_table(choices, {.most_rows = 1500,
                                                       .most_attributes = 6,
                                                       .most_values = choices.one_in(2) ? 8 : 200,
                                                       .most_sensitive = 2}));
    if (problem.data.rows < 200 || problem.axes.empty() || !problem.holds()) return;
    ++tables;
    property(choices, problem, seed);
  });
  return tables;
}

// A requirement of Mondrian that records the calling threads.
class SeenRequirement {
 public:
  using Scratch = BucketRequirement::Scratch;

  SeenRequirement(const BucketRequirement& requirement, Helpers& helpers)
      : requirement_(requirement), helpers_(helpers) {}

  Scratch make_scratch() const { return requirement_.make_scratch(); }
  std::size_t fewest() const { return requirement_.fewest(); }
  std::size_t finish_size() const { return requirement_.finish_size(); }
  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
              Scratch& scratch) const {
    helpers_.meet();
    return requirement_.allows(tags, sides, scratch);
  }
  void mark_allowed(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                    std::span<std::uint8_t> allowed, Scratch& scratch) const {
    requirement_.mark_allowed(tags, order, allowed, scratch);
  }
  bool share(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
             std::span<Side> sides, Scratch& scratch) const {
    return requirement_.share(tags, order, sides, scratch);
  }
  std::uint32_t finish(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                       std::span<std::uint32_t> bucket_of, Scratch& scratch) const {
    return requirement_.finish(tags, order, bucket_of, scratch);
  }

 private:
  const BucketRequirement& requirement_;
  Helpers& helpers_;
};

TEST(SharingProperty, Mondrian) {
  int shared = 0;
  const int tables = for_problems([&](Choices& choices, const Problem& problem, std::uint64_t) {
    const Grouping grouping = choices.one_in(2) ? Grouping::strict : Grouping::relaxed;
    shared += expect_same(choices, problem.data.rows, [&](Threads threads, Helpers& helpers) {
      return pack(Mondrian<SeenRequirement>::divide(problem.axes, problem.laid_out(problem.rows),
                                                    SeenRequirement(problem.requirement, helpers),
                                                    {grouping, threads, 0}, Progress()));
    });
  });
  expect_shared(shared, tables);
}

// A judge of a part of a cut that records the calling threads.
class SeenJudge : public CutJudge {
 public:
  SeenJudge(std::unique_ptr<CutJudge> judge, Helpers& helpers)
      : judge_(std::move(judge)), helpers_(helpers) {}

  void begin_class(std::span<const Row> rows) override {
    helpers_.meet();
    judge_->begin_class(rows);
  }
  bool counted_part_holds(std::span<const Row> rows) override {
    return judge_->counted_part_holds(rows);
  }
  void mark_allowed(std::span<const Row> rows, std::vector<std::uint8_t>& allowed) override {
    judge_->mark_allowed(rows, allowed);
  }
  bool models_hold(std::span<const Row> rows) override { return judge_->models_hold(rows); }

 private:
  std::unique_ptr<CutJudge> judge_;
  Helpers& helpers_;
};

class SeenCuts : public CutRequirement {
 public:
  SeenCuts(const Problem& problem, Helpers& helpers)
      : requirement_(cut_requirement(problem.strata, problem.privacy, problem.l)),
        helpers_(helpers) {}

  std::size_t fewest() const override { return requirement_->fewest(); }
  bool is_counted() const override { return requirement_->is_counted(); }
  std::unique_ptr<CutJudge> make_judge() const override {
    return std::make_unique<SeenJudge>(requirement_->make_judge(), helpers_);
  }

 private:
  std::unique_ptr<const CutRequirement> requirement_;
  Helpers& helpers_;
};

TEST(SharingProperty, CutsByGain) {
  int shared = 0;
  const int tables = for_problems([&](Choices& choices, const Problem& problem, std::uint64_t) {
    GainCutOptions options;
    options.grouping = choices.one_in(2) ? Grouping::strict : Grouping::relaxed;
    options.loss = choices.one_in(2) ? LossMeasure::width : LossMeasure::entropy;
    shared += expect_same(choices, problem.data.rows, [&](Threads threads, Helpers& helpers) {
      options.threads = threads;
      return pack(cut_by_gain(problem.data, problem.quasi_identifiers, SeenCuts(problem, helpers),
                              TuplePartition{problem.rows, {0, problem.data.rows}}, options,
                              Progress()));
    });
  });
  expect_shared(shared, tables);
}

// A rule on rows with one value of each sensitive attribute that records the calling threads.
class SeenRule : public StrandRule {
 public:
  SeenRule(const Problem& problem, Helpers& helpers)
      : problem_(problem),
        helpers_(helpers),
        kinds_(combine(problem.data, problem.sensitive, Progress())) {}

  std::size_t fewest() const override { return problem_.requirement.fewest(); }
  std::unique_ptr<GroupJudge> make_judge() const override {
    return std::make_unique<BucketJudge>(problem_.strata, problem_.requirement);
  }
  std::unique_ptr<HalvingJudge> make_halving_judge() const override {
    return std::make_unique<Halves>(*this);
  }
  const Combinations& kinds_of_blocks() const override { return kinds_; }
  const Combinations& kinds_of_buckets() const override { return kinds_; }
  bool frequent_first() const override { return false; }

 private:
  class Halves : public HalvingJudge {
   public:
    explicit Halves(const SeenRule& rule)
        : rule_(rule), scratch_(rule.problem_.requirement.make_scratch()) {}

    bool worth_a_try(std::span<const std::uint32_t> /*tags*/) override { return true; }
    bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides) override {
      rule_.helpers_.meet();
      return rule_.problem_.requirement.allows(tags, sides, scratch_);
    }

   private:
    const SeenRule& rule_;
    BucketRequirement::Scratch scratch_;
  };

  const Problem& problem_;
  Helpers& helpers_;
  Combinations kinds_;
};

UniformDraw seeded_draw(Random& random) {
  return [&random](std::uint32_t bound) { return random.below(bound); };
}

TEST(SharingProperty, StrandRegions) {
  int shared = 0;
  const int tables =
      for_problems([&](Choices& choices, const Problem& problem, std::uint64_t seed) {
        Helpers nobody;
        const SeenRule rule(problem, nobody);
        Random random = Random::seeded(seed);
        EvenBlocks blocks;
        divide_evenly(problem.rows, rule.kinds_of_blocks(), problem.requirement.fewest(),
                      *rule.make_judge(), seeded_draw(random), blocks, Progress());
        shared += expect_same(choices, problem.data.rows, [&](Threads threads, Helpers& helpers) {
          std::string result;
          for (const StrandRegion& region :
               cut_into_regions(problem.axes, problem.laid_out(blocks.rows), blocks.blocks,
                                SeenRule(problem, helpers), threads, Progress()))
            result += pack(region.begin, region.strands, region.rows);
          return result;
        });
      });
  expect_shared(shared, tables);
}

TEST(SharingProperty, ObliviousCuts) {
  int shared = 0;
  const int tables =
      for_problems([&](Choices& choices, const Problem& problem, std::uint64_t seed) {
        const std::size_t ends[] = {problem.rows.size()};
        const auto least = static_cast<std::size_t>(choices.between(1, 8));
        shared += expect_same(choices, problem.data.rows, [&](Threads threads, Helpers& helpers) {
          Random random = Random::seeded(seed);
          return pack(cut_obliviously(
              {problem.data, problem.axes, problem.tags, problem.rows, ends},
              SeenRule(problem, helpers), least, threads, seeded_draw(random), Progress()));
        });
      });
  expect_shared(shared, tables);
}

// Compares the results of make(threads), which are whole releases or the reasons for their absence.
// Returns the number of compared releases.
template <typename Make>
int expect_same_release(Choices& choices, std::size_t rows, const Make& make) {
  if (rows < 8) return 0;
  int releases = 0;
  expect_same(choices, rows, [&](Threads threads, Helpers&) {
    try {
      const std::string release = pack(make(threads));
      ++releases;
      return release;
    } catch (const Infeasible& why) {
      return pack(why.reason, why.attribute, why.code, why.count, why.total, why.known,
                  why.to_suppress, why.reached);
    }
  });
  return releases;
}

// Runs expect(choices, seed), which returns the number of compared releases, on random cases.
template <typename Expect>
void for_releases(int cases, const Expect& expect) {
  int releases = 0;
  test::for_cases(cases,
                  [&](Choices& choices, std::uint64_t seed) { releases += expect(choices, seed); });
  EXPECT_TRUE(testing::Test::HasFailure() || releases > test::expected_of(cases));
}

TEST(SharingProperty, Bucketization) {
  for_releases(300, [](Choices& choices, std::uint64_t seed) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 1000, .most_values = 40, .most_sensitive = 2});
    BucketizationOptions options = test::random_options(choices);
    options.method = BucketizationMethod::mondrian;
    if (choices.one_in(2)) {
      options.cuts = Cuts::oblivious;
      options.suppress = 0;
    }
    return expect_same_release(choices, data.rows, [&](Threads threads) {
      options.threads = threads;
      Random random = Random::seeded(seed);
      return bucketize(data, options, random, Progress());
    });
  });
}

TEST(SharingProperty, Slicing) {
  for_releases(300, [](Choices& choices, std::uint64_t seed) {
    const Microdata data =
        test::random_table(choices, {.most_rows = 600, .most_values = 20, .most_sensitive = 2});
    SlicingOptions options;
    options.l = choices.of(std::vector<double>{1.5, 2, 3});
    options.columns = static_cast<std::size_t>(choices.between(1, 3));
    options.k = static_cast<std::uint32_t>(choices.between(1, 4));
    if (choices.one_in(3)) options.grouping = Grouping::strict;
    if (choices.one_in(2)) options.check = DiversityCheckScope::exact;
    if (choices.one_in(3)) options.cuts_by = CutsBy::correlation;
    if (choices.one_in(2)) options.suppress = choices.real();
    options.if_infeasible = choices.of(std::vector<IfInfeasible>{
        IfInfeasible::regroup, IfInfeasible::generalize, IfInfeasible::suppress});
    return expect_same_release(choices, data.rows, [&](Threads threads) {
      options.threads = threads;
      Random random = Random::seeded(seed);
      return slice(data, options, random, Progress());
    });
  });
}

TEST(SharingProperty, Generalization) {
  for_releases(300, [](Choices& choices, std::uint64_t seed) {
    const test::GeneralizationProblem problem = test::random_generalization(choices, 600);
    GeneralizationOptions options;
    options.k = problem.options.k;
    options.l = problem.options.l.value_or(1);
    options.privacy = problem.models;
    options.suppress = problem.options.suppress;
    options.recoding = choices.of(std::vector<Recoding>{Recoding::mondrian, Recoding::multiset,
                                                        Recoding::full_domain, Recoding::cell});
    options.grouping = choices.one_in(2) ? Grouping::relaxed : Grouping::strict;
    const bool by_levels =
        options.recoding == Recoding::full_domain || options.recoding == Recoding::cell;
    for (const std::size_t a : problem.options.quasi_identifiers) {
      if (by_levels && !problem.data.attributes[a].hierarchy) return 0;
    }
    if (problem.options.quasi_identifiers.empty()) return 0;
    if (!by_levels && choices.one_in(3)) {
      options.cuts = Cuts::oblivious;
      options.grouping = Grouping::relaxed;
      options.suppress = 0;
    }
    return expect_same_release(choices, problem.data.rows, [&](Threads threads) {
      options.threads = threads;
      Random random = Random::seeded(seed);
      return generalize(problem.data, options, random, Progress());
    });
  });
}

TEST(SharingProperty, Fragmentation) {
  for_releases(200, [](Choices& choices, std::uint64_t seed) {
    test::FragmentationProblem problem = test::random_fragmentation(choices);
    problem.options.k = std::min(problem.options.k, problem.data.rows);
    return expect_same_release(choices, problem.data.rows, [&](Threads threads) {
      problem.options.threads = threads;
      Random random = Random::seeded(seed);
      return fragment(problem.data, problem.options, random, Progress());
    });
  });
}

TEST(SharingProperty, Subjects) {
  for_releases(200, [](Choices& choices, std::uint64_t seed) {
    const test::PersonTable table = test::random_persons(
        choices, {.least_persons = 50, .most_persons = 600, .most_rows = 5, .most_values = 50});
    SubjectBucketizationOptions options = test::random_subject_options(choices);
    return expect_same_release(choices, table.subjects.buckets(), [&](Threads threads) {
      options.threads = threads;
      Random random = Random::seeded(seed);
      return bucketize_subjects(table.data, table.subjects, table.of_person, options, random,
                                Progress());
    });
  });
}

}  // namespace
}  // namespace microdata
