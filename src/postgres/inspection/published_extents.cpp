#include "postgres/inspection/published_extents.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/published_ranges.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

// The extents of labels; nothing: that of the whole domain.
struct LabelExtents {
  std::vector<std::optional<double>> of_label;
  double whole = 0;
};

// What labels stand for, where ranges are among it: by label, or nothing for what is none.
LabelExtents extents_of_ranges(const std::vector<std::optional<ValueRange>>& ranges) {
  double low = endless;
  double high = -endless;
  for (const std::optional<ValueRange>& range : ranges) {
    if (!range) continue;
    for (const double end : {range->low, range->high}) {
      if (!std::isfinite(end)) continue;
      low = std::min(low, end);
      high = std::max(high, end);
    }
  }
  LabelExtents result;
  if (low < high) result.whole = high - low;
  for (const std::optional<ValueRange>& range : ranges) {
    if (!range || range->low > range->high) {
      result.of_label.emplace_back(0);
    } else if (result.whole == 0 && !(std::isfinite(range->low) && std::isfinite(range->high))) {
      result.of_label.emplace_back(std::nullopt);
    } else {
      result.of_label.emplace_back(std::clamp(range->high, low, high) -
                                   std::clamp(range->low, low, high));
    }
  }
  return result;
}

LabelExtents extents_of_published_ranges(const Dictionary& labels, const Progress& progress) {
  std::vector<std::optional<ValueRange>> ranges(labels.distinct());
  for (const PublishedRanges::One& one : read_ranges(labels, progress).ranges)
    ranges[one.label] = one.range;
  return extents_of_ranges(ranges);
}

std::size_t common_prefix(const std::string& a, const std::string& b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<std::size_t>(end - a.begin());
}

// Masked texts are numbers of as many digits, of which all that come first alike are no news.
class MaskedDomain {
 public:
  explicit MaskedDomain(const std::vector<LabelMeaning>& labels) {
    std::optional<std::string> prefix;
    std::size_t length = 0;
    for (const LabelMeaning& label : labels) {
      const auto* text = std::get_if<MaskedText>(&label);
      if (text == nullptr) continue;
      alphabet_ = text->alphabet;
      length = std::max(length, text->prefix.size() + text->masked);
      prefix = prefix ? prefix->substr(0, common_prefix(*prefix, text->prefix)) : text->prefix;
    }
    if (prefix) size_ = std::pow(alphabet_, static_cast<double>(length - prefix->size()));
  }
  // 0: there are none.
  double size() const { return size_; }

 private:
  double alphabet_ = 1;
  double size_ = 0;
};

LabelExtents extents_of_meaning(const AttributeMeaning& meaning) {
  const std::vector<LabelMeaning>& labels = meaning.labels;
  const auto is_range = [](const LabelMeaning& l) { return std::holds_alternative<ValueRange>(l); };
  if (std::any_of(labels.begin(), labels.end(), is_range)) {
    std::vector<std::optional<ValueRange>> ranges;
    for (const LabelMeaning& label : labels) {
      const auto* range = std::get_if<ValueRange>(&label);
      const auto* elements = std::get_if<std::vector<Element>>(&label);
      if (range != nullptr) {
        ranges.emplace_back(*range);
      } else if (elements != nullptr && elements->size() == 1) {
        ranges.emplace_back(std::nullopt);
      } else {
        ranges.emplace_back(ValueRange{-endless, endless, true, 1});
      }
    }
    return extents_of_ranges(ranges);
  }
  LabelExtents result;
  result.whole =
      std::max(static_cast<double>(meaning.values.front().distinct()), MaskedDomain(labels).size());
  for (const LabelMeaning& label : labels) {
    if (const auto* elements = std::get_if<std::vector<Element>>(&label)) {
      const auto size = static_cast<double>(elements->size());
      result.of_label.emplace_back(size > 1 ? size : 0);
    } else if (const auto* text = std::get_if<MaskedText>(&label)) {
      result.of_label.emplace_back(std::pow(text->alphabet, static_cast<double>(text->masked)));
    } else {
      result.of_label.emplace_back(std::nullopt);
    }
  }
  return result;
}

LabelExtents extents_of_labels(const Release& release, const ReleaseAttribute& attribute,
                               Dictionary labels, const std::vector<Code>& label_of_row,
                               const Progress& progress) {
  if (!attribute.generalized) return {std::vector<std::optional<double>>(labels.distinct(), 0), 0};
  if (guarded([&] { return type_is_range(labels.type().base); }))
    return extents_of_published_ranges(labels, progress);
  require_known_labels(release, attribute);
  const std::vector<std::uint64_t> counted = global_counts(labels, key_of_labels(attribute));
  std::vector<std::size_t> rows(counted.begin(), counted.end());
  rows.resize(labels.distinct());
  if (counted.empty()) {
    for (const Code label : label_of_row)
      ++rows[label];
  }
  return extents_of_meaning(meaning_of(release, attribute, std::move(labels), rows, progress));
}

}  // namespace

std::vector<PublishedExtents> extents_of(const Release& release, PublishedGeneralization table,
                                         const Progress& progress) {
  std::vector<PublishedExtents> result;
  for (std::size_t a = 0; a < table.names.size(); ++a) {
    const auto attribute =
        std::find_if(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& one) { return one.name == table.names[a]; });
    std::vector<Code>& label_of_row = table.quasi_identifiers[a].published;
    const LabelExtents extents =
        extents_of_labels(release, *attribute, std::move(table.labels[a]), label_of_row, progress);
    PublishedExtents& published = result.emplace_back();
    // Nothing shows how far anything extends: as far as everything.
    published.whole = extents.whole;
    const bool unknown = std::any_of(extents.of_label.begin(), extents.of_label.end(),
                                     [](const std::optional<double>& extent) { return !extent; });
    if (extents.whole == 0 && unknown) published.whole = 1;
    for (const std::optional<double>& extent : extents.of_label)
      published.of_value.push_back(extent.value_or(published.whole));
    published.value_of_row = std::move(label_of_row);
  }
  return result;
}

}  // namespace microdata::postgres
