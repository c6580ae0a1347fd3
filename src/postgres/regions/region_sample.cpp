#include "postgres/regions/region_sample.hpp"

#include <cmath>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/disclosing_columns.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/repeated_identifiers.hpp"
#include "postgres/source/repetition.hpp"
#include "postgres/source/unclassified_identifiers.hpp"
#include "postgres/values/server_types.hpp"

namespace microdata::postgres {

namespace {

bool is_hashable(const AttributeType& type) {
  return guarded([&] {
    const TypeCacheEntry* entry =
        lookup_type_cache(type.base, TYPECACHE_HASH_PROC | TYPECACHE_HASH_EXTENDED_PROC);
    return OidIsValid(entry->hash_proc) && OidIsValid(entry->hash_extended_proc);
  });
}

// What tells rows apart, as far as the caller may read it and it can be hashed.
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

std::string chosen_at_random(double share) {
  return "pg_catalog.random() OPERATOR(pg_catalog.<) " + quote_value(microdata::to_string(share)) +
         "::pg_catalog.float8";
}

// Of all hashes, which are 64 bits with a sign, the lowest.
std::string chosen_by_hash(const std::vector<std::string>& columns, std::int64_t seed,
                           double share) {
  const double most = std::nextafter(std::ldexp(1.0, 63), 0);
  const double highest = std::ldexp(share, 64) - std::ldexp(1.0, 63);
  return "pg_catalog.hash_record_extended(ROW(" + join(columns) + "), " + std::to_string(seed) +
         ") OPERATOR(pg_catalog.<) " +
         quote_value(std::to_string(std::llround(std::min(highest, most)))) + "::pg_catalog.int8";
}

}  // namespace

std::string sampling_condition(const Source& source, const std::vector<AssignedRole>& roles,
                               std::int64_t rows, std::size_t wanted, bool seeded, Random& random) {
  constexpr double reserve = 4.0 / 3;
  const double share = reserve * static_cast<double>(wanted) / static_cast<double>(rows);
  if (share >= 1) return {};
  if (!seeded) return chosen_at_random(share);
  const std::vector<std::string> columns = hashed_columns(source, roles);
  const auto seed = static_cast<std::int64_t>(random.next() >> 1U);
  if (columns.empty()) return {};
  return chosen_by_hash(columns, seed, share);
}

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
