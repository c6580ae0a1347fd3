#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/utility/bucket_order.hpp"

namespace microdata {

// An attribute that says something of rows.
struct FeatureAttribute {
  // By row.
  std::span<const Code> codes;
  Code distinct = 0;
  // Codes are in the order of numbers.
  bool ordered = false;
  // The row itself has the value. Otherwise it stands in another column: then what is known of a
  // row are the shares of the values in its bucket.
  bool of_row = true;
};

// Attributes as a regression takes them: one feature for each value, numbers of many values by
// intervals with about as many rows each, rare values together. The features of an attribute are a
// family.
class RowFeatures {
 public:
  struct Weighted {
    std::uint32_t feature = 0;
    float weight = 1;
  };

  RowFeatures(std::span<const FeatureAttribute> attributes, const BucketOrder& order,
              const Progress& progress);

  std::size_t count() const { return family_.size(); }
  std::size_t families() const { return families_; }
  std::uint32_t family(std::size_t feature) const { return family_[feature]; }

  template <typename Body>
  void each(std::size_t bucket, std::size_t place, const Body& body) const {
    for (std::size_t i = 0; i < of_row_; ++i)
      body(by_place_[place * of_row_ + i], 1.0);
    for (std::size_t i = first_of_bucket_[bucket]; i < first_of_bucket_[bucket + 1]; ++i)
      body(by_bucket_[i].feature, static_cast<double>(by_bucket_[i].weight));
  }

 private:
  std::vector<std::uint32_t> family_;
  std::size_t families_ = 0;
  std::size_t of_row_ = 0;
  std::vector<std::uint32_t> by_place_;
  std::vector<Weighted> by_bucket_;
  std::vector<std::size_t> first_of_bucket_;
};

}  // namespace microdata
