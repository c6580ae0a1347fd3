#include "property/fragmentation_problem.hpp"

#include <algorithm>
#include <set>

#include "core/microdata/attribute_set.hpp"

namespace microdata::test {

FragmentationProblem random_fragmentation(Choices& choices) {
  FragmentationProblem problem;
  FragmentationOptions& options = problem.options;
  options.fragments = static_cast<std::size_t>(choices.between(2, 4));
  const int most_rows = options.fragments == 2 ? 60 : options.fragments == 3 ? 24 : 14;
  Microdata& data = problem.data;
  data.rows = static_cast<Row>(choices.between(1, most_rows));
  const int features = choices.between(static_cast<int>(options.fragments), 6);
  const int others = choices.between(0, 1);
  for (int a = 0; a <= features + others; ++a) {
    Attribute attribute;
    attribute.name = "a" + std::to_string(a);
    const bool is_class = a == features;
    const int values = is_class ? choices.between(2, 5) : choices.between(1, 9);
    const bool skewed = choices.one_in(2);
    const bool follows = a > 0 && choices.one_in(3);
    std::vector<Code> column;
    for (Row row = 0; row < data.rows; ++row) {
      const double u = choices.real();
      const bool copied = follows && !choices.one_in(4);
      column.push_back(copied ? data.columns[0][row] % static_cast<Code>(values)
                              : static_cast<Code>((skewed ? u * u * u : u) * values));
    }
    std::vector<Code> sorted = column;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (Code& code : column) {
      code =
          static_cast<Code>(std::lower_bound(sorted.begin(), sorted.end(), code) - sorted.begin());
    }
    attribute.distinct = static_cast<Code>(sorted.size());
    if (choices.one_in(2)) attribute.projection.assign(sorted.begin(), sorted.end());
    if (is_class) {
      attribute.role =
          choices.of(std::vector<Role>{Role::quasi_identifier, Role::insensitive, Role::sensitive});
    } else if (a > features) {
      attribute.role = choices.one_in(2) ? Role::insensitive : Role::sensitive;
    }
    data.attributes.push_back(std::move(attribute));
    data.columns.push_back(std::move(column));
  }
  options.class_attribute = static_cast<std::size_t>(features);
  options.k = static_cast<std::uint32_t>(choices.between(1, 7));
  if (choices.one_in(8)) options.threads = {2, 8};
  if (choices.one_in(3)) options.grouping = Grouping::relaxed;
  return problem;
}

Fragmentation fragment_with(const FragmentationProblem& problem, std::uint64_t seed) {
  Random random = Random::seeded(seed);
  return fragment(problem.data, problem.options, random, {});
}

// Expects the same rows in every fragment, in classes of at least k rows that show different
// values.
void expect_anonymous_fragments(const FragmentationProblem& problem, const Fragmentation& result) {
  for (const PublishedFragment& fragment : result.fragments) {
    const std::set<Row> rows(fragment.classes.rows.begin(), fragment.classes.rows.end());
    EXPECT_EQ(rows.size(), fragment.classes.rows.size());
    EXPECT_EQ(rows.size() + result.suppressed, problem.data.rows);
    EXPECT_EQ(rows, std::set<Row>(result.fragments[0].classes.rows.begin(),
                                  result.fragments[0].classes.rows.end()));
    std::set<std::vector<GeneralizedValue>> shown;
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      EXPECT_GE(fragment.classes.bucket(c).size(), problem.options.k);
      std::vector<GeneralizedValue> values;
      for (const GeneralizedAttribute& attribute : fragment.attributes)
        values.push_back(attribute.values[attribute.value_of_class[c]]);
      EXPECT_TRUE(shown.insert(values).second);
    }
    AttributeSet generalized;
    for (const GeneralizedAttribute& attribute : fragment.attributes)
      generalized.push_back(attribute.attribute);
    EXPECT_EQ(generalized,
              with_role(problem.data, fragment.plan.attributes, Role::quasi_identifier));
  }
}

std::vector<FragmentView> fragment_views(const Fragmentation& result) {
  std::vector<FragmentView> views;
  for (const PublishedFragment& fragment : result.fragments) {
    FragmentView& view = views.emplace_back();
    view.classes = static_cast<std::uint32_t>(fragment.classes.buckets());
    for (std::uint32_t c = 0; c < view.classes; ++c) {
      for (const Row row : fragment.classes.bucket(c)) {
        view.class_of_row.push_back(c);
        const Code value = fragment.class_values[row];
        view.class_values.push_back(value == ambiguous ? no_class_value : value);
      }
    }
  }
  return views;
}

std::vector<oracle::FragmentRows> oracle_fragments(const Fragmentation& result) {
  std::vector<oracle::FragmentRows> fragments;
  for (const PublishedFragment& fragment : result.fragments) {
    oracle::FragmentRows& rows = fragments.emplace_back();
    for (std::size_t c = 0; c < fragment.classes.buckets(); ++c) {
      for (const Row row : fragment.classes.bucket(c)) {
        rows.group.push_back(c);
        const Code value = fragment.class_values[row];
        rows.value.push_back(value == ambiguous ? std::nullopt
                                                : std::optional(static_cast<int>(value)));
      }
    }
  }
  return fragments;
}

}  // namespace microdata::test
