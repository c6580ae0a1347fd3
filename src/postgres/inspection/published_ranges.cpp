#include "postgres/inspection/published_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

// The finest unit in which numbers differ; 0 without any.
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

// A range as it was read: provisional codes of its ends among all ends.
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
    // A range that is stored short is copied.
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

// A range up to NULL may have the largest values, too, where others of the attribute have these.
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
                "ranges of type " + type_name(published.type()) + " are none of numbers or times")
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

}  // namespace microdata::postgres
