#pragma once

#include <vector>

#include "core/risk/published_table.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A small release, attribute by attribute, and some people, who need not be in it.
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

// Returns exact and generalized attributes, overlapping labels, numbers and NULLs. Distances of
// numbers are powers of 2, so that sums of their shares are exact.
PublishedWorld random_published(Choices& choices, const PublishedShape& shape);

// Returns such a release of people with several rows, with one or two columns of sets of rows. Sets
// and people have 1, 2 or 4 rows, so that means are exact.
PublishedWorld random_published_sets(Choices& choices, const PublishedShape& shape);

// Row of each column's piece at each position, by column. all_linkings() returns all linkings of
// every bucket.
using Linking = std::vector<std::vector<Row>>;
std::vector<std::vector<Linking>> all_linkings(const PublishedTable& table);

// Returns the rows of the buckets whose numbers have the remainder `rest` after division by `of`.
// Numbers keep the extent of the whole table.
PublishedTable some_buckets(const PublishedTable& table, std::uint32_t of, std::uint32_t rest);

}  // namespace microdata::test
