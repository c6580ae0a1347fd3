#include "core/microdata/table_counts.hpp"

namespace microdata {

std::vector<std::uint64_t> table_counts(const Attribute& attribute, std::span<const Code> codes,
                                        const Progress& progress) {
  if (!attribute.table_counts.empty()) return attribute.table_counts;
  std::vector<std::uint64_t> counts(attribute.distinct);
  progress.in_blocks(codes.size(), [&](std::size_t begin, std::size_t end) {
    for (const Code code : codes.subspan(begin, end - begin))
      ++counts[code];
  });
  return counts;
}

}  // namespace microdata
