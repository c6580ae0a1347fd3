#include "core/partition/local_recoding.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/microdata/parallel.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/gain_cuts.hpp"
#include "core/partition/strata.hpp"

namespace microdata {

namespace {

// What is cut by gain. A table that is small is so as a whole; of a larger one those classes that
// have become small, on the attributes on which they lose most. What it would gain by more is
// little, and what that takes, n log n times the square of the attributes, is much: figures in
// docs/developing.md. The first cut is Mondrian's in any case: what gains most at once, such as sex
// by itself, may cost more later, and Table 1(b) of the slicing paper is cut at the median age.
struct GainCutLimits {
  std::size_t tuples;
  std::size_t attributes;
};

constexpr GainCutLimits limits_of(std::size_t tuples, std::size_t attributes) {
  constexpr std::size_t small_table = 65536;
  if (tuples > small_table) return {8192, 4};
  // Of many attributes fewer are tried: each is looked at in every one.
  constexpr std::size_t most_pairs = 256;
  return {tuples - 1,
          std::clamp<std::size_t>(most_pairs / std::max<std::size_t>(attributes, 1), 2, 8)};
}

// What every class must satisfy. It is left undivided where no cut does: regions are what is
// published.
class ClassRequirement {
 public:
  using Scratch = BucketRequirement::Scratch;

  explicit ClassRequirement(BucketRequirement requirement) : requirement_(requirement) {}

  Scratch make_scratch() const { return requirement_.make_scratch(); }
  std::size_t fewest() const { return requirement_.fewest(); }
  std::size_t finish_size() const { return 0; }
  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
              Scratch& scratch) const {
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
  std::uint32_t finish(std::span<const std::uint32_t> /*tags*/,
                       std::span<const std::uint32_t> /*order*/,
                       std::span<std::uint32_t> /*bucket_of*/, Scratch& /*scratch*/) const {
    return 1;
  }

 private:
  BucketRequirement requirement_;
};

// Mondrian cuts in two. Strict classes must not overlap, as the parts would of a label that has
// more than two below it: what has a hierarchy is left to the cuts by gain.
AttributeSet cut_in_two(const Microdata& data, const AttributeSet& quasi_identifiers,
                        Grouping grouping) {
  AttributeSet result;
  std::copy_if(quasi_identifiers.begin(), quasi_identifiers.end(), std::back_inserter(result),
               [&](std::size_t a) {
                 return grouping == Grouping::relaxed || !data.attributes[a].hierarchy;
               });
  return result;
}

}  // namespace

TuplePartition equivalence_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                   const AttributeSet& sensitive, std::span<const Row> rows,
                                   const PrivacyRequirement& privacy,
                                   const LocalRecodingOptions& options, const Progress& progress) {
  const std::vector<Strata> strata = all_ungrouped_strata(data, sensitive);
  std::vector<std::span<const std::uint32_t>> tags;
  for (const Strata& s : strata)
    tags.emplace_back(s.of_row);
  const std::vector<Axis> axes =
      make_axes(data, cut_in_two(data, quasi_identifiers, options.grouping), progress);
  const ClassRequirement requirement(BucketRequirement(strata, options.l, privacy));
  const GainCutLimits limits = limits_of(rows.size(), quasi_identifiers.size());
  const MondrianOptions mondrian{options.grouping, options.threads, limits.tuples};
  TuplePartition classes = Mondrian<ClassRequirement>::divide(
      axes, lay_out(data, axes, rows, tags, options.threads, progress), requirement, mondrian,
      progress);
  GainCutOptions by_gain;
  by_gain.grouping = options.grouping;
  by_gain.l = options.l;
  by_gain.attributes_tried = limits.attributes;
  by_gain.threads = options.threads;
  return cut_by_gain(data, quasi_identifiers, strata, privacy, std::move(classes), by_gain,
                     progress);
}

LocalRecoding show_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                           TuplePartition classes, bool as_multiset, unsigned threads,
                           const Progress& progress) {
  LocalRecoding result;
  result.classes = std::move(classes);
  result.attributes.resize(quasi_identifiers.size());
  std::vector<std::size_t> places(quasi_identifiers.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  WorkList<std::size_t>::run(threads, std::move(places), progress,
                             [&](std::size_t& place, auto& /*list*/, const Progress& poll) {
                               result.attributes[place] =
                                   generalize_attribute(data, quasi_identifiers[place],
                                                        result.classes, as_multiset, poll);
                             });
  if (!as_multiset) join_alike(result.classes, result.attributes, progress);
  return result;
}

LocalRecoding recode_locally(const Microdata& data, const AttributeSet& quasi_identifiers,
                             const AttributeSet& sensitive, std::span<const Row> rows,
                             const PrivacyRequirement& privacy, const LocalRecodingOptions& options,
                             bool as_multiset, const Progress& progress) {
  return show_classes(
      data, quasi_identifiers,
      equivalence_classes(data, quasi_identifiers, sensitive, rows, privacy, options, progress),
      as_multiset, options.threads, progress);
}

}  // namespace microdata
