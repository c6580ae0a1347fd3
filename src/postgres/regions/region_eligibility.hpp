#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/privacy/sensitive_distribution.hpp"
#include "core/regions/region_cuts.hpp"
#include "postgres/regions/region_counts.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// More are not looked at: cuts then part rows of some, and regions are merged.
constexpr std::size_t most_combinations = 100000;

// What stands beside a sensitive attribute, by the sample's codes, as cuts are to respect it, with
// the combinations of values that the table has: those of combinations_beside(), of the same
// columns. A value that the sample lacks has the code of its neighbour below: it comes to the same
// side of each cut.
KnownBeside known_beside(const std::vector<std::string>& columns,
                         const std::vector<ResultRow>& combinations, const Table& sample,
                         const Progress& progress);

// What every region, as one bucket, has to meet.
struct RegionNeeds {
  double l = 1;
  std::uint32_t k = 1;
  // Of the sample's sensitive attributes, in their order; codes are the sample's.
  PrivacyRequirement privacy;
  // Sensitive columns that are published in a group with others: l holds given their values, too.
  struct Linked {
    std::string sensitive;
    std::vector<std::string> others;
  };
  std::vector<Linked> linked;
};

// Regions of a tree, counted exactly, and whether they, or several taken together, meet the needs.
class CountedRegions {
 public:
  // `region` is the expression of a row's region.
  CountedRegions(const Source& source, const Table& sample, const RegionNeeds& needs,
                 const std::string& region, std::uint32_t regions, const KeptSnapshot& snapshot,
                 const Progress& progress);

  const std::vector<std::int64_t>& rows() const { return rows_; }
  std::int64_t rows(std::span<const std::uint32_t> regions) const;

  bool has_k(std::span<const std::uint32_t> regions) const;
  // Also l and the models.
  bool meets(std::span<const std::uint32_t> regions) const;

 private:
  // By region, rows of each value, by codes of the sample where models need them.
  using Histogram = std::vector<std::vector<ValueCount>>;

  // Everything in one pass over the table, where there is one sensitive attribute, and few
  // combinations of its values and those that it is linked with; else nothing.
  bool count_at_once(const Source& source, const Table& sample, const std::string& region,
                     std::uint32_t regions, const KeptSnapshot& snapshot, const Progress& progress);
  void count_one_by_one(const Source& source, const Table& sample, const std::string& region,
                        std::uint32_t regions, const KeptSnapshot& snapshot,
                        const Progress& progress);
  void add_histogram(const std::vector<RegionCount>& counts, const Dictionary& dictionary,
                     const Progress& progress);
  void count(const SourceColumn& column, std::size_t sample_attribute, const Table& sample,
             const Source& source, const std::string& region, const KeptSnapshot& snapshot,
             const Progress& progress);
  bool meets_l(std::span<const std::uint32_t> regions, double rows) const;
  bool meets_models(std::span<const std::uint32_t> regions) const;
  bool meets_linked(std::span<const std::uint32_t> regions) const;

  const RegionNeeds& needs_;
  std::vector<std::int64_t> rows_;
  std::vector<Histogram> histograms_;
  // Of each linked column, counts by region.
  std::vector<std::vector<std::vector<LinkedCount>>> linked_;
};

}  // namespace microdata::postgres
