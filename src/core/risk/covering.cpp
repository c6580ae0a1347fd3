#include "core/risk/covering.hpp"

#include <algorithm>

namespace microdata {

RegionsByBlock::RegionsByBlock(const std::vector<CodeSet>& sets,
                               const std::vector<Code>& label_of_region, Code values,
                               const Progress& progress) {
  std::size_t codes = 0;
  for (const Code label : label_of_region)
    codes += sets[label].size();
  block_ =
      std::max<std::size_t>(1, codes / (16 * std::max<std::size_t>(label_of_region.size(), 1)));
  regions_.resize(values / block_ + 1);
  for (std::uint32_t region = 0; region < label_of_region.size(); ++region) {
    progress.checkpoint_at(std::size_t{region} * 16);
    sets[label_of_region[region]].for_each_run([&](Code from, Code to) {
      for (std::size_t block = from / block_; block * block_ < std::min(to, values); ++block) {
        std::vector<std::uint32_t>& regions = regions_[block];
        if (regions.empty() || regions.back() != region) regions.push_back(region);
      }
    });
  }
}

const RegionAttribute& most_telling(const std::vector<RegionAttribute>& attributes,
                                    const std::vector<Row>& region_rows) {
  const auto candidates_of = [&](const RegionAttribute& attribute) {
    std::size_t sum = 0;
    for (const Row row : region_rows)
      sum += attribute.covers[attribute.published[row]].size();
    return static_cast<double>(sum) / std::max<Code>(attribute.values, 1);
  };
  return *std::min_element(attributes.begin(), attributes.end(),
                           [&](const RegionAttribute& a, const RegionAttribute& b) {
                             return candidates_of(a) < candidates_of(b);
                           });
}

Covering::Regions::Regions(const std::vector<RegionAttribute>& of,
                           const std::vector<Row>& region_rows,
                           const std::vector<std::uint32_t>& bucket_of,
                           const std::vector<Row>& tuple_rows, const Progress& progress)
    : combinations(region_rows.size(), 1),
      telling(static_cast<std::size_t>(&most_telling(of, region_rows) - of.data())) {
  for (const RegionAttribute& attribute : of) {
    Attribute& read = attributes.emplace_back();
    read.sets = attribute.covers;
    for (const Row row : region_rows)
      read.label_of_region.push_back(attribute.published[row]);
    for (const Row row : tuple_rows)
      read.code_of_tuple.push_back(attribute.tuples[row]);
    progress.in_blocks(region_rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t region = begin; region < end; ++region)
        combinations[region] *= static_cast<double>(read.sets[read.label_of_region[region]].size());
    });
  }
  for (double& combination : combinations)
    combination = std::max(combination, 1.0);
  for (const Row row : region_rows)
    bucket_of_region.push_back(bucket_of[row]);
  candidates.emplace(attributes[telling].sets, attributes[telling].label_of_region,
                     of[telling].values, progress);
}

Covering::Covering(const std::vector<RegionAttribute>& attributes,
                   const std::vector<Row>& region_rows, const std::vector<std::uint32_t>& bucket_of,
                   const std::vector<Row>& tuple_rows, const Progress& progress)
    : regions_(std::make_shared<const Regions>(attributes, region_rows, bucket_of, tuple_rows,
                                               progress)) {
  for (std::uint32_t value = 0; value < tuple_rows.size(); ++value) {
    progress.checkpoint();
    std::uint32_t buckets = 0;
    const bool is_ambiguous =
        regions_->for_each(value, [&](std::uint32_t /*region*/) { ++buckets; });
    if (is_ambiguous) ambiguous_.push_back(value);
    buckets_.push_back(buckets);
  }
}

Covering::Covering(const Covering& regions, std::vector<Pair> published, std::vector<Pair> tuples,
                   const Progress& progress)
    : regions_(regions.regions_),
      has_rest_(true),
      published_(std::move(published)),
      tuples_(std::move(tuples)) {
  first_of_region_.resize(regions_->bucket_of_region.size() + 1);
  for (const auto& [region, rest] : published_)
    ++first_of_region_[region + 1];
  for (std::size_t region = 1; region < first_of_region_.size(); ++region)
    first_of_region_[region] += first_of_region_[region - 1];
  for (std::uint32_t value = 0; value < tuples_.size(); ++value) {
    progress.checkpoint();
    std::uint32_t buckets = 0;
    for_each(value, [&](std::uint32_t /*published*/) { ++buckets; });
    buckets_.push_back(buckets);
  }
}

std::uint32_t Covering::with_rest(std::uint32_t region, std::uint32_t rest) const {
  const auto begin = published_.begin() + static_cast<std::ptrdiff_t>(first_of_region_[region]);
  const auto end = published_.begin() + static_cast<std::ptrdiff_t>(first_of_region_[region + 1]);
  const auto found = std::lower_bound(begin, end, Pair(region, rest));
  return found != end && found->second == rest
             ? static_cast<std::uint32_t>(found - published_.begin())
             : nowhere;
}

}  // namespace microdata
