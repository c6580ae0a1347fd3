#include "postgres/regions/region_sample.hpp"

#include <cmath>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

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
  // Of all hashes, which are 64 bits with a sign, the lowest.
  const double most = std::nextafter(std::ldexp(1.0, 63), 0);
  const double highest = std::ldexp(share, 64) - std::ldexp(1.0, 63);
  return "pg_catalog.hash_record_extended(ROW(" + join(columns) + "), " + std::to_string(seed) +
         ") OPERATOR(pg_catalog.<) " +
         quote_value(std::to_string(std::llround(std::min(highest, most)))) + "::pg_catalog.int8";
}

}  // namespace microdata::postgres
