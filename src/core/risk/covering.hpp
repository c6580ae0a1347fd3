#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/microdata/code_set.hpp"
#include "core/microdata/microdata.hpp"

namespace microdata {

// One attribute of a generalized column, as published and as in the source.
struct RegionAttribute {
  std::vector<Code> published;  // label of every published row
  Code labels = 0;
  std::vector<Code> tuples;  // value of every tuple of the source
  Code values = 0;
  // Values that each label covers.
  std::vector<CodeSet> covers;
  // Counts of each value of a label that is a multiset, in the order of the values; empty for other
  // attributes.
  std::vector<std::vector<std::uint32_t>> counts = {};
};

// The regions whose sets may contain a code, by blocks of neighbouring codes. With wide regions in
// many buckets, lists by code would be as long as rows times buckets. Blocks have so many codes
// that all lists together are about sixteen times as long as there are regions.
class RegionsByBlock {
 public:
  // Lists the regions for codes below `values`. sets[label_of_region[r]] is the set of region r.
  RegionsByBlock(const std::vector<CodeSet>& sets, const std::vector<Code>& label_of_region,
                 Code values, const Progress& progress);

  // Returns every region whose set has the code, and other regions, ascending.
  const std::vector<std::uint32_t>& of(Code code) const { return regions_[code / block_]; }

 private:
  std::size_t block_ = 1;
  std::vector<std::vector<std::uint32_t>> regions_;
};

// Returns the attribute whose labels cover the smallest share of its values; candidates are looked
// up by it.
const RegionAttribute& most_telling(const std::vector<RegionAttribute>& attributes,
                                    const std::vector<Row>& region_rows);

// The published values of a column that is generalized bucket by bucket. Each published value is of
// one bucket; values are numbered in the order of buckets. Values of tuples have numbers of their
// own. Looks up the published values that cover a tuple's value, at most one of each bucket, the
// first.
class Covering {
 public:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;

  // Constructs the covering of generalized attributes alone. Published value r is the region that
  // row region_rows[r] shows, in the order of buckets; value t of tuples is that of tuple
  // tuple_rows[t].
  Covering(const std::vector<RegionAttribute>& attributes, const std::vector<Row>& region_rows,
           const std::vector<std::uint32_t>& bucket_of, const std::vector<Row>& tuple_rows,
           const Progress& progress);

  // Constructs the covering of the regions together with other attributes of the column. Published
  // value p is region published[p].first with value published[p].second of the other attributes,
  // ascending; values of tuples are pairs of the same form.
  Covering(const Covering& regions, std::vector<Pair> published, std::vector<Pair> tuples,
           const Progress& progress);

  // Returns the number of values of tuples.
  std::uint32_t values() const { return static_cast<std::uint32_t>(buckets_.size()); }
  // Returns the values that several regions of one bucket cover, ascending.
  const std::vector<std::uint32_t>& ambiguous() const { return ambiguous_; }
  // Returns the number of buckets in which a published value covers the value.
  std::uint32_t buckets(std::uint32_t value) const { return buckets_[value]; }
  // Returns the number of combinations of the quasi-identifiers' values that a published value
  // covers.
  double combinations(std::uint32_t published) const {
    return regions_->combinations[has_rest_ ? published_[published].first : published];
  }

  // Calls visit(published) for each published value that covers the value, ascending.
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

  // Returns the covering value of a bucket whose published values are first .. last; nowhere if no
  // value covers.
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

    // Calls visit(region) for the covering regions; returns true if several regions of a bucket
    // cover the tuple.
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

  // Returns the published value that shows the region and this value of the other attributes;
  // nowhere if none does.
  std::uint32_t with_rest(std::uint32_t region, std::uint32_t rest) const;

  std::shared_ptr<const Regions> regions_;
  std::vector<std::uint32_t> buckets_;  // by value of tuples
  std::vector<std::uint32_t> ambiguous_;
  // Members for columns that also have other attributes.
  bool has_rest_ = false;
  std::vector<Pair> published_;
  std::vector<Pair> tuples_;
  std::vector<std::size_t> first_of_region_;
};

}  // namespace microdata
