#include "postgres/server/packing.hpp"

#include <algorithm>
#include <cstdint>

#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t prefix = 2;  // \x

unsigned digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  fail_packed();
}

}  // namespace

bool is_text(const std::string& bytes) {
  const int size = static_cast<int>(bytes.size());
  return pg_encoding_verifymbstr(GetDatabaseEncoding(), bytes.data(), size) == size;
}

Unpacking unpacking(std::string bytes) {
  // With less memory requests are small, and do not depend on it.
  constexpr std::int64_t least = 64 << 20;
  return Unpacking(std::move(bytes), is_text,
                   static_cast<std::size_t>(std::max(least, memory_limit_bytes() / 4)));
}

std::string bytes_of(Datum bytea) {
  // Detoasted in the context of the call.
  const auto* const value =
      guarded([&] { return static_cast<const struct varlena*>(PG_DETOAST_DATUM_PACKED(bytea)); });
  return {VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};
}

std::string bytes_of_text(const std::string& text) {
  if (text.size() % 2 != 0 || text.compare(0, prefix, "\\x") != 0) fail_packed();
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = prefix; i < text.size(); i += 2)
    bytes.push_back(static_cast<char>(digit(text[i]) << 4 | digit(text[i + 1])));
  return bytes;
}

std::string bytes_constant(const std::string& bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text = "pg_catalog.decode('";
  text.reserve(text.size() + 2 * bytes.size() + 8);
  for (const char c : bytes) {
    text.push_back(digits[static_cast<unsigned char>(c) >> 4]);
    text.push_back(digits[static_cast<unsigned char>(c) & 0xf]);
  }
  return text + "', 'hex')";
}

Datum bytes_result(const std::string& bytes, MemoryContext context) {
  const std::size_t size = VARHDRSZ + bytes.size();
  auto* const result =
      guarded([&] { return static_cast<struct varlena*>(MemoryContextAllocHuge(context, size)); });
  SET_VARSIZE(result, size);
  std::copy(bytes.begin(), bytes.end(), VARDATA(result));
  return PointerGetDatum(result);
}

}  // namespace microdata::postgres
