#include "postgres/release/renewed_counts.hpp"

#include <algorithm>
#include <cstddef>

#include "postgres/regions/region_counts.hpp"
#include "postgres/regions/region_sample.hpp"
#include "postgres/source/model_values.hpp"

namespace microdata::postgres {

namespace {

// Of what the values of sensitive attributes are to be told apart.
constexpr std::size_t sampled = 10000;

// Sensitive attributes that stand beside others as they are.
std::vector<RegionNeeds::Linked> linked_in(const std::vector<std::vector<std::string>>& groups,
                                           const Source& source,
                                           const std::vector<AssignedRole>& roles,
                                           const RegionRequest& request) {
  const auto is_sensitive = [&](const std::string& name) {
    return roles[static_cast<std::size_t>(source.find(name) - source.columns.data())].role ==
           Role::sensitive;
  };
  std::vector<RegionNeeds::Linked> linked;
  for (const std::vector<std::string>& group : groups) {
    std::vector<std::string> others;
    for (const std::string& name : group) {
      if (!is_sensitive(name) && is_published_as_it_is(source, roles, request, name))
        others.push_back(name);
    }
    for (const std::string& name : group) {
      if (!others.empty() && is_sensitive(name)) linked.push_back({name, others});
    }
  }
  return linked;
}

}  // namespace

RenewedCounts::RenewedCounts(const Source& source, const std::vector<AssignedRole>& roles,
                             const RegionRequest& request,
                             const std::vector<std::vector<std::string>>& groups,
                             const RegionTree& tree, Random& random, const Progress& progress)
    : oblivious_(request.cuts == Cuts::oblivious) {
  RegionPlan plan;
  plan.tree = tree;
  const std::string region = source_regions(source, plan).region;
  const std::vector<std::int64_t> rows = count_regions(source, region, tree.regions(), snapshot_);
  std::int64_t all = 0;
  for (const std::int64_t of_region : rows)
    all += of_region;
  sample_ =
      read_sample(source, roles, sampling_condition(source, roles, all, sampled, true, random),
                  snapshot_, progress);
  prepare_for_models(request.privacy, sample_);
  AttributeSet sensitive;
  for (std::size_t a = 0; a < sample_.data.attributes.size(); ++a) {
    if (sample_.data.attributes[a].role == Role::sensitive) sensitive.push_back(a);
  }
  needs_.l = request.l;
  needs_.k = request.k;
  needs_.privacy = PrivacyRequirement(sample_.data, sensitive, request.privacy, progress);
  needs_.linked = linked_in(groups, source, roles, request);
  counted_.emplace(source, sample_, needs_, region, tree.regions(), snapshot_, progress);
}

bool RenewedCounts::are_eligible(std::span<const std::uint32_t> regions) const {
  return counted_->rows(regions) == 0 ||
         (oblivious_ ? counted_->has_k(regions) : counted_->meets(regions));
}

}  // namespace microdata::postgres
