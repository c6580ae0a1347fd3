#include "extremes.hpp"

#include <map>
#include <vector>

namespace microdata::fuzz {

namespace {

// Extremes by type. test/tap/extremes.pl tests each of them alone; the fuzzer combines them.
const std::map<std::string, std::vector<std::string>> extremes = {
    {"smallint", {"0", "-1", "32767", "(-32768)"}},
    {"integer", {"0", "-1", "1", "2147483647", "(-2147483648)"}},
    {"bigint", {"0", "-1", "9223372036854775807", "(-9223372036854775808)"}},
    {"double precision",
     {"0", "'-0'", "-1", "1e308", "-1e308", "'NaN'", "'Infinity'", "'-Infinity'", "5e-324",
      "1.0000000000000002", "0.9999999999999999", "4294967296", "9223372036854775808"}},
    {"integer[]",
     // Lists of numbers with NULL are not literals, because array_nulls might be off.
     {"'{}'", "ARRAY[NULL]::integer[]", "'{-1}'", "'{-2147483648,2147483647}'", "'{{1,2},{3,4}}'",
      "'[2147483646:2147483646]={2}'"}},
    {"double precision[]",
     {"'{}'", "ARRAY[NULL]::float8[]", "'{NaN}'", "'{Infinity}'", "'{1e308}'", "'{5e-324}'",
      "'{5e-324,1e308}'", "'{{1,2},{2,4}}'"}},
    {"text_list", {"'{}'", "'{NULL}'", "'{\"\"}'", "'{{a},{b}}'", "'[2147483646:2147483646]={a}'"}},
    {"regclass", {"0", "4294967295::pg_catalog.oid"}},
    {"regclass[]", {"'{}'", "'{NULL}'", "'{0}'", "'{4294967295}'", "'{{pg_class},{pg_proc}}'"}},
};

}  // namespace

std::optional<std::string> extreme_of(Choice& choice, const std::string& type) {
  const auto found = extremes.find(type);
  if (found == extremes.end()) return std::nullopt;
  return choice.of(found->second);
}

}  // namespace microdata::fuzz
