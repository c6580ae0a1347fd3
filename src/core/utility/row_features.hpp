#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/utility/bucket_order.hpp"

namespace microdata {

// Attribute that describes rows.
struct FeatureAttribute {
  // Codes by row; the last rows may lack the attribute.
  std::span<const Code> codes;
  Code distinct = 0;
  // True if codes are in the order of numbers.
  bool ordered = false;
};

// Features of rows for a regression, one for each frequent value of an attribute. Numbers with many
// values have intervals of about the same number of rows; rare values share a feature, as do rows
// without the attribute. The features of an attribute are a family.
class RowFeatures {
 public:
  RowFeatures(std::span<const FeatureAttribute> attributes, const BucketOrder& order,
              const Progress& progress);

  std::size_t count() const { return family_.size(); }
  std::size_t families() const { return families_; }
  std::uint32_t family(std::size_t feature) const { return family_[feature]; }

  // Returns the feature of the row at a place, by attribute.
  std::span<const std::uint32_t> of(std::size_t place) const {
    return std::span(by_place_).subspan(place * families_, families_);
  }

 private:
  std::vector<std::uint32_t> family_;
  std::size_t families_ = 0;
  std::vector<std::uint32_t> by_place_;
};

}  // namespace microdata
