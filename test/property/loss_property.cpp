#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "core/generalization/full_domain.hpp"
#include "core/generalization/generalization.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/utility/cover_loss.hpp"
#include "property/local_recoding_oracle.hpp"
#include "property/random_table.hpp"

// Compares the information loss by each measure with the definitions on plain sets of values.

namespace microdata {
namespace {

using oracle::Value;
using test::Choices;
using Covered = std::set<Code>;

constexpr LossMeasure measures[] = {LossMeasure::width, LossMeasure::values, LossMeasure::entropy};

// Returns a hierarchy of pairs of neighbours, pairs of these, and so on.
Hierarchy binary_tree(Code distinct) {
  Hierarchy hierarchy;
  for (Code width = 1;; width *= 2) {
    std::vector<std::uint32_t>& label = hierarchy.label_of_code.emplace_back();
    for (Code code = 0; code < distinct; ++code)
      label.push_back(code / width);
    hierarchy.labels.push_back(label.back() + 1);
    if (label.back() == 0) return hierarchy;
  }
}

Microdata random_source(Choices& choices, bool by_levels) {
  test::TableShape shape;
  shape.most_rows = 40;
  shape.most_values = choices.between(2, 9);
  Microdata data = test::random_table(choices, shape);
  for (Attribute& attribute : data.attributes) {
    attribute.nullable = choices.one_in(3);
    if (attribute.numeric() && attribute.nullable)
      attribute.projection.back() = std::numeric_limits<double>::quiet_NaN();
    if (by_levels || choices.one_in(3)) {
      attribute.hierarchy = binary_tree(attribute.distinct);
    } else if (attribute.numeric() && choices.one_in(3)) {
      for (Code code = 0; code < attribute.distinct; ++code) {
        attribute.same_end.push_back(code > 0 && choices.one_in(3) ? attribute.same_end.back()
                                                                   : code);
      }
    }
  }
  data.attributes[0].role = Role::quasi_identifier;
  return data;
}

// Returns all values that a published value can represent.
Covered cover(const Attribute& attribute, const GeneralizedAttribute& shown,
              const GeneralizedValue& value) {
  using Kind = GeneralizedAttribute::Kind;
  Covered result(value.codes.begin(), value.codes.end());
  const Code null = attribute.nullable ? attribute.distinct - 1 : attribute.distinct;
  for (Code code = 0; code < attribute.distinct; ++code) {
    if (shown.kind == Kind::label) {
      const auto& label = attribute.hierarchy->label_of_code[value.level];
      if (label[code] == label[value.codes.front()]) result.insert(code);
    } else if (shown.kind == Kind::range && value.codes.front() != null) {
      // NULL leaves a range without an upper end.
      const bool unbounded = value.codes.back() == null;
      const bool above =
          attribute.end_of_range(code) >= attribute.end_of_range(value.codes.front());
      const bool below = attribute.end_of_range(code) <= attribute.end_of_range(value.codes.back());
      if (above && (below || unbounded)) result.insert(code);
    }
  }
  return result;
}

struct Shown {
  std::vector<Covered> of_row;  // empty if the row is suppressed
};

Shown shown_of(const Microdata& data, const Generalization& result, std::size_t i) {
  const GeneralizedAttribute& shown = result.attributes[i];
  Shown of{std::vector<Covered>(data.rows)};
  for (std::size_t c = 0; c < result.classes.buckets(); ++c) {
    const Covered covered =
        cover(data.attributes[shown.attribute], shown, shown.values[shown.value_of_class[c]]);
    for (const Row row : result.classes.bucket(c))
      of.of_row[row] = covered;
  }
  return of;
}

double rows_with(const std::vector<Code>& column, const Covered& values) {
  return static_cast<double>(std::count_if(column.begin(), column.end(),
                                           [&](Code code) { return values.contains(code); }));
}

// Returns the lost fraction of the bits of every row's own value.
double naive_entropy(const std::vector<Code>& column, const Shown& shown) {
  const auto all = static_cast<double>(column.size());
  double lost = 0;
  double bits = 0;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const double own = rows_with(column, {column[row]});
    const double covered = shown.of_row[row].empty() ? all : rows_with(column, shown.of_row[row]);
    lost += std::log2(covered / own);
    bits += std::log2(all / own);
  }
  if (bits > 0) return lost / bits;
  // A constant attribute loses only suppressed rows.
  const auto left_out = std::count(shown.of_row.begin(), shown.of_row.end(), Covered());
  return static_cast<double>(left_out) / all;
}

double naive_loss(const Microdata& data, std::size_t attribute, const Shown& shown,
                  LossMeasure measure) {
  const Attribute& a = data.attributes[attribute];
  if (measure == LossMeasure::entropy) return naive_entropy(data.columns[attribute], shown);
  double sum = 0;
  for (const Covered& values : shown.of_row) {
    if (values.empty()) {
      sum += 1;
    } else if (measure == LossMeasure::values) {
      if (values.size() > 1) sum += (static_cast<double>(values.size()) - 1) / (a.distinct - 1.0);
    } else {
      sum += oracle::certainty_penalty({a.distinct, a.projection, {}, a.nullable},
                                       {values.begin(), values.end()});
    }
  }
  return sum / data.rows;
}

GeneralizationOptions random_options(Choices& choices, Recoding recoding, LossMeasure measure) {
  GeneralizationOptions options;
  options.k = static_cast<std::uint32_t>(choices.between(1, 5));
  options.recoding = recoding;
  options.loss = measure;
  if (choices.one_in(2)) options.suppress = choices.real() / 2;
  if (choices.one_in(2)) options.grouping = Grouping::relaxed;
  return options;
}

// The measures are values and entropy. Width has its own test, and does not count values that ends
// do not distinguish.
TEST(LossProperty, IsThatOfTheDefinitions) {
  int compared = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t /*seed*/) {
    const auto recoding = choices.of(std::vector<Recoding>{Recoding::mondrian, Recoding::multiset,
                                                           Recoding::full_domain, Recoding::cell});
    const bool by_levels = recoding == Recoding::full_domain || recoding == Recoding::cell;
    Microdata data = random_source(choices, by_levels);
    const auto measure =
        choices.of(std::vector<LossMeasure>{LossMeasure::values, LossMeasure::entropy});
    const GeneralizationOptions options = random_options(choices, recoding, measure);
    Random random = Random::seeded(1);
    Generalization result;
    try {
      result = generalize(data, options, random, {});
    } catch (const Infeasible&) {
      return;
    }
    std::vector<PublishedCovers> covers;
    double mean = 0;
    for (std::size_t i = 0; i < result.attributes.size(); ++i) {
      const GeneralizedAttribute& shown = result.attributes[i];
      const std::size_t a = shown.attribute;
      const double naive = naive_loss(data, a, shown_of(data, result, i), measure);
      EXPECT_NEAR(result.loss.of_attribute[i], naive, 1e-9);
      mean += naive / static_cast<double>(result.attributes.size());
      PublishedCovers& published = covers.emplace_back();
      for (const GeneralizedValue& value : shown.values) {
        const Covered covered = cover(data.attributes[a], shown, value);
        published.of_label.push_back(CodeSet::of({covered.begin(), covered.end()}));
      }
      for (std::size_t c = 0; c < result.classes.buckets(); ++c) {
        published.label_of_row.insert(published.label_of_row.end(), result.classes.bucket(c).size(),
                                      shown.value_of_class[c]);
      }
      published.tuples = data.columns[a];
      published.values = data.attributes[a].distinct;
      ++compared;
    }
    EXPECT_NEAR(result.loss.mean, mean, 1e-9);
    EXPECT_NEAR(cover_loss(covers, measure, result.suppressed, {}), mean, 1e-9);
    for (std::size_t c = 0; c < result.classes.buckets(); ++c)
      EXPECT_GE(result.classes.bucket(c).size(), options.k);
  });
  EXPECT_GT(compared, test::expected_of(1000));
}

// Returns the least loss of all nodes, with small classes suppressed.
double naive_optimum(const Microdata& data, const FullDomainOptions& options) {
  const AttributeSet& qi = options.quasi_identifiers;
  std::vector<std::size_t> levels(qi.size());
  const auto allowed = static_cast<std::size_t>(data.rows * options.suppress + 1e-9);
  double least = 2;
  while (true) {
    std::map<std::vector<std::uint32_t>, std::vector<Row>> classes;
    for (Row row = 0; row < data.rows; ++row) {
      std::vector<std::uint32_t> labels;
      for (std::size_t i = 0; i < qi.size(); ++i) {
        labels.push_back(
            data.attributes[qi[i]].hierarchy->label_of_code[levels[i]][data.columns[qi[i]][row]]);
      }
      classes[labels].push_back(row);
    }
    std::vector<std::uint8_t> kept(data.rows);
    std::size_t published = 0;
    for (const auto& [labels, rows] : classes) {
      if (rows.size() < options.k) continue;
      published += rows.size();
      for (const Row row : rows)
        kept[row] = 1;
    }
    if (published > 0 && data.rows - published <= allowed) {
      double loss = 0;
      for (std::size_t i = 0; i < qi.size(); ++i) {
        const auto& label = data.attributes[qi[i]].hierarchy->label_of_code[levels[i]];
        Shown shown{std::vector<Covered>(data.rows)};
        for (Row row = 0; row < data.rows; ++row) {
          for (Code code = 0; code < label.size() && kept[row] != 0; ++code) {
            if (label[code] == label[data.columns[qi[i]][row]]) shown.of_row[row].insert(code);
          }
        }
        loss += naive_loss(data, qi[i], shown, options.loss) / static_cast<double>(qi.size());
      }
      least = std::min(least, loss);
    }
    std::size_t i = 0;
    while (i < qi.size() && ++levels[i] == data.attributes[qi[i]].hierarchy->levels())
      levels[i++] = 0;
    if (i == qi.size()) return least;
  }
}

TEST(LossProperty, FullDomainIsTheOptimum) {
  int found = 0;
  test::for_cases(300, [&](Choices& choices, std::uint64_t /*seed*/) {
    test::TableShape shape;
    shape.most_rows = 25;
    shape.most_values = 5;
    Microdata data = test::random_table(choices, shape);
    for (Attribute& attribute : data.attributes)
      attribute.hierarchy = binary_tree(attribute.distinct);
    FullDomainOptions options;
    options.quasi_identifiers = attributes_with_role(data, Role::quasi_identifier);
    if (options.quasi_identifiers.size() > 4) options.quasi_identifiers.resize(4);
    options.k = static_cast<std::uint32_t>(choices.between(1, 5));
    options.suppress = choices.one_in(2) ? choices.real() : 0;
    options.loss = choices.of(std::vector<LossMeasure>(std::begin(measures), std::end(measures)));
    const double least = naive_optimum(data, options);
    const PrivacyRequirement nothing(data, {}, {}, {});
    try {
      EXPECT_NEAR(generalize_full_domain(data, options, nothing, {}).loss, least, 1e-6);
      ++found;
    } catch (const NoTransformation&) {
      EXPECT_GT(least, 1.5);
    }
  });
  EXPECT_GT(found, test::expected_of(100));
}

}  // namespace
}  // namespace microdata
