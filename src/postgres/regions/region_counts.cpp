#include "postgres/regions/region_counts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/privacy/diversity.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/disclosing_columns.hpp"
#include "postgres/source/key_columns.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/unclassified.hpp"
#include "postgres/values/attribute_type.hpp"

namespace microdata::postgres {

namespace {

std::string number(double value) {
  return quote_value(microdata::to_string(value)) + "::pg_catalog.float8";
}

// Returns a condition that is true for a count n above a share of 1/l of t. The bound `most` is so
// large that no count above 0 is below its share, and products with counts do not overflow.
std::string above_share(const std::string& n, const std::string& t, double l) {
  constexpr double most = 1e100;
  return "((" + n + ")::pg_catalog.float8 OPERATOR(pg_catalog.*) " + number(std::min(l, most)) +
         ") OPERATOR(pg_catalog.>) ((" + t + ")::pg_catalog.float8 OPERATOR(pg_catalog.*) " +
         number(1 + share_tolerance) + ")";
}

std::uint32_t region_of(const std::optional<std::string>& text) {
  return static_cast<std::uint32_t>(std::stoul(*text));
}

// Settings by which aggregates of partitions are computed at the partitions.
class CountingSettings : public PlainText {
 public:
  CountingSettings() { set("enable_partitionwise_aggregate", "on"); }
};

// Adds the columns of the keys of a level of partitions and of the levels below.
void add_keys(const Partitioning& level, std::set<std::string>& keys, bool& has_expression,
              bool& has_foreign) {
  keys.insert(level.columns.begin(), level.columns.end());
  has_expression = has_expression || level.columns.empty();
  for (const Partition& partition : level.partitions) {
    has_foreign = has_foreign || guarded([&] {
                    return get_rel_relkind(partition.relation) == RELKIND_FOREIGN_TABLE;
                  });
    for (const Partitioning& below : partition.divided)
      add_keys(below, keys, has_expression, has_foreign);
  }
}

// Returns the columns of the partitions' keys for a table with partitions on other servers. Returns
// nothing for other tables, or if the keys cannot be grouped by. A server of postgres_fdw computes
// no partial aggregates, but a group with one value of each key lies in one partition.
std::vector<std::string> keys_of_foreign_partitions(const Source& source) {
  if (guarded([&] { return get_rel_relkind(source.relation); }) != RELKIND_PARTITIONED_TABLE)
    return {};
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  std::set<std::string> keys;
  bool has_expression = false;
  bool has_foreign = false;
  add_keys(*partitioning, keys, has_expression, has_foreign);
  const bool readable = std::all_of(keys.begin(), keys.end(), [&](const std::string& key) {
    const SourceColumn* const column = source.find(key);
    return column != nullptr && may_select(source, *column);
  });
  if (!has_foreign || has_expression || !readable) return {};
  return {keys.begin(), keys.end()};
}

// An expression of a row, and its name in a statement.
struct Named {
  std::string expression;
  std::string name;
};

// Returns positions to group by, as in "1, 2", because a name would mean a column of the table.
std::string positions(std::size_t count) {
  std::vector<std::string> numbers;
  for (std::size_t i = 1; i <= count; ++i)
    numbers.push_back(std::to_string(i));
  return join(numbers);
}

// Returns a statement that aggregates rows by `by`. `combined` aggregates the aggregates of parts,
// by their names. Other servers compute the aggregates of their partitions.
std::string aggregated(const std::vector<Named>& by, const std::vector<Named>& aggregates,
                       const std::vector<Named>& combined, const Source& source) {
  const std::vector<std::string> keys = keys_of_foreign_partitions(source);
  std::vector<std::string> selected;
  std::vector<std::string> names;
  for (const Named& each : by) {
    selected.push_back(each.expression + " AS " + each.name);
    names.push_back(each.name);
  }
  for (std::size_t i = 0; i < keys.size(); ++i)
    selected.push_back(quote_name(keys[i]) + " AS k" + std::to_string(i));
  const std::size_t grouped_by = selected.size();
  for (const Named& each : aggregates)
    selected.push_back(each.expression + " AS " + each.name);
  const std::string all = join(selected);
  std::string statement = "SELECT " + all + " FROM " + rows_to_evaluate(source.relation, all) +
                          (grouped_by == 0 ? "" : " GROUP BY " + positions(grouped_by));
  if (keys.empty()) return statement;
  for (const Named& each : combined)
    names.push_back(each.expression + " AS " + each.name);
  return "SELECT " + join(names) + " FROM (" + statement + ") p" +
         (by.empty() ? "" : " GROUP BY " + positions(by.size()));
}

// Returns a statement that counts rows by `by`, as n.
std::string counted_by(const std::vector<Named>& by, const Source& source) {
  return aggregated(by, {{"pg_catalog.count(*)", "n"}},
                    {{"pg_catalog.sum(n)::pg_catalog.int8", "n"}}, source);
}

bool has_nan(const AttributeType& type) {
  return type.projection == Projection::floating || type.projection == Projection::numeric;
}

// Adds aggregates for the smallest and largest number of each column, and for combining those of
// parts.
void add_extremes(const Source& source, const std::vector<std::size_t>& columns,
                  std::vector<Named>& aggregates, std::vector<Named>& combined) {
  for (const std::size_t i : columns) {
    const SourceColumn& column = source.columns[i];
    const std::string name = quote_name(column.name);
    const std::string numbers =
        has_nan(column.type) ? " FILTER (WHERE " + name + " OPERATOR(pg_catalog.<>) 'NaN')" : "";
    for (const std::string extreme : {"min", "max"}) {
      const std::string called = extreme + std::to_string(i);
      aggregates.push_back({join({"pg_catalog.", extreme, "(", name, ")", numbers}, ""), called});
      combined.push_back({join({"pg_catalog.", extreme, "(", called, ")"}, ""), called});
    }
  }
}

// Reads extremes from a row that has, from a place on, the number of rows and then pairs.
Extremes read_extremes(const ResultRow& row, std::size_t first, const Source& source,
                       const std::vector<std::size_t>& columns) {
  Extremes result;
  result.rows = std::stoll(*row[first]);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    GlobalValues values;
    values.column = source.columns[columns[i]].name;
    for (const std::size_t place : {first + 1 + 2 * i, first + 2 + 2 * i}) {
      if (row[place]) values.values.push_back(*row[place]);
    }
    result.columns.push_back(std::move(values));
  }
  return result;
}

// Adds a count from a row that begins with a value and its number of rows.
void add_count(const ResultRow& row, GlobalValues& to) {
  const std::uint64_t rows = std::stoull(*row[1]);
  if (!row[0]) {
    to.nulls = rows;
    return;
  }
  to.values.push_back(*row[0]);
  to.counts.push_back(rows);
}

// Returns a statement that counts rows by region, values of other columns (q0, q1 and so on) and a
// value of the column: r, q0, ..., s, n.
std::string count_of_combinations(const SourceColumn& column,
                                  const std::vector<std::string>& others, const Source& source,
                                  const std::string& region) {
  std::vector<Named> by{{region, "r"}};
  for (std::size_t i = 0; i < others.size(); ++i)
    by.push_back({group_expression(*source.find(others[i])), "q" + std::to_string(i)});
  by.push_back({group_expression(column), "s"});
  return counted_by(by, source);
}

std::string names_of_others(const std::vector<std::string>& others) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < others.size(); ++i)
    names.push_back("q" + std::to_string(i));
  return join(names);
}

// Returns a statement that also tells if the value has more than a share of 1/l there: b.
std::string judged_combinations(const SourceColumn& column, const std::vector<std::string>& others,
                                const Source& source, const std::string& region, double l) {
  const std::string given = names_of_others(others);
  return "SELECT r, " + given + ", s, n, " +
         above_share("n", "pg_catalog.sum(n) OVER (PARTITION BY r, " + given + ")", l) +
         " AS b FROM (" + count_of_combinations(column, others, source, region) + ") c";
}

std::vector<LinkedCount> read_linked(const std::string& statement, const KeptSnapshot& snapshot) {
  std::vector<LinkedCount> counts;
  for (const ResultRow& row : query_rows(statement, snapshot))
    counts.push_back({region_of(row[0]), std::stoll(*row[1]), row[2], std::stoll(*row[3])});
  return counts;
}

}  // namespace

std::string group_expression(const SourceColumn& column) {
  const std::string name = quote_name(column.name);
  const Oid type = column.type.base;
  const bool by_text = column.type.comparison != Comparison::order ||
                       guarded([&] { return get_typtype(type); }) == TYPTYPE_COMPOSITE;
  return by_text ? text_in_sql(name, column.type) : name;
}

Extremes count_extremes(const Source& source, const std::vector<std::size_t>& columns,
                        const KeptSnapshot& snapshot) {
  std::vector<Named> aggregates{{"pg_catalog.count(*)", "n"}};
  // The sum over no rows is NULL.
  std::vector<Named> combined{{"COALESCE(pg_catalog.sum(n), 0)::pg_catalog.int8", "n"}};
  add_extremes(source, columns, aggregates, combined);
  const CountingSettings settings;
  const ResultRow row = query_rows(aggregated({}, aggregates, combined, source), snapshot).front();
  return read_extremes(row, 0, source, columns);
}

ExtremesAndValues count_extremes_and_values(const Source& source,
                                            const std::vector<std::size_t>& columns,
                                            const SourceColumn& column, std::size_t most,
                                            const KeptSnapshot& snapshot) {
  // Aggregates by value, and the combination of these over all values.
  std::vector<Named> aggregates{{"pg_catalog.count(*)", "n"}};
  std::vector<Named> combined{{"pg_catalog.sum(n)::pg_catalog.int8", "n"}};
  add_extremes(source, columns, aggregates, combined);
  std::string over_all = "pg_catalog.sum(n) OVER ()";
  for (std::size_t i = 1; i < combined.size(); ++i)
    over_all += ", " + combined[i].expression + " OVER ()";
  const CountingSettings settings;
  const std::vector<ResultRow> rows =
      query_rows("SELECT s, n, " + over_all + " FROM (" +
                     aggregated({{group_expression(column), "s"}}, aggregates, combined, source) +
                     ") c ORDER BY 2 DESC LIMIT " + std::to_string(most),
                 snapshot);
  ExtremesAndValues result;
  result.values.column = column.name;
  if (rows.empty()) return result;
  result.extremes = read_extremes(rows.front(), 2, source, columns);
  for (const ResultRow& row : rows)
    add_count(row, result.values);
  return result;
}

bool is_known_to_have_few_values(const Source& source, const SourceColumn& column) {
  // A negative number is a share of the rows.
  const std::vector<ResultRow> rows = query(
      "SELECT s.n_distinct FROM pg_catalog.pg_class c "
      "JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace "
      "JOIN pg_catalog.pg_stats s ON s.schemaname OPERATOR(pg_catalog.=) n.nspname "
      "AND s.tablename OPERATOR(pg_catalog.=) c.relname "
      "WHERE c.oid OPERATOR(pg_catalog.=) $1::pg_catalog.oid "
      "AND s.attname OPERATOR(pg_catalog.=) $2::pg_catalog.name "
      "AND s.n_distinct OPERATOR(pg_catalog.>) 0 "
      "AND s.n_distinct OPERATOR(pg_catalog.<=) $3::pg_catalog.float4",
      {std::to_string(source.relation), column.name, std::to_string(most_few_values)});
  return !rows.empty();
}

GlobalValues count_values(const SourceColumn& column, const Source& source, std::size_t most,
                          const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  GlobalValues result;
  result.column = column.name;
  const std::string statement = counted_by({{group_expression(column), "s"}}, source) +
                                " ORDER BY 2 DESC LIMIT " + std::to_string(most);
  for (const ResultRow& row : query_rows(statement, snapshot))
    add_count(row, result);
  return result;
}

std::vector<std::int64_t> count_regions(const Source& source, const std::string& region,
                                        std::uint32_t regions, const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  std::vector<std::int64_t> rows(regions);
  for (const ResultRow& row : query_rows(counted_by({{region, "r"}}, source), snapshot)) {
    rows[region_of(row[0])] = std::stoll(*row[1]);
  }
  return rows;
}

std::vector<RegionCount> count_by_region(const SourceColumn& column, const Source& source,
                                         const std::string& region, OfValues which, double l,
                                         const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  std::string statement = counted_by({{region, "r"}, {group_expression(column), "s"}}, source);
  if (which == OfValues::above_share) {
    statement =
        "SELECT r, s, n FROM (SELECT r, s, n, pg_catalog.bool_or(b) OVER (PARTITION BY s) "
        "AS b FROM (SELECT r, s, n, " +
        above_share("n", "pg_catalog.sum(n) OVER (PARTITION BY r)", l) + " AS b FROM (" +
        statement + ") c) d) e WHERE b";
  }
  std::vector<RegionCount> counts;
  for (const ResultRow& row : query_rows(statement, snapshot))
    counts.push_back({region_of(row[0]), row[1], std::stoll(*row[2])});
  return counts;
}

CombinationsBeside combinations_beside(const SourceColumn& column,
                                       const std::vector<std::string>& others, const Source& source,
                                       const HarmlessValues& harmless, double l, std::size_t most,
                                       const KeptSnapshot& snapshot, const Progress& progress) {
  const CountingSettings settings;
  const std::string given = names_of_others(others);
  const std::string judged = judged_combinations(column, others, source, "0", l);
  CombinationsBeside result;
  // Combinations above the share come first.
  result.combinations =
      query_rows("SELECT " + given + ", pg_catalog.bool_or(b) AS b FROM (" + judged +
                     ") d GROUP BY " + given + " ORDER BY b DESC LIMIT " + std::to_string(most),
                 snapshot);
  result.any_above_share =
      !result.combinations.empty() && result.combinations.front().back() == "t";
  if (result.any_above_share && !harmless.empty()) {
    std::vector<std::optional<std::string>> above;
    for (const ResultRow& row :
         query_rows("SELECT s FROM (" + judged + ") d WHERE b GROUP BY 1", snapshot))
      above.push_back(row[0]);
    const std::vector<std::uint8_t> marks = marked_harmless(column.type, above, harmless, progress);
    result.any_above_share =
        marks.empty() || std::find(marks.begin(), marks.end(), 0) != marks.end();
  }
  for (ResultRow& combination : result.combinations)
    combination.pop_back();
  return result;
}

std::vector<LinkedCount> count_linked(const SourceColumn& column,
                                      const std::vector<std::string>& others, const Source& source,
                                      const std::string& region, double l, std::size_t most,
                                      const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  const std::string given = names_of_others(others);
  const std::string statement =
      "SELECT r, g, s, n FROM (SELECT r, s, n, pg_catalog.bool_or(b) OVER (PARTITION BY " + given +
      ") AS b, pg_catalog.dense_rank() OVER (ORDER BY " + given + ") AS g FROM (" +
      judged_combinations(column, others, source, region, l) + ") d) e WHERE b LIMIT " +
      std::to_string(most);
  return read_linked(statement, snapshot);
}

std::optional<std::vector<LinkedCount>> count_together(const SourceColumn& column,
                                                       const std::vector<std::string>& others,
                                                       const Source& source,
                                                       const std::string& region, std::size_t most,
                                                       const KeptSnapshot& snapshot) {
  const CountingSettings settings;
  const std::string number =
      others.empty() ? "1"
                     : "pg_catalog.dense_rank() OVER (ORDER BY " + names_of_others(others) + ")";
  std::vector<LinkedCount> counts =
      read_linked("SELECT r, " + number + ", s, n FROM (" +
                      count_of_combinations(column, others, source, region) + ") c LIMIT " +
                      std::to_string(most + 1),
                  snapshot);
  if (counts.size() > most) return std::nullopt;
  return counts;
}

bool is_hashable(const AttributeType& type) {
  return guarded([&] {
    const TypeCacheEntry* entry =
        lookup_type_cache(type.base, TYPECACHE_HASH_PROC | TYPECACHE_HASH_EXTENDED_PROC);
    return OidIsValid(entry->hash_proc) && OidIsValid(entry->hash_extended_proc);
  });
}

namespace {

// Returns the columns that distinguish rows, if the caller may read them and they can be hashed.
std::vector<std::string> hashed_columns(const Source& source,
                                        const std::vector<AssignedRole>& roles) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    const SourceColumn& column = source.columns[i];
    const bool read = roles[i].role != Role::identifier || may_select(source, column);
    if (read && is_hashable(column.type)) names.push_back(quote_name(column.name));
  }
  return names;
}

double share_to_sample(std::size_t wanted, std::int64_t all) {
  constexpr double reserve = 4.0 / 3;
  return reserve * static_cast<double>(wanted) / static_cast<double>(all);
}

std::string chosen_at_random(double share) {
  return "pg_catalog.random() OPERATOR(pg_catalog.<) " + quote_value(microdata::to_string(share)) +
         "::pg_catalog.float8";
}

// Returns a condition for the lowest hashes. All hashes are 64 bits with a sign.
std::string chosen_by_hash(const std::vector<std::string>& columns, std::int64_t seed,
                           double share) {
  const double most = std::nextafter(std::ldexp(1.0, 63), 0);
  const double highest = std::ldexp(share, 64) - std::ldexp(1.0, 63);
  return "pg_catalog.hash_record_extended(ROW(" + join(columns) + "), " + std::to_string(seed) +
         ") OPERATOR(pg_catalog.<) " +
         quote_value(std::to_string(std::llround(std::min(highest, most)))) + "::pg_catalog.int8";
}

}  // namespace

std::string chosen_by_hash(const std::vector<std::string>& expressions, std::size_t wanted,
                           std::int64_t all, Random& random) {
  const double share = share_to_sample(wanted, all);
  if (share >= 1) return {};
  const auto seed = static_cast<std::int64_t>(random.next() >> 1U);
  return expressions.empty() ? std::string() : chosen_by_hash(expressions, seed, share);
}

std::string sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                               std::int64_t rows, std::size_t wanted, bool seeded, Random& random) {
  const double share = share_to_sample(wanted, rows);
  if (share >= 1) return {};
  if (!seeded) return chosen_at_random(share);
  return chosen_by_hash(hashed_columns(source, roles), wanted, rows, random);
}

namespace {

// Returns the number of distinct values of columns, and the rows that it was counted in. One
// aggregate for all columns counts about fifty thousand of the `rows` rows, those of some values
// chosen by their hashes. It counts all rows if there are fewer, if values have no hash, or if a
// foreign server counts.
std::vector<DistinctValues> count_distinct_values(const Source& source,
                                                  const std::vector<std::size_t>& columns,
                                                  std::int64_t rows, const KeptSnapshot& snapshot) {
  constexpr double rows_to_count = 50000;
  const double share = rows_to_count / static_cast<double>(rows);
  const bool foreign =
      guarded([&] { return get_rel_relkind(source.relation) == RELKIND_FOREIGN_TABLE; });
  std::vector<std::string> counts{"pg_catalog.count(*)"};
  for (const std::size_t i : columns) {
    const AttributeType& type = source.columns[i].type;
    const std::string column = quote_name(source.columns[i].name);
    const std::string name =
        type.comparison == Comparison::order ? column : text_in_sql(column, type);
    const bool all = share >= 1 || foreign || !is_hashable(type);
    const std::string chosen =
        all ? "" : " FILTER (WHERE " + chosen_by_hash({name}, 0, share) + ")";
    counts.push_back(join({"pg_catalog.count(DISTINCT ", name, ")", chosen}, ""));
    counts.push_back(join({"pg_catalog.count(", name, ")", chosen}, ""));
    counts.push_back("pg_catalog.count(" + name + ")");
  }
  const PlainText settings;
  const ResultRow counted =
      query_rows("SELECT " + join(counts) + " FROM " + qualified_name(source.relation), snapshot)
          .front();
  const auto number = [&](std::size_t place) {
    return static_cast<std::uint64_t>(std::stoull(*counted[place]));
  };
  std::vector<DistinctValues> result;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    result.push_back(
        {number(3 * c + 1), number(3 * c + 2), number(0) - number(3 * c + 3), number(0)});
  }
  return result;
}

}  // namespace

void warn_of_source(const Source& source, const std::vector<AssignedRole>& roles,
                    const Table& sample, std::int64_t rows, const KeptSnapshot& snapshot,
                    const Progress& progress) {
  CountDistinctValues of_all;
  if (sample.data.rows < rows) {
    of_all = [&](const std::vector<std::size_t>& columns) {
      return count_distinct_values(source, columns, rows, snapshot);
    };
  }
  check_unchosen_columns(source, roles, sample, progress, of_all);
  const std::vector<std::size_t> counted = columns_to_count(source, roles);
  if (counted.empty()) return;
  std::vector<std::string> names;
  std::vector<Repetition> repetitions;
  for (const std::size_t i : counted) {
    names.push_back(source.columns[i].name);
    repetitions.emplace_back(source.columns[i].type);
  }
  read_columns(source.relation, names, {}, std::nullopt, repetitions);
  warn_of_repetition(source, roles, counted, repetitions);
}

}  // namespace microdata::postgres
