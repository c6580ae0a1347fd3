#include "postgres/regions/region_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "core/privacy/diversity.hpp"
#include "core/privacy/sensitive_distribution.hpp"
#include "core/regions/region_cuts.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/regions/partition_plan.hpp"
#include "postgres/regions/person_counts.hpp"
#include "postgres/regions/region_counts.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/region_tree.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// The smallest number of rows of a sample, unless the table has fewer.
constexpr std::uint32_t fewest_sampled = 10000;

// The probability that a region must be merged with another one.
constexpr double failure = 1e-6;

std::vector<std::uint32_t> all_regions(std::uint32_t regions) {
  std::vector<std::uint32_t> all(regions);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

class Planner {
 public:
  Planner(const Source& source, const std::vector<AssignedRole>& roles, RegionRequest request,
          Random& random, const Progress& progress)
      : source_(source),
        roles_(roles),
        request_(std::move(request)),
        random_(random),
        progress_(progress) {
    plan_.snapshot = std::make_shared<const KeptSnapshot>();
  }

  RegionPlan plan(Warnings warnings) {
    progress_.phase("plan");
    count_table();
    if (request_.of_persons) learn_persons();
    const std::uint32_t wanted = regions_for(static_cast<double>(plan_.rows));
    read_sample_for(wanted);
    if (warnings == Warnings::of_identifiers)
      warn_of_source(source_, roles_, sample_, plan_.rows, *plan_.snapshot, progress_);
    if (plan_.persons) keep_one_row_each(sample_, random_, progress_);
    plan_.sampled = sample_.data.rows;
    learn_domains();
    choose_groups();
    prepare_needs();
    divide(wanted);
    return std::move(plan_);
  }

 private:
  const SourceColumn& column_of(std::size_t attribute) const {
    return source_.columns[sample_.columns[attribute]];
  }

  bool is_counted(std::size_t column) const {
    const std::vector<std::string>& counted = request_.counted_domains;
    return std::find(counted.begin(), counted.end(), source_.columns[column].name) != counted.end();
  }

  // Returns the first sensitive attribute, if it is known to have few values. The extremes among
  // the rows of each of its values are then counted with it.
  std::optional<std::size_t> counted_with_extremes() const {
    for (std::size_t i = 0; i < source_.columns.size(); ++i) {
      if (roles_[i].role != Role::sensitive) continue;
      if (is_known_to_have_few_values(source_, source_.columns[i])) return i;
      return std::nullopt;
    }
    return std::nullopt;
  }

  // Counts the table's rows, the distributions of sensitive attributes and the extremes of numbers.
  void count_table() {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < source_.columns.size(); ++i) {
      const AttributeType& type = source_.columns[i].type;
      if (roles_[i].role != Role::identifier && roles_[i].role != Role::sensitive &&
          !is_counted(i) && type.projection != Projection::none) {
        numbers.push_back(i);
      }
    }
    const std::size_t most = request_.privacy.empty()
                                 ? most_few_values + 1
                                 : std::size_t{std::numeric_limits<std::uint32_t>::max()};
    const std::optional<std::size_t> with_extremes = counted_with_extremes();
    ExtremesAndValues together;
    if (with_extremes) {
      together = count_extremes_and_values(source_, numbers, source_.columns[*with_extremes], most,
                                           *plan_.snapshot);
    }
    Extremes extremes = with_extremes ? std::move(together.extremes)
                                      : count_extremes(source_, numbers, *plan_.snapshot);
    plan_.rows = extremes.rows;
    if (plan_.rows == 0) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                  "relation " + in_quotes(source_.name) + " has no rows");
    }
    plan_.globals = std::move(extremes.columns);
    constexpr std::size_t unlimited = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t i = 0; i < source_.columns.size(); ++i) {
      if (!is_counted(i) || roles_[i].role == Role::sensitive) continue;
      progress_.checkpoint();
      plan_.globals.push_back(
          count_values(source_.columns[i], source_, unlimited, *plan_.snapshot));
    }
    for (std::size_t i = 0; i < source_.columns.size(); ++i) {
      if (roles_[i].role != Role::sensitive) continue;
      progress_.checkpoint();
      GlobalValues values = with_extremes == i
                                ? std::move(together.values)
                                : count_values(source_.columns[i], source_, most, *plan_.snapshot);
      note_largest(values, source_.columns[i].type, roles_[i].harmless);
      // If there are many values, and no model needs them, a region knows only its own.
      if (values.values.size() <= most_few_values || !request_.privacy.empty())
        plan_.globals.push_back(std::move(values));
    }
  }

  // Notes the number of rows of the most frequent value that is not harmless.
  void note_largest(const GlobalValues& values, const AttributeType& type,
                    const HarmlessValues& harmless) {
    std::vector<std::optional<std::string>> texts(values.values.begin(), values.values.end());
    texts.emplace_back();
    const std::vector<std::uint8_t> marks = marked_harmless(type, texts, harmless, progress_);
    for (std::size_t v = 0; v < texts.size(); ++v) {
      const std::uint64_t rows = texts[v] ? values.counts[v] : values.nulls;
      if (marks.empty() || marks[v] == 0) largest_ = std::max(largest_, static_cast<double>(rows));
    }
  }

  void learn_persons() {
    PersonFacts facts = count_persons(source_, roles_, *plan_.snapshot);
    if (facts.with_several_rows == 0) return;
    divide_persons(source_, roles_, facts, request_);
    if (std::any_of(request_.privacy.begin(), request_.privacy.end(), compares_with_table))
      count_values_of_persons(source_, roles_, *plan_.snapshot, plan_.globals);
    plan_.persons = std::move(facts);
  }

  // Returns the number of persons; without several rows of any, the number of rows.
  std::int64_t tuples() const { return plan_.persons ? plan_.persons->persons : plan_.rows; }

  double bytes_of(double rows) const { return rows * request_.bytes_per_row; }
  double bytes_with_verification(double rows) const {
    return rows * std::max(request_.bytes_per_row, request_.bytes_to_verify);
  }

  // Returns the requested number of regions, or else a number by which even a region of twice the
  // mean size is within the limit.
  std::uint32_t regions_for(double rows) const {
    constexpr double uneven = 2;
    if (request_.regions) return possible(*request_.regions);
    const auto limit = static_cast<double>(memory_limit_bytes());
    const double bytes = bytes_with_verification(rows);
    const std::uint32_t at_least = possible(request_.at_least);
    if (bytes <= limit) return at_least;
    return std::max(at_least, static_cast<std::uint32_t>(std::clamp(
                                  std::ceil(uneven * bytes / limit), 2.0, double{most_regions})));
  }

  // Returns the number of regions, at most as many as the smallest possible regions.
  std::uint32_t possible(std::int32_t regions) const {
    const double fewest = std::max<double>(request_.k, fewest_tuples(request_.l));
    const double most = std::max(std::floor(static_cast<double>(tuples()) / fewest), 1.0);
    return static_cast<std::uint32_t>(std::min<double>(regions, most));
  }

  std::size_t rows_to_sample(std::uint32_t regions) {
    const double share = largest_ / static_cast<double>(plan_.rows);
    std::size_t rows = sample_size(share, request_.l, regions, failure);
    std::vector<PrivacyModel> models;
    for (const PrivacyModel& model : request_.privacy) {
      // Distances on hierarchies are not known yet; equal distances serve as well.
      const auto* closeness = std::get_if<TCloseness>(&model);
      if (closeness != nullptr && closeness->distance == TCloseness::Distance::hierarchical)
        models.emplace_back(TCloseness{closeness->t, TCloseness::Distance::equal});
      else if (is_about_sensitive_values(model))
        models.push_back(model);
    }
    for (std::size_t i = 0; i < source_.columns.size() && !models.empty(); ++i) {
      if (roles_[i].role != Role::sensitive) continue;
      const auto* known =
          RegionRows::current()->known_values(source_.columns[i].name, source_.columns[i].type);
      if (known == nullptr || known->counts.empty()) continue;
      SensitiveDistribution table(known->counts);
      for (const auto& [text, code] : named_values(models, known->dictionary))
        table.name_value(text, code);
      table.set_harmless(harmless_codes(known->dictionary, roles_[i].harmless, progress_));
      rows = std::max(rows, sample_size(table, models, regions, failure));
    }
    return rows;
  }

  void read_sample_for(std::uint32_t regions) {
    const RegionRows globals({}, plan_.globals, 1, plan_.snapshot);
    const double rows_each = static_cast<double>(plan_.rows) / static_cast<double>(tuples());
    std::size_t wanted = rows_to_sample(regions);
    // The sample must also be within the limit, but with fewer rows than these there are no cuts.
    if (request_.bytes_per_row > 0) {
      const auto limit = static_cast<double>(memory_limit_bytes());
      const std::int64_t fewest = std::llround(
          rows_each * static_cast<double>(std::min<std::int64_t>(fewest_sampled, tuples())));
      // The sample is read and sorted, but not sliced.
      const double bytes = bytes_of(static_cast<double>(fewest)) / 2;
      if (bytes > limit) {
        microdata::postgres::fail_above_limit("the sample that regions are planned by", fewest,
                                              std::llround(bytes),
                                              "A smaller one tells too little.");
      }
      wanted =
          std::min(wanted, static_cast<std::size_t>(limit / (request_.bytes_per_row * rows_each)));
      wanted = std::max(wanted, std::size_t{fewest_sampled});
    }
    const std::string condition =
        plan_.persons
            ? persons_sampling_condition(source_, roles_, *plan_.persons, wanted, random_)
            : sampling_condition(source_, roles_, plan_.rows, wanted, request_.seeded, random_);
    sample_ = read_sample(source_, roles_, condition, plan_.persons, *plan_.snapshot, progress_);
    if (request_.seeded) sort_rows(sample_, progress_);
    if (need_hierarchies(request_.privacy)) {
      const ChosenHierarchies chosen = choose_hierarchies(source_, roles_, request_.hierarchies);
      set_hierarchies(resolve_hierarchies(chosen, sample_, Role::sensitive, progress_), sample_);
    }
    prepare_for_models(request_.privacy, sample_);
  }

  bool is_known(const std::string& column) const {
    return std::any_of(plan_.globals.begin(), plan_.globals.end(),
                       [&](const GlobalValues& known) { return known.column == column; });
  }

  // Learns the values of columns that have few.
  void learn_domains() {
    for (std::size_t a = 0; a < sample_.columns.size(); ++a) {
      const Dictionary& dictionary = sample_.dictionaries[a];
      const SourceColumn& column = column_of(a);
      if (is_known(column.name) || dictionary.distinct() > most_few_values ||
          dictionary.stored_bytes() > most_bytes_of_few_values)
        continue;
      GlobalValues values;
      if (request_.domains) {
        values = count_values(column, source_, most_few_values + 1, *plan_.snapshot);
        values.counts.clear();
        if (values.values.size() > most_few_values) continue;
      } else {
        values.column = column.name;
        values.values = dictionary.texts(progress_);
        values.nulls = dictionary.nullable() ? 1 : 0;
      }
      plan_.globals.push_back(std::move(values));
    }
  }

  void choose_groups() {
    if (!request_.choose_groups) return;
    plan_.groups = request_.choose_groups(sample_);
    for (std::size_t g = 0; g < plan_.groups.size(); ++g)
      keep_linked(g);
  }

  Role role_of(const std::string& name) const {
    for (const Attribute& attribute : sample_.data.attributes) {
      if (attribute.name == name) return attribute.role;
    }
    return Role::insensitive;
  }

  // Keeps quasi-identifiers in the group of sensitive attributes if l holds given their values in
  // the table as a whole; otherwise moves them to the first other group.
  void keep_linked(std::size_t g) {
    std::vector<std::string>& group = plan_.groups[g];
    const auto others = std::stable_partition(group.begin(), group.end(), [&](const auto& name) {
      return role_of(name) == Role::sensitive;
    });
    if (others == group.begin() || others == group.end()) return;
    const std::vector<std::string> given(others, group.end());
    const bool holds = std::all_of(group.begin(), others, [&](const std::string& sensitive) {
      progress_.checkpoint();
      const SourceColumn& column = *source_.find(sensitive);
      CombinationsBeside beside = combinations_beside(
          column, given, source_,
          roles_[static_cast<std::size_t>(&column - source_.columns.data())].harmless, request_.l,
          most_combinations, *plan_.snapshot, progress_);
      combinations_[given] = std::move(beside.combinations);
      return !beside.any_above_share;
    });
    if (holds) {
      for (auto name = group.begin(); name != others; ++name)
        needs_.linked.push_back({*name, given});
      return;
    }
    leave_alone(g);
  }

  // Leaves the sensitive attributes of a group alone, if there is a group without such ones for the
  // others.
  void leave_alone(std::size_t g) {
    std::vector<std::string>& group = plan_.groups[g];
    const auto is_sensitive = [&](const std::string& name) {
      return role_of(name) == Role::sensitive;
    };
    const auto others = std::stable_partition(group.begin(), group.end(), is_sensitive);
    if (others == group.begin()) return;
    const auto other =
        std::find_if(plan_.groups.begin(), plan_.groups.end(), [&](const auto& candidate) {
          return std::none_of(candidate.begin(), candidate.end(), is_sensitive);
        });
    if (other == plan_.groups.end()) return;
    other->insert(other->end(), others, group.end());
    std::erase_if(needs_.linked, [&](const RegionNeeds::Linked& linked) {
      return std::find(group.begin(), others, linked.sensitive) != others;
    });
    group.erase(others, group.end());
  }

  void prepare_needs() {
    needs_.l = request_.l;
    needs_.k = request_.k;
    if (plan_.persons) needs_.persons = &roles_;
    AttributeSet sensitive;
    for (std::size_t a = 0; a < sample_.data.attributes.size(); ++a) {
      if (sample_.data.attributes[a].role == Role::sensitive) sensitive.push_back(a);
    }
    options_.sensitive = sensitive;
    needs_.privacy = PrivacyRequirement(sample_.data, sensitive, request_.privacy, progress_);
    respect_linked();
    options_.l = request_.l;
    options_.privacy = &needs_.privacy;
    // Regions of harmless values alone hold, but buckets have as many rows as elsewhere.
    if (std::any_of(sensitive.begin(), sensitive.end(),
                    [&](std::size_t a) { return !sample_.data.attributes[a].harmless.empty(); })) {
      needs_.k = std::max({needs_.k, fewest_tuples(request_.l),
                           static_cast<std::uint32_t>(needs_.privacy.fewest())});
    }
    options_.fewest = needs_.k;
    options_.rows = static_cast<double>(tuples());
    options_.failure = failure;
    options_.oblivious = request_.cuts == Cuts::oblivious;
    for (std::size_t a = 0; a < sample_.data.attributes.size(); ++a) {
      Attribute& attribute = sample_.data.attributes[a];
      if (!may_be_cut(source_, roles_, request_, attribute.name)) continue;
      options_.attributes.push_back(a);
      // Otherwise a range of one region would cover values of the next one.
      if (!is_published_as_it_is(source_, roles_, request_, attribute.name))
        attribute.same_end = same_ends(sample_.dictionaries[a], progress_);
    }
  }

  // Makes cuts keep l given the values that occur with sensitive attributes.
  void respect_linked() {
    options_.known.assign(options_.sensitive.size(), {});
    for (std::size_t j = 0; j < options_.sensitive.size(); ++j) {
      const std::string& name = sample_.data.attributes[options_.sensitive[j]].name;
      for (const RegionNeeds::Linked& linked : needs_.linked) {
        if (linked.sensitive != name) continue;
        options_.known[j] =
            known_beside(linked.others, combinations_.at(linked.others), sample_, progress_);
      }
    }
  }

  // Returns the number of parts of a partition. All parts together are not more than requested,
  // unless the limit needs more.
  std::uint32_t parts_of(double rows, double reserve) const {
    const auto limit = static_cast<double>(memory_limit_bytes());
    const double bytes = bytes_with_verification(rows);
    double parts = bytes > limit ? std::ceil(reserve * bytes / limit) : 1;
    if (request_.regions) {
      const double asked = rows * *request_.regions / static_cast<double>(plan_.rows);
      parts = std::max(parts, std::floor(asked));
    }
    return static_cast<std::uint32_t>(std::min(parts, double{most_regions}));
  }

  // Divides by partitions, if any can be regions. Repeats with smaller parts if parts come out
  // uneven.
  bool divide_by_partitions() {
    for (const double reserve : {2.0, 3.0, 5.0}) {
      if (!try_partitions(reserve)) return false;
      plan_.bytes = std::llround(bytes_of(static_cast<double>(largest_region())));
      if (plan_.bytes <= memory_limit_bytes()) break;
    }
    return true;
  }

  bool try_partitions(double reserve) {
    const PartitionNeeds needs{
        partition_columns(source_, roles_, request_),
        options_.oblivious,
        request_.regions,
        [&](std::int64_t rows) { return parts_of(static_cast<double>(rows), reserve); },
        [&](const RegionTree& tree) { return count(tree); },
        [&](std::uint32_t regions, const std::set<std::string>& without) {
          RegionCutOptions options = options_;
          options.regions = regions;
          std::erase_if(options.attributes, [&](std::size_t a) {
            return without.contains(sample_.data.attributes[a].name);
          });
          const CutTree cuts = cut_regions(sample_.data, options, progress_);
          return SampleCuts{cuts, as_sql_sees_it(cuts, sample_)};
        }};
    return plan_by_partitions(source_, needs, plan_);
  }

  CountedRegions count(const RegionTree& tree) const {
    CountedRegions counted(source_, sample_, needs_, region_in_source(source_, tree),
                           tree.regions(), *plan_.snapshot, progress_);
    const std::vector<std::int64_t>& rows = counted.rows();
    const std::int64_t all = std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
    if (all != plan_.rows) fail_not_as_counted(source_.relation, "The table", all, plan_.rows);
    return counted;
  }

  // The result of one way of dividing the table.
  struct Divided {
    RegionTree tree;
    std::vector<PlannedRegion> regions;
    std::uint32_t merged;
    std::int64_t bytes;
    std::vector<std::vector<PartitionPath>> partitions;
    std::vector<std::vector<std::string>> groups;
  };

  void exchange(Divided& divided) {
    std::swap(plan_.tree, divided.tree);
    std::swap(plan_.regions, divided.regions);
    std::swap(plan_.merged, divided.merged);
    std::swap(plan_.bytes, divided.bytes);
    std::swap(plan_.partitions, divided.partitions);
    std::swap(plan_.groups, divided.groups);
  }

  // Divides the table. Attributes are in a group with sensitive ones for the sake of correlations,
  // unless the user wants it. This is not worth regions above the limit, or fewer than half of the
  // regions without such groups.
  void divide(std::uint32_t wanted) {
    const bool fits = cut_into(wanted);
    const std::size_t regions = plan_.regions.size();
    const bool wants_many = request_.regions || request_.at_least > 1;
    const bool costs = !fits || (wants_many && 2 * regions < wanted);
    if (costs && request_.may_regroup && !needs_.linked.empty()) {
      Divided grouped{{}, {}, 0, 0, {}, plan_.groups};
      exchange(grouped);
      for (std::size_t g = 0; g < plan_.groups.size(); ++g)
        leave_alone(g);
      respect_linked();
      const bool fits_alone = cut_into(wanted);
      if (fits_alone && (!fits || plan_.regions.size() > 2 * regions)) return;
      exchange(grouped);
    }
    if (!fits) fail_above_limit();
  }

  // True if the largest region is within the limit.
  bool cut_into(std::uint32_t wanted) {
    if ((wanted > 1 || request_.by_partitions) && divide_by_partitions())
      return plan_.bytes <= memory_limit_bytes();
    constexpr int tries = 3;
    const auto limit = static_cast<double>(memory_limit_bytes());
    for (int attempt = 1;; ++attempt) {
      const std::uint32_t cut = try_to_cut(wanted);
      const double of_largest = bytes_of(static_cast<double>(largest_region()));
      plan_.bytes = std::llround(of_largest);
      if (of_largest <= limit) return true;
      // If fewer regions resulted than were wanted, another try would not give more.
      if (request_.regions || attempt == tries || cut < wanted ||
          wanted >= std::uint32_t{most_regions})
        return false;
      constexpr double reserve = 1.2;
      wanted = static_cast<std::uint32_t>(
          std::min(std::ceil(wanted * reserve * of_largest / limit), double{most_regions}));
    }
  }

  std::int64_t largest_region() const {
    return std::max_element(
               plan_.regions.begin(), plan_.regions.end(),
               [](const PlannedRegion& a, const PlannedRegion& b) { return a.rows < b.rows; })
        ->rows;
  }

  std::string why_too_large() const {
    if (!request_.regions) return "It cannot be divided any further.";
    if (plan_.tree.regions() >= static_cast<std::uint32_t>(*request_.regions))
      return "In more regions it would take less.";
    return std::to_string(*request_.regions) +
           " regions were asked for; with what each must meet there are no more than these.";
  }

  [[noreturn]] void fail_above_limit() const {
    const std::uint32_t regions = plan_.tree.regions();
    microdata::postgres::fail_above_limit(regions == 1
                                              ? "publishing " + in_quotes(source_.name) + " at once"
                                              : "the largest of " + std::to_string(regions) +
                                                    " regions of " + in_quotes(source_.name),
                                          largest_region(), plan_.bytes, why_too_large());
  }

  // Cuts the table and merges regions if necessary. Returns the number of regions of the sample's
  // cuts.
  std::uint32_t try_to_cut(std::uint32_t wanted) {
    options_.regions = wanted;
    const CutTree tree = cut_regions(sample_.data, options_, progress_);
    const std::uint32_t regions = tree.regions();
    const CountedRegions counted = count(as_sql_sees_it(tree, sample_));
    const CutTree merged = merge_regions(tree, [&](std::span<const std::uint32_t> together) {
      progress_.checkpoint();
      return options_.oblivious ? counted.has_k(together) : counted.meets(together);
    });
    if (options_.oblivious) require_eligible(tree, merged, counted);
    plan_.tree = as_sql_sees_it(merged, sample_);
    plan_.merged = regions - merged.regions();
    plan_.regions.assign(merged.regions(), PlannedRegion());
    const std::vector<std::uint32_t> merged_into = microdata::merged_into(tree, merged);
    for (std::uint32_t r = 0; r < regions; ++r)
      plan_.regions[merged_into[r]].rows += counted.rows()[r];
    return regions;
  }

  // Fails if a merged region is not eligible, because merging by sensitive values would disclose
  // something about them.
  void require_eligible(const CutTree& tree, const CutTree& merged,
                        const CountedRegions& counted) const {
    if (merged.regions() == 1) return;
    const std::vector<std::uint32_t> merged_into = microdata::merged_into(tree, merged);
    for (std::uint32_t r = 0; r < merged.regions(); ++r) {
      std::vector<std::uint32_t> parts = all_regions(tree.regions());
      std::erase_if(parts, [&](std::uint32_t part) { return merged_into[part] != r; });
      if (counted.meets(parts)) continue;
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                  "region " + std::to_string(r) + " of " + std::to_string(merged.regions()) +
                      " does not meet the requirements by itself")
          .detail("It is where " + region_condition(as_sql_sees_it(merged, sample_), r) +
                  ". Oblivious cuts do not depend on sensitive values, so that regions are not "
                  "merged for their sake.")
          .hint("Ask for fewer regions, or a smaller l.");
    }
  }

  const Source& source_;
  const std::vector<AssignedRole>& roles_;
  RegionRequest request_;
  Random& random_;
  const Progress& progress_;
  RegionPlan plan_;
  // The number of rows of the most frequent sensitive value that is not harmless.
  double largest_ = 0;
  Table sample_;
  RegionNeeds needs_;
  // The combinations that occur with sensitive attributes, by their columns.
  std::map<std::vector<std::string>, std::vector<ResultRow>> combinations_;
  RegionCutOptions options_;
};

}  // namespace

RegionPlan plan_regions(const Source& source, const std::vector<AssignedRole>& roles,
                        const RegionRequest& request, Random& random, const Progress& progress,
                        Warnings warnings) {
  return Planner(source, roles, request, random, progress).plan(warnings);
}

RegionRows::Relation source_regions(const Source& source, const RegionPlan& plan) {
  RegionRows::Relation relation{source.relation, region_in_source(source, plan.tree), {}, {}};
  for (const PlannedRegion& region : plan.regions)
    relation.rows.push_back(region.rows);
  return relation;
}

}  // namespace microdata::postgres
