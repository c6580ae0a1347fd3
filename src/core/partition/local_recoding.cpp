#include "core/partition/local_recoding.hpp"

#include <memory>
#include <numeric>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/partition/bucket_requirement.hpp"
#include "core/partition/class_division.hpp"
#include "core/partition/cut_requirement.hpp"
#include "core/partition/strata.hpp"

namespace microdata {

TuplePartition equivalence_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                                   const AttributeSet& sensitive, std::span<const Row> rows,
                                   const PrivacyRequirement& privacy,
                                   const LocalRecodingOptions& options, const Progress& progress) {
  const std::vector<Strata> strata = all_ungrouped_strata(data, sensitive);
  std::vector<std::span<const std::uint32_t>> tags;
  for (const Strata& s : strata)
    tags.emplace_back(s.of_row);
  const std::unique_ptr<const CutRequirement> by_gain = cut_requirement(strata, privacy, options.l);
  return divide_into_classes(data, quasi_identifiers, rows, tags,
                             BucketRequirement(strata, options.l, privacy), *by_gain,
                             {options.grouping, options.threads, options.loss}, progress);
}

std::vector<GeneralizedAttribute> generalize_attributes(const Microdata& data,
                                                        const AttributeSet& quasi_identifiers,
                                                        const TuplePartition& classes,
                                                        const ShownAs& as, Threads threads,
                                                        const Progress& progress) {
  std::vector<GeneralizedAttribute> result(quasi_identifiers.size());
  std::vector<std::size_t> places(quasi_identifiers.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  WorkList<std::size_t>::run(threads, std::move(places), progress,
                             [&](std::size_t& place, auto& /*list*/, const Progress& poll) {
                               result[place] = generalize_attribute(data, quasi_identifiers[place],
                                                                    classes, as, poll);
                             });
  return result;
}

LocalRecoding show_classes(const Microdata& data, const AttributeSet& quasi_identifiers,
                           TuplePartition classes, const ShownAs& as, Threads threads,
                           const Progress& progress) {
  LocalRecoding result;
  result.classes = std::move(classes);
  result.attributes =
      generalize_attributes(data, quasi_identifiers, result.classes, as, threads, progress);
  if (!as.multiset) join_alike(result.classes, result.attributes, progress);
  return result;
}

LocalRecoding recode_locally(const Microdata& data, const AttributeSet& quasi_identifiers,
                             const AttributeSet& sensitive, std::span<const Row> rows,
                             const PrivacyRequirement& privacy, const LocalRecodingOptions& options,
                             bool as_multiset, const Progress& progress) {
  return show_classes(
      data, quasi_identifiers,
      equivalence_classes(data, quasi_identifiers, sensitive, rows, privacy, options, progress),
      {as_multiset, options.loss}, options.threads, progress);
}

}  // namespace microdata
