#include "postgres/regions/known_combinations.hpp"

#include <algorithm>
#include <optional>

#include "postgres/regions/region_counts.hpp"
#include "postgres/regions/region_eligibility.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// More are not looked at: cuts then part rows of some, and regions are merged.
constexpr std::size_t most_combinations = 100000;

std::vector<Code> codes_in_order(const Dictionary& dictionary, const std::vector<ResultRow>& rows,
                                 std::size_t place, const Progress& progress) {
  const PlainText settings;
  Dictionary lookup(dictionary.type());
  std::vector<Code> known = dictionary.add_to(lookup);
  std::vector<Code> codes;
  codes.reserve(rows.size());
  for (const ResultRow& row : rows) {
    progress.checkpoint();
    codes.push_back(lookup.encode(key_of(dictionary.type(), row[place])));
  }
  lookup.finish(progress);
  lookup.translate(known, progress);
  lookup.translate(codes, progress);
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
