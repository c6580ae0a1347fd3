#pragma once

#include "postgres/server/api.hpp"

#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/release/release_table.hpp"

namespace microdata::postgres {

// Queries of the views over releases of several tables.

// Names of the columns that are not attributes.
struct ViewColumns {
  std::string bucket;
  std::string weight;
  // Used only in the anatomy format.
  std::string count = {};
  // Used only in releases of persons with several rows.
  std::string member = {};
};

// Attribute in the order of the view, with the number of its table.
struct ViewAttribute {
  std::string name;
  std::size_t table = 0;
};

// Returns the query for every row of quasi-identifiers with every sensitive value of its bucket.
// The weight is the share of the bucket's rows that have the value; sums of weights estimate
// counts. Table 0 has the quasi-identifiers, table j the counts of one sensitive attribute.
std::string anatomy_view_query(const std::vector<Oid>& tables,
                               const std::vector<ViewAttribute>& attributes,
                               const ViewColumns& columns);

// Tables of a release of persons with several rows.
struct SubjectTables {
  Oid persons = InvalidOid;
  std::optional<Oid> rows;
  std::optional<Oid> values;

  // Numbers of the tables in ViewAttribute.
  static constexpr std::size_t of_persons = 0;
  static constexpr std::size_t of_rows = 1;
  static constexpr std::size_t of_values = 2;
};

// Returns the query for every person with every row and every combination of sensitive values of
// the bucket's persons; sums of weights estimate counts of published rows. A row belongs to each of
// the N persons with a probability of 1/N, and to each of the N sets of values with 1/N; the
// combinations of a set have equal weight. If no attribute of rows is published, the combinations
// of a person's set stand for the rows, each once, and belong to each person with 1/N. Without
// sensitive attributes only rows and persons are joined; without both, the query returns the
// persons.
std::string subject_view_query(const SubjectTables& tables,
                               const std::vector<ViewAttribute>& attributes,
                               const ViewColumns& columns);

// Returns the query for every person with every value of every set of the cohort. Each of a
// cohort's k sets belongs to the person with a probability of 1/k, including the sets of people who
// left. Members are numbered from 1. There are no rows.
std::string cohort_view_query(const SubjectTables& tables,
                              const std::vector<ViewAttribute>& attributes,
                              const ViewColumns& columns);

// The view <target>_expected of a release whose buckets are in one table. The view combines the
// rows of a bucket column by column, with weights whose sums estimate counts.

// Attribute of the release's table.
struct ExpectedAttribute {
  std::string name;
  // Number of the attribute's column; values in one column stay together within a row.
  int column = 1;
  // True if the attribute's type has an equality.
  bool has_equality = true;
  // True if counterfeits show the attribute.
  bool sensitive = false;
};

// Fails, before any work is done, if the view's name belongs to a relation that is not replaced.
void check_expected_name(const Target& target);

struct ExpectedView {
  Oid relation = InvalidOid;
  // Name of the column of weights.
  std::string weight_column;
};

// Creates the view on the release's `table`; returns nothing, with a NOTICE, if the view would have
// too many columns. `mean_bucket` is the mean number of rows in a bucket. `counterfeits` is true if
// some rows might be counterfeits, which are NULL except for sensitive attributes.
std::optional<ExpectedView> create_expected_view(const Target& target, Oid table,
                                                 const std::string& bucket_column,
                                                 const std::vector<ExpectedAttribute>& attributes,
                                                 const std::string& weight_column,
                                                 double mean_bucket, bool counterfeits = false);

// Returns the queries with which the view of such a release might have been created: buckets grow
// and shrink when partitions are published again, but the view stays.
std::vector<std::string> expected_queries(Oid table, const std::string& bucket_column,
                                          const std::vector<ExpectedAttribute>& attributes,
                                          const std::string& weight_column, bool counterfeits);

}  // namespace microdata::postgres
