#include "core/generalization/generalization.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

#include "core/generalization/generalized_attribute.hpp"
#include "core/generalization/local_recoding.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/parallel.hpp"
#include "core/partition/eligibility.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

namespace {

// k is a privacy model like any other.
PrivacyRequirement class_requirement(const Microdata& data, const GeneralizationOptions& options,
                                     const Progress& progress) {
  std::vector<PrivacyModel> models = options.privacy;
  models.emplace_back(KAnonymity{static_cast<double>(options.k)});
  return {data, attributes_with_role(data, Role::sensitive), std::move(models), progress};
}

void recode_locally(const Microdata& data, const GeneralizationOptions& options, Random& random,
                    const Progress& progress, Generalization& result) {
  PublishedRows published(data.rows, options.suppress, random);
  make_eligible(data, options.l, published, progress);
  const PrivacyRequirement privacy = class_requirement(data, options, progress);
  check_feasible(data, privacy, options.k, published.rows(), progress);
  result.suppressed = published.suppressed();
  const AttributeSet quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
  result.classes =
      equivalence_classes(data, quasi_identifiers, published.in_random_order(), privacy,
                          {options.grouping, options.l, options.threads}, progress);
  result.attributes.resize(quasi_identifiers.size());
  std::vector<std::size_t> places(quasi_identifiers.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  WorkList<std::size_t>::run(options.threads, std::move(places), progress,
                             [&](std::size_t& place, auto& /*list*/, const Progress& poll) {
                               result.attributes[place] = generalize_attribute(
                                   data, quasi_identifiers[place], result.classes,
                                   options.recoding == Recoding::multiset, poll);
                             });
}

}  // namespace

Generalization generalize(const Microdata& data, const GeneralizationOptions& options,
                          Random& random, const Progress& progress) {
  progress.phase("partition");
  Generalization result;
  recode_locally(data, options, random, progress, result);
  result.loss = information_loss(result.classes, result.attributes, data.rows, result.suppressed);
  return result;
}

}  // namespace microdata
