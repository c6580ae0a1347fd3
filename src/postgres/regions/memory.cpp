#include "postgres/regions/memory.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"

namespace microdata::postgres {

namespace {

// The bytes that a call takes for a row: for each of its columns, and besides.
struct BytesOfRow {
  double column;
  double besides;

  double of(std::size_t columns) const { return column * static_cast<double>(columns) + besides; }
};

// Measured (docs/experiments/figures.md, "Memory of a row"), with a reserve of a fifth.
constexpr BytesOfRow slicing{10, 120};
// Groups with k rows each are searched by combinations of values.
constexpr BytesOfRow slicing_with_k{47, 50};
constexpr BytesOfRow bucketizing{9, 110};
constexpr BytesOfRow generalizing{10, 105};
constexpr BytesOfRow decomposing{12, 80};
constexpr BytesOfRow fragmenting{15, 85};
// The memory of all fragments for a class of k rows.
constexpr BytesOfRow keeping_class{45, 60};
constexpr BytesOfRow making_edition{6, 400};
constexpr BytesOfRow verifying{24, 240};

// Returns the rows that the planner would expect from the size of a table. Fails if its pages
// cannot be counted.
double planned_rows(Oid relation) {
  return guarded([&] {
    const ::Relation opened = table_open(relation, AccessShareLock);
    require_pages(opened);
    BlockNumber pages = 0;
    double rows = 0;
    double visible = 0;
    table_relation_estimate_size(opened, nullptr, &pages, &rows, &visible);
    table_close(opened, NoLock);
    return rows;
  });
}

std::int64_t counted_rows(Oid relation) {
  return std::stoll(
      *query_rows("SELECT pg_catalog.count(*) FROM " + qualified_name(relation)).front().front());
}

// Returns the number of rows of a relation without storage. Small views are not executed once more,
// and large foreign tables are counted only if the number matters; if the planner is wrong, the
// reader still keeps the limit.
std::int64_t rows_of_unstored(Oid relation) {
  constexpr double taken_for_small = 100000;
  // The planner returns 0 if it can only guess.
  const double expected = expected_rows("SELECT FROM " + qualified_name(relation));
  return expected > 0 && expected < taken_for_small ? static_cast<std::int64_t>(expected)
                                                    : counted_rows(relation);
}

struct Leaf {
  Oid relation;
  bool stored;
};

std::vector<Leaf> leaves(Oid partitioned) {
  struct Number {
    const List* all;
    int count;
  };
  const Number found = guarded([&] {
    const List* all = find_all_inheritors(partitioned, AccessShareLock, nullptr);
    return Number{all, list_length(all)};
  });
  std::vector<Leaf> result;
  for (int i = 0; i < found.count; ++i) {
    const Oid relation = list_nth_oid(found.all, i);
    const char kind = guarded([&] { return get_rel_relkind(relation); });
    if (kind == RELKIND_RELATION || kind == RELKIND_FOREIGN_TABLE)
      result.push_back({relation, kind == RELKIND_RELATION});
  }
  return result;
}

}  // namespace

double slicing_bytes(std::size_t columns, std::uint32_t k) {
  return (k > 1 ? slicing_with_k : slicing).of(columns);
}

double bucketizing_bytes(std::size_t columns) {
  return bucketizing.of(columns);
}

double generalizing_bytes(std::size_t columns) {
  return generalizing.of(columns);
}

double decomposing_bytes(std::size_t columns) {
  return decomposing.of(columns);
}

double fragmenting_bytes(std::size_t columns, std::uint32_t k) {
  return fragmenting.of(columns) + keeping_class.of(columns) / k;
}

double edition_bytes(std::size_t columns) {
  return making_edition.of(columns);
}

double verifying_bytes(std::size_t columns) {
  return verifying.of(columns);
}

std::int64_t estimated_rows(const Source& source) {
  // The visible table of a distributed table has no rows itself.
  if (distribution_of(source.relation) != Distribution::local) return counted_rows(source.relation);
  if (source.kind == RELKIND_RELATION || source.kind == RELKIND_MATVIEW)
    return std::llround(planned_rows(source.relation));
  if (source.kind != RELKIND_PARTITIONED_TABLE) return rows_of_unstored(source.relation);
  double rows = 0;
  for (const Leaf& leaf : leaves(source.relation)) {
    // The number of rows of foreign tables is not known here.
    if (!leaf.stored) return rows_of_unstored(source.relation);
    rows += planned_rows(leaf.relation);
  }
  return std::llround(rows);
}

std::map<std::string, ValueStatistics> value_statistics(const Source& source, double rows) {
  std::map<std::string, ValueStatistics> result;
  for (const SourceColumn& column : source.columns)
    result[column.name] = {rows, static_cast<double>(column.type.length)};
  // Statistics of a table with its children come last. A negative number is a share of the rows.
  for (const ResultRow& row :
       query("SELECT s.attname, s.n_distinct, s.avg_width FROM pg_catalog.pg_class c "
             "JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace "
             "JOIN pg_catalog.pg_stats s ON s.schemaname OPERATOR(pg_catalog.=) n.nspname "
             "AND s.tablename OPERATOR(pg_catalog.=) c.relname "
             "WHERE c.oid OPERATOR(pg_catalog.=) $1::pg_catalog.oid ORDER BY s.inherited",
             {std::to_string(source.relation)})) {
    const double found = to_number(*row[1]);
    const double distinct = found < 0 ? -found * rows : found;
    // The number 0 means unknown.
    result[*row[0]] = {found == 0 ? rows : std::min(distinct, rows), to_number(*row[2])};
  }
  return result;
}

std::string memory_text(std::int64_t bytes) {
  constexpr double megabyte = 1024.0 * 1024.0;
  return rounded(std::max(static_cast<double>(bytes) / megabyte, 0.1),
                 bytes < 10 * static_cast<std::int64_t>(megabyte) ? 1 : 0) +
         " MB";
}

void fail_above_limit(const std::string& call, std::int64_t rows, std::int64_t bytes,
                      const std::string& why) {
  throw Error(ERRCODE_OUT_OF_MEMORY,
              call + " would take more memory than pg_microdata.memory_limit")
      .detail("About " + count_of(static_cast<std::uint64_t>(rows), "row") + " would take " +
              memory_text(bytes) + "; the limit is " + memory_text(memory_limit_bytes()) + "." +
              (why.empty() ? "" : " " + why))
      .hint("A superuser can raise pg_microdata.memory_limit, where the machine has the memory.");
}

}  // namespace microdata::postgres
