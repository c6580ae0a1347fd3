#include "core/partition/generalized_attribute.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "core/microdata/combination.hpp"
#include "core/microdata/histogram.hpp"
#include "core/partition/class_penalty.hpp"

namespace microdata {

namespace {

using Kind = GeneralizedAttribute::Kind;

// Numbers published values, so that each is published once.
class Numbering {
 public:
  std::uint32_t number(GeneralizedValue value) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    return numbers_.try_emplace(std::move(value), next).first->second;
  }

  std::vector<GeneralizedValue> values() && {
    std::vector<GeneralizedValue> result(numbers_.size());
    for (auto& [value, number] : numbers_)
      result[number] = value;
    return result;
  }

 private:
  std::map<GeneralizedValue, std::uint32_t> numbers_;
};

// Sets `codes` to the least and the greatest number of a class, and NULL, which is the last code.
void take_ends(const std::vector<Code>& column, std::span<const Row> rows,
               const Attribute& attribute, std::vector<Code>& codes) {
  const Code null = attribute.nullable ? attribute.distinct - 1 : attribute.distinct;
  Code low = null;
  Code high = 0;
  bool with_null = false;
  for (const Row row : rows) {
    const Code code = column[row];
    if (code == null) {
      with_null = true;
      continue;
    }
    low = std::min(low, code);
    high = std::max(high, code);
  }
  codes.clear();
  if (low < null) codes.push_back(low);
  if (low < high) codes.push_back(high);
  if (with_null) codes.push_back(null);
}

void take_values(const std::vector<Code>& column, std::span<const Row> rows,
                 std::vector<std::uint32_t>& counts, std::vector<Code>& codes) {
  codes.clear();
  for (const Row row : rows)
    codes.push_back(column[row]);
  std::sort(codes.begin(), codes.end());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (i == 0 || codes[i] != codes[i - 1]) counts.push_back(0);
    ++counts.back();
  }
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
}

Kind kind_of(const AttributePenalty& penalty, bool as_multiset) {
  if (as_multiset) return Kind::multiset;
  switch (penalty.kind()) {
    case AttributePenalty::Kind::range:
      return Kind::range;
    case AttributePenalty::Kind::set:
      return Kind::set;
    case AttributePenalty::Kind::label:
      return Kind::label;
  }
  return Kind::set;
}

GeneralizedValue show(std::vector<Code> codes, Kind kind, const Attribute& attribute,
                      const AttributePenalty& penalty) {
  GeneralizedValue value;
  // A multiset shows the values themselves even if there is a hierarchy.
  value.penalty = kind == Kind::multiset ? penalty.of_values(codes) : penalty.of(codes);
  if (kind == Kind::label) {
    value.level = common_level(*attribute.hierarchy, codes);
    const std::uint32_t label = attribute.hierarchy->label_of_code[value.level][codes.front()];
    // All classes with the label have one representative.
    const std::vector<std::uint32_t>& labels = attribute.hierarchy->label_of_code[value.level];
    value.codes = {
        static_cast<Code>(std::find(labels.begin(), labels.end(), label) - labels.begin())};
    return value;
  }
  value.codes = std::move(codes);
  return value;
}

}  // namespace

GeneralizedAttribute generalize_attribute(const Microdata& data, std::size_t attribute,
                                          const TuplePartition& classes, const ShownAs& as,
                                          const Progress& progress) {
  const std::vector<Code>& column = data.columns[attribute];
  const AttributePenalty penalty(data.attributes[attribute], as.loss, column, progress);
  GeneralizedAttribute result;
  result.attribute = attribute;
  result.kind = kind_of(penalty, as.multiset);
  Numbering numbering;
  std::vector<Code> codes;
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    // A class can have any number of rows, so each polls for cancellation.
    progress.checkpoint();
    std::vector<std::uint32_t> counts;
    if (result.kind == Kind::range) {
      take_ends(column, classes.bucket(c), data.attributes[attribute], codes);
    } else {
      take_values(column, classes.bucket(c), counts, codes);
    }
    GeneralizedValue value = show(codes, result.kind, data.attributes[attribute], penalty);
    if (as.multiset) value.counts = std::move(counts);
    result.value_of_class.push_back(numbering.number(std::move(value)));
  }
  result.values = std::move(numbering).values();
  return result;
}

GeneralizedAttribute show_ranges(const Microdata& data, std::size_t attribute,
                                 std::vector<std::vector<Code>> codes_of_class, LossMeasure loss,
                                 const Progress& progress) {
  const AttributePenalty penalty(data.attributes[attribute], loss, data.columns[attribute],
                                 progress);
  GeneralizedAttribute result;
  result.attribute = attribute;
  result.kind = Kind::range;
  Numbering numbering;
  for (std::vector<Code>& codes : codes_of_class) {
    progress.checkpoint();
    result.value_of_class.push_back(
        numbering.number(show(std::move(codes), Kind::range, data.attributes[attribute], penalty)));
  }
  result.values = std::move(numbering).values();
  return result;
}

GeneralizedAttribute label_attribute(const Microdata& data, std::size_t attribute,
                                     const TuplePartition& classes,
                                     const std::vector<std::size_t>& level_of_class,
                                     LossMeasure loss, const Progress& progress) {
  const Hierarchy& hierarchy = *data.attributes[attribute].hierarchy;
  const AttributePenalty penalty(data.attributes[attribute], loss, data.columns[attribute],
                                 progress, data.times);
  std::vector<std::vector<Code>> representative;
  for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
    std::vector<Code>& codes = representative.emplace_back(hierarchy.labels[level]);
    for (Code code = data.attributes[attribute].distinct; code-- > 0;)
      codes[hierarchy.label_of_code[level][code]] = code;
  }
  GeneralizedAttribute result;
  result.attribute = attribute;
  result.kind = Kind::label;
  Numbering numbering;
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    progress.checkpoint_at(c);
    GeneralizedValue value;
    value.level = level_of_class[level_of_class.size() == 1 ? 0 : c];
    const Code code = data.columns[attribute][classes.bucket(c).front()];
    value.penalty = penalty.of_label(value.level, code);
    value.codes = {representative[value.level][hierarchy.label_of_code[value.level][code]]};
    result.value_of_class.push_back(numbering.number(std::move(value)));
  }
  result.values = std::move(numbering).values();
  return result;
}

void join_alike(TuplePartition& classes, std::vector<GeneralizedAttribute>& attributes,
                const Progress& progress) {
  const auto before = static_cast<Row>(classes.buckets());
  std::vector<std::span<const Code>> shown;
  std::vector<Code> domains;
  for (const GeneralizedAttribute& attribute : attributes) {
    shown.emplace_back(attribute.value_of_class);
    domains.push_back(static_cast<Code>(attribute.values.size()));
  }
  const Combinations joined = combine(before, shown, domains, progress);
  if (joined.distinct == before) return;
  std::vector<Row> next(joined.distinct + std::size_t{1});
  for (Row c = 0; c < before; ++c)
    next[joined.of_row[c] + std::size_t{1}] += static_cast<Row>(classes.bucket(c).size());
  std::partial_sum(next.begin(), next.end(), next.begin());
  TuplePartition merged{std::vector<Row>(classes.rows.size()), next};
  for (Row c = 0; c < before; ++c) {
    progress.checkpoint();
    for (const Row row : classes.bucket(c))
      merged.rows[next[joined.of_row[c]]++] = row;
  }
  classes = std::move(merged);
  for (GeneralizedAttribute& attribute : attributes) {
    std::vector<std::uint32_t> value_of_class;
    for (const Row c : representatives(joined))
      value_of_class.push_back(attribute.value_of_class[c]);
    attribute.value_of_class = std::move(value_of_class);
  }
}

void LossSums::add(const LossSums& region) {
  rows += region.rows;
  suppressed += region.suppressed;
  published += region.published;
  classes += region.classes;
  of_attribute.resize(region.of_attribute.size());
  for (std::size_t i = 0; i < of_attribute.size(); ++i)
    of_attribute[i] += region.of_attribute[i];
  squares += region.squares;
}

LossSums sum_losses(const TuplePartition& classes,
                    const std::vector<GeneralizedAttribute>& attributes, Row rows, Row suppressed,
                    std::span<const std::uint32_t> times) {
  LossSums sums;
  sums.rows = rows;
  sums.suppressed = suppressed;
  sums.published = rows_of_table(classes.rows, times);
  sums.classes = classes.buckets();
  sums.of_attribute.assign(attributes.size(), suppressed);
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    const auto size = static_cast<double>(rows_of_table(classes.bucket(c), times));
    sums.squares += size * size;
    for (std::size_t i = 0; i < attributes.size(); ++i)
      sums.of_attribute[i] += attributes[i].values[attributes[i].value_of_class[c]].penalty * size;
  }
  return sums;
}

InformationLoss information_loss(const LossSums& sums) {
  const auto rows = static_cast<double>(sums.rows);
  InformationLoss loss;
  for (const double sum : sums.of_attribute) {
    // Penalties of opposite signs, from the entropy measure, can cancel up to rounding.
    loss.of_attribute.push_back(std::max(sum / rows, 0.0));
    loss.mean += loss.of_attribute.back() / static_cast<double>(sums.of_attribute.size());
  }
  loss.discernibility = static_cast<double>(sums.suppressed) * rows + sums.squares;
  loss.average_class_size = static_cast<double>(sums.published) / static_cast<double>(sums.classes);
  return loss;
}

InformationLoss information_loss(const TuplePartition& classes,
                                 const std::vector<GeneralizedAttribute>& attributes, Row rows,
                                 Row suppressed) {
  return information_loss(sum_losses(classes, attributes, rows, suppressed));
}

}  // namespace microdata
