#include "versatile_variants.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/utility/part_entropy.hpp"

namespace microdata {

namespace {

AttributeSet subset_of(const AttributeSet& attributes, std::size_t bits) {
  AttributeSet result;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if ((bits >> i & 1U) != 0) result.push_back(attributes[i]);
  }
  return result;
}

class Colourings {
 public:
  Colourings(const Microdata& data, std::span<const PrivacyRule> rules, const Bucketize& bucketize)
      : data_(&data), rules_(rules), bucketize_(&bucketize) {}

  // Returns the least sum of the parts' cross entropies.
  double least(const AttributeSet& left) {
    if (left.empty()) return 0;
    const auto known = least_.find(left);
    if (known != least_.end()) return known->second;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t bits = 1; bits < std::size_t{1} << left.size(); ++bits) {
      const AttributeSet open = subset_of(left, bits);
      const AttributeSet others = without(left, open);
      const bool maximal = std::none_of(others.begin(), others.end(), [&](std::size_t a) {
        return is_independent(united(open, {a}));
      });
      if (!maximal || !is_independent(open)) continue;
      best = std::min(best, cross_entropy(open, std::nullopt) + least(others));
      for (const std::size_t a : others) {
        if (may_be_protected(a, open))
          best = std::min(best, cross_entropy(open, a) + least(without(others, {a})));
      }
    }
    least_.emplace(left, best);
    return best;
  }

 private:
  bool is_independent(const AttributeSet& open) const {
    return std::none_of(rules_.begin(), rules_.end(), [&](const PrivacyRule& rule) {
      return contains(open, rule.sensitive.front()) && !intersection(rule.known, open).empty();
    });
  }

  // Returns true if no rule for one of the open attributes has the attribute on its left.
  bool may_be_protected(std::size_t attribute, const AttributeSet& open) const {
    return std::none_of(rules_.begin(), rules_.end(), [&](const PrivacyRule& rule) {
      return contains(rule.known, attribute) && contains(open, rule.sensitive.front());
    });
  }

  double cross_entropy(const AttributeSet& open, std::optional<std::size_t> sensitive) {
    const auto key = std::pair(open, sensitive);
    const auto known = terms_.find(key);
    if (known != terms_.end()) return known->second;
    const Combinations combinations = combine(*data_, open, {});
    double term = 0;
    if (sensitive) {
      const auto buckets = (*bucketize_)({open, {*sensitive}, {}});
      term = bucketed_cross_entropy(combinations, BucketShares(*data_, *buckets, {*sensitive}, {}),
                                    {});
    } else {
      term = entropy(combinations);
    }
    terms_.emplace(key, term);
    return term;
  }

  const Microdata* data_;
  std::span<const PrivacyRule> rules_;
  const Bucketize* bucketize_;
  std::map<AttributeSet, double> least_;
  std::map<std::pair<AttributeSet, std::optional<std::size_t>>, double> terms_;
};

// Share of each value: [bucket][bucketed attribute][value]. The bucket after the last one contains
// the rows without a bucket, for which all values are equally likely.
using Shares = std::vector<std::vector<std::vector<double>>>;

Shares shares_of(const Microdata& data, const BucketedAttributes& bucketed) {
  std::vector<double> rows;
  Shares shares;
  std::vector<std::vector<double>> none;
  std::vector<std::vector<double>> uniform;
  for (const std::size_t a : bucketed.attributes) {
    const Code distinct = data.attributes[a].distinct;
    none.emplace_back(distinct, 0);
    uniform.emplace_back(distinct, 1.0 / distinct);
  }
  for (Row row = 0; row < data.rows; ++row) {
    const std::uint32_t bucket = bucketed.bucket_of_row[row];
    if (bucket == no_bucket) continue;
    if (bucket >= shares.size()) {
      shares.resize(bucket + 1, none);
      rows.resize(bucket + 1);
    }
    ++rows[bucket];
    for (std::size_t j = 0; j < bucketed.attributes.size(); ++j)
      ++shares[bucket][j][data.columns[bucketed.attributes[j]][row]];
  }
  for (std::size_t b = 0; b < shares.size(); ++b) {
    for (std::vector<double>& attribute : shares[b]) {
      for (double& share : attribute)
        share /= rows[b];
    }
  }
  shares.push_back(std::move(uniform));
  return shares;
}

}  // namespace

double best_coloured_divergence(const Microdata& data, const AttributeSet& attributes,
                                std::span<const PrivacyRule> rules, const Bucketize& bucketize) {
  return Colourings(data, rules, bucketize).least(attributes) -
         entropy(combine(data, attributes, {}));
}

double divergence_of_permuted(const Microdata& data, const AttributeSet& attributes,
                              const PublishedPart& part) {
  const BucketedAttributes& bucketed = *part.bucketed;
  const Shares shares = shares_of(data, bucketed);
  const Combinations known = combine(data, without(part.attributes, bucketed.attributes), {});
  const Combinations tuples = combine(data, attributes, {});
  // Number of rows in each bucket, by combination of known values.
  std::vector<std::map<std::size_t, double>> buckets(known.distinct);
  for (Row row = 0; row < data.rows; ++row) {
    const std::uint32_t bucket = bucketed.bucket_of_row[row];
    ++buckets[known.of_row[row]][bucket == no_bucket ? shares.size() - 1 : bucket];
  }
  std::vector<double> estimate(tuples.distinct);
  const std::vector<Row> examples = representatives(tuples);
  for (std::size_t t = 0; t < examples.size(); ++t) {
    for (const auto& [bucket, rows] : buckets[known.of_row[examples[t]]]) {
      double product = rows / data.rows;
      for (std::size_t j = 0; j < bucketed.attributes.size(); ++j)
        product *= shares[bucket][j][data.columns[bucketed.attributes[j]][examples[t]]];
      estimate[t] += product;
    }
  }
  double expected = 0;
  for (Row row = 0; row < data.rows; ++row)
    expected -= std::log(estimate[tuples.of_row[row]]) / data.rows;
  return expected - entropy(tuples);
}

}  // namespace microdata
