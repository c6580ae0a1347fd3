#include "core/slicing/widened_regions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <unordered_set>

namespace microdata {

namespace {

// Draws a border between a value of one region and one of the region above, its neighbour. Returns
// the least code of the region above.
Code draw_border(const Attribute& attribute, Code lower, Code upper, Random& random) {
  const Code border = attribute.end_of_range(lower + 1 + random.below(upper - lower));
  return border > lower ? border : attribute.end_of_range(upper);
}

// Returns the values of the regions, ascending, without NULL.
std::vector<Code> values_of(std::span<const std::vector<Code>> regions, Code values) {
  std::vector<Code> present;
  for (const std::vector<Code>& region : regions)
    present.insert(present.end(), region.begin(), region.end());
  std::sort(present.begin(), present.end());
  present.erase(std::unique(present.begin(), present.end()), present.end());
  while (!present.empty() && present.back() >= values)
    present.pop_back();
  return present;
}

void insert(std::vector<Code>& region, std::initializer_list<Code> added) {
  region.insert(region.end(), added);
  std::sort(region.begin(), region.end());
  region.erase(std::unique(region.begin(), region.end()), region.end());
}

void widen_ranges(const Attribute& attribute, const OccurringValues& occurring,
                  const std::vector<Code>& present, std::span<std::vector<Code>> regions,
                  Random& random) {
  const Code values = attribute.distinct - (attribute.nullable ? 1 : 0);
  // Both neighbours of a border end there.
  std::vector<Code> border(present.size() + 1);
  for (std::size_t i = 1; i < present.size(); ++i)
    border[i] = draw_border(attribute, present[i - 1], present[i], random);
  const auto place_of = [&](Code code) {
    return static_cast<std::size_t>(std::lower_bound(present.begin(), present.end(), code) -
                                    present.begin());
  };
  for (std::vector<Code>& region : regions) {
    const bool with_null = region.back() >= values;
    const std::size_t shown = region.size() - (with_null ? 1 : 0);
    if (region.size() < 2 || shown == 0) continue;
    const Code low = region.front();
    const Code high = region[shown - 1];
    // Values that a range does not distinguish count as one.
    if (!with_null && attribute.end_of_range(low) == attribute.end_of_range(high)) continue;
    const Code width = high - low + 1;
    const std::size_t first = place_of(low);
    const std::size_t next = place_of(high) + 1;
    const Code least = occurring.front();
    const Code greatest = occurring.back();
    Code from = low - std::min(low - least, random.below(width + 1));
    from = first > 0 ? border[first] : std::max(least, attribute.end_of_range(from));
    Code to = greatest;
    if (next < present.size()) {
      to = border[next] - 1;
    } else if (high + width < greatest) {
      to = std::max(high, attribute.end_of_range(high + 1 + random.below(width + 1)) - 1);
    }
    insert(region, {from, to});
  }
}

// Draws `wanted` values that the bucket lacks, but at most half of them, so that a shown set keeps
// some information.
std::vector<Code> draw_absent(const OccurringValues& occurring, const std::vector<Code>& present,
                              std::size_t wanted, Random& random) {
  std::vector<Code> absent;
  if (occurring.size() / 4 > present.size() + wanted) {
    // Most draws are new.
    std::unordered_set<Code> taken(present.begin(), present.end());
    while (absent.size() < wanted) {
      const Code code = occurring[random.below(static_cast<std::uint32_t>(occurring.size()))];
      if (taken.insert(code).second) absent.push_back(code);
    }
    return absent;
  }
  std::set_difference(occurring.begin(), occurring.end(), present.begin(), present.end(),
                      std::back_inserter(absent));
  random.shuffle(std::span(absent));
  absent.resize(std::min(wanted, absent.size() / 2));
  return absent;
}

void widen_sets(const OccurringValues& occurring, const std::vector<Code>& present,
                std::span<std::vector<Code>> regions, Random& random) {
  const auto wanted = [](const std::vector<Code>& region) {
    return region.size() < 2 ? 0 : std::min(region.size(), most_added);
  };
  std::size_t all = 0;
  for (const std::vector<Code>& region : regions)
    all += wanted(region);
  // Each value is given to one region.
  std::vector<Code> absent = draw_absent(occurring, present, all, random);
  for (std::vector<Code>& region : regions) {
    for (std::size_t more = wanted(region); more > 0 && !absent.empty(); --more) {
      region.push_back(absent.back());
      absent.pop_back();
    }
    std::sort(region.begin(), region.end());
  }
}

}  // namespace

OccurringValues occurring_values(const Microdata& data, std::size_t attribute) {
  const Attribute& of = data.attributes[attribute];
  std::vector<std::uint8_t> occurs(of.distinct);
  for (const Code code : data.columns[attribute])
    occurs[code] = 1;
  if (of.nullable) occurs.back() = 0;
  OccurringValues result;
  for (Code code = 0; code < of.distinct; ++code) {
    if (occurs[code] != 0) result.push_back(code);
  }
  return result;
}

void widen_regions(const Attribute& attribute, const OccurringValues& occurring,
                   std::span<std::vector<Code>> regions, Random& random) {
  const bool any = std::any_of(regions.begin(), regions.end(),
                               [](const std::vector<Code>& region) { return region.size() > 1; });
  const std::vector<Code> present =
      values_of(regions, attribute.distinct - (attribute.nullable ? 1 : 0));
  if (!any || present.empty()) return;
  if (attribute.numeric()) {
    widen_ranges(attribute, occurring, present, regions, random);
  } else {
    widen_sets(occurring, present, regions, random);
  }
}

}  // namespace microdata
