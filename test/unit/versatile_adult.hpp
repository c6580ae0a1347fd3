#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/gnf/decomposition.hpp"
#include "core/gnf/multi_sensitive.hpp"

// The setting of the GNF paper's experiments on Adult, as far as section 6.1 describes it. The
// table has 10,000 rows of 7 attributes, generalized to the domains of its Table 5(a). Its l is 2.
// The random rules have three attributes on the left and are not broken by single-attribute
// publishing.

namespace microdata::versatile_adult {

constexpr std::uint32_t l = 2;

// Returns a random sample of the UCI data, read from CSV with a header, without quotes: 15
// attributes, no missing values. Throws std::runtime_error if the file does not exist.
Microdata read(const std::string& path, Row rows, std::uint64_t seed);

AttributeSet all_attributes(const Microdata& data);

// Returns distinct, hence irreducible rules. Drawn rules whose right side has a value with a share
// above 1/l are left out and counted.
std::vector<PrivacyRule> random_rules(const Microdata& data, std::size_t count, Random& random,
                                      std::size_t& left_out);

// Returns the buckets of every attribute by Anatomy, made at the first request. The data must
// outlive the result.
Bucketize anatomy(const Microdata& data, std::uint64_t seed);

MultiSensitiveGroups multi_sensitive(const Microdata& data, const AttributeSet& sensitive,
                                     std::uint64_t seed, Remainder remainder = Remainder::merged);

// Returns the one table that multi-SA publishes: sensitive attributes as tuples, group by group.
PublishedPart published(const Microdata& data, const AttributeSet& sensitive,
                        const MultiSensitiveGroups& found);

}  // namespace microdata::versatile_adult
