#include "postgres/regions/known_combinations.hpp"

#include <algorithm>
#include <optional>

#include "postgres/regions/region_counts.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/source/numbered_together.hpp"

namespace microdata::postgres {

namespace {

// More are not looked at: cuts then part rows of some, and regions are merged.
constexpr std::size_t most_combinations = 100000;

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

KnownBeside known_beside(const std::vector<std::string>& columns, const Source& source,
                         const Table& sample, bool is_whole, const KeptSnapshot& snapshot,
                         const Progress& progress) {
  KnownBeside known;
  for (std::size_t a = 0; a < sample.data.attributes.size(); ++a) {
    const std::string& name = sample.data.attributes[a].name;
    if (std::find(columns.begin(), columns.end(), name) != columns.end())
      known.attributes.push_back(a);
  }
  if (is_whole) return known;
  std::vector<std::string> names;
  for (const std::size_t a : known.attributes)
    names.push_back(sample.data.attributes[a].name);
  const std::vector<ResultRow> rows =
      distinct_combinations(names, source, most_combinations, snapshot);
  known.combinations.assign(rows.size(), {});
  for (std::size_t i = 0; i < known.attributes.size(); ++i) {
    const std::vector<Code> codes =
        codes_in_order(sample.dictionaries[known.attributes[i]], rows, i, progress);
    for (std::size_t row = 0; row < rows.size(); ++row)
      known.combinations[row].push_back(codes[row]);
  }
  return known;
}

}  // namespace microdata::postgres
