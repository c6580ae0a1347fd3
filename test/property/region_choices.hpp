#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/regions/cut_tree.hpp"
#include "property/privacy_choices.hpp"
#include "property/random_table.hpp"

// Tables that are cut into regions, and what the naive oracles have to know of the whole.

namespace microdata::test {

// A random table, the first attribute a quasi-identifier; some attributes with NULLs, sensitive
// ones with hierarchies and named values, for all models.
Microdata random_whole(Choices& choices, int most_rows, int most_sensitive);

// Of a sensitive attribute of the whole table, for the oracle.
Prior prior_of(const Microdata& data, std::size_t sensitive);

// Attributes without hierarchies.
AttributeSet may_be_cut(const Microdata& data);

// Cuts anywhere between values of the attributes, no region without rows; some of one row.
CutTree random_cuts(Choices& choices, const Microdata& data, const AttributeSet& attributes,
                    int most_regions);

using RowsOfRegion = std::vector<std::vector<Row>>;

// By the region of each row.
RowsOfRegion rows_of_regions(const std::vector<std::uint32_t>& regions, std::uint32_t count);

// Some rows as a region of the table: with the whole's dictionaries and table_counts.
Microdata as_region(const Microdata& whole, const std::vector<Row>& rows);

// The values of some rows.
oracle::Values values_of(const Microdata& data, std::size_t attribute,
                         const std::vector<Row>& rows);

// Whether all models hold of some rows as a group, by definition, for all sensitive attributes, and
// l.
bool defined_group(const Microdata& whole, const std::vector<Row>& rows, double l,
                   const std::vector<PrivacyModel>& models, const std::vector<Prior>& priors);

// Of all sensitive attributes.
std::vector<Prior> priors_of(const Microdata& data);

}  // namespace microdata::test
