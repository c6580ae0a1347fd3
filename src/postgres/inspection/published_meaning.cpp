#include "postgres/inspection/published_meaning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/label_texts.hpp"
#include "postgres/inspection/label_meanings.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

// Returns the coarsest unit, from a day to a microsecond, that divides all finite numbers; a day
// without any. Numbers and units are microseconds.
double timestamp_step(const std::vector<double>& numbers) {
  for (const double unit : {86400e6, 3600e6, 60e6, 1e6, 1e3}) {
    if (std::all_of(numbers.begin(), numbers.end(),
                    [&](double n) { return !std::isfinite(n) || std::fmod(n, unit) == 0; })) {
      return unit;
    }
  }
  return 1;
}

double numeric_step(const Dictionary& bounds, const Progress& progress) {
  int most = 0;
  for (Code code = 0; code < bounds.distinct(); ++code) {
    progress.checkpoint_at(code);
    const Datum bound = bounds.datum(code);
    const int scale = guarded([&] {
      const Numeric number = DatumGetNumeric(bound);
      if (numeric_is_nan(number) || numeric_is_inf(number)) return 0;
      return static_cast<int>(DatumGetInt32(DirectFunctionCall1(numeric_min_scale, bound)));
    });
    most = std::max(most, scale);
  }
  return std::pow(10, -most);
}

// Range as it was read: codes of its ends among all ends, provisional until the ends are finished.
struct BoundCodes {
  Code label = 0;
  std::optional<Code> low;
  std::optional<Code> high;
  bool low_included = true;
  bool high_included = true;
};

struct ReadBounds {
  Dictionary bounds;
  std::vector<BoundCodes> ranges;
};

ReadBounds read_bounds(const Dictionary& published, Oid range_type, const AttributeType& element,
                       const Progress& progress) {
  struct Bounds {
    RangeBound lower;
    RangeBound upper;
    bool empty;
  };
  ReadBounds result{Dictionary(element), {}};
  std::vector<Code> codes;
  for (Code label = 0; label < published.distinct(); ++label) {
    progress.checkpoint_at(label);
    if (published.is_null(label)) continue;
    // DatumGetRangeTypeP() copies a range that is stored short.
    const MemoryScope memory;
    const Datum value = published.datum(label);
    const Bounds bounds = guarded([&] {
      Bounds b{};
      TypeCacheEntry* entry = lookup_type_cache(range_type, TYPECACHE_RANGE_INFO);
      range_deserialize(entry, DatumGetRangeTypeP(value), &b.lower, &b.upper, &b.empty);
      return b;
    });
    if (bounds.empty) continue;
    BoundCodes range{label, {}, {}, bounds.lower.inclusive, bounds.upper.inclusive};
    if (!bounds.lower.infinite) {
      range.low = static_cast<Code>(codes.size());
      codes.push_back(result.bounds.encode(make_key(element, bounds.lower.val)));
    }
    if (!bounds.upper.infinite) {
      range.high = static_cast<Code>(codes.size());
      codes.push_back(result.bounds.encode(make_key(element, bounds.upper.val)));
    }
    result.ranges.push_back(range);
  }
  result.bounds.finish(progress);
  result.bounds.translate(codes, progress);
  for (BoundCodes& range : result.ranges) {
    if (range.low) range.low = codes[*range.low];
    if (range.high) range.high = codes[*range.high];
  }
  return result;
}

bool is_nan(std::optional<double> number) {
  return number && std::isnan(*number);
}

ValueRange to_numbers(const BoundCodes& codes, const std::vector<double>& numbers, bool whole) {
  const auto number_of = [&](std::optional<Code> code) {
    return code ? std::optional(numbers[*code]) : std::nullopt;
  };
  const std::optional<double> low = number_of(codes.low);
  const std::optional<double> high = number_of(codes.high);
  ValueRange range{low.value_or(-unbounded),
                   high.value_or(unbounded),
                   // NULL, the last in the order, makes a range unbounded above (generalized.hpp).
                   !high,
                   1,
                   {}};
  range.not_finite = {low == -unbounded, !is_nan(low) && (high == unbounded || is_nan(high)),
                      is_nan(high)};
  if (is_nan(low) || low == unbounded || high == -unbounded) {
    range.low = unbounded;
    range.high = -unbounded;
    return range;
  }
  if (is_nan(high)) range.high = unbounded;
  if (!codes.low_included && std::isfinite(range.low)) {
    range.low = whole ? range.low + 1 : std::nextafter(range.low, unbounded);
  }
  if (!codes.high_included && std::isfinite(range.high)) {
    range.high = whole ? range.high - 1 : std::nextafter(range.high, -unbounded);
  }
  return range;
}

// Adds infinity and NaN to ranges up to NULL, which can have them if other ranges of the attribute
// do.
void add_largest(std::vector<PublishedRanges::One>& ranges) {
  NotFinite seen;
  for (const PublishedRanges::One& one : ranges) {
    seen.infinity = seen.infinity || one.range.not_finite.infinity;
    seen.nan = seen.nan || one.range.not_finite.nan;
  }
  for (PublishedRanges::One& one : ranges) {
    if (!one.range.with_null) continue;
    one.range.not_finite.infinity = seen.infinity;
    one.range.not_finite.nan = seen.nan;
  }
}

}  // namespace

PublishedRanges read_ranges(const Dictionary& published, const Progress& progress) {
  const Oid range_type = published.type().base;
  PublishedRanges result;
  result.element =
      attribute_type(guarded([&] { return get_range_subtype(range_type); }), -1, InvalidOid);
  const Projection projection = result.element.projection;
  if (projection == Projection::none) {
    throw Error(ERRCODE_DATATYPE_MISMATCH,
                "ranges of type " + type_name(published.type()) + " cannot be measured")
        .detail("Values of type " + type_name(result.element) + " have no distance.");
  }
  result.whole = projection == Projection::integer || projection == Projection::date;
  const ReadBounds read = read_bounds(published, range_type, result.element, progress);
  const std::vector<double>& numbers = read.bounds.projection();
  if (projection == Projection::numeric) result.step = numeric_step(read.bounds, progress);
  if (projection == Projection::timestamp) result.step = timestamp_step(numbers);
  for (const BoundCodes& codes : read.ranges)
    result.ranges.push_back({codes.label, to_numbers(codes, numbers, result.whole)});
  add_largest(result.ranges);
  return result;
}

namespace {

// Values that labels stand for, as they are gathered; their codes are provisional until finish().
class Meanings {
 public:
  Meanings(AttributeType type, std::size_t labels, const Progress& progress)
      : values_(type), labels_(labels, Anything{}), progress_(progress) {}

  // Adds values that are equally likely.
  void add_values(Code label, const std::vector<std::optional<std::string>>& texts) {
    std::vector<Element> elements;
    for (const auto& text : texts)
      elements.push_back({code_of(text), 1 / static_cast<double>(texts.size())});
    labels_[label] = std::move(elements);
  }
  // Adds values that are equally likely, `others` of them unknown; the label itself stands for the
  // unknown ones.
  void add_partly_known(Code label, const std::string& text,
                        const std::vector<std::optional<std::string>>& known, std::size_t others) {
    const auto all = static_cast<double>(known.size() + others);
    std::vector<Element> elements;
    for (const auto& value : known)
      elements.push_back({code_of(value), 1 / all});
    elements.push_back({code_of(text), static_cast<double>(others) / all});
    labels_[label] = std::move(elements);
  }
  void add_counted(Code label, const std::vector<MultisetElement>& counted) {
    double total = 0;
    for (const MultisetElement& element : counted)
      total += element.count;
    std::vector<Element> elements;
    for (const MultisetElement& element : counted)
      elements.push_back({code_of(element.value), element.count / total});
    labels_[label] = std::move(elements);
  }
  void add(Code label, LabelMeaning meaning) { labels_[label] = std::move(meaning); }
  // Adds a label that stands for all values of other labels, or for anything if there are none.
  void add_everything(Code label) { everything_.push_back(label); }

  // Ends the gathering; `step` matters only if labels are ranges (complete_ranges()).
  AttributeMeaning finish(const std::vector<std::size_t>& rows, bool whole, double step) {
    values_.finish(progress_);
    for (LabelMeaning& label : labels_)
      translate(label);
    for (const Code label : everything_) {
      std::vector<Element> elements;
      for (Code code = 0; code < values_.distinct(); ++code)
        elements.push_back({code, 1 / static_cast<double>(values_.distinct())});
      if (!elements.empty()) labels_[label] = std::move(elements);
    }
    complete(rows, whole, step);
    AttributeMeaning meaning;
    meaning.type = values_.type();
    meaning.whole = whole;
    meaning.values.push_back(std::move(values_));
    meaning.labels = std::move(labels_);
    return meaning;
  }

 private:
  Code code_of(const std::optional<std::string>& text) {
    progress_.checkpoint_at(elements_++);
    if (!text) return values_.encode({true, 0, {}});
    const auto [found, is_new] = known_.try_emplace(*text, 0);
    if (is_new) {
      const MemoryScope memory;
      found->second = values_.encode(make_key(values_.type(), read(*text)));
    }
    return found->second;
  }
  Datum read(const std::string& text) const { return read_value(values_.type(), text); }

  void translate(LabelMeaning& label) const {
    auto* elements = std::get_if<std::vector<Element>>(&label);
    if (elements == nullptr) return;
    std::vector<Code> codes;
    for (const Element& element : *elements)
      codes.push_back(element.value);
    values_.translate(codes, progress_);
    for (std::size_t i = 0; i < codes.size(); ++i)
      (*elements)[i].value = codes[i];
  }

  void complete(const std::vector<std::size_t>& rows, bool whole, double step) {
    std::vector<ValueRange> ranges;
    std::vector<std::size_t> rows_of_range;
    for (std::size_t label = 0; label < labels_.size(); ++label) {
      if (const auto* range = std::get_if<ValueRange>(&labels_[label])) {
        ranges.push_back(*range);
        rows_of_range.push_back(rows[label]);
      }
    }
    complete_ranges(ranges, rows_of_range, whole, step);
    std::size_t next = 0;
    for (LabelMeaning& label : labels_) {
      if (auto* range = std::get_if<ValueRange>(&label)) *range = ranges[next++];
    }
  }

  Dictionary values_;
  std::unordered_map<std::string, Code> known_;
  std::vector<LabelMeaning> labels_;
  std::vector<Code> everything_;
  const Progress& progress_;
  std::size_t elements_ = 0;
};

using Texts = std::vector<std::optional<std::string>>;

Texts texts_of_not_finite(const NotFinite& values) {
  Texts texts;
  if (values.lowest) texts.emplace_back("-Infinity");
  if (values.infinity) texts.emplace_back("Infinity");
  if (values.nan) texts.emplace_back("NaN");
  return texts;
}

AttributeMeaning meaning_of_ranges(const Dictionary& published,
                                   const std::vector<std::size_t>& rows, const Progress& progress) {
  const PublishedRanges read = read_ranges(published, progress);
  Meanings meanings(read.element, published.distinct(), progress);
  if (published.nullable()) meanings.add_values(published.distinct() - 1, {std::nullopt});
  for (const PublishedRanges::One& one : read.ranges) {
    if (one.range.low <= one.range.high) {
      meanings.add(one.label, one.range);
    } else {
      meanings.add_values(one.label, texts_of_not_finite(one.range.not_finite));
    }
  }
  return meanings.finish(rows, read.whole, read.step);
}

void add_sets(const Dictionary& published, const Texts& texts, Meanings& meanings) {
  for (Code label = 0; label < texts.size(); ++label) {
    if (!texts[label]) {
      meanings.add_values(label, {std::nullopt});
    } else if (*texts[label] == everything_label) {
      meanings.add_everything(label);
    } else {
      meanings.add_values(label, set_elements(published.datum(label)));
    }
  }
}

void add_multisets(const Texts& texts, Meanings& meanings) {
  for (Code label = 0; label < texts.size(); ++label) {
    if (texts[label]) {
      meanings.add_counted(label, multiset_elements(*texts[label]));
    } else {
      meanings.add_values(label, {std::nullopt});
    }
  }
}

// Adds labels that are values or, unless the level is 0, `everything_label` for all values.
void add_values(const Texts& texts, std::optional<std::size_t> level, Meanings& meanings) {
  for (Code label = 0; label < texts.size(); ++label) {
    if (level != 0U && texts[label] == everything_label) {
      meanings.add_everything(label);
    } else {
      meanings.add_values(label, {texts[label]});
    }
  }
}

void add_table_labels(const HierarchyRecord& hierarchy, std::optional<std::size_t> level,
                      const Texts& texts, Meanings& meanings, const Progress& progress) {
  const auto values = values_under_labels(hierarchy, level, progress);
  for (Code label = 0; label < texts.size(); ++label) {
    const auto found = texts[label] ? values.find(*texts[label]) : values.end();
    if (found == values.end()) {
      meanings.add_values(label, {texts[label]});
    } else {
      meanings.add_values(label, Texts(found->second.begin(), found->second.end()));
    }
  }
}

bool all_digits(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Returns the number of a label's bytes before the mask. The mask begins after the kept
// characters, if the level on record has a number of them, otherwise at the asterisks that end the
// label.
std::size_t unmasked_bytes(const std::string& text, std::optional<std::size_t> kept) {
  if (!kept) return text.find_last_not_of('*') + 1;
  return guarded([&] {
    return static_cast<std::size_t>(
        pg_mbcharcliplen(text.c_str(), static_cast<int>(text.size()), static_cast<int>(*kept)));
  });
}

void add_prefixes(const HierarchyRecord& hierarchy, std::optional<std::size_t> level,
                  const Texts& texts, Meanings& meanings) {
  if (level == 0U) return add_values(texts, level, meanings);
  const std::optional<std::size_t> kept = level ? kept_characters(hierarchy, *level) : std::nullopt;
  constexpr double digits = 10;
  constexpr double digits_and_letters = 36;
  std::vector<std::pair<Code, MaskedText>> masked;
  double alphabet = digits;
  for (Code label = 0; label < texts.size(); ++label) {
    if (!kept && texts[label] == everything_label) {
      meanings.add_everything(label);
      continue;
    }
    const std::string text = texts[label].value_or("");
    const std::string prefix = text.substr(0, unmasked_bytes(text, kept));
    if (!all_digits(prefix)) alphabet = digits_and_letters;
    if (prefix.size() == text.size()) {
      meanings.add_values(label, {texts[label]});
    } else {
      masked.push_back({label, {prefix, text.size() - prefix.size(), digits}});
    }
  }
  for (auto& [label, text] : masked) {
    text.alphabet = alphabet;
    meanings.add(label, std::move(text));
  }
}

// Returns true for a single infinite value, which is not a range without an end.
bool is_infinite_value(const std::optional<ValueRange>& range) {
  return range && std::isinf(range->low) && range->low == range->high;
}

void add_ranges(const HierarchyRecord& hierarchy, const AttributeType& type, bool whole,
                const Texts& texts, Meanings& meanings) {
  std::vector<std::string> labels;
  for (const auto& text : texts) {
    if (text) labels.push_back(*text);
  }
  const auto ranges = ranges_of_labels(hierarchy, type, whole, labels);
  std::size_t next = 0;
  for (Code label = 0; label < texts.size(); ++label) {
    if (!texts[label]) {
      meanings.add_values(label, {std::nullopt});
    } else if (const auto& range = ranges[next++]; is_infinite_value(range)) {
      meanings.add_values(label, {texts[label]});
    } else if (range) {
      meanings.add(label, *range);
    } else {
      meanings.add_values(label, Texts{});
    }
  }
}

// Adds the labels of a release that was described elsewhere.
void add_described(const std::vector<DescribedLabel>& described, const Texts& texts,
                   Meanings& meanings) {
  constexpr double alphabet = 36;
  std::unordered_map<std::string, const DescribedLabel*> by_label;
  for (const DescribedLabel& label : described)
    by_label.emplace(label.label, &label);
  for (Code code = 0; code < texts.size(); ++code) {
    const auto found = texts[code] ? by_label.find(*texts[code]) : by_label.end();
    if (found == by_label.end()) {
      if (texts[code] == everything_label) {
        meanings.add_everything(code);
      } else {
        meanings.add_values(code, {texts[code]});
      }
    } else if (found->second->range) {
      meanings.add(code, *found->second->range);
    } else if (found->second->mask) {
      meanings.add(code,
                   MaskedText{found->second->mask->prefix, found->second->mask->masked, alphabet});
    } else if (found->second->others > 0) {
      meanings.add_partly_known(code, *texts[code], found->second->values, found->second->others);
    } else {
      meanings.add_values(code, found->second->values);
    }
  }
}

// Returns numeric if labels are ranges, otherwise the published type.
AttributeType type_of_described(const std::vector<DescribedLabel>& described,
                                const AttributeType& published) {
  const bool of_ranges = std::any_of(described.begin(), described.end(),
                                     [](const DescribedLabel& label) { return label.range; });
  return of_ranges ? attribute_type(NUMERICOID, -1, InvalidOid) : published;
}

AttributeMeaning meaning_of_described(const std::vector<DescribedLabel>& described,
                                      const Dictionary& published,
                                      const std::vector<std::size_t>& rows,
                                      const Progress& progress) {
  const PlainText settings;
  const Texts texts = texts_of(published, progress);
  Meanings meanings(type_of_described(described, published.type()), published.distinct(), progress);
  add_described(described, texts, meanings);
  const bool whole = std::any_of(described.begin(), described.end(),
                                 [](const DescribedLabel& label) { return label.whole; });
  AttributeMeaning meaning = meanings.finish(rows, whole, 0);
  meaning.type_known = meaning.type.base == NUMERICOID;
  return meaning;
}

// Returns the type by which literals about labels of a numeric or date hierarchy are read without
// the source.
AttributeType type_of_labels(HierarchyKind kind) {
  return attribute_type(kind == HierarchyKind::interval ? NUMERICOID : TIMESTAMPOID, -1,
                        InvalidOid);
}

AttributeMeaning meaning_of_texts(const Recoded& recoded,
                                  const std::optional<AttributeType>& source,
                                  const Dictionary& published, const std::vector<std::size_t>& rows,
                                  const Progress& progress) {
  std::optional<HierarchyRecord> hierarchy;
  if (recoded.hierarchy) hierarchy = find_hierarchy(*recoded.hierarchy);
  const bool of_ranges = hierarchy && (hierarchy->kind == HierarchyKind::interval ||
                                       hierarchy->kind == HierarchyKind::date);
  // Without their hierarchy, labels can only be compared as texts.
  const bool known = recoded.hierarchy && !hierarchy ? false : source.has_value() || of_ranges;
  const AttributeType type = !known   ? published.type()
                             : source ? *source
                                      : type_of_labels(hierarchy->kind);
  const bool whole =
      of_ranges && (type.projection == Projection::integer || type.projection == Projection::date);
  // Published texts do not depend on the session's settings.
  const PlainText settings;
  const Texts texts = texts_of(published, progress);
  Meanings meanings(type, published.distinct(), progress);
  if (recoded.as_multiset) {
    add_multisets(texts, meanings);
  } else if (!recoded.as_labels) {
    add_sets(published, texts, meanings);
  } else if (!hierarchy) {
    add_values(texts, recoded.level, meanings);
  } else if (of_ranges) {
    add_ranges(*hierarchy, type, whole, texts, meanings);
  } else if (hierarchy->kind == HierarchyKind::prefix) {
    add_prefixes(*hierarchy, recoded.level, texts, meanings);
  } else {
    add_table_labels(*hierarchy, recoded.level, texts, meanings, progress);
  }
  AttributeMeaning meaning = meanings.finish(rows, whole, 0);
  meaning.type_known = known;
  return meaning;
}

// Fails if the published type is not the source's generalized type or, without the source, not
// text.
void check_is_text(const ReleaseAttribute& attribute, const Dictionary& published,
                   const std::optional<AttributeType>& source, bool as_text) {
  if (source) {
    check_generalized_type(attribute.name, published.type(), *source, as_text);
  } else if (published.type().base != TEXTOID) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute.name) +
                                               " is of type " + type_name(published.type()) +
                                               " in the release, which was generalized");
  }
}

}  // namespace

AttributeMeaning meaning_of(const Release& release, const ReleaseAttribute& attribute,
                            Dictionary published, const std::vector<std::size_t>& rows,
                            const Progress& progress) {
  if (!attribute.generalized) {
    AttributeMeaning meaning;
    meaning.type = published.type();
    meaning.values.push_back(std::move(published));
    return meaning;
  }
  const Recoded recoded = how_recoded(release, attribute.name);
  const std::optional<AttributeType> source = type_in_source(release, attribute);
  const bool as_text = recoded.as_multiset || recoded.as_labels;
  const bool is_range = guarded([&] { return type_is_range(published.type().base); });
  if (as_text || !is_range) check_is_text(attribute, published, source, as_text);
  if (is_range) return meaning_of_ranges(published, rows, progress);
  if (const auto described = described_labels(release, attribute.name); !described.empty())
    return meaning_of_described(described, published, rows, progress);
  return meaning_of_texts(recoded, source, published, rows, progress);
}

bool has_single_values(const AttributeMeaning& meaning) {
  return std::all_of(meaning.labels.begin(), meaning.labels.end(), [](const LabelMeaning& label) {
    if (const auto* range = std::get_if<ValueRange>(&label)) return range->low == range->high;
    const auto* elements = std::get_if<std::vector<Element>>(&label);
    return elements != nullptr && elements->size() == 1;
  });
}

bool may_be_anything(const AttributeMeaning& meaning) {
  return std::any_of(meaning.labels.begin(), meaning.labels.end(), [](const LabelMeaning& label) {
    return std::holds_alternative<Anything>(label);
  });
}

}  // namespace microdata::postgres
