#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/privacy/privacy_requirement.hpp"
#include "core/privacy/sensitive_distribution.hpp"
#include "core/regions/region_cuts.hpp"
#include "postgres/regions/region_counts.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// The largest number of combinations to read. Beyond it, cuts divide rows of some combinations, and
// regions are merged.
constexpr std::size_t most_combinations = 100000;

// Returns the values that occur with a sensitive attribute, by the sample's codes, for cuts to
// respect, with the table's combinations of values from combinations_beside() of the same columns.
// A value that the sample lacks has the code of its neighbour below, which comes to the same side
// of each cut.
KnownBeside known_beside(const std::vector<std::string>& columns,
                         const std::vector<ResultRow>& combinations, const Table& sample,
                         const Progress& progress);

// The requirements on every region as one bucket.
struct RegionNeeds {
  double l = 1;
  std::uint32_t k = 1;
  // The models for the sample's sensitive attributes, in their order; codes are the sample's.
  PrivacyRequirement privacy;
  // A sensitive column that is published in a group with others: l also holds given their values.
  struct Linked {
    std::string sensitive;
    std::vector<std::string> others;
  };
  std::vector<Linked> linked;
  // The roles of the source's columns, if persons have several rows: k and l then count persons.
  const std::vector<AssignedRole>* persons = nullptr;
};

// Regions of a tree, counted exactly, with a check if one or several together meet the needs. For
// persons with several rows, l is met if one row of each, drawn at random, meets it for certain or
// but for a probability of 1e-6; models are judged by the expected numbers of such rows.
class CountedRegions {
 public:
  // `region` is the expression of a row's region.
  CountedRegions(const Source& source, const Table& sample, const RegionNeeds& needs,
                 const std::string& region, std::uint32_t regions, const KeptSnapshot& snapshot,
                 const Progress& progress);

  const std::vector<std::int64_t>& rows() const { return rows_; }
  std::int64_t rows(std::span<const std::uint32_t> regions) const;
  // Returns the number of persons.
  std::int64_t tuples(std::span<const std::uint32_t> regions) const;

  bool has_k(std::span<const std::uint32_t> regions) const;
  // True if the regions together also meet l and the models.
  bool meets(std::span<const std::uint32_t> regions) const;

 private:
  // Numbers of rows of each value by region; by codes of the sample if models need them.
  using Histogram = std::vector<std::vector<ValueCount>>;

  // Counts everything in one pass over the table. Returns false if there are several sensitive
  // attributes, or many combinations of its values and linked values.
  bool count_at_once(const Source& source, const Table& sample, const std::string& region,
                     std::uint32_t regions, const KeptSnapshot& snapshot, const Progress& progress);
  void count_one_by_one(const Source& source, const Table& sample, const std::string& region,
                        std::uint32_t regions, const KeptSnapshot& snapshot,
                        const Progress& progress);
  void add_histogram(const std::vector<RegionCount>& counts, const Dictionary& dictionary,
                     const HarmlessValues& harmless, const Progress& progress);
  void mark_linked(const std::string& sensitive, const Table& sample, const Progress& progress);
  void count(const SourceColumn& column, std::size_t sample_attribute, const Table& sample,
             const Source& source, const std::string& region, const KeptSnapshot& snapshot,
             const Progress& progress);
  // Counts persons and, of these, those with each value.
  void count_persons(const Source& source, const Table& sample, const std::string& region,
                     std::uint32_t regions, const KeptSnapshot& snapshot, const Progress& progress);
  bool meets_l(std::span<const std::uint32_t> regions, double rows) const;
  bool drawn_rows_meet_l(std::span<const std::uint32_t> regions, double persons) const;
  bool meets_models(std::span<const std::uint32_t> regions) const;
  bool meets_linked(std::span<const std::uint32_t> regions) const;

  const RegionNeeds& needs_;
  std::vector<std::int64_t> rows_;
  // Numbers of persons; empty if each row is one.
  std::vector<std::int64_t> persons_;
  std::vector<Histogram> histograms_;
  // Persons with each value by region, for each histogram; without regions if each row is a person.
  struct DrawnValue {
    Code value = 0;
    double any = 0;
    double drawn = 0;
  };
  std::vector<std::vector<std::vector<DrawnValue>>> drawn_;
  // Harmless values of each histogram.
  std::vector<std::set<Code>> harmless_;
  // Counts by region for each linked column, and its harmless values.
  std::vector<std::vector<std::vector<LinkedCount>>> linked_;
  std::vector<std::set<std::optional<std::string>>> harmless_linked_;
};

}  // namespace microdata::postgres
