#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/gnf/decomposition.hpp"
#include "core/gnf/multi_sensitive.hpp"
#include "core/microdata/random.hpp"

// The setting of the GNF paper's experiments on Adult, as far as section 6.1 tells: 10,000 rows of
// 7 attributes, generalized to the domains of its Table 5(a); l = 2; random rules with three
// attributes on the left, none of which single-attribute publishing breaks.

namespace microdata::versatile_adult {

constexpr std::uint32_t l = 2;

// Reads the UCI data as CSV with a header, without quotes: 15 attributes, no missing values. Keeps
// a random sample. Throws std::runtime_error where there is no such file.
Microdata read(const std::string& path, Row rows, std::uint64_t seed);

AttributeSet all_attributes(const Microdata& data);

// Distinct, hence irreducible. Rules drawn whose right side has a value with a share above 1/l are
// left out and counted.
std::vector<PrivacyRule> random_rules(const Microdata& data, std::size_t count, Random& random,
                                      std::size_t& left_out);

// Every attribute's buckets by Anatomy, made when first asked for. The data outlives the result.
Bucketize anatomy(const Microdata& data, std::uint64_t seed);

MultiSensitiveGroups multi_sensitive(const Microdata& data, const AttributeSet& sensitive,
                                     std::uint64_t seed, Remainder remainder = Remainder::merged);

// The one table that multi-SA publishes: sensitive attributes as tuples, group by group.
PublishedPart published(const Microdata& data, const AttributeSet& sensitive,
                        const MultiSensitiveGroups& found);

}  // namespace microdata::versatile_adult
