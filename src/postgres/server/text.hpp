#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace microdata::postgres {

// An identifier or a literal as PostgreSQL quotes it.
std::string quote_name(std::string_view name);
std::string quote_value(std::string_view value);

// Has the schema of a relation keep its name to the end of the transaction, as the relation does
// where it is locked: what is read by the name later is the same relation.
void keep_name(Oid relation);

// Returns schema.name, quoted as needed, and keeps the name. Fails if the relation is gone.
std::string qualified_name(Oid relation);

// Returns the name of a schema, which keeps it to the end of the transaction. Fails if the schema
// is gone.
std::string kept_schema(Oid schema);

// Returns schema.name, quoted as needed, for a relation that is to be made there, and keeps the
// schema's name.
std::string qualified_name(Oid schema, const std::string& name);

// The name alone, as messages show it.
std::string relation_name(Oid relation);

// A name in double quotes, as messages show it.
std::string in_quotes(std::string_view name);

// As names are that differ in capitals alone.
bool same_but_for_case(std::string_view a, std::string_view b);

// A comma-separated list of identifiers, as in groups => '{"age, sex", ...}'; fails, naming the
// argument, where it is none.
std::vector<std::string> split_names(const std::string& list, const char* argument);

// "a, b, c"
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

// As text of the type oid[], or int8[].
std::string oid_array(const std::vector<Oid>& oids);
std::string number_array(const std::vector<std::int64_t>& numbers);

// "1 row", "2 rows"
std::string count_of(std::uint64_t number, const char* what);

// The number that the catalog has as text, which std::stod refuses where it is below the smallest
// normal one.
double to_number(std::string_view text);

// To twelve significant digits: without what floating point makes of 1 / (1.0 / 3).
double without_noise(double number);

// A number with at most `digits` digits behind the point, no trailing zeros.
std::string rounded(double number, int digits);

}  // namespace microdata::postgres
