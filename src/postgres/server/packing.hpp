#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <utility>

#include "core/microdata/packing.hpp"

// Packed values as SQL has them.

namespace microdata::postgres {

// In the database's encoding: who sends other bytes would read them in errors.
bool is_text(const std::string& bytes);

// Unpacks a request, which any role with EXECUTE may have made up: the values take a fourth of
// pg_microdata.memory_limit at most.
Unpacking unpacking(std::string bytes);
template <typename T>
T unpack_request(std::string bytes) {
  Unpacking request = unpacking(std::move(bytes));
  T value{};
  request.take(value);
  request.finish();
  return value;
}

// Unpacks an answer of a server that was asked.
template <typename T>
T unpack(std::string bytes) {
  return microdata::unpack<T>(std::move(bytes), is_text);
}

// A value of type bytea, and its text form in hexadecimal digits, as bytes.
std::string bytes_of(Datum bytea);
std::string bytes_of_text(const std::string& text);
// A constant of SQL.
std::string bytes_constant(const std::string& bytes);
// In a memory context.
Datum bytes_result(const std::string& bytes, MemoryContext context);

}  // namespace microdata::postgres
