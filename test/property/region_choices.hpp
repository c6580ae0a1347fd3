#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/regions/cut_tree.hpp"
#include "property/privacy_choices.hpp"
#include "property/random_table.hpp"

// Tables that are cut into regions, and the data on the whole table that the naive oracles need.

namespace microdata::test {

// Returns a random table whose first attribute is a quasi-identifier. Some attributes have NULLs;
// sensitive ones have hierarchies and named values, for all models.
Microdata random_whole(Choices& choices, int most_rows, int most_sensitive);

// Returns the prior of a sensitive attribute of the whole table, for the oracle.
Prior prior_of(const Microdata& data, std::size_t sensitive);

// Returns the attributes without hierarchies.
AttributeSet may_be_cut(const Microdata& data);

// Returns cuts anywhere between values of the attributes. Every region has rows, some only one.
CutTree random_cuts(Choices& choices, const Microdata& data, const AttributeSet& attributes,
                    int most_regions);

using RowsOfRegion = std::vector<std::vector<Row>>;

// Returns the rows of each region from the region of each row.
RowsOfRegion rows_of_regions(const std::vector<std::uint32_t>& regions, std::uint32_t count);

// Returns some rows as a region of the table, with the whole table's dictionaries and table_counts.
Microdata as_region(const Microdata& whole, const std::vector<Row>& rows);

// Returns the values of some rows.
oracle::Values values_of(const Microdata& data, std::size_t attribute,
                         const std::vector<Row>& rows);

// Returns true if l and all models hold for some rows as a group, by definition, for all sensitive
// attributes.
bool defined_group(const Microdata& whole, const std::vector<Row>& rows, double l,
                   const std::vector<PrivacyModel>& models, const std::vector<Prior>& priors);

// Returns the priors of all sensitive attributes.
std::vector<Prior> priors_of(const Microdata& data);

}  // namespace microdata::test
