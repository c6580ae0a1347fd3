#include "postgres/regions/known_combinations.hpp"

#include <algorithm>

#include "postgres/source/numbered_together.hpp"

namespace microdata::postgres {

namespace {

std::vector<Code> codes_in_order(const Dictionary& dictionary, const std::vector<ResultRow>& rows,
                                 std::size_t place, const Progress& progress) {
  auto [known, codes, distinct] = number_together(
      dictionary, rows.size(), [&](std::size_t row) { return rows[row][place]; }, progress);
  for (Code& code : codes) {
    const auto above = std::upper_bound(known.begin(), known.end(), code);
    code = static_cast<Code>(std::max<std::ptrdiff_t>(above - known.begin() - 1, 0));
  }
  return codes;
}

}  // namespace

KnownBeside known_beside(const std::vector<std::string>& columns,
                         const std::vector<ResultRow>& combinations, const Table& sample,
                         const Progress& progress) {
  KnownBeside known;
  known.combinations.assign(combinations.size(), {});
  for (std::size_t a = 0; a < sample.data.attributes.size(); ++a) {
    const auto column = std::find(columns.begin(), columns.end(), sample.data.attributes[a].name);
    if (column == columns.end()) continue;
    known.attributes.push_back(a);
    const std::vector<Code> codes =
        codes_in_order(sample.dictionaries[a], combinations,
                       static_cast<std::size_t>(column - columns.begin()), progress);
    for (std::size_t row = 0; row < combinations.size(); ++row)
      known.combinations[row].push_back(codes[row]);
  }
  return known;
}

}  // namespace microdata::postgres
