#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/gnf/decomposition.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/microdata.hpp"

// A generated table for versatile publishing at the size of the GNF paper's data of Texas, which
// are not available. The domains are those of the paper's Table 5(b).

namespace microdata {

inline constexpr Row texas_rows = 177'148;

// Returns discharges. A discharge has a hidden case (one of 4,000, skewed) on which the diagnoses,
// procedures and groups depend, each to its own degree. A patient's county depends on the zip code,
// hospital and surgeon on the county.
Microdata texas_like(Row rows);

// Returns all attributes of the table.
AttributeSet texas_attributes();

// Parameters of random rules: irreducible rules with `left` attributes on the left and one on the
// right. No value on the right has a share above 1/l, because even single-attribute publishing
// breaks such rules.
struct RulesWanted {
  std::size_t count = 9;
  std::size_t left = 3;
  double l = 10;
};
std::vector<PrivacyRule> random_rules(const Microdata& data, const RulesWanted& wanted,
                                      std::uint64_t seed);

// Returns the buckets of every attribute by Anatomy, made at the first request. The data must
// outlive the result.
Bucketize anatomy_of(const Microdata& data, std::uint32_t l);

}  // namespace microdata
