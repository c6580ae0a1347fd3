#include "core/slicing/column_generalization.hpp"

#include <algorithm>

#include "core/partition/mondrian.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// What a region must satisfy, a Requirement of Mondrian. The tags of a tuple are its values of the
// column's sensitive attributes, each to satisfy l, and last the combination of all of these, to
// satisfy k.
class RegionRequirement {
 public:
  struct Scratch {
    std::vector<std::vector<std::uint32_t>> counts;  // for each tag, by value
  };

  RegionRequirement(std::vector<Code> domains, const ColumnGeneralizationOptions& options)
      : domains_(std::move(domains)), options_(options) {}

  Scratch make_scratch() const {
    Scratch scratch;
    for (const Code domain : domains_)
      scratch.counts.emplace_back(domain);
    return scratch;
  }

  std::size_t fewest() const { return std::max<std::size_t>(options_.k, 1); }
  std::size_t finish_size() const { return 0; }

  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
              Scratch& scratch) const {
    return side_holds(tags, sides, Side::left, scratch) &&
           side_holds(tags, sides, Side::right, scratch);
  }

  void mark_allowed(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                    std::span<std::uint8_t> allowed, Scratch& scratch) const {
    const std::size_t rows = order.size();
    for (std::size_t p = 0; p <= rows; ++p) {
      allowed[p] = p >= fewest() && rows - p >= fewest() ? 1 : 0;
    }
    for (std::size_t j = 0; j < domains_.size(); ++j) {
      const auto value_at = [&](std::size_t p) { return tags[order[p] * domains_.size() + j]; };
      std::vector<std::uint32_t>& counts = scratch.counts[j];
      Tally tally;
      for (std::size_t p = 0; p < rows; ++p) {
        add(counts[value_at(p)], tally);
        if (!holds(tally, j)) allowed[p + 1] = 0;
      }
      for (std::size_t p = 0; p < rows; ++p)
        counts[value_at(p)] = 0;
      tally = {};
      for (std::size_t p = rows; p-- > 0;) {
        add(counts[value_at(p)], tally);
        if (!holds(tally, j)) allowed[p] = 0;
      }
      for (std::size_t p = 0; p < rows; ++p)
        counts[value_at(p)] = 0;
    }
  }

  // Strict grouping shares nothing and leaves regions as they are.
  bool share(std::span<const std::uint32_t> /*tags*/, std::span<const std::uint32_t> /*order*/,
             std::span<Side> /*sides*/, Scratch& /*scratch*/) const {
    return false;
  }
  std::uint32_t finish(std::span<const std::uint32_t> /*tags*/,
                       std::span<const std::uint32_t> /*order*/,
                       std::span<std::uint32_t> /*bucket_of*/, Scratch& /*scratch*/) const {
    return 1;
  }

 private:
  // The values of one tag in a set of tuples.
  struct Tally {
    std::uint32_t tuples = 0;
    std::uint32_t largest = 0;
    std::uint32_t rare = 0;  // values with fewer than k tuples
  };

  void add(std::uint32_t& count, Tally& tally) const {
    if (count == 0 && options_.k > 1) ++tally.rare;
    ++count;
    if (count == options_.k && options_.k > 1) --tally.rare;
    ++tally.tuples;
    tally.largest = std::max(tally.largest, count);
  }

  bool holds(const Tally& tally, std::size_t tag) const {
    if (tag + 1 == domains_.size()) return tally.rare == 0;
    return !options_.l || share_holds(tally.largest, tally.tuples, *options_.l);
  }

  bool side_holds(std::span<const std::uint32_t> tags, std::span<const Side> sides, Side side,
                  Scratch& scratch) const {
    if (static_cast<std::size_t>(std::count(sides.begin(), sides.end(), side)) < fewest()) {
      return false;
    }
    for (std::size_t j = 0; j < domains_.size(); ++j) {
      std::vector<std::uint32_t>& counts = scratch.counts[j];
      Tally tally;
      for (std::size_t i = 0; i < sides.size(); ++i) {
        if (sides[i] == side) add(counts[tags[i * domains_.size() + j]], tally);
      }
      for (std::size_t i = 0; i < sides.size(); ++i)
        counts[tags[i * domains_.size() + j]] = 0;
      if (!holds(tally, j)) return false;
    }
    return true;
  }

  std::vector<Code> domains_;
  ColumnGeneralizationOptions options_;
};

std::vector<std::vector<Code>> codes_of_regions(const std::vector<Code>& codes,
                                                const TuplePartition& partition,
                                                const Progress& progress) {
  std::vector<std::vector<Code>> result(partition.buckets());
  for (std::size_t region = 0; region < partition.buckets(); ++region) {
    progress.checkpoint_at(region);
    std::vector<Code>& present = result[region];
    for (const Row row : partition.bucket(region))
      present.push_back(codes[row]);
    std::sort(present.begin(), present.end());
    present.erase(std::unique(present.begin(), present.end()), present.end());
    present.shrink_to_fit();
  }
  return result;
}

}  // namespace

bool ColumnGeneralization::generalizes(std::size_t attribute) const {
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i] != attribute) continue;
    return std::any_of(codes[i].begin(), codes[i].end(),
                       [](const std::vector<Code>& region) { return region.size() > 1; });
  }
  return false;
}

AttributeSet ColumnGeneralization::hollow(const Microdata& data) const {
  AttributeSet result;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::vector<Code>& first = codes[i].front();
    // Of numbers the ends of a range are shown.
    const bool by_ends = data.attributes[attributes[i]].numeric();
    const bool same =
        std::all_of(codes[i].begin(), codes[i].end(), [&](const std::vector<Code>& region) {
          return by_ends ? region.front() == first.front() && region.back() == first.back()
                         : region == first;
        });
    if (same && first.size() > 1) result.push_back(attributes[i]);
  }
  return result;
}

ColumnGeneralization generalize_column(const Microdata& data, const Column& column,
                                       std::span<const Row> rows,
                                       const ColumnGeneralizationOptions& options,
                                       const Progress& progress) {
  ColumnGeneralization result;
  result.attributes = quasi_identifiers(data, column);
  std::vector<std::span<const std::uint32_t>> tags;
  std::vector<Code> domains;
  for (const std::size_t sensitive : sensitive_attributes(data, column)) {
    tags.emplace_back(data.columns[sensitive]);
    domains.push_back(data.attributes[sensitive].distinct);
  }
  const Combinations together = combine(data, sensitive_attributes(data, column), progress);
  tags.emplace_back(together.of_row);
  domains.push_back(together.distinct);
  const std::vector<Axis> axes = make_axes(data, result.attributes, progress);
  const RegionRequirement requirement(std::move(domains), options);
  const TuplePartition partition = Mondrian<RegionRequirement>::divide(
      axes, lay_out(data, axes, rows, tags, options.threads, progress), requirement,
      {Grouping::strict, options.threads}, progress);
  result.regions = static_cast<std::uint32_t>(partition.buckets());
  result.of_row.assign(data.rows, result.regions);
  for (std::uint32_t region = 0; region < result.regions; ++region) {
    for (const Row row : partition.bucket(region))
      result.of_row[row] = region;
  }
  for (const std::size_t attribute : result.attributes) {
    result.codes.push_back(codes_of_regions(data.columns[attribute], partition, progress));
  }
  return result;
}

}  // namespace microdata
