#include "postgres/methods/gnf/multi_sensitive.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/gnf/multi_sensitive.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/published_rows.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// The largest l of the rules that protect the attribute.
double l_of(std::size_t attribute, const std::vector<RightHandSide>& sides) {
  double l = 1;
  for (const RightHandSide& side : sides) {
    if (contains(side.attributes, attribute)) l = std::max(l, side.l());
  }
  return l;
}

void check_multi_sensitive(const std::vector<RightHandSide>& sides) {
  for (const RightHandSide& side : sides) {
    for (const PrivacyModel& model : side.models()) {
      throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                  "multi-sa does not support " + microdata::to_string(model))
          .detail("It protects every attribute on the right of a rule by l alone.")
          .hint("Use algorithm => 'gd' or 'uad'.");
    }
  }
}

// Protects each of the sensitive attributes against all other attributes.
DecomposedPart multi_sensitive_part(const AttributeSet& attributes, const AttributeSet& sensitive,
                                    const std::vector<double>& l) {
  DecomposedPart part;
  part.attributes = attributes;
  part.bucketed = sensitive;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    part.enforced.push_back({without(attributes, {sensitive[j]}),
                             {sensitive[j]},
                             {LDiversity{l[j], LDiversity::Variant::frequency, 1}}});
  }
  return part;
}

bool may_be_published(const MultiSensitiveGroups& found, Row rows, double suppress) {
  return !found.groups.rows.empty() &&
         static_cast<double>(found.suppressed.size()) <= rows * suppress * (1 + share_tolerance);
}

// Where more must be left out than may be.
void check_suppressed(const MultiSensitiveGroups& found, Row rows, double suppress) {
  if (may_be_published(found, rows, suppress)) return;
  const auto needed = static_cast<double>(found.suppressed.size());
  const bool nothing_left = found.groups.rows.empty();
  constexpr double digits = 10000;
  const std::string enough = rounded(std::ceil(needed / rows * digits) / digits, 4);
  const std::string otherwise = "algorithm => 'gd' or 'uad'.";
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "multi-sa is infeasible without leaving out " +
                  std::to_string(found.suppressed.size()) + " of " + std::to_string(rows) + " rows")
      .detail(
          "No bucket that has these rows can protect each of the sensitive attributes against all "
          "other attributes.")
      .hint(nothing_left ? "Use " + otherwise
                         : "suppress => " + enough + " would allow that; or use " + otherwise);
}

// Rows as they are numbered among those that are published.
void renumber(std::vector<Row>& rows, const std::vector<Row>& published, Row most) {
  std::vector<Row> place(most);
  for (std::size_t i = 0; i < published.size(); ++i)
    place[published[i]] = static_cast<Row>(i);
  for (Row& row : rows)
    row = place[row];
}

}  // namespace

void decompose_multi_sensitive(const std::vector<RightHandSide>& sides, double suppress,
                               DecomposedTable& table, Random& random, const Progress& progress) {
  check_multi_sensitive(sides);
  Microdata& data = table.table.data;
  const AttributeSet sensitive = sensitive_attributes(table.rules);
  std::vector<double> l;
  for (const std::size_t a : sensitive)
    l.push_back(l_of(a, sides));
  AttributeSet attributes(data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  DecomposedPart part = multi_sensitive_part(attributes, sensitive, l);

  const PublishedRows all(data.rows, suppress, random);
  const auto groups = [&](Remainder remainder) {
    return multi_sensitive_groups(data, sensitive, l, all.in_random_order(), progress, remainder);
  };
  // The rows that no small group can take are better left out than joined with groups that they
  // make large.
  MultiSensitiveGroups found = groups(Remainder::suppressed);
  if (!may_be_published(found, data.rows, suppress)) found = groups(Remainder::merged);
  check_suppressed(found, data.rows, suppress);
  table.smallest_group = found.smallest_possible;
  std::vector<Row> rows = found.groups.rows;
  std::sort(rows.begin(), rows.end());
  renumber(found.groups.rows, rows, data.rows);
  data = selected(data, rows, progress);
  part.buckets = std::make_shared<const TuplePartition>(std::move(found.groups));
  table.parts.push_back(std::move(part));
}

}  // namespace microdata::postgres
