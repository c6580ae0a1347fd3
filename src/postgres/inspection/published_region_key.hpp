#pragma once

#include "postgres/server/api.hpp"

#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/source/region_tree.hpp"

// In which region the values of a release lie: what is not generalized is compared as in the
// source; of a range its lower bound, of a set or a multiset the first of its values, which are in
// the type's order. NULL, which generalized is NULL or the last of several values, goes right.

namespace microdata::postgres {

// The columns of trees here are attributes of the release.
const ReleaseAttribute* find_attribute(const Release& release, const std::string& name);

// Whether its values can be compared with cuts: those of a set cannot where their type is gone with
// the source.
bool has_region_key(const Release& release, const ReleaseAttribute& attribute);

// Looks at nothing of the source but its column's type.
RegionKey published_key(const Release& release, const ReleaseAttribute& attribute);

// The same tree with numbers as they are published: the bounds of ranges of floating numbers are
// numeric, of fewer digits.
RegionTree in_published_numbers(const Release& release, RegionTree tree);

// A statement that counts rows of the release, with generalized values that stand for values of
// several regions; empty where nothing is generalized that regions are cut on.
std::string count_rows_astride(const Release& release, const RegionTree& tree);

}  // namespace microdata::postgres
