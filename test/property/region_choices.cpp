#include "property/region_choices.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/microdata/table_counts.hpp"
#include "property/privacy_definition.hpp"

namespace microdata::test {

Microdata random_whole(Choices& choices, int most_rows, int most_sensitive) {
  TableShape shape;
  shape.most_rows = most_rows;
  shape.most_values = choices.between(2, 6);
  shape.most_sensitive = most_sensitive;
  Microdata data = random_table(choices, shape);
  for (Attribute& attribute : data.attributes) {
    attribute.nullable = choices.one_in(3);
    if (attribute.nullable && attribute.numeric())
      attribute.projection.back() = std::numeric_limits<double>::quiet_NaN();
    if (attribute.role == Role::sensitive) {
      attribute.hierarchy = hierarchy_of(random_labels(choices, attribute.distinct));
      for (Code code = 0; code < attribute.distinct; ++code)
        attribute.named_values[name_of(static_cast<int>(code))] = code;
    }
  }
  data.attributes[0].role = Role::quasi_identifier;
  return data;
}

Prior prior_of(const Microdata& data, std::size_t sensitive) {
  Prior prior;
  std::vector<Row> rows(data.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  prior.values = values_of(data, sensitive, rows);
  prior.domain = data.attributes[sensitive].distinct;
  for (const std::vector<Code>& level : data.attributes[sensitive].hierarchy->label_of_code)
    prior.labels.emplace_back(level.begin(), level.end());
  return prior;
}

std::vector<Prior> priors_of(const Microdata& data) {
  std::vector<Prior> result;
  for (const std::size_t s : attributes_with_role(data, Role::sensitive))
    result.push_back(prior_of(data, s));
  return result;
}

AttributeSet may_be_cut(const Microdata& data) {
  AttributeSet result;
  for (const std::size_t a : attributes_with_role(data, Role::quasi_identifier)) {
    if (!data.attributes[a].hierarchy) result.push_back(a);
  }
  return result;
}

namespace {

// Returns a cut of some rows between two occurring values.
std::optional<CutNode> random_cut(Choices& choices, const Microdata& data,
                                  const AttributeSet& attributes, const std::vector<Row>& rows) {
  const std::size_t a = choices.of(attributes);
  std::set<Code> codes;
  for (const Row row : rows)
    codes.insert(data.columns[a][row]);
  codes.erase(codes.begin());
  const Attribute& attribute = data.attributes[a];
  if (attribute.nullable) codes.erase(attribute.distinct - 1);
  if (codes.empty()) return std::nullopt;
  CutNode cut;
  cut.attribute = a;
  cut.first_right = choices.of(std::vector<Code>(codes.begin(), codes.end()));
  return cut;
}

}  // namespace

CutTree random_cuts(Choices& choices, const Microdata& data, const AttributeSet& attributes,
                    int most_regions) {
  CutTree tree;
  tree.nodes.emplace_back();
  tree.nodes[0].region = 0;
  if (attributes.empty()) return tree;
  for (int tries = choices.between(1, 3 * most_regions);
       tries > 0 && static_cast<int>(tree.regions()) < most_regions; --tries) {
    const RowsOfRegion rows = rows_of_regions(regions_of(tree, data), tree.regions());
    const auto region =
        static_cast<std::uint32_t>(choices.between(0, static_cast<int>(tree.regions()) - 1));
    std::optional<CutNode> cut = random_cut(choices, data, attributes, rows[region]);
    if (!cut) continue;
    const auto node = static_cast<std::size_t>(
        std::find_if(tree.nodes.begin(), tree.nodes.end(),
                     [&](const CutNode& n) { return n.region == region; }) -
        tree.nodes.begin());
    for (CutNode& n : tree.nodes) {
      if (n.region && *n.region > region) ++*n.region;
    }
    cut->left = tree.nodes.size();
    cut->right = cut->left + 1;
    tree.nodes[node] = *cut;
    tree.nodes.resize(tree.nodes.size() + 2);
    tree.nodes[cut->left].region = region;
    tree.nodes[cut->right].region = region + 1;
  }
  return tree;
}

RowsOfRegion rows_of_regions(const std::vector<std::uint32_t>& regions, std::uint32_t count) {
  RowsOfRegion result(count);
  for (Row row = 0; row < regions.size(); ++row)
    result[regions[row]].push_back(row);
  return result;
}

Microdata as_region(const Microdata& whole, const std::vector<Row>& rows) {
  Microdata region = selected(whole, rows, {});
  for (std::size_t a = 0; a < whole.attributes.size(); ++a) {
    region.attributes[a].table_counts = table_counts(whole.attributes[a], whole.columns[a], {});
  }
  return region;
}

oracle::Values values_of(const Microdata& data, std::size_t attribute,
                         const std::vector<Row>& rows) {
  oracle::Values values;
  for (const Row row : rows)
    values.push_back(static_cast<oracle::Value>(data.columns[attribute][row]));
  return values;
}

bool defined_group(const Microdata& whole, const std::vector<Row>& rows, double l,
                   const std::vector<PrivacyModel>& models, const std::vector<Prior>& priors) {
  const AttributeSet sensitive = attributes_with_role(whole, Role::sensitive);
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    const oracle::Values values = values_of(whole, sensitive[j], rows);
    if (!oracle::frequency_l_diverse(values, l)) return false;
    for (const PrivacyModel& model : models) {
      if (!defined_to_hold(model, values, priors[j])) return false;
    }
  }
  return true;
}

}  // namespace microdata::test
