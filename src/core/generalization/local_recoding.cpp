#include "core/generalization/local_recoding.hpp"

#include "core/generalization/gain_cuts.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/strata.hpp"

namespace microdata {

namespace {

// Classes of at most so many tuples are cut by gain; a table that has no more is so as a whole.
// What larger ones would gain by it is little, and what it takes, n log n times the square of the
// attributes, is much: figures in docs/developing.md.
constexpr std::size_t largest_table_cut_by_gain = 65536;
constexpr std::size_t largest_class_cut_by_gain = 8192;

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

}  // namespace

TuplePartition equivalence_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                   std::span<const Row> rows, const PrivacyRequirement& privacy,
                                   const LocalRecodingOptions& options, const Progress& progress) {
  const std::vector<Strata> strata =
      all_ungrouped_strata(data, attributes_with_role(data, Role::sensitive));
  std::vector<std::span<const std::uint32_t>> tags;
  for (const Strata& s : strata)
    tags.emplace_back(s.of_row);
  const std::vector<Axis> axes = make_axes(data, quasi_identifiers, progress);
  const ClassRequirement requirement(BucketRequirement(strata, options.l, privacy));
  const MondrianOptions mondrian{options.grouping, options.threads,
                                 rows.size() <= largest_table_cut_by_gain
                                     ? largest_table_cut_by_gain
                                     : largest_class_cut_by_gain};
  TuplePartition classes = Mondrian<ClassRequirement>::divide(
      axes, lay_out(data, axes, rows, tags, options.threads, progress), requirement, mondrian,
      progress);
  GainCutOptions by_gain;
  by_gain.grouping = options.grouping;
  by_gain.l = options.l;
  by_gain.threads = options.threads;
  return cut_by_gain(data, quasi_identifiers, strata, privacy, std::move(classes), by_gain,
                     progress);
}

}  // namespace microdata
