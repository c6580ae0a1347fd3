#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace microdata::postgres {

// Returns an identifier or a literal as PostgreSQL quotes it.
std::string quote_name(std::string_view name);
std::string quote_value(std::string_view value);

// Makes the schema of a relation keep its name to the end of the transaction, as a locked relation
// does. A later read by the name then reads the same relation.
void keep_name(Oid relation);

// Returns schema.name, quoted as needed, and keeps the name. Fails if the relation is gone.
std::string qualified_name(Oid relation);

// Returns the name of a schema, which keeps it to the end of the transaction. Fails if the schema
// is gone.
std::string kept_schema(Oid schema);

// Returns schema.name, quoted as needed, for a relation to be made there, and keeps the schema's
// name.
std::string qualified_name(Oid schema, const std::string& name);

// Returns the name without the schema, as messages show it.
std::string relation_name(Oid relation);

// Returns a name in double quotes, as messages show it.
std::string in_quotes(std::string_view name);

// True if the texts differ at most in capitals.
bool same_but_for_case(std::string_view a, std::string_view b);

// Returns the names in a comma-separated list of identifiers, as in groups => '{"age, sex", ...}'.
// Fails for other texts, and names the argument.
std::vector<std::string> split_names(const std::string& list, const char* argument);

// Returns the parts joined, as in "a, b, c".
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

// Returns the text of a value of type oid[], or int8[].
std::string oid_array(const std::vector<Oid>& oids);
std::string number_array(const std::vector<std::int64_t>& numbers);

// Returns a count as in "1 row", "2 rows".
std::string count_of(std::uint64_t number, const char* what);

// Returns the number that the catalog has as text. Unlike std::stod, it reads numbers below the
// smallest normal one.
double to_number(std::string_view text);

// Returns the number rounded to twelve significant digits, without noise like that of 1 / (1.0 /
// 3).
double without_noise(double number);

// Returns a number with at most `digits` digits after the point, and no trailing zeros.
std::string rounded(double number, int digits);

}  // namespace microdata::postgres
