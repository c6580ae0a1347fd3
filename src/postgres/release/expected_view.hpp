#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/release/following_relations.hpp"
#include "postgres/release/release_table.hpp"

// The view <target>_expected of a release whose buckets stand in one table: the rows of a bucket
// combined column by column, weighted so that sums of weights estimate counts.

namespace microdata::postgres {

// An attribute of the release's table.
struct ExpectedAttribute {
  std::string name;
  // Attributes with the same number belong together within a row.
  int column = 1;
  // Whether its type has an equality.
  bool has_equality = true;
  // Whether counterfeits show it.
  bool sensitive = false;
};

// Fails, before any work is done, where the view's name is taken by what does not give way.
void check_expected_name(const Target& target);

struct ExpectedView {
  Oid relation = InvalidOid;
  // The name of the weights' column.
  std::string weight_column;
};

// Makes it, `table` being the release's; nothing, with a NOTICE, where it would have too many
// columns. `mean_bucket`: rows in a bucket. `counterfeits`: some rows may be nobody's, and are NULL
// but for what is sensitive.
std::optional<ExpectedView> create_expected_view(const Target& target, Oid table,
                                                 const std::string& bucket_column,
                                                 const std::vector<ExpectedAttribute>& attributes,
                                                 const std::string& weight_column,
                                                 double mean_bucket, bool counterfeits = false);

// The queries that the view of such a release may have been made with: buckets grow and shrink as
// partitions are published again, and the view stays.
std::vector<std::string> expected_queries(Oid table, const std::string& bucket_column,
                                          const std::vector<ExpectedAttribute>& attributes,
                                          const std::string& weight_column, bool counterfeits);

// Records a release that has `view` besides its table.
void record_with_view(Release release, const std::optional<ExpectedView>& view,
                      const Target& target);

}  // namespace microdata::postgres
