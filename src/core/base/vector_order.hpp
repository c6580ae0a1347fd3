#pragma once

#include <vector>

// Workaround for libstdc++ before g++ 14 (and 13.3, 12.4). In C++20 it compares vectors of unsigned
// numbers by too few bytes on big-endian platforms. There {1} < {2} is false, and maps with such
// keys lose most entries. It does so for types that it takes to be ordered as their bytes; the
// specializations declare that unsigned numbers of several bytes are not. This file must precede
// any comparison of vectors. VectorOrder in test/unit/vector_order_test.cpp shows if it is needed.
#if defined(__GLIBCXX__) && _GLIBCXX_RELEASE < 14 && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__

namespace microdata {
struct NotOrderedAsBytes {
  static constexpr bool __value = false;  // NOLINT(bugprone-reserved-identifier)
};
}  // namespace microdata

template <>
struct std::__is_memcmp_ordered<unsigned short, true> : microdata::NotOrderedAsBytes {};
template <>
struct std::__is_memcmp_ordered<unsigned int, true> : microdata::NotOrderedAsBytes {};
template <>
struct std::__is_memcmp_ordered<unsigned long, true> : microdata::NotOrderedAsBytes {};
template <>
struct std::__is_memcmp_ordered<unsigned long long, true> : microdata::NotOrderedAsBytes {};

#endif
