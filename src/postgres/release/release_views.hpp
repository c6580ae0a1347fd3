#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/release/release_table.hpp"

namespace microdata::postgres {

// The queries of the views over releases of several tables.

// The names of columns that are no attributes.
struct ViewColumns {
  std::string bucket;
  std::string weight;
  // In the anatomy format only.
  std::string count = {};
  // In releases of persons with several rows only.
  std::string member = {};
};

// An attribute in the order of the view, and the number of the table that it stands in.
struct ViewAttribute {
  std::string name;
  std::size_t table = 0;
};

// Every row of the quasi-identifiers with every sensitive value of its bucket, and how many of the
// bucket's rows have it, as a share of one: sums of it estimate counts. Table 0 has the
// quasi-identifiers, table j the counts of one sensitive attribute.
std::string anatomy_view_query(const std::vector<Oid>& tables,
                               const std::vector<ViewAttribute>& attributes,
                               const ViewColumns& columns);

// The tables of persons with several rows.
struct SubjectTables {
  Oid persons = InvalidOid;
  std::optional<Oid> rows;
  std::optional<Oid> values;

  // The number of a table in ViewAttribute.
  static constexpr std::size_t of_persons = 0;
  static constexpr std::size_t of_rows = 1;
  static constexpr std::size_t of_values = 2;
};

// Every person with every row and every combination of sensitive values of the bucket's persons. A
// row is that of each of the N persons with a probability of 1/N, and goes with each of the N sets
// of values with 1/N; the combinations of a set count alike. So sums of weights estimate counts of
// published rows. Where no attribute of rows is published, the combinations of a person's set stand
// for the rows, each once, and are each person's with 1/N. Without sensitive attributes only rows
// and persons are joined; where there are neither, what is published are persons.
std::string subject_view_query(const SubjectTables& tables,
                               const std::vector<ViewAttribute>& attributes,
                               const ViewColumns& columns);

// Every person with every value of every set of the cohort. Of a cohort's k sets each is the
// person's with a probability of 1/k, those of who left among them. Members are numbered from 1.
// There are no rows.
std::string cohort_view_query(const SubjectTables& tables,
                              const std::vector<ViewAttribute>& attributes,
                              const ViewColumns& columns);

// The view <target>_expected of a release whose buckets stand in one table: the rows of a bucket
// combined column by column, weighted so that sums of weights estimate counts.

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
