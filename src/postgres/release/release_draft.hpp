#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Column of a draft's table: its definition, the values to write, and the attribute to record.
struct DraftColumn {
  TableColumn definition;
  OutputColumn output = {};
  // Attribute that the column shows, without a relation; empty for a count or a number.
  std::optional<ReleaseAttribute> shown = {};
  // Harmless values of the attribute.
  HarmlessValues harmless = {};
  // True if the column's type has an equality.
  bool has_equality = true;
  // Owner of the values that `output` refers to, if the column has values of its own.
  std::shared_ptr<const void> values = {};
};

// Returns the column of an attribute that is published unchanged, in the group of that number. The
// table and `linking` outlive the column.
DraftColumn draft_column(const Table& table, std::size_t attribute, int group,
                         std::span<const Row> linking);

// Returns a column of small numbers: at each place, the number of the row that is linked.
DraftColumn numbers_column(const std::string& name, std::span<const Row> linking,
                           std::span<const Code> numbers);
// Returns the column with each number above `before`, and under another number if `shown` has such.
DraftColumn numbers_column(const std::string& name, std::span<const Row> linking,
                           std::span<const Code> numbers, const BucketNumbers& shown,
                           std::uint64_t before);

// Table of a release as it will be written. The rows and the values outlive it.
struct DraftTable {
  // Suffix after the release's name; empty if the table has that name.
  std::string suffix = {};
  // Column of the buckets' numbers; empty if rows do not show their buckets.
  std::string bucket_column = {};
  // Rows by bucket; null if servers write them.
  const TuplePartition* rows = nullptr;
  std::vector<DraftColumn> columns = {};

  // Returns the columns to create, with this type of the buckets' numbers.
  std::vector<TableColumn> definition(const BucketNumbers& numbers) const;
  // Returns the columns to write.
  std::vector<OutputColumn> outputs() const;
};

// Counts to record of a release.
struct ReleaseCounts {
  std::optional<std::int64_t> source_rows = {};
  std::optional<std::int64_t> published_rows = {};
  std::optional<std::int64_t> suppressed_rows = {};
  std::optional<std::int64_t> buckets = {};
};

// Builder of a release from drafts of its tables, of the whole source or region by region. All
// regions have the same columns.
class ReleaseBuilder {
 public:
  // The target and the source outlive the builder. A MemoryScope may be around a later call, but
  // not around the builder.
  ReleaseBuilder(const Target& target, const Source& source, BucketNumbers numbers = {})
      : target_(target), source_(source), numbers_(numbers) {}

  // Creates a table. The first call takes the release's name for this transaction.
  Oid create(const DraftTable& table);

  // Writes rows into the table of that suffix, which the first call for it creates.
  void add(const DraftTable& table, const Progress& progress);

  // True if a table was created.
  bool has_begun() const { return !tables_.empty(); }
  // Returns the relations so far, and the attributes that their columns show.
  const std::vector<Oid>& relations() const { return relations_; }
  const std::vector<ReleaseAttribute>& attributes() const { return attributes_; }
  const BucketNumbers& numbers() const { return numbers_; }

  // Adds a view with a suffix after the release's name; without a suffix, the view has the name and
  // comes first.
  void add_view(const std::string& suffix, const std::string& query);

  // Adds create_expected_view() of the first table; returns the name of its weights, if there is a
  // view.
  std::optional<std::string> add_expected_view(const std::string& bucket_column,
                                               const std::string& weight_column, double mean_bucket,
                                               bool counterfeits = false);

  // Records the release, under the catalog's name for the method, with the parameters and the
  // harmless values of its attributes, and returns its number.
  std::int64_t record(const char* method, Json parameters, const ReleaseCounts& counts);

 private:
  struct Made {
    std::string suffix;
    Oid relation;
    std::optional<ReleaseWriter> writer;
  };

  Made* find(const std::string& suffix);
  void end_rows();

  const Target& target_;
  const Source& source_;
  BucketNumbers numbers_;
  MemoryContext lasting_ = CurrentMemoryContext;
  std::vector<Made> tables_;
  std::vector<Oid> relations_;
  std::vector<ReleaseAttribute> attributes_;
  HarmlessByAttribute harmless_;
  // Attributes of the first table.
  std::vector<ExpectedAttribute> expected_;
};

}  // namespace microdata::postgres
