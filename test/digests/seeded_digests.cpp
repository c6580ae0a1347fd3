#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/keyed_permutation.hpp"
#include "core/base/packing.hpp"
#include "core/base/sip_hash.hpp"
#include "core/bucketization/anatomy.hpp"
#include "core/choice/inference_goal.hpp"
#include "core/choice/release_view.hpp"
#include "core/correlation/correlation.hpp"
#include "core/gnf/decomposition.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/regions/region_cuts.hpp"
#include "core/utility/count_query.hpp"
#include "digests/release_members.hpp"
#include "property/bucketization_choices.hpp"
#include "property/fragmentation_problem.hpp"
#include "property/generalization_problem.hpp"
#include "property/gnf_choices.hpp"
#include "property/random_history.hpp"
#include "property/random_table.hpp"
#include "property/subject_choices.hpp"

// Prints a digest of seeded releases of every method and of their inputs. Compilers and processors
// agree if and only if the digests are equal, because numbers are digested by their bits.

namespace microdata {
namespace {

using test::Choices;

std::string hexadecimal(const std::array<std::uint64_t, 2>& words) {
  std::array<char, 33> text{};
  std::snprintf(text.data(), text.size(), "%016llx%016llx",
                static_cast<unsigned long long>(words[0]),
                static_cast<unsigned long long>(words[1]));
  return text.data();
}

// A digest of all added values, in order. Fails if a value differs after unpacking.
class Digest {
 public:
  template <typename T>
  void add(const T& value) {
    const std::string bytes = pack(value);
    if (pack(unpack<T>(bytes)) != bytes) throw NotPacked();
    bytes_ += bytes;
    ++values_;
  }
  // Adds the reason for which no release exists.
  void add_infeasible(const Infeasible& why) {
    bytes_ += pack(why.reason, why.attribute, why.code, why.count, why.total, why.known,
                   why.to_suppress, why.reached);
    ++infeasible_;
  }
  // Adds what make() returns.
  template <typename Make>
  void add_made(const Make& make) {
    try {
      add(make());
    } catch (const Infeasible& why) {
      add_infeasible(why);
    }
  }

  std::size_t values() const { return values_; }
  std::size_t infeasible() const { return infeasible_; }
  std::string text() const { return hexadecimal(sip_hash({1, 2}, bytes_)); }

 private:
  std::string bytes_;
  std::size_t values_ = 0;
  std::size_t infeasible_ = 0;
};

template <typename Case>
void for_seeds(std::uint64_t count, const Case& one) {
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    Choices choices(seed);
    one(choices, seed);
  }
}

// Returns a random table: a small one reaches rare cases, a large one has distributions.
Microdata any_table(Choices& choices, int most_rows) {
  const bool large = choices.one_in(8);
  return test::random_table(choices, {.most_rows = large ? most_rows : 40,
                                      .most_attributes = large ? 8 : 5,
                                      .most_values = large ? 40 : 5,
                                      .most_sensitive = 2});
}

constexpr int rows = 1500;

void sip_hashes(Digest& digest) {
  std::string message;
  for (std::uint64_t size = 0; size < 64; ++size) {
    digest.add(sip_hash({size, ~size}, message));
    message.push_back(static_cast<char>(37 * size + 200));
  }
  const std::vector<std::uint64_t> words{1, 2, std::numeric_limits<std::uint64_t>::max()};
  digest.add(sip_hash({3, 4}, words));
}

void random_numbers(Digest& digest) {
  Random random = Random::seeded(1);
  for (std::uint32_t i = 1; i <= 2000; ++i) {
    digest.add(random.next());
    digest.add(random.below(i * i));
    digest.add(random.share());
  }
  std::vector<std::uint32_t> order(1000);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  digest.add(order);
}

void keyed_permutations(Digest& digest) {
  for (std::uint64_t i = 0; i < 60; ++i) {
    const KeyedPermutation permutation({i, i + 1}, (std::uint64_t{1} << i) + i);
    for (std::uint64_t number = 0; number < 50; ++number)
      digest.add(permutation(number % permutation.size()));
  }
}

// Adds packed bytes themselves, which the comparison after unpacking does not cover.
void packed_values(Digest& digest) {
  using Limits = std::numeric_limits<double>;
  digest.add(pack(true, 'a', std::int8_t{-2}, std::int16_t{-3}, std::int32_t{-4}, std::int64_t{-5},
                  std::uint16_t{0x0102}, std::uint32_t{0x01020304}, 0x0102030405060708ULL));
  digest.add(pack(0.1F, -0.1, 1e300, Limits::infinity(), Limits::denorm_min(), -0.0));
  digest.add(pack(std::string("text"),
                  std::vector<bool>{true, false, true, true, false, true, false, false, true}));
  digest.add(pack(std::map<std::uint32_t, double>{{1, 0.5}, {2, 0.25}},
                  std::optional<std::int32_t>{7}, std::optional<std::int32_t>{},
                  std::variant<std::uint32_t, double>{1.5}));
}

void correlations(Digest& digest) {
  for_seeds(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Microdata data = any_table(choices, rows);
    AttributeSet all(data.attributes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const auto measure : {CorrelationMeasure::phi2, CorrelationMeasure::mutual_information,
                               CorrelationMeasure::pearson}) {
      const Eigen::MatrixXd matrix = correlation_matrix(data, all, measure, {}, 1, {});
      std::vector<double> values(matrix.data(), matrix.data() + matrix.size());
      // The sign of a NaN has no meaning.
      for (double& value : values)
        value = value == value ? value : 2;
      digest.add(values);
    }
  });
}

SlicingOptions slicing_options(Choices& choices, const Microdata& data) {
  SlicingOptions options;
  const auto attributes = static_cast<int>(data.attributes.size());
  options.columns = static_cast<std::size_t>(choices.between(1, attributes));
  options.l = test::random_l(choices);
  if (choices.one_in(4)) options.groups = test::random_partition(choices, data);
  if (choices.one_in(4)) options.k = static_cast<std::uint32_t>(choices.between(2, 9));
  if (choices.one_in(3)) options.grouping = Grouping::strict;
  if (choices.one_in(2)) options.check = DiversityCheckScope::exact;
  if (choices.one_in(2)) options.cuts_by = CutsBy::correlation;
  options.if_infeasible =
      choices.of(std::vector<IfInfeasible>{IfInfeasible::error, IfInfeasible::regroup,
                                           IfInfeasible::generalize, IfInfeasible::suppress});
  if (choices.one_in(2)) options.suppress = choices.real();
  options.privacy = test::random_options(choices).privacy;
  options.threads = choices.one_in(8) ? 2 : 1;
  return options;
}

void slicing(Digest& digest) {
  for_seeds(600, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = any_table(choices, rows);
    const SlicingOptions options = slicing_options(choices, data);
    Random random = Random::seeded(seed);
    digest.add_made([&] { return slice(data, options, random, {}); });
  });
}

// Adds slices that an attack has chosen, and the disclosures of a census. The models are learned,
// which is slow under qemu.
void disclosures(Digest& digest) {
  for_seeds(12, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = any_table(choices, rows / 10);
    SlicingOptions options;
    options.columns = 2;
    options.if_infeasible = IfInfeasible::generalize;
    InferenceGoal goal;
    goal.share = 0.3 + choices.real() / 2;
    Random random = Random::seeded(seed);
    try {
      const MadeForGoal<Slicing> made = slice_for_goal(data, options, goal, random, {});
      digest.add(made.release);
      digest.add(std::vector<double>{made.reached.interval.low, made.reached.interval.high});
      digest.add(measure_disclosure(make_view(data, made.release, {}), {}));
    } catch (const Infeasible& why) {
      digest.add_infeasible(why);
    }
  });
}

void bucketization(Digest& digest) {
  for_seeds(800, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = any_table(choices, rows);
    BucketizationOptions options = test::random_options(choices);
    if (choices.one_in(4)) {
      options.cuts = Cuts::oblivious;
      options.suppress = 0;
    }
    Random random = Random::seeded(seed);
    digest.add_made([&] { return bucketize(data, options, random, {}); });
  });
}

void generalization(Digest& digest, Recoding recoding) {
  for_seeds(300, [&](Choices& choices, std::uint64_t seed) {
    test::GeneralizationProblem problem = test::random_generalization(choices, 60);
    GeneralizationOptions options;
    options.k = problem.options.k;
    options.l = problem.options.l.value_or(1);
    options.recoding = recoding;
    options.privacy = problem.models;
    options.suppress = problem.options.suppress;
    options.loss = choices.of(
        std::vector<LossMeasure>{LossMeasure::width, LossMeasure::values, LossMeasure::entropy});
    options.grouping = choices.one_in(2) ? Grouping::relaxed : Grouping::strict;
    const bool by_levels = recoding == Recoding::full_domain || recoding == Recoding::cell;
    for (const std::size_t a : problem.options.quasi_identifiers) {
      if (by_levels && !problem.data.attributes[a].hierarchy) return;
    }
    if (problem.options.quasi_identifiers.empty()) return;
    Random random = Random::seeded(seed);
    digest.add_made([&] { return generalize(problem.data, options, random, {}); });
  });
}

void fragmentation(Digest& digest) {
  for_seeds(250, [&](Choices& choices, std::uint64_t seed) {
    test::FragmentationProblem problem = test::random_fragmentation(choices);
    if (problem.data.attributes[problem.options.class_attribute].role != Role::sensitive) {
      problem.options.enforcement = choices.of(std::vector<Enforcement>{
          Enforcement::naive, Enforcement::dependency_graph, Enforcement::delta_selectivity});
    }
    digest.add_made([&] { return test::fragment_with(problem, seed); });
  });
}

Bucketize by_anatomy(const Microdata& data, std::uint64_t seed) {
  return [&data, seed](const PrivacyRule& rule) {
    Random random = Random::seeded(seed);
    const std::size_t s = rule.sensitive.front();
    const TuplePartition partition = anatomize(data.columns[s], data.attributes[s].distinct,
                                               test::all_rows(data), 2, random, {});
    BucketedAttributes bucketed{rule.sensitive, std::vector<std::uint32_t>(data.rows)};
    for (std::size_t b = 0; b < partition.buckets(); ++b) {
      for (const Row row : partition.bucket(b))
        bucketed.bucket_of_row[row] = static_cast<std::uint32_t>(b);
    }
    return std::make_shared<const BucketedAttributes>(std::move(bucketed));
  };
}

// Returns attributes that depend on each other, without a value of a share above 1/2.
Microdata even_table(Choices& choices) {
  Microdata data;
  data.rows = 240;
  const auto attributes = static_cast<std::size_t>(choices.between(3, 6));
  for (std::size_t a = 0; a < attributes; ++a) {
    Attribute attribute;
    attribute.distinct = static_cast<Code>(choices.between(2, 6));
    const auto follows = static_cast<Row>(choices.between(1, 5));
    std::vector<Code> column(data.rows);
    for (Row row = 0; row < data.rows; ++row)
      column[row] = row / follows % attribute.distinct;
    data.attributes.push_back(std::move(attribute));
    data.columns.push_back(std::move(column));
  }
  return data;
}

void decompositions(Digest& digest) {
  for_seeds(150, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = even_table(choices);
    AttributeSet all(data.attributes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<PrivacyRule> rules = test::random_rules(choices, all.size(), 4);
    std::erase_if(rules, [](const PrivacyRule& rule) { return rule.sensitive.size() > 1; });
    for (PrivacyRule& rule : rules)
      rule.guarantee.clear();
    digest.add(utility_aware_decomposition(all, rules));
    const std::vector<Part> guardian = guardian_decomposition(all, rules, {});
    digest.add(guardian);
    digest.add(add_back(data, all, rules, guardian, by_anatomy(data, seed), {}).parts);
  });
}

void groups_of_several(Digest& digest) {
  for_seeds(200, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Microdata data = any_table(choices, 200);
    AttributeSet sensitive;
    std::vector<double> l;
    for (std::size_t a = 0; a < data.attributes.size(); ++a) {
      if (data.attributes[a].role != Role::sensitive) continue;
      sensitive.push_back(a);
      l.push_back(test::random_l(choices));
    }
    const auto remainder = choices.one_in(2) ? Remainder::merged : Remainder::suppressed;
    digest.add(multi_sensitive_groups(data, sensitive, l, test::all_rows(data), {}, remainder));
  });
}

void persons_with_several_rows(Digest& digest) {
  for_seeds(500, [&](Choices& choices, std::uint64_t seed) {
    const test::PersonTable table = test::random_persons(choices, {.most_persons = 60});
    const SubjectBucketizationOptions options = test::random_subject_options(choices);
    Random random = Random::seeded(seed);
    digest.add_made([&] {
      return bucketize_subjects(table.data, table.subjects, table.of_person, options, random, {});
    });
  });
}

void series(Digest& digest) {
  for_seeds(300, [&](Choices& choices, std::uint64_t seed) {
    Microdata people = test::random_table(choices, {.most_rows = 120});
    const auto m = static_cast<std::uint32_t>(choices.between(2, 4));
    const auto distinct = static_cast<Code>(m) + static_cast<Code>(choices.between(0, 4));
    const test::RandomHistory history =
        test::random_history(choices, seed, people, {6, m, distinct});
    for (const test::SeriesEdition& edition : history.editions)
      digest.add(edition.edition);
  });
}

void region_cuts(Digest& digest) {
  for_seeds(150, [&](Choices& choices, std::uint64_t /*seed*/) {
    const Microdata data = any_table(choices, rows);
    RegionCutOptions options;
    options.regions = static_cast<std::uint32_t>(choices.between(2, 16));
    for (std::size_t a = 0; a < data.attributes.size(); ++a) {
      const Role role = data.attributes[a].role;
      if (role == Role::quasi_identifier) options.attributes.push_back(a);
      if (role == Role::sensitive) options.sensitive.push_back(a);
    }
    options.l = test::random_l(choices);
    options.rows = data.rows;
    const CutTree tree = cut_regions(data, options, {});
    digest.add(regions_of(tree, data));
  });
}

void count_queries(Digest& digest) {
  for_seeds(100, [&](Choices& choices, std::uint64_t seed) {
    const Microdata data = any_table(choices, rows);
    AttributeSet all(data.attributes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    CountQueryOptions options;
    options.dimension = 2;
    options.queries = 20;
    Random random = Random::seeded(seed);
    for (const CountQuery& query : random_count_queries(data, all, options, random, {}))
      digest.add(query.count);
  });
}

// Prints the digest. Fails if a method produced no release, because empty digests are equal
// everywhere.
template <typename Add>
void print(const char* name, const Add& add) {
  Digest digest;
  add(digest);
  if (digest.values() == 0) throw std::runtime_error(std::string(name) + " made nothing");
  std::printf("%-28s %s  %zu, %zu infeasible\n", name, digest.text().c_str(), digest.values(),
              digest.infeasible());
  std::fflush(stdout);
}

void print_all() {
  print("SipHash", sip_hashes);
  print("random numbers", random_numbers);
  print("keyed permutations", keyed_permutations);
  print("packed values", packed_values);
  print("correlations", correlations);
  print("slicing", slicing);
  print("slicing for a goal", disclosures);
  print("bucketization", bucketization);
  print("generalization: Mondrian", [](Digest& d) { generalization(d, Recoding::mondrian); });
  print("generalization: multisets", [](Digest& d) { generalization(d, Recoding::multiset); });
  print("generalization: full domain", [](Digest& d) { generalization(d, Recoding::full_domain); });
  print("generalization: cells", [](Digest& d) { generalization(d, Recoding::cell); });
  print("fragmentation", fragmentation);
  print("decompositions", decompositions);
  print("several sensitive", groups_of_several);
  print("persons with several rows", persons_with_several_rows);
  print("series", series);
  print("cuts into regions", region_cuts);
  print("count queries", count_queries);
}

}  // namespace
}  // namespace microdata

int main() {
  try {
    microdata::print_all();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "seeded_digests: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
