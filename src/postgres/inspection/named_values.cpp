#include "postgres/inspection/named_values.hpp"

#include <cmath>

#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/published_ranges.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

using Named = std::vector<std::vector<PublishedTable::NamedValue>>;

Named ends_of_ranges(ReadAttribute& reading, std::span<const CodeSet> covers,
                     const Progress& progress) {
  const std::vector<double>& numbers = reading.values().projection();
  Named named(covers.size());
  const PublishedRanges published = read_ranges(reading.labels(), progress);
  for (const PublishedRanges::One& one : published.ranges) {
    const CodeSet& codes = covers[one.label];
    if (codes.empty()) continue;
    const auto name = [&](Code value, double end) {
      if (std::isfinite(end)) named[one.label].push_back({value, numbers[value] == end});
    };
    name(codes.front(), one.range.low);
    if (one.range.high != one.range.low) name(codes.back(), one.range.high);
  }
  return named;
}

Named elements_of_sets(ReadAttribute& reading, std::span<const CodeSet> covers,
                       const Progress& progress) {
  const Dictionary& labels = reading.labels();
  Named named(covers.size());
  for (Code label = 0; label < labels.distinct(); ++label) {
    progress.checkpoint();
    if (labels.is_null(label) || labels.text(label) == everything_label) continue;
    covers[label].for_each([&](Code value) { named[label].push_back({value, true}); });
  }
  return named;
}

}  // namespace

Named named_values(const Release& release, ReadAttribute& reading, std::span<const CodeSet> covers,
                   const Progress& progress) {
  if (!reading.attribute->generalized) return {};
  const Recoded recoded = how_recoded(release, reading.attribute->name);
  if (recoded.as_labels) return {};
  const bool in_ranges =
      !recoded.as_multiset && generalized_type(reading.values().type()).is_range();
  if (!in_ranges) return elements_of_sets(reading, covers, progress);
  if (reading.values().projection().empty()) return {};
  return ends_of_ranges(reading, covers, progress);
}

}  // namespace microdata::postgres
