#include "core/slicing/column_generalization.hpp"

#include <algorithm>

#include "core/partition/mondrian.hpp"
#include "core/privacy/diversity.hpp"
#include "core/slicing/value_regions.hpp"
#include "core/slicing/widened_regions.hpp"

namespace microdata {

namespace {

// Requirement of Mondrian: regions have k rows, and l holds in them for each sensitive attribute of
// the column. A tuple's tags are its values of these attributes.
class RegionRequirement {
 public:
  struct Scratch {
    std::vector<std::vector<std::uint32_t>> counts;  // by value, for each tag
  };

  RegionRequirement(std::vector<const Attribute*> sensitive,
                    const ColumnGeneralizationOptions& options)
      : sensitive_(std::move(sensitive)), options_(options) {}

  Scratch make_scratch() const {
    Scratch scratch;
    for (const Attribute* const attribute : sensitive_)
      scratch.counts.emplace_back(attribute->distinct);
    return scratch;
  }

  std::size_t fewest() const { return std::max<std::size_t>(options_.k, 1); }
  std::size_t finish_size() const { return 0; }

  bool allows(std::span<const std::uint32_t> tags, std::span<const Side> sides,
              Scratch& scratch) const {
    return side_holds(tags, sides, Side::left, scratch) &&
           side_holds(tags, sides, Side::right, scratch);
  }

  void mark_allowed(std::span<const std::uint32_t> tags, std::span<const std::uint32_t> order,
                    std::span<std::uint8_t> allowed, Scratch& scratch) const {
    const std::size_t rows = order.size();
    for (std::size_t p = 0; p <= rows; ++p) {
      allowed[p] = p >= fewest() && rows - p >= fewest() ? 1 : 0;
    }
    for (std::size_t j = 0; j < sensitive_.size(); ++j) {
      const auto value_at = [&](std::size_t p) { return tags[order[p] * sensitive_.size() + j]; };
      std::vector<std::uint32_t>& counts = scratch.counts[j];
      std::uint32_t largest = 0;
      const auto add = [&](Code value) {
        ++counts[value];
        if (!sensitive_[j]->is_harmless(value)) largest = std::max(largest, counts[value]);
      };
      for (std::size_t p = 0; p < rows; ++p) {
        add(value_at(p));
        if (!holds(largest, p + 1)) allowed[p + 1] = 0;
      }
      for (std::size_t p = 0; p < rows; ++p)
        counts[value_at(p)] = 0;
      largest = 0;
      for (std::size_t p = rows; p-- > 0;) {
        add(value_at(p));
        if (!holds(largest, rows - p)) allowed[p] = 0;
      }
      for (std::size_t p = 0; p < rows; ++p)
        counts[value_at(p)] = 0;
    }
  }

  // Strict grouping shares no tuples between sides and leaves regions whole.
  bool share(std::span<const std::uint32_t> /*tags*/, std::span<const std::uint32_t> /*order*/,
             std::span<Side> /*sides*/, Scratch& /*scratch*/) const {
    return false;
  }
  std::uint32_t finish(std::span<const std::uint32_t> /*tags*/,
                       std::span<const std::uint32_t> /*order*/,
                       std::span<std::uint32_t> /*bucket_of*/, Scratch& /*scratch*/) const {
    return 1;
  }

 private:
  bool holds(std::uint32_t largest, std::size_t rows) const {
    return share_holds(largest, static_cast<double>(rows), *options_.l);
  }

  bool side_holds(std::span<const std::uint32_t> tags, std::span<const Side> sides, Side side,
                  Scratch& scratch) const {
    const auto rows = static_cast<std::size_t>(std::count(sides.begin(), sides.end(), side));
    if (rows < fewest()) return false;
    for (std::size_t j = 0; j < sensitive_.size(); ++j) {
      std::vector<std::uint32_t>& counts = scratch.counts[j];
      std::uint32_t largest = 0;
      for (std::size_t i = 0; i < sides.size(); ++i) {
        const Code value = tags[i * sensitive_.size() + j];
        if (sides[i] == side && !sensitive_[j]->is_harmless(value))
          largest = std::max(largest, ++counts[value]);
      }
      for (std::size_t i = 0; i < sides.size(); ++i)
        counts[tags[i * sensitive_.size() + j]] = 0;
      if (!holds(largest, rows)) return false;
    }
    return true;
  }

  std::vector<const Attribute*> sensitive_;
  ColumnGeneralizationOptions options_;
};

// Fewest rows of a bucket that is worth dividing by several threads.
constexpr std::size_t worth_threads = 16384;

// Division of rows of a column into regions.
class RegionDivision {
 public:
  RegionDivision(const Microdata& data, const Column& column,
                 const ColumnGeneralizationOptions& options, const Progress& progress)
      : data_(data),
        options_(options),
        attributes_(quasi_identifiers(data, column)),
        axes_(make_axes(data, attributes_, progress)),
        requirement_(judged_attributes(data, column), options) {
    if (!options.l) return;
    for (const std::size_t sensitive : sensitive_attributes(data, column))
      tags_.emplace_back(data.columns[sensitive]);
  }

  const AttributeSet& attributes() const { return attributes_; }

  TuplePartition divide(std::span<const Row> rows, Threads threads,
                        const Progress& progress) const {
    if (attributes_.size() == 1 && tags_.empty() && data_.attributes[attributes_[0]].divisible)
      return divide_values(rows, attributes_[0]);
    return Mondrian<RegionRequirement>::divide(
        axes_, lay_out(data_, axes_, rows, tags_, threads, progress), requirement_,
        {Grouping::strict, threads}, progress);
  }

 private:
  // Divides by a single attribute, in the best possible way.
  TuplePartition divide_values(std::span<const Row> rows, std::size_t attribute) const {
    const Attribute& of = data_.attributes[attribute];
    const auto value_of = [&](Row row) { return of.end_of_range(data_.columns[attribute][row]); };
    TuplePartition parts;
    parts.rows.assign(rows.begin(), rows.end());
    std::stable_sort(parts.rows.begin(), parts.rows.end(),
                     [&](Row one, Row other) { return value_of(one) < value_of(other); });
    std::vector<ValueRows> values;
    for (const Row row : parts.rows) {
      if (values.empty() || values.back().value != value_of(row)) values.push_back({value_of(row)});
      ++values.back().rows;
    }
    const std::vector<std::uint32_t> region =
        of.numeric() ? ordered_regions(values, requirement_.fewest())
                     : unordered_regions(values, requirement_.fewest());
    std::vector<std::vector<Row>> of_region(1 + *std::max_element(region.begin(), region.end()));
    std::size_t place = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t row = 0; row < values[i].rows; ++row)
        of_region[region[i]].push_back(parts.rows[place++]);
    }
    parts.rows.clear();
    for (const std::vector<Row>& one : of_region) {
      parts.rows.insert(parts.rows.end(), one.begin(), one.end());
      if (!one.empty()) parts.offsets.push_back(static_cast<Row>(parts.rows.size()));
    }
    return parts;
  }

  std::vector<const Attribute*> judged_attributes(const Microdata& data,
                                                  const Column& column) const {
    std::vector<const Attribute*> attributes;
    if (!options_.l) return attributes;
    for (const std::size_t sensitive : sensitive_attributes(data, column))
      attributes.push_back(&data.attributes[sensitive]);
    return attributes;
  }

  const Microdata& data_;
  ColumnGeneralizationOptions options_;
  AttributeSet attributes_;
  std::vector<Axis> axes_;
  std::vector<std::span<const std::uint32_t>> tags_;
  RegionRequirement requirement_;
};

// Adds the parts of some rows as the next regions.
void add_regions(const Microdata& data, const TuplePartition& parts, ColumnGeneralization& result,
                 const Progress& progress) {
  for (std::size_t part = 0; part < parts.buckets(); ++part) {
    progress.checkpoint_at(part);
    for (const Row row : parts.bucket(part))
      result.of_row[row] = result.regions;
    for (std::size_t i = 0; i < result.attributes.size(); ++i) {
      std::vector<Code> present;
      for (const Row row : parts.bucket(part))
        present.push_back(data.columns[result.attributes[i]][row]);
      std::sort(present.begin(), present.end());
      present.erase(std::unique(present.begin(), present.end()), present.end());
      present.shrink_to_fit();
      result.codes[i].push_back(std::move(present));
    }
    ++result.regions;
  }
}

ColumnGeneralization without_regions(const Microdata& data, const AttributeSet& attributes) {
  ColumnGeneralization result;
  result.attributes = attributes;
  result.of_row.resize(data.rows);
  result.codes.resize(attributes.size());
  return result;
}

// Puts unpublished rows in the region after the last.
void leave_rest_out(std::span<const std::uint8_t> published, ColumnGeneralization& result) {
  for (std::size_t row = 0; row < published.size(); ++row) {
    if (published[row] == 0) result.of_row[row] = result.regions;
  }
}

std::vector<std::uint8_t> marked(Row rows, std::span<const Row> published) {
  std::vector<std::uint8_t> marks(rows);
  for (const Row row : published)
    marks[row] = 1;
  return marks;
}

}  // namespace

bool ColumnGeneralization::generalizes(std::size_t attribute) const {
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i] != attribute) continue;
    return std::any_of(codes[i].begin(), codes[i].end(),
                       [](const std::vector<Code>& region) { return region.size() > 1; });
  }
  return false;
}

AttributeSet ColumnGeneralization::hollow(const Microdata& data) const {
  AttributeSet result;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::vector<Code>& first = codes[i].front();
    // Numbers show only the ends of a range.
    const bool by_ends = data.attributes[attributes[i]].numeric();
    const bool same =
        std::all_of(codes[i].begin(), codes[i].end(), [&](const std::vector<Code>& region) {
          return by_ends ? region.front() == first.front() && region.back() == first.back()
                         : region == first;
        });
    if (same && first.size() > 1) result.push_back(attributes[i]);
  }
  return result;
}

ColumnGeneralization generalize_column(const Microdata& data, const Column& column,
                                       std::span<const Row> rows,
                                       const ColumnGeneralizationOptions& options,
                                       const Progress& progress) {
  const RegionDivision division(data, column, options, progress);
  ColumnGeneralization result = without_regions(data, division.attributes());
  add_regions(data, division.divide(rows, options.threads, progress), result, progress);
  leave_rest_out(marked(data.rows, rows), result);
  return result;
}

ColumnGeneralization generalize_in_buckets(const Microdata& data, const Column& column,
                                           const TuplePartition& buckets,
                                           const ColumnGeneralizationOptions& options,
                                           Random& random, const Progress& progress) {
  const RegionDivision division(data, column, options, progress);
  ColumnGeneralization result = without_regions(data, division.attributes());
  result.in_buckets = true;
  std::vector<OccurringValues> occurring;
  for (const std::size_t a : result.attributes)
    occurring.push_back(occurring_values(data, a));
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint();
    const std::uint32_t first = result.regions;
    const auto bucket = buckets.bucket(b);
    const bool alone = bucket.size() < options.threads.task_size(worth_threads);
    add_regions(data, division.divide(bucket, alone ? Threads() : options.threads, progress),
                result, progress);
    for (std::size_t i = 0; i < result.attributes.size(); ++i) {
      widen_regions(data.attributes[result.attributes[i]], occurring[i],
                    std::span(result.codes[i]).subspan(first), random);
    }
  }
  leave_rest_out(marked(data.rows, buckets.rows), result);
  return result;
}

}  // namespace microdata
