#include "postgres/methods/generalization/distributed_generalization.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "postgres/distributed/region_attack.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/distributed/unread_table.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/model_values.hpp"
#include "postgres/source/shards.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Whether the table has a value of a column: of what regions are told, NULL is no value.
bool has_values(const RegionPlan& plan, const std::string& column) {
  const auto found =
      std::find_if(plan.globals.begin(), plan.globals.end(),
                   [&](const GlobalValues& known) { return known.column == column; });
  return found == plan.globals.end() || !found->values.empty();
}

// What each region is going to be, as far as it depends on columns.
GeneralizedTable shape_of_regions(const Source& source, const std::vector<AssignedRole>& roles,
                                  const GeneralizationRequest& request, const RegionPlan& plan) {
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, request.hierarchies);
  GeneralizedTable shape;
  shape.table = unread_table(source, roles);
  const std::vector<Attribute>& attributes = shape.table.data.attributes;
  shape.hierarchies.resize(attributes.size());
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (attributes[a].role != Role::quasi_identifier) continue;
    const AttributeType& type = shape.table.dictionaries[a].type();
    GeneralizedAttribute shown;
    shown.attribute = a;
    if (const auto& hierarchy = chosen[shape.table.columns[a]]) {
      shown.kind = GeneralizedAttribute::Kind::label;
      shape.hierarchies[a] = ResolvedHierarchy{*hierarchy, {}, {}};
    }
    if (request.options.recoding == Recoding::multiset) {
      shown.kind = GeneralizedAttribute::Kind::multiset;
    } else if (!shape.hierarchies[a] && type.projection != Projection::none &&
               generalized_type(type).is_range() && has_values(plan, attributes[a].name)) {
      shown.kind = GeneralizedAttribute::Kind::range;
    }
    shape.generalization.attributes.push_back(std::move(shown));
  }
  return shape;
}

std::string row_column(const Source& source) {
  std::string name = "row";
  while (source.find(name) != nullptr)
    name += "_";
  return name;
}

std::uint64_t as_count(double number) {
  return static_cast<std::uint64_t>(std::llround(number));
}

LossSums losses_of(const RegionFigures& regions) {
  const std::vector<double>& sums = regions.sums;
  return {as_count(sums[0]),
          as_count(sums[1]),
          as_count(sums[2]),
          as_count(sums[3]),
          {sums.begin() + 5, sums.end()},
          sums[4]};
}

}  // namespace

std::vector<double> figures_of_region(const LossSums& lost) {
  std::vector<double> numbers{static_cast<double>(lost.rows), static_cast<double>(lost.suppressed),
                              static_cast<double>(lost.published),
                              static_cast<double>(lost.classes), lost.squares};
  numbers.insert(numbers.end(), lost.of_attribute.begin(), lost.of_attribute.end());
  return numbers;
}

namespace {

std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const GeneralizationRequest& request) {
  return told_hierarchies(source, roles, choose_hierarchies(source, roles, request.hierarchies),
                          {Role::quasi_identifier, Role::sensitive});
}

}  // namespace

bool generalizes_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                                const GeneralizationRequest& request) {
  const Recoding recoding = request.options.recoding;
  return (recoding == Recoding::mondrian || recoding == Recoding::multiset) &&
         shards_of(source.relation) > 0 && told_hierarchies(source, roles, request);
}

Oid generalize_distributed(const Target& target, const Source& source,
                           const std::vector<AssignedRole>& roles,
                           const GeneralizationRequest& request, const Arguments& arguments,
                           const RegionPlan& plan, Random& random, Phases& phases) {
  require_may_be_asked("generalize_region");
  static constexpr std::array passed{"k", "l", "recoding", "suppress", "privacy", "seed", "loss"};
  const RegionCall generalizing{
      "generalize_region",
      passed,
      {{"strict", request.options.grouping == Grouping::strict ? "true" : "false"},
       {"cuts", quote_value(to_string(request.options.cuts))}}};
  phases.begin("partition");
  const Scratch scratch = copy_to_scratch(target, source, roles, plan);
  const TableColumn row{row_column(source), numbers_of_regions(plan).type()};
  const GeneralizedRelation relation =
      create_generalized_table(target, source, shape_of_regions(source, roles, request, plan), row);
  distribute(target.qualified, {row.name});

  phases.begin("write");
  RegionPlan told = plan;
  told.hierarchies = told_hierarchies(source, roles, request).value_or(Json());
  told.attack = attacks_quickly();
  const std::string key = drawn_number_key(random);
  const LossSums lost = losses_of(fill_with_figures(
      target, relation.columns, scratch,
      call_for_regions(generalizing, arguments, source, roles, told, scratch, key)));
  const LearnedShare learned = learned_of_regions(scratch, told, key, 1 / request.options.l);
  drop_table(scratch.name);
  report_generalization(lost, request.options.loss, learned);
  return record_generalized(target, source, request, relation, lost, released_regions_json(plan));
}

}  // namespace microdata::postgres
