#pragma once

#include <vector>

#include "core/risk/published_table.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A small release, attribute by attribute, and some persons, who need not be in it.
struct PublishedWorld {
  PublishedTable table;
  PersonValues persons;
};

struct PublishedShape {
  int most_rows = 7;
  int most_in_bucket = 3;
  int most_columns = 3;
  int most_attributes = 5;
};

// Exact and generalized attributes, labels that overlap, numbers and NULLs. The ways between
// numbers are powers of 2, so that sums of their shares are exact.
PublishedWorld random_published(Choices& choices, const PublishedShape& shape);

// For every bucket all linkings: which row's piece every column has at each place. Outer: buckets;
// then linkings; then columns.
using Linking = std::vector<std::vector<Row>>;
std::vector<std::vector<Linking>> all_linkings(const PublishedTable& table);

// The rows of the buckets whose numbers leave so much when they are divided by so many. Numbers
// extend as far as those of the whole table.
PublishedTable some_buckets(const PublishedTable& table, std::uint32_t of, std::uint32_t rest);

}  // namespace microdata::test
