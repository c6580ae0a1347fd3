#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "postgres/catalog/catalog.hpp"

// The structures that releases can have. Releases that the extension makes do; one that a caller
// describes, or that an earlier version took from a caller, need not, and readers rely on it.
// Releases that have lost attributes or relations pass: readers say what is gone. All require a
// SpiSession.

namespace microdata::postgres {

// Fails where attributes, groups of them and numbers are not those that a method makes. Every
// method has one.
using CheckStructure = void(const Release& release);

// For a release in buckets, of persons with one row or several, whose attributes may be in any
// groups.
CheckStructure check_groups_in_buckets;
// The same whose sensitive attributes alone are apart, in the same table or each in its own.
CheckStructure check_sensitive_apart;
// For a release in equivalence classes, of persons with one row or several.
CheckStructure check_classes;
// For tables of which each has the class in a group of its own.
CheckStructure check_fragments;
// For the parts of a decomposition.
CheckStructure check_parts;

[[noreturn]] void fail_structure(const Release& release, const std::string& why);

}  // namespace microdata::postgres
