#pragma once

#include <vector>

// libstdc++ before that of g++ 14 (and 13.3, 12.4) compares vectors of unsigned numbers by too few
// bytes in C++20, where the highest byte of a number comes first: {1} < {2} is false, and of a map
// with such keys most are lost. It does so with types that it holds to be ordered as their bytes
// are; here it is told that unsigned numbers of several bytes are not. Has to come before whatever
// compares vectors. VectorOrder in test/unit/vector_order_test.cpp shows whether it is needed.
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
