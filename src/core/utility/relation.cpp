#include "core/utility/relation.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "core/microdata/attribute_set.hpp"
#include "core/utility/part_entropy.hpp"

namespace microdata {

namespace {

const std::vector<Code>& column_of(const Relation& relation, std::size_t attribute) {
  const auto at =
      std::lower_bound(relation.attributes.begin(), relation.attributes.end(), attribute);
  return relation.columns[static_cast<std::size_t>(at - relation.attributes.begin())];
}

std::vector<Code> codes_at(const std::vector<Code>& column, std::span<const Row> rows) {
  std::vector<Code> codes;
  codes.reserve(rows.size());
  for (const Row row : rows)
    codes.push_back(column[row]);
  return codes;
}

Marginal plain_marginal(const Microdata& data, const AttributeSet& attributes,
                        const Progress& progress) {
  const Combinations combinations = combine(data, attributes, progress);
  const std::vector<Row> examples = representatives(combinations);
  Marginal marginal{{attributes, {}, examples.size()}, {}};
  for (const std::size_t a : attributes)
    marginal.cells.columns.push_back(codes_at(data.columns[a], examples));
  for (const std::uint32_t count : frequencies(combinations))
    marginal.share.push_back(count / static_cast<double>(data.rows));
  return marginal;
}

// Returns the tuples, followed by all other possible combinations of the attributes' values.
Relation with_all_others(const Microdata& data, const Relation& tuples, const Progress& progress) {
  Relation every{tuples.attributes, std::vector<std::vector<Code>>(tuples.columns.size()), 1};
  for (std::size_t i = 0; i < every.columns.size(); ++i) {
    const Code distinct = data.attributes[every.attributes[i]].distinct;
    for (std::size_t j = 0; j < i; ++j) {
      std::vector<Code>& column = every.columns[j];
      const std::vector<Code> once = column;
      for (Code code = 1; code < distinct; ++code)
        column.insert(column.end(), once.begin(), once.end());
    }
    for (Code code = 0; code < distinct; ++code)
      every.columns[i].insert(every.columns[i].end(), every.tuples, code);
    every.tuples *= distinct;
  }
  const Combinations both =
      combine_both(tuples, every, tuples.attributes, data.attributes, progress);
  std::vector<bool> exists(both.distinct);
  for (std::size_t i = 0; i < tuples.tuples; ++i)
    exists[both.of_row[i]] = true;
  Relation result = tuples;
  for (std::size_t i = 0; i < every.tuples; ++i) {
    if (exists[both.of_row[tuples.tuples + i]]) continue;
    for (std::size_t j = 0; j < result.columns.size(); ++j)
      result.columns[j].push_back(every.columns[j][i]);
    ++result.tuples;
  }
  return result;
}

}  // namespace

Relation existing(const Microdata& data, const AttributeSet& attributes, const Progress& progress) {
  return plain_marginal(data, attributes, progress).cells;
}

std::optional<Marginal> marginal_of(const Microdata& source, const PublishedPart& part,
                                    const AttributeSet& attributes, std::size_t most,
                                    const Progress& progress) {
  const Microdata& data = part.rows ? *part.rows : source;
  const AttributeSet sensitive =
      part.bucketed ? intersection(attributes, part.bucketed->attributes) : AttributeSet{};
  const AttributeSet open = without(attributes, sensitive);
  if (sensitive.empty()) return plain_marginal(data, attributes, progress);

  const Combinations known = combine(data, open, progress);
  const std::vector<Row> known_example = representatives(known);
  const BucketShares shares(data, *part.bucketed, sensitive, progress);
  Relation values = existing(data, sensitive, progress);
  if (shares.unknown_rows() > 0) {
    const double domain = domain_of(data, sensitive);
    if (domain * shares.unknown_rows() > static_cast<double>(most)) return std::nullopt;
    values = with_all_others(data, values, progress);
  }
  std::vector<Code> of_known;
  std::vector<Code> of_value;
  std::vector<double> weight;
  const auto add = [&](Row row, std::size_t value, double share) {
    of_known.push_back(known.of_row[row]);
    of_value.push_back(static_cast<Code>(value));
    weight.push_back(share / data.rows);
  };
  for (Row row = 0; row < data.rows; ++row) {
    progress.checkpoint_at(row);
    const std::uint32_t bucket = shares.bucket_of_row(row);
    if (bucket == shares.unknown()) {
      for (std::size_t value = 0; value < values.tuples; ++value)
        add(row, value, shares.unknown_share());
    } else {
      for (const auto& [value, share] : shares.of_bucket(bucket))
        add(row, value, share);
    }
    if (weight.size() > most) return std::nullopt;
  }
  const std::vector<std::span<const Code>> columns{of_known, of_value};
  const std::vector<Code> domains{known.distinct, static_cast<Code>(values.tuples)};
  const Combinations cells = combine(static_cast<Row>(weight.size()), columns, domains, progress);
  Marginal marginal{{attributes, {}, cells.distinct}, std::vector<double>(cells.distinct)};
  for (std::size_t i = 0; i < weight.size(); ++i)
    marginal.share[cells.of_row[i]] += weight[i];
  const std::vector<Row> example = representatives(cells);
  for (const std::size_t a : attributes) {
    std::vector<Code>& column = marginal.cells.columns.emplace_back();
    const bool is_open = contains(open, a);
    for (const Row cell : example) {
      column.push_back(is_open ? data.columns[a][known_example[of_known[cell]]]
                               : column_of(values, a)[of_value[cell]]);
    }
  }
  return marginal;
}

Combinations combine_both(const Relation& a, const Relation& b, const AttributeSet& over,
                          const std::vector<Attribute>& attributes, const Progress& progress) {
  std::vector<std::vector<Code>> joined;
  std::vector<Code> domains;
  for (const std::size_t attribute : over) {
    std::vector<Code>& column = joined.emplace_back(column_of(a, attribute));
    const std::vector<Code>& second = column_of(b, attribute);
    column.insert(column.end(), second.begin(), second.end());
    domains.push_back(attributes[attribute].distinct);
  }
  const std::vector<std::span<const Code>> columns(joined.begin(), joined.end());
  return combine(static_cast<Row>(a.tuples + b.tuples), columns, domains, progress);
}

std::optional<Relation> natural_join(const Relation& a, const Relation& b, std::size_t most,
                                     const std::vector<Attribute>& attributes,
                                     const Progress& progress) {
  const Combinations shared =
      combine_both(a, b, intersection(a.attributes, b.attributes), attributes, progress);
  std::vector<std::vector<Row>> matches(shared.distinct);
  for (std::size_t j = 0; j < b.tuples; ++j)
    matches[shared.of_row[a.tuples + j]].push_back(static_cast<Row>(j));
  std::vector<Row> of_a;
  std::vector<Row> of_b;
  for (std::size_t i = 0; i < a.tuples; ++i) {
    progress.checkpoint_at(i);
    const std::vector<Row>& found = matches[shared.of_row[i]];
    if (of_a.size() + found.size() > most) return std::nullopt;
    of_a.insert(of_a.end(), found.size(), static_cast<Row>(i));
    of_b.insert(of_b.end(), found.begin(), found.end());
  }
  Relation join{united(a.attributes, b.attributes), {}, of_a.size()};
  for (const std::size_t attribute : join.attributes) {
    join.columns.push_back(contains(a.attributes, attribute)
                               ? codes_at(column_of(a, attribute), of_a)
                               : codes_at(column_of(b, attribute), of_b));
  }
  return join;
}

}  // namespace microdata
