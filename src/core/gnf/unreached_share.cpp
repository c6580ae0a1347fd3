#include "core/gnf/unreached_share.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"

namespace microdata {

namespace {

// Returns the parts in groups that no common attribute connects.
std::vector<std::vector<std::size_t>> connected_parts(std::span<const Part> parts,
                                                      const Progress& progress) {
  struct Group {
    AttributeSet attributes;
    std::vector<std::size_t> parts;
  };
  std::vector<Group> groups;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    progress.checkpoint();
    Group joined{parts[p].attributes, {p}};
    std::vector<Group> others;
    for (Group& group : groups) {
      if (intersection(group.attributes, parts[p].attributes).empty()) {
        others.push_back(std::move(group));
        continue;
      }
      joined.attributes = united(joined.attributes, group.attributes);
      joined.parts.insert(joined.parts.end(), group.parts.begin(), group.parts.end());
    }
    groups = std::move(others);
    groups.push_back(std::move(joined));
  }
  std::vector<std::vector<std::size_t>> result;
  for (Group& group : groups)
    result.push_back(std::move(group.parts));
  return result;
}

// Attributes that a side of a part shows together, and the largest shares of their combinations: of
// any, and of one that is not harmless.
struct ShownSide {
  AttributeSet attributes;
  double of_any = 1;
  double of_bounded = 1;
};

ShownSide side_of(const Microdata& data, const AttributeSet& attributes, const Progress& progress) {
  const Combinations combinations = combine(data, attributes, progress);
  const std::vector<std::uint32_t> rows = frequencies(combinations);
  const std::vector<Row> examples = representatives(combinations);
  std::uint32_t of_any = 0;
  std::uint32_t of_bounded = 0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    progress.checkpoint_at(c);
    of_any = std::max(of_any, rows[c]);
    const bool harmless = std::all_of(attributes.begin(), attributes.end(), [&](std::size_t a) {
      return data.attributes[a].is_harmless(data.columns[a][examples[c]]);
    });
    if (!harmless) of_bounded = std::max(of_bounded, rows[c]);
  }
  const double all = data.rows;
  return {attributes, of_any / all, of_bounded / all};
}

}  // namespace

double share_of_unreached(const Microdata& data, std::span<const Part> parts,
                          const PrivacyRule& rule, const AttributeSet& unreached,
                          const Progress& progress) {
  std::vector<ShownSide> sides;
  AttributeSet covered;
  for (const std::vector<std::size_t>& group : connected_parts(parts, progress)) {
    ShownSide best;
    for (const std::size_t p : group) {
      const AttributeSet shown = intersection(parts[p].attributes, unreached);
      const AttributeSet bucketed =
          parts[p].enforced ? intersection(shown, parts[p].enforced->sensitive) : AttributeSet{};
      for (const AttributeSet& attributes : {bucketed, without(shown, bucketed)}) {
        if (attributes.empty()) continue;
        ShownSide side = side_of(data, attributes, progress);
        if (best.attributes.empty() || side.of_any < best.of_any) best = std::move(side);
      }
    }
    if (best.attributes.empty()) continue;
    covered = united(covered, best.attributes);
    sides.push_back(std::move(best));
  }
  double of_any = 1;
  for (const ShownSide& side : sides)
    of_any *= side.of_any;
  if (covered.size() < rule.sensitive.size()) return of_any;
  // One of the sides has a value that is not harmless.
  double of_bounded = 0;
  for (const ShownSide& side : sides)
    of_bounded = std::max(of_bounded, of_any / side.of_any * side.of_bounded);
  return of_bounded;
}

}  // namespace microdata
