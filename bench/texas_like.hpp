#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/gnf/decomposition.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"

// Versatile publishing at the size of the GNF paper's data of Texas, which are not at hand: the
// domains of its Table 5(b), generated.

namespace microdata {

inline constexpr Row texas_rows = 177'148;

// A discharge has a hidden case (one of 4,000, skewed) that the diagnoses, procedures and groups
// go with, each to its own degree; a patient's county goes with the zip code, hospital and surgeon
// with the county.
Microdata texas_like(Row rows);

// All attributes of that table.
AttributeSet texas_attributes();

// Irreducible rules, each with so many attributes on the left and one on the right, of which no
// value has a share above 1/l: others even single-attribute publishing breaks.
struct RulesWanted {
  std::size_t count = 9;
  std::size_t left = 3;
  double l = 10;
};
std::vector<PrivacyRule> random_rules(const Microdata& data, const RulesWanted& wanted,
                                      std::uint64_t seed);

// Every attribute's buckets by Anatomy, made when first asked for. The data outlives the result.
Bucketize anatomy_of(const Microdata& data, std::uint32_t l);

}  // namespace microdata
