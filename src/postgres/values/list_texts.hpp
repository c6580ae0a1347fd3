#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

enum class ListForm : std::uint8_t { set, multiset };

// Lists of a dictionary's values as they are published: a set as PostgreSQL writes an array, so
// that it can be cast to text[]; a multiset as 22:2,33:1.
class ListTexts {
 public:
  ListTexts(const Dictionary& dictionary, ListForm form) : dictionary_(dictionary), form_(form) {}

  // `counts`: of a multiset, how many of each of the codes.
  std::string text(std::span<const Code> codes, std::span<const std::uint32_t> counts = {});

  // The bytes of that text as a value in memory, for which the values are written one at a time.
  double bytes(std::span<const Code> codes, std::span<const std::uint32_t> counts = {});

 private:
  std::string element(Code code) const;

  const Dictionary& dictionary_;
  ListForm form_;
  // By code; 0 and empty until they are asked for.
  std::vector<std::size_t> sizes_;
  std::vector<std::string> elements_;
};

}  // namespace microdata::postgres
