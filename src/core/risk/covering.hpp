#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/grouped.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"

namespace microdata {

// One attribute of a column that was generalized, as published and as it is in the source.
struct RegionAttribute {
  std::vector<Code> published;  // label of every published row
  Code labels = 0;
  std::vector<Code> tuples;  // value of every tuple of the source
  Code values = 0;
  // The values that each label covers.
  std::vector<CodeSet> covers;
  // By label that is a multiset: how many of each of these values, in their order; else empty.
  std::vector<std::vector<std::uint32_t>> counts = {};
};

// The regions whose set may have a code, by blocks of neighbouring codes. Wide regions in many
// buckets would make lists by code as long as rows times buckets; a block has as many codes as make
// the lists about sixteen times as long as there are regions.
class RegionsByBlock {
 public:
  // Codes below `values` are looked up. sets[label_of_region[r]] is region r's.
  RegionsByBlock(const std::vector<CodeSet>& sets, const std::vector<Code>& label_of_region,
                 Code values, const Progress& progress);

  // Every region whose set has the code, and others, ascending.
  const std::vector<std::uint32_t>& of(Code code) const { return regions_[code / block_]; }

 private:
  std::size_t block_ = 1;
  std::vector<std::vector<std::uint32_t>> regions_;
};

// The attribute whose labels say most, from which candidates come.
const RegionAttribute& most_telling(const std::vector<RegionAttribute>& attributes,
                                    const std::vector<Row>& region_rows);

// The published values of a column that is generalized bucket by bucket: each is of one bucket, and
// they are numbered in the order of the buckets. Values of tuples have numbers of their own. The
// published values that cover one are looked up, at most one of each bucket, the first.
class Covering {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  // Published value r is the region that row region_rows[r] shows, which are in the order of
  // buckets; a tuples' value t is that of tuple tuple_rows[t].
  Covering(const std::vector<RegionAttribute>& attributes, const std::vector<Row>& region_rows,
           const std::vector<std::uint32_t>& bucket_of, const std::vector<Row>& tuple_rows,
           const Progress& progress);

  // The same beside other attributes of the column: published value p is region published[p].first
  // with value published[p].second of the others, ascending, and tuples' values are pairs alike.
  Covering(const Covering& regions, std::vector<Pair> published, std::vector<Pair> tuples,
           const Progress& progress);

  // How many values of tuples there are.
  std::uint32_t values() const { return static_cast<std::uint32_t>(buckets_.size()); }
  // The values that several regions of one bucket cover, ascending.
  const std::vector<std::uint32_t>& ambiguous() const { return ambiguous_; }
  // In how many buckets a published value covers it.
  std::uint32_t buckets(std::uint32_t value) const { return buckets_[value]; }
  // How many values of the quasi-identifiers a published value covers.
  double combinations(std::uint32_t published) const {
    return regions_->combinations[has_rest_ ? published_[published].first : published];
  }

  // Calls visit(published) for each published value that covers it, ascending.
  template <typename Visit>
  void for_each(std::uint32_t value, const Visit& visit) const {
    if (!has_rest_) {
      regions_->for_each(value, visit);
      return;
    }
    regions_->for_each(tuples_[value].first, [&](std::uint32_t region) {
      const std::uint32_t found = with_rest(region, tuples_[value].second);
      if (found != nowhere) visit(found);
    });
  }

  // The one of a bucket, whose published values are first .. last; nowhere if there is none.
  std::uint32_t in_bucket(std::uint32_t first, std::uint32_t last, std::uint32_t value) const {
    if (!has_rest_) return regions_->first_of(first, last, value);
    const std::uint32_t region =
        regions_->first_of(published_[first].first, published_[last].first, tuples_[value].first);
    return region == nowhere ? nowhere : with_rest(region, tuples_[value].second);
  }

 private:
  struct Regions {
    struct Attribute {
      std::vector<CodeSet> sets;  // by label
      std::vector<Code> label_of_region;
      std::vector<Code> code_of_tuple;
    };

    Regions(const std::vector<RegionAttribute>& of, const std::vector<Row>& region_rows,
            const std::vector<std::uint32_t>& bucket_of, const std::vector<Row>& tuple_rows,
            const Progress& progress);

    bool covers(std::uint32_t region, std::uint32_t tuple) const {
      for (const Attribute& attribute : attributes) {
        if (!attribute.sets[attribute.label_of_region[region]].contains(
                attribute.code_of_tuple[tuple])) {
          return false;
        }
      }
      return true;
    }

    std::uint32_t first_of(std::uint32_t first, std::uint32_t last, std::uint32_t tuple) const {
      for (std::uint32_t region = first; region <= last; ++region) {
        if (covers(region, tuple)) return region;
      }
      return nowhere;
    }

    // Returns whether several regions of a bucket cover the tuple.
    template <typename Visit>
    bool for_each(std::uint32_t tuple, const Visit& visit) const {
      bool is_ambiguous = false;
      std::uint32_t last_bucket = nowhere;
      for (const std::uint32_t region : candidates->of(attributes[telling].code_of_tuple[tuple])) {
        if (!covers(region, tuple)) continue;
        if (bucket_of_region[region] == last_bucket) {
          is_ambiguous = true;
          continue;
        }
        last_bucket = bucket_of_region[region];
        visit(region);
      }
      return is_ambiguous;
    }

    std::vector<Attribute> attributes;
    std::vector<std::uint32_t> bucket_of_region;
    std::vector<double> combinations;
    std::size_t telling;
    std::optional<RegionsByBlock> candidates;
  };

  // The published value that shows the region and this value of the others; nowhere if none does.
  std::uint32_t with_rest(std::uint32_t region, std::uint32_t rest) const;

  std::shared_ptr<const Regions> regions_;
  std::vector<std::uint32_t> buckets_;  // by value of tuples
  std::vector<std::uint32_t> ambiguous_;
  // The members below are of columns that have other attributes, too.
  bool has_rest_ = false;
  std::vector<Pair> published_;
  std::vector<Pair> tuples_;
  std::vector<std::size_t> first_of_region_;
};

}  // namespace microdata
